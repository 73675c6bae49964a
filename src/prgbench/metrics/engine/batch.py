"""What the measures of one batch of models share: one pass for the areas, one for the counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prgbench.metrics import engine
from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.counts import Indices, ThresholdCounts, at_prevalence, count
from prgbench.metrics.engine.inputs import FloatArray, class_weights, weights_at_prevalence
from prgbench.metrics.engine.integrals import JoinedCounts
from prgbench.metrics.roc_hull import roc_hull_of
from prgbench.typing import BoolArray

_POINTS_AT_ONCE = 1 << 14
"""The most points of models that are joined: with many more, passes would leave the caches."""


class Batch:
    """Checked labels (n,), scores (models, n) and weights (n,); what is computed of them once."""

    def __init__(
        self, positive: BoolArray, scores: FloatArray, weights: FloatArray | None = None
    ) -> None:
        self.positive = positive
        self.scores = scores
        self.weights = weights
        self._elsewhere: dict[float, Batch] = {}

    @cached_property
    def class_sizes(self) -> tuple[float, float]:
        """Numbers, or total weights, of the positives and of the negatives."""
        if self.weights is not None:
            return class_weights(self.positive, self.weights)
        n_pos = np.count_nonzero(self.positive)
        return float(n_pos), float(self.positive.size - n_pos)

    @cached_property
    def prevalence(self) -> FloatArray:
        """Proportion of positives, as a scalar array."""
        return np.asarray(self.class_sizes[0] / sum(self.class_sizes))

    @cached_property
    def areas(self) -> FloatArray:
        """AUROC, AUPR, AUPRG and y0 of each model, shape (models, 4)."""
        areas = engine.areas_of_batch(self.positive, self.scores, self.weights)
        if not integrals.has_digits(*self.class_sizes):
            areas[:, 2:] = np.nan
        return areas

    @cached_property
    def _points(self) -> list[tuple[FloatArray, Indices]]:
        """Points of the models without weights, as many at once as caches hold."""
        size = max(1, _POINTS_AT_ONCE // self.positive.size)
        parts = [self.scores[at : at + size] for at in range(0, len(self.scores), size)]
        return [engine.points_of_batch(self.positive, part) for part in parts]

    @cached_property
    def counts(self) -> list[ThresholdCounts]:
        """Threshold counts of each model."""
        if self.weights is not None:
            return [count(self.positive, scores, self.weights) for scores in self.scores]
        return [
            ThresholdCounts(*points)
            for table, starts in self._points
            for points in np.split(table, starts[1:], axis=1)
        ]

    @cached_property
    def joined(self) -> list[JoinedCounts]:
        """Threshold counts of the models, those of several at once where that can be."""
        # Weights are added up in the order of each model, so that the class sizes of two models
        # differ by rounding: only whole numbers can be joined.
        if self.weights is not None:
            return [JoinedCounts.of(counts) for counts in self.counts]
        return [JoinedCounts.of_points(tp, fp, starts) for (_, tp, fp), starts in self._points]

    def at_prevalence(self, prevalence: float) -> Batch:
        """Return the same batch with negatives weighed so that positives have this proportion."""
        if prevalence not in self._elsewhere:
            weights = np.ones(self.positive.size) if self.weights is None else self.weights
            weighed = weights_at_prevalence(self.positive, weights, prevalence)
            self._elsewhere[prevalence] = Batch(self.positive, self.scores, weighed)
        return self._elsewhere[prevalence]

    @cached_property
    def hulls(self) -> list[ThresholdCounts]:
        """The vertices of each model's ROC hull; all its counts if there is only one class."""
        return [_hull(counts) for counts in self.counts]


class SharedFunction(ABC):
    """A batch function of the ranking alone, so that several can share a batch."""

    @abstractmethod
    def of(self, batch: Batch) -> FloatArray:
        """Compute the values of the models of a batch."""

    @abstractmethod
    def of_counts(self, counts: ThresholdCounts) -> float:
        """Compute the value of one model."""

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

    def of_counts(self, counts: ThresholdCounts) -> float:
        """Compute the value of one model."""
        areas = np.array(integrals.areas_of(counts))
        return float(self.function(areas, np.asarray(counts.prevalence)))


@dataclass(frozen=True)
class FromCounts(SharedFunction):
    """A batch function of the threshold counts of one model at a time, or of its ROC hull."""

    function: Callable[[ThresholdCounts], float]
    of_hull: bool = False

    def of(self, batch: Batch) -> FloatArray:
        """Compute the values of the models of a batch."""
        return np.array(list(map(self.function, batch.hulls if self.of_hull else batch.counts)))

    def of_counts(self, counts: ThresholdCounts) -> float:
        """Compute the value of one model."""
        return self.function(_hull(counts) if self.of_hull else counts)


@dataclass(frozen=True)
class FromJoinedCounts(SharedFunction):
    """A batch function of the threshold counts of several models at once."""

    function: Callable[[JoinedCounts], FloatArray]

    def of(self, batch: Batch) -> FloatArray:
        """Compute the values of the models of a batch."""
        return np.concatenate(list(map(self.function, batch.joined)))

    def of_counts(self, counts: ThresholdCounts) -> float:
        """Compute the value of one model."""
        return float(self.function(JoinedCounts.of(counts))[0])


@dataclass(frozen=True)
class AtPrevalence(SharedFunction):
    """Another function as it is where the positives have a stated proportion."""

    function: SharedFunction
    prevalence: float

    def of(self, batch: Batch) -> FloatArray:
        """Compute the values of the models of a batch."""
        return self.function.of(batch.at_prevalence(self.prevalence))

    def of_counts(self, counts: ThresholdCounts) -> float:
        """Compute the value of one model."""
        return self.function.of_counts(at_prevalence(counts, self.prevalence))


def _hull(counts: ThresholdCounts) -> ThresholdCounts:
    return roc_hull_of(counts) if counts.n_pos and counts.n_neg else counts
