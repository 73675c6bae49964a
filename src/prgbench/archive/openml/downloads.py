"""Prediction files on their way: complete ones stay until they are released."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from prgbench.archive.interface import PredictionFile, Reason, Run, RunUnusableError
from prgbench.archive.openml.answers import (
    MissingFileError,
    ServerError,
    TooBigError,
    UnansweredCallError,
)
from prgbench.archive.openml.cache import remove_older
from prgbench.archive.openml.client import MOST_FILE_BYTES, Client
from prgbench.archive.openml.run_file import file_of
from prgbench.pipeline.files import atomic_path, sha256_of, write_text
from prgbench.pipeline.records import from_json, to_json

RUN_NOT_FOUND = 236
FORGOTTEN_AFTER = 7 * 24 * 3600.0


class Downloads:
    """The prediction files in a folder, each with a note that says it is complete.

    What has lain there for a week was left by a killed process and is deleted.
    """

    def __init__(self, client: Client, folder: Path) -> None:
        self._client = client
        self._folder = folder
        remove_older(folder, FORGOTTEN_AFTER)

    def get(self, run: Run, most_bytes: int = MOST_FILE_BYTES) -> PredictionFile:
        """Return the prediction file of a run, downloading it unless it is there.

        Raises
        ------
        RunUnusableError
            If the run has no such file or one of more than ``most_bytes``, or the server does not
            describe the run, or find or send the file, for now.
        """
        there = self._complete(run)
        if there is not None:
            return there
        file_id = self._file_id(run)
        path = self.path(run.run_id)
        name = f"data/download/{file_id}/predictions.arff"
        try:
            with atomic_path(path, durable=False) as temporary:
                body = self._client.download(name, temporary, most_bytes=most_bytes)
        except TooBigError as error:
            raise RunUnusableError(Reason.TOO_BIG, str(error)) from error
        except MissingFileError as error:
            raise RunUnusableError(Reason.NOT_FOUND, str(error)) from error
        file = PredictionFile(run.run_id, file_id, body.sha256, body.n_bytes, path)
        note = to_json(replace(file, path=Path(path.name)))
        write_text(self._note(run.run_id), note, durable=False)
        return file

    def release(self, run_id: int) -> None:
        """Delete the file of a run."""
        self._note(run_id).unlink(missing_ok=True)
        self.path(run_id).unlink(missing_ok=True)

    def path(self, run_id: int) -> Path:
        """Return where the file of a run is put."""
        return self._folder / f"{run_id}.arff"

    def _complete(self, run: Run) -> PredictionFile | None:
        path = self.path(run.run_id)
        try:
            file = from_json(PredictionFile, self._note(run.run_id).read_text(encoding="utf-8"))
            is_it = file.run_id == run.run_id and file.n_bytes == path.stat().st_size
            return replace(file, path=path) if is_it and sha256_of(path) == file.sha256 else None
        except (OSError, ValueError):
            return None

    def _file_id(self, run: Run) -> int:
        try:
            return self._client.ask_for(f"run/{run.run_id}", partial(file_of, run))
        except ServerError as error:
            found = error.code != RUN_NOT_FOUND
            reason = Reason.NOT_DESCRIBED if found else Reason.NOT_FOUND
            raise RunUnusableError(reason, f"{error.message} (code {error.code})") from error
        except UnansweredCallError as error:
            raise RunUnusableError(Reason.NOT_DESCRIBED, error.detail) from error

    def _note(self, run_id: int) -> Path:
        return self._folder / f"{run_id}.json"
