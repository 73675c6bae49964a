"""What the measures of one batch of models share: one pass for the areas, one for the counts."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prgbench.metrics.counts import ThresholdCounts, count
from prgbench.metrics.inputs import BoolArray, FloatArray


class Batch:
    """Checked labels (n,), scores (models, n) and weights (n,), and what follows from them."""

    def __init__(
        self, positive: BoolArray, scores: FloatArray, weights: FloatArray | None = None
    ) -> None:
        self.positive = positive
        self.scores = scores
        self.weights = weights

    @cached_property
    def areas(self) -> FloatArray:
        """AUROC, AUPR, AUPRG and y0 of each model, shape (models, 4); ValueError for NaN."""
        # Importing Numba costs more than all the rest, so it waits for its first use.
        from prgbench.metrics.kernel import areas_of_batch, reweighted_areas_of_batch

        if self.weights is None:
            return areas_of_batch(self.positive, self.scores)
        weights = self.weights[np.newaxis]
        areas: FloatArray = reweighted_areas_of_batch(self.positive, self.scores, weights)[0]
        return areas

    @cached_property
    def counts(self) -> list[ThresholdCounts]:
        """Threshold counts of each model."""
        return [count(self.positive, scores, self.weights) for scores in self.scores]

    @property
    def prevalence(self) -> FloatArray:
        """Proportion of positives, as a scalar array."""
        return np.asarray(np.average(self.positive, weights=self.weights), dtype=np.float64)


class SharedFunction(ABC):
    """A batch function that reads from a `Batch`, so that several can share one."""

    @abstractmethod
    def of(self, batch: Batch) -> FloatArray:
        """Compute the values of the models of a batch."""

    def __call__(self, positive: BoolArray, scores: FloatArray) -> FloatArray:
        """Compute the values of labels (n,) and scores (models, n)."""
        return self.of(Batch(positive, scores))


@dataclass(frozen=True)
class FromAreas(SharedFunction):
    """A batch function of `Batch.areas` (..., 4) and of the prevalence."""

    function: Callable[[FloatArray, FloatArray], FloatArray]

    def of(self, batch: Batch) -> FloatArray:
        """Compute the values of the models of a batch."""
        return self.function(batch.areas, batch.prevalence)


@dataclass(frozen=True)
class FromCounts(SharedFunction):
    """A batch function that looks at the threshold counts of one model at a time."""

    function: Callable[[ThresholdCounts], float]

    def of(self, batch: Batch) -> FloatArray:
        """Compute the values of the models of a batch."""
        return np.array([self.function(counts) for counts in batch.counts])
