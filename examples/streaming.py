"""A measure of rankings over a stream of batches, exact, without a deep-learning framework.

Batches of labels and scores are added one by one; what is kept is the number of positives and of
negatives at each distinct score, so scores of half precision or of few levels take little memory.

>>> stream = Accumulator()
>>> stream.update([1, 0], [0.9, 0.2])
>>> stream.update([0, 1], [0.4, 0.3])
>>> stream.compute("auprg")
0.25
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from prgbench import metrics


@dataclass
class Accumulator:
    """Counts of both classes at each distinct score.

    Attributes
    ----------
    scores : ndarray of shape (distinct scores,)
        Increasing.
    counts : ndarray of shape (2, distinct scores)
        How many negatives and positives have each score.
    """

    scores: npt.NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    counts: npt.NDArray[np.float64] = field(default_factory=lambda: np.empty((2, 0)))

    def update(self, y_true: npt.ArrayLike, y_score: npt.ArrayLike) -> None:
        """Add a batch of labels 0/1 and scores, NumPy arrays or tensors of the CPU."""
        labels, scores = np.asarray(y_true).ravel(), np.asarray(y_score, np.float64).ravel()
        if labels.shape != scores.shape:
            raise ValueError(f"{labels.size} labels but {scores.size} scores: as many are needed.")
        # Counted as neither class, labels such as -1 would be lost without a word.
        if not np.isin(labels, (0, 1)).all():
            raise ValueError("y_true has labels other than 0 and 1: recode them first.")
        self._add(scores, np.stack([labels == 0, labels == 1]).astype(np.float64))

    def merge(self, other: Accumulator) -> None:
        """Add what another process has counted."""
        self._add(other.scores, other.counts)

    def compute(self, measure: str = "auprg") -> float:
        """Compute a measure of all batches by its name in `prgbench.metrics.measures`."""
        labels = np.repeat([0, 1], self.scores.size)
        weights = self.counts.ravel()
        scores = np.tile(self.scores, 2)
        return float(metrics.evaluate(labels, scores, measure, sample_weight=weights))

    def _add(self, scores: npt.NDArray[np.float64], counts: npt.NDArray[np.float64]) -> None:
        both = np.concatenate([self.scores, scores])
        distinct, place = np.unique(both, return_inverse=True)
        joined = np.concatenate([self.counts, counts], axis=1)
        self.counts = np.stack([np.bincount(place, row, distinct.size) for row in joined])
        self.scores = distinct
