"""What a bundle's columns hold, compared with what its header says of it."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from prgbench.archive.store.columns import ColumnFile, DamageError, few_at_once
from prgbench.metrics.areas import areas

SAME_AUROC = 1e-9


class VerifiedColumns(ColumnFile):
    """All rows of a bundle's columns; each method raises `DamageError` where they do not fit."""

    @cached_property
    def truth(self) -> NDArray[np.int8]:
        """The truth of every row, 1 for the positive class."""
        truth: NDArray[np.int8] = self.read(["truth"])[0]
        header = self.header
        codes = [header.task.classes.index(label) for label in (header.negative, header.positive)]
        if ((truth != 0) & (truth != 1)).any() or truth.sum() != header.n_positive:
            raise DamageError("its truth differs from its header")
        _compare("truth", header.truth, np.array(codes, dtype=np.int8)[truth])
        return truth

    @cached_property
    def fold(self) -> NDArray[np.int16]:
        """The fold of every row, -1 if no file states it."""
        fold: NDArray[np.int16] = self.read(["fold"])[0]
        _compare("folds", self.header.folds, fold)
        return fold

    @cached_property
    def repeat_and_row_id(self) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
        """The repeat of the cross-validation and the instance of every row."""
        repeat, row_id = self.read(["repeat"])[0], self.read(["row_id"])[0]
        _compare("rows", self.header.rows, repeat.astype(np.int64), row_id)
        return repeat, row_id

    def predicted(self, run_ids: Sequence[int]) -> NDArray[np.int8]:
        """Return the stored decisions of several models."""
        return self.read([f"predicted_{run_id}" for run_id in self._known(run_ids)])

    def scores(self, run_ids: Sequence[int], *, check_aurocs: bool) -> NDArray[np.float64]:
        """Return the scores of several models."""
        scores = self.read([f"score_{run_id}" for run_id in self._known(run_ids)])
        if check_aurocs:
            for part in few_at_once(len(run_ids), self.header.n_rows):
                self.check_aurocs(run_ids[part], areas(self.truth, scores[part])[:, 0])
        return scores

    def check_aurocs(self, run_ids: Sequence[int], aurocs: NDArray[np.float64]) -> None:
        """Compare AUROCs over all rows with those of the header."""
        stated = {model.run.run_id: model.auroc for model in self.header.models}
        for run_id, auroc in zip(run_ids, aurocs.tolist(), strict=True):
            if not abs(auroc - stated[run_id]) <= SAME_AUROC:
                raise DamageError(
                    f"AUROC of run {run_id} {auroc:.9f} instead of {stated[run_id]:.9f}"
                )

    def _known(self, run_ids: Sequence[int]) -> Sequence[int]:
        known = {model.run.run_id for model in self.header.models}
        for run_id in run_ids:
            if run_id not in known:
                raise DamageError(f"it lacks run {run_id}")
        return run_ids


def _compare(what: str, checksum: str, *values: NDArray[Any]) -> None:
    """Compare arrays with their checksum; what the files do not state has none."""
    if not checksum:
        return
    found = hashlib.sha256()
    for part in values:
        found.update(part.data)
    if found.hexdigest() != checksum:
        raise DamageError(f"its {what} differ from their checksum")
