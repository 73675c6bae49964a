"""Models of a task on their way into its bundle, kept on disk so that a killed run goes on.

Every model's rows are brought into one order: by repeat, then by instance. What models share
(instances, folds, truth) is stored once under its checksum. Files are not waited for until they
are on the disk: what an earlier process has stored is verified before it is used.
"""

import hashlib
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from prgbench.archive.interface import Predictions, SentPredictions
from prgbench.archive.store.places import checked_id
from prgbench.pipeline.files import atomic_path, sha256_of, write_text
from prgbench.pipeline.records import from_json, to_json


@dataclass(frozen=True, slots=True)
class StagedModel:
    """A model that has been read: its predictions and the checksums of what it must share.

    ``folds`` and ``truth`` are empty where the source does not state them. ``files`` are the
    checksums of the files that hold it, by their names.
    """

    run_id: int
    file_id: int
    sha256: str
    n_rows: int
    rows: str
    folds: str
    truth: str
    files: dict[str, str] = field(default_factory=dict)


class Staging:
    """The models of one task in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._intact: dict[str, str] = {}

    def add(
        self, sent: SentPredictions, predictions: Predictions, labelled: NDArray[np.bool_]
    ) -> StagedModel:
        """Store the labelled rows of a model; it counts as there only when all of it is."""
        order = np.lexsort((predictions.row_id, predictions.repeat))
        if not labelled.all():
            order = order[labelled[order]]
        rows = np.empty((2, len(order)), dtype=np.int64)
        rows[0], rows[1] = predictions.repeat[order], predictions.row_id[order]
        folds = predictions.fold[order]
        truth = None if predictions.truth is None else predictions.truth[order]
        shared = {
            "rows": self.share(rows),
            "folds": self.share(folds) if (folds >= 0).all() else "",
            "truth": "" if truth is None else self.share(truth),
        }
        names = [name for name in shared.values() if name]
        names.append(_confidences(sent.run_id))
        self._save(names[-1], predictions.confidences[:, order])
        if predictions.predicted is not None:
            names.append(_predicted(sent.run_id))
            self._save(names[-1], predictions.predicted[order])
        model = StagedModel(
            run_id=sent.run_id,
            file_id=sent.file_id,
            sha256=sent.sha256,
            n_rows=len(order),
            **shared,
            files={name: self._intact[name] for name in names},
        )
        write_text(self._note(sent.run_id), to_json(model), durable=False)
        return model

    def get(self, run_id: int) -> StagedModel | None:
        """Return a model that was stored completely and is intact, by whatever process."""
        try:
            model = from_json(StagedModel, self._note(run_id).read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        whole = _confidences(run_id) in model.files and self._are_intact(model.files.items())
        return model if whole and model.run_id == run_id else None

    def shared(self, checksum: str) -> NDArray[Any]:
        """Return an array that models share."""
        return self._load(checksum)

    def confidences(self, run_id: int) -> NDArray[np.float64]:
        """Return a model's scores (classes x rows), mapped from disk."""
        return self._load(_confidences(run_id))

    def predicted(self, run_id: int) -> NDArray[np.int8] | None:
        """Return a model's predicted classes, mapped from disk, if its file has them."""
        name = _predicted(run_id)
        return self._load(name) if name in self._intact else None

    def clear(self) -> None:
        """Forget all models."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._intact.clear()

    def share(self, array: NDArray[Any]) -> str:
        """Store an array that models share and return its checksum."""
        checksum = hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()
        if checksum not in self._intact:
            self._save(checksum, array)
        return checksum

    def _are_intact(self, files: Iterable[tuple[str, str]]) -> bool:
        """Verify files that this process has neither written nor verified before."""
        for name, checksum in files:
            try:
                found = self._intact.get(name) or sha256_of(self._path(name))
            except OSError:
                return False
            if found != checksum:
                return False
            self._intact[name] = found
        return True

    def _save(self, name: str, array: NDArray[Any]) -> None:
        path = self._path(name)
        with atomic_path(path, durable=False) as temporary, temporary.open("wb") as file:
            writer = _HashingWriter(file)
            np.save(writer, array)
        self._intact[name] = writer.sha256.hexdigest()

    def _load(self, name: str) -> NDArray[Any]:
        array: NDArray[Any] = np.load(self._path(name), mmap_mode="r")
        return array

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.npy"

    def _note(self, run_id: int) -> Path:
        return self._folder / f"{checked_id(run_id, 'run')}.json"


class _HashingWriter:
    """Writes to a file and computes its checksum; a full disk is an error with its number.

    `numpy.save` would write to the file itself in a way that does not say why it failed.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.sha256 = hashlib.sha256()

    def write(self, data: bytes) -> int:
        """Write bytes."""
        self.sha256.update(data)
        return self._file.write(data)


def _confidences(run_id: int) -> str:
    return f"{checked_id(run_id, 'run')}.confidences"


def _predicted(run_id: int) -> str:
    return f"{checked_id(run_id, 'run')}.predicted"
