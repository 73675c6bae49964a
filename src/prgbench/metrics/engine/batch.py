"""What the measures of one batch of models share: one pass for the areas, one for the counts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from prgbench.metrics import engine
from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.counts import (
    Points,
    ThresholdCounts,
    count,
    points_of_ranked,
)
from prgbench.metrics.engine.inputs import BoolArray, FloatArray
from prgbench.metrics.roc_hull import roc_hull_of

if TYPE_CHECKING:
    from prgbench.metrics.engine.compiled import Keys
    from prgbench.metrics.engine.counts import Places


# Few enough values that the arrays of some models stay in the cache.
_VALUES_AT_ONCE = 1 << 16


def compiled_areas(
    positive: BoolArray,
    scores: FloatArray | npt.NDArray[np.float32],
    weights: FloatArray | None = None,
) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 of scores (..., n): shape (..., 4).

    The value y0 is the precision gain where recall gain is 0.
    """
    if weights is None:
        return engine.areas_of_batch(positive, scores)
    return engine.weighted_areas_of_batch(positive, scores, weights)


class Batch:
    """Checked labels (n,) and scores (models, n), and what is computed from them once."""

    def __init__(self, positive: BoolArray, scores: FloatArray) -> None:
        self.positive = positive
        self.scores = scores

    @cached_property
    def ranked(self) -> tuple[Keys, Places]:
        """Labels and scores of each model, sorted by the engine."""
        return engine.ranked(self.positive, self.scores)

    @cached_property
    def counts(self) -> list[ThresholdCounts]:
        """Threshold counts of each model."""
        return [count(self.positive, scores) for scores in self.scores]

    @cached_property
    def prevalence(self) -> FloatArray:
        """Proportion of positives, as a scalar array."""
        return np.asarray(np.mean(self.positive), dtype=np.float64)

    @cached_property
    def areas(self) -> FloatArray:
        """AUROC, AUPR, AUPRG and y0 of each model, shape (models, 4)."""
        return engine.areas_of_ranked(*self.ranked)

    @cached_property
    def points(self) -> list[Points]:
        """The points of all models, of some models at a time."""
        keys, splits = self.ranked
        at_once = max(1, _VALUES_AT_ONCE // keys.shape[1])
        return [
            points_of_ranked(keys[start : start + at_once], splits[start : start + at_once])
            for start in range(0, len(keys), at_once)
        ]

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


class CountsFunction(SharedFunction):
    """A batch function that needs only threshold counts, which may be weighted."""


@dataclass(frozen=True)
class FromCounts(CountsFunction):
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
class FromPoints(CountsFunction):
    """A batch function of the points of several models at a time."""

    function: Callable[[Points], FloatArray]

    def of(self, batch: Batch) -> FloatArray:
        """Compute the values of the models of a batch."""
        return np.concatenate([np.empty(0), *map(self.function, batch.points)])

    def of_counts(self, counts: ThresholdCounts) -> float:
        """Compute the value of one model."""
        return float(self.function(Points(counts, np.zeros(1, dtype=np.intp)))[0])


def _hull(counts: ThresholdCounts) -> ThresholdCounts:
    return roc_hull_of(counts) if counts.n_pos and counts.n_neg else counts
