"""Prediction files on their way: complete ones stay until they are released."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

from prgbench.archive.interface import PredictionFile, Reason, Run, RunUnusableError
from prgbench.archive.openml.answers import MissingFileError, ServerError, records, text
from prgbench.archive.openml.cache import remove_older
from prgbench.archive.openml.client import Client
from prgbench.pipeline.files import atomic_path, sha256_of, write_text
from prgbench.pipeline.records import from_json, to_json

RUN_NOT_FOUND = 236
FORGOTTEN_AFTER = 7 * 24 * 3600.0

_FILE_IN_URL = re.compile(r"/data/(?:v1/)?download/(\d+)")


class Downloads:
    """The prediction files in a folder, each with a note that says it is complete.

    What has lain there for a week was left by a killed process and is deleted.
    """

    def __init__(self, client: Client, folder: Path) -> None:
        self._client = client
        self._folder = folder
        remove_older(folder, FORGOTTEN_AFTER)

    def get(self, run: Run) -> PredictionFile:
        """Return the prediction file of a run, downloading it unless it is there.

        Raises
        ------
        RunUnusableError
            If the run has no such file, or the server does not find or send it for now.
        """
        there = self._complete(run)
        if there is not None:
            return there
        file_id = self._file_id(run)
        path = self.path(run.run_id)
        self._remove_remains(path)
        try:
            with atomic_path(path) as temporary:
                name = f"data/download/{file_id}/predictions.arff"
                body = self._client.download(name, temporary)
        except MissingFileError as error:
            raise RunUnusableError(Reason.NOT_FOUND, str(error)) from error
        file = PredictionFile(run.run_id, file_id, body.sha256, body.n_bytes, path)
        write_text(self._note(run.run_id), to_json(replace(file, path=Path(path.name))))
        return file

    def release(self, run_id: int) -> None:
        """Delete the file of a run."""
        self._note(run_id).unlink(missing_ok=True)
        self.path(run_id).unlink(missing_ok=True)

    def _complete(self, run: Run) -> PredictionFile | None:
        path = self.path(run.run_id)
        try:
            file = from_json(PredictionFile, self._note(run.run_id).read_text(encoding="utf-8"))
            return replace(file, path=path) if sha256_of(path) == file.sha256 else None
        except (FileNotFoundError, ValueError):
            return None

    def _file_id(self, run: Run) -> int:
        try:
            root = self._client.ask(f"run/{run.run_id}")
        except ServerError as error:
            reason = Reason.NOT_FOUND if error.code == RUN_NOT_FOUND else Reason.NO_FILE
            raise RunUnusableError(reason, f"{error.message} (code {error.code})") from error
        for file in records(root, "file"):
            if text(file, "name") == "predictions":
                return _stated_file_id(file)
        raise RunUnusableError(Reason.NO_FILE)

    def path(self, run_id: int) -> Path:
        """Return where the file of a run is put."""
        return self._folder / f"{run_id}.arff"

    def _note(self, run_id: int) -> Path:
        return self._folder / f"{run_id}.json"

    def _remove_remains(self, path: Path) -> None:
        for remains in self._folder.glob(f".{path.name}.*.part"):
            remains.unlink(missing_ok=True)


def _stated_file_id(file: ElementTree.Element) -> int:
    stated = text(file, "file_id")
    if stated.isdigit():
        return int(stated)
    match = _FILE_IN_URL.search(text(file, "url"))
    if match is None:
        raise RunUnusableError(Reason.NO_FILE, "the server does not say where its file is")
    return int(match[1])
