"""The prediction files that were downloaded."""

import re
from functools import partial
from pathlib import Path
from threading import get_ident

from prgbench.run.files import remove_remains, scratch_folder, sha256_of
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.openml import calls
from prgbench.sources.openml.answers import (
    MissingFileError,
    RefusedError,
    TooBigError,
    UnansweredCallError,
)
from prgbench.sources.openml.calls import Kind
from prgbench.sources.openml.client import MOST_FILE_BYTES, Client, remove_older
from prgbench.sources.openml.descriptions import file_of
from prgbench.sources.runs import Run
from prgbench.sources.sent_predictions import PredictionFile, SentPredictions

RUN_NOT_FOUND = 236
FORGOTTEN_AFTER = 7 * 24 * 3600.0

_NAME = re.compile(r"[0-9]+-(?P<file_id>[0-9]+)-(?P<sha256>[0-9a-f]{64})\.arff")


class Downloads:
    """The prediction files in a folder; the name of a complete one holds its checksum.

    Files older than a week were left by killed processes and are deleted.
    """

    def __init__(self, client: Client, folder: Path) -> None:
        self._client = client
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        remove_older(folder, FORGOTTEN_AFTER)
        # A process that finds all of its files there makes no scratch folder, which would do this.
        remove_remains(folder)

    def get(self, run: Run, most_bytes: int = MOST_FILE_BYTES) -> PredictionFile:
        """Return the prediction file of a run, downloading it unless it is there.

        `RunUnusableError` if the run has no file or one of more than ``most_bytes``, or the server
        does not describe the run or send the file for now.
        """
        if (complete := self._complete(run.run_id)) is not None:
            return complete
        file_id, stated = self._described(run)
        name = calls.prediction_file(file_id)
        unfinished = scratch_folder(self._folder) / f"{run.run_id}-{get_ident()}.arff"
        try:
            sha256, n_bytes = self._client.download(
                name, unfinished, most_bytes=most_bytes, stated=stated
            )
            sent = SentPredictions(run.run_id, file_id, sha256, n_bytes)
            # Complete and known by its checksum before it has the name that later runs look for.
            path = unfinished.replace(self.path(sent))
        except TooBigError as error:
            raise RunUnusableError(Reason.TOO_BIG, str(error)) from error
        except MissingFileError as error:
            raise RunUnusableError(Reason.NOT_FOUND, str(error)) from error
        finally:
            unfinished.unlink(missing_ok=True)
        return PredictionFile(run.run_id, file_id, sha256, n_bytes, path)

    def path(self, sent: SentPredictions) -> Path:
        """Return where a downloaded file is."""
        return self._folder / f"{sent.run_id}-{sent.file_id}-{sent.sha256}.arff"

    def _complete(self, run_id: int) -> PredictionFile | None:
        """Return the file if it is there; damaged ones are deleted."""
        for path in [p for p in self._folder.iterdir() if p.name.startswith(f"{run_id}-")]:
            match = _NAME.fullmatch(path.name)
            if match is not None and sha256_of(path) == match["sha256"]:
                file_id = int(match["file_id"])
                n_bytes = path.stat().st_size
                return PredictionFile(run_id, file_id, match["sha256"], n_bytes, path)
            path.unlink()
        return None

    def _described(self, run: Run) -> tuple[int, str]:
        try:
            call = calls.described(Kind.RUNS, run.run_id)
            return file_of(run, self._client.ask(call, check=partial(file_of, run)))
        except UnansweredCallError as error:
            refused = error.cause
            gone = isinstance(refused, RefusedError) and refused.code == RUN_NOT_FOUND
            reason = Reason.NOT_FOUND if gone else Reason.NOT_DESCRIBED
            raise RunUnusableError(reason, error.detail) from error
