"""Models of a task on their way into its bundle, kept on disk so that a killed run goes on.

Every model's rows are brought into one order: by repeat, then by instance. What models share
(instances, folds, truth) is stored once under its checksum.
"""

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.archive.interface import Predictions, SentPredictions
from prgbench.pipeline.files import atomic_path, write_text
from prgbench.pipeline.records import from_json, to_json


@dataclass(frozen=True, slots=True)
class StagedModel:
    """A model that has been read: its predictions and the checksums of what it must share.

    ``folds`` and ``truth`` are empty where the source does not state them.
    """

    run_id: int
    file_id: int
    sha256: str
    n_rows: int
    rows: str
    folds: str
    truth: str


class Staging:
    """The models of one task in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, sent: SentPredictions, predictions: Predictions) -> StagedModel:
        """Store a model; it counts as there only when all of it is."""
        order = np.lexsort((predictions.row_id, predictions.repeat))
        rows = np.empty((2, len(order)), dtype=np.int64)
        rows[0], rows[1] = predictions.repeat[order], predictions.row_id[order]
        folds = predictions.fold[order]
        truth = None if predictions.truth is None else predictions.truth[order]
        model = StagedModel(
            run_id=sent.run_id,
            file_id=sent.file_id,
            sha256=sent.sha256,
            n_rows=len(order),
            rows=self.share(rows),
            folds=self.share(folds) if (folds >= 0).all() else "",
            truth="" if truth is None else self.share(truth),
        )
        self._save(f"{sent.run_id}.confidences", predictions.confidences[:, order])
        if predictions.predicted is not None:
            self._save(f"{sent.run_id}.predicted", predictions.predicted[order])
        write_text(self._folder / f"{sent.run_id}.json", to_json(model))
        return model

    def get(self, run_id: int) -> StagedModel | None:
        """Return a model that was stored completely, by this run or an earlier one."""
        path = self._folder / f"{run_id}.json"
        if not path.exists():
            return None
        return from_json(StagedModel, path.read_text(encoding="utf-8"))

    def shared(self, checksum: str) -> NDArray[Any]:
        """Return an array that models share."""
        return self._load(checksum)

    def confidences(self, run_id: int) -> NDArray[np.float64]:
        """Return a model's scores (classes x rows), mapped from disk."""
        return self._load(f"{run_id}.confidences")

    def predicted(self, run_id: int) -> NDArray[np.int8] | None:
        """Return a model's predicted classes, mapped from disk, if its file has them."""
        try:
            return self._load(f"{run_id}.predicted")
        except FileNotFoundError:
            return None

    def clear(self) -> None:
        """Forget all models."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def share(self, array: NDArray[Any]) -> str:
        """Store an array that models share and return its checksum."""
        checksum = hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()
        if not (self._folder / f"{checksum}.npy").exists():
            self._save(checksum, array)
        return checksum

    def _save(self, name: str, array: NDArray[Any]) -> None:
        with atomic_path(self._folder / f"{name}.npy") as temporary, temporary.open("wb") as file:
            np.save(file, array)

    def _load(self, name: str) -> NDArray[Any]:
        array: NDArray[Any] = np.load(self._folder / f"{name}.npy", mmap_mode="r")
        return array
