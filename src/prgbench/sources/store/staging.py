"""Staged models, which wait on the disk for the bundle of their task."""

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.sources.sent_predictions import Predictions, SentPredictions
from prgbench.sources.store.bundle_header import Shared

NO_CLASS = -1


@dataclass(frozen=True, slots=True)
class StagedModel:
    """A model that has been read, and what it shares with others."""

    run_id: int
    file_id: int
    sha256: str
    n_rows: int
    shared: Shared


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the rows of an array begin in the file, in bytes, and how many there are."""

    start: int
    dtype: np.dtype[Any]
    n_rows: int


class Staging:
    """The arrays of one task's models, one after the other in a file, which is emptied first.

    A file for each of them would take longer to make than the arrays to write.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._places: dict[str, _Place] = {}
        self._end = 0
        self.clear()
        folder.mkdir(parents=True, exist_ok=True)

    def add(
        self, sent: SentPredictions, predictions: Predictions, labelled: NDArray[np.bool_]
    ) -> StagedModel:
        """Store the labelled rows of a model."""
        order = np.lexsort((predictions.row_id, predictions.repeat))
        order = order[labelled[order]]
        rows = np.empty(len(order), [("repeat", np.int64), ("row_id", np.int64)])
        rows["repeat"] = predictions.repeat[order]
        rows["row_id"] = predictions.row_id[order]
        folds = predictions.fold[order]
        truth = predictions.truth
        groups = predictions.group
        model = np.empty(
            len(order),
            [("scores", np.float64, len(predictions.confidences)), ("predicted", np.int8)],
        )
        model["scores"] = predictions.confidences.T[order]
        model["predicted"] = (
            NO_CLASS if predictions.predicted is None else predictions.predicted[order]
        )
        self._save(str(sent.run_id), model)
        return StagedModel(
            run_id=sent.run_id,
            file_id=sent.file_id,
            sha256=sent.sha256,
            n_rows=len(order),
            shared=Shared(
                rows=self.share(rows),
                folds=self.share(folds) if (folds >= 0).all() else "",
                truth="" if truth is None else self.share(truth[order]),
                groups="" if groups is None else self.share(groups[order]),
            ),
        )

    def share(self, array: NDArray[Any]) -> str:
        """Store an array that models share, of one dimension, and return its checksum."""
        checksum = hashlib.sha256(array.data).hexdigest()
        if checksum not in self._places:
            self._save(checksum, array)
        return checksum

    def shared(self, checksum: str, rows: slice | None = None) -> NDArray[Any]:
        """Return an array that models share: all, or a slice of its rows."""
        return self._load(checksum, rows)

    def model(self, run_id: int, rows: slice | None = None) -> NDArray[Any]:
        """Return ``scores``, of each class, and ``predicted``, -1 where it is not stated."""
        return self._load(str(run_id), rows)

    def clear(self) -> None:
        """Forget all models."""
        shutil.rmtree(self._folder, ignore_errors=True)
        self._places.clear()
        self._end = 0

    @property
    def _file(self) -> Path:
        return self._folder / "arrays.bin"

    def _save(self, name: str, array: NDArray[Any]) -> None:
        with self._file.open("ab") as file:
            file.write(array.data)
        self._places[name] = _Place(self._end, array.dtype, len(array))
        self._end += array.nbytes

    def _load(self, name: str, rows: slice | None) -> NDArray[Any]:
        place = self._places[name]
        first, last, _ = (rows or slice(None)).indices(place.n_rows)
        start = place.start + first * place.dtype.itemsize
        return np.fromfile(self._file, place.dtype, max(last - first, 0), offset=start)
