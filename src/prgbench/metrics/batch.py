"""What the measures of one batch of models share: one pass for the areas, one for the counts."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prgbench.metrics.counts import ThresholdCounts, count
from prgbench.metrics.inputs import BoolArray, FloatArray


class Batch:
    """Checked labels (n,) and scores (models, n), and what is computed from them once."""

    def __init__(self, positive: BoolArray, scores: FloatArray) -> None:
        self.positive = positive
        self.scores = scores

    @cached_property
    def areas(self) -> FloatArray:
        """AUROC, AUPR, AUPRG and y0 of each model, shape (models, 4); ValueError for NaN."""
        # Importing Numba costs more than all the rest, so it waits for its first use.
        from prgbench.metrics.kernel import areas_of_batch

        return areas_of_batch(self.positive, self.scores)

    @cached_property
    def counts(self) -> list[ThresholdCounts]:
        """Threshold counts of each model."""
        return [count(self.positive, scores) for scores in self.scores]

    @property
    def prevalence(self) -> FloatArray:
        """Proportion of positives, as a scalar array."""
        return np.asarray(np.mean(self.positive), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class FromAreas:
    """A batch function of `Batch.areas` (..., 4) and of the prevalence."""

    function: Callable[[FloatArray, FloatArray], FloatArray]

    def of(self, batch: Batch) -> FloatArray:
        """Compute the values of a batch."""
        return self.function(batch.areas, batch.prevalence)

    def __call__(self, positive: BoolArray, scores: FloatArray) -> FloatArray:
        """Compute the values of labels (n,) and scores (models, n)."""
        return self.of(Batch(positive, scores))


@dataclass(frozen=True, slots=True)
class FromCounts:
    """A batch function that looks at the threshold counts of one model at a time."""

    function: Callable[[ThresholdCounts], float]

    def of(self, batch: Batch) -> FloatArray:
        """Compute the values of a batch."""
        return np.array([self.function(counts) for counts in batch.counts])

    def __call__(self, positive: BoolArray, scores: FloatArray) -> FloatArray:
        """Compute the values of labels (n,) and scores (models, n)."""
        return self.of(Batch(positive, scores))
