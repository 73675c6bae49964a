"""Prediction files on their way: complete ones stay until they are released."""

import re
from functools import partial
from pathlib import Path

from prgbench.archive.interface import (
    PredictionFile,
    Reason,
    Run,
    RunUnusableError,
    SentPredictions,
)
from prgbench.archive.openml.answers import (
    MissingFileError,
    ServerError,
    TooBigError,
    UnansweredCallError,
)
from prgbench.archive.openml.cache import remove_older
from prgbench.archive.openml.client import MOST_FILE_BYTES, Client
from prgbench.archive.openml.run_file import file_of
from prgbench.pipeline.files import atomic_path, sha256_of

RUN_NOT_FOUND = 236
FORGOTTEN_AFTER = 7 * 24 * 3600.0

_NAME = re.compile(r"[0-9]+-(?P<file_id>[0-9]+)-(?P<sha256>[0-9a-f]{64})\.arff")


class Downloads:
    """The prediction files in a folder; the name of a complete one holds its checksum.

    What has lain there for a week was left by a killed process and is deleted.
    """

    def __init__(self, client: Client, folder: Path) -> None:
        self._client = client
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        remove_older(folder, FORGOTTEN_AFTER)

    def get(self, run: Run, most_bytes: int = MOST_FILE_BYTES) -> PredictionFile:
        """Return the prediction file of a run, downloading it unless it is there.

        Raises
        ------
        RunUnusableError
            If the run has no such file or one of more than ``most_bytes``, or the server does not
            describe the run, or find or send the file, for now.
        """
        there = self._complete(run.run_id)
        if there is not None:
            return there
        file_id = self._file_id(run)
        name = f"data/download/{file_id}/predictions.arff"
        unnamed = self._folder / f"{run.run_id}.arff"
        try:
            with atomic_path(unnamed, durable=False) as temporary:
                body = self._client.download(name, temporary, most_bytes=most_bytes)
        except TooBigError as error:
            raise RunUnusableError(Reason.TOO_BIG, str(error)) from error
        except MissingFileError as error:
            raise RunUnusableError(Reason.NOT_FOUND, str(error)) from error
        path = unnamed.replace(self._path(run.run_id, file_id, body.sha256))
        return PredictionFile(run.run_id, file_id, body.sha256, body.n_bytes, path)

    def release(self, sent: SentPredictions) -> None:
        """Delete a file that has been sent."""
        self.path(sent).unlink(missing_ok=True)

    def path(self, sent: SentPredictions) -> Path:
        """Return where a file is that has been sent."""
        return self._path(sent.run_id, sent.file_id, sent.sha256)

    def _path(self, run_id: int, file_id: int, sha256: str) -> Path:
        return self._folder / f"{run_id}-{file_id}-{sha256}.arff"

    def _complete(self, run_id: int) -> PredictionFile | None:
        """Return the file that is there; what is damaged is deleted."""
        for path in [p for p in self._folder.iterdir() if p.name.startswith(f"{run_id}-")]:
            match = _NAME.fullmatch(path.name)
            if match is not None and sha256_of(path) == match["sha256"]:
                file_id, n_bytes = int(match["file_id"]), path.stat().st_size
                return PredictionFile(run_id, file_id, match["sha256"], n_bytes, path)
            path.unlink()
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
