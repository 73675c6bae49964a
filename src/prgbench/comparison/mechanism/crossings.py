"""ROC curves of one task, compared exactly.

A ROC curve meets each line "k instances are predicted positive" (true plus false positives = k) in
one point, so a curve is a function of k: how many of these k are positives, with ties in
proportion. One curve is nowhere below another in ROC space if and only if this function is nowhere
below the other's. Both functions are piecewise linear between whole numbers, so their order at
every vertex of either is found in whole numbers, without rounding.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.metrics.counts import count

BoolArray = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LARGEST_EXACT = 1 << 21


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The vertices of a ROC curve by the number of instances predicted positive.

    Attributes
    ----------
    predicted : ndarray of int, shape (points,)
        How many instances are predicted positive, from 0 to all; strictly increasing.
    hits : ndarray of int, shape (points,)
        How many of these are positives.
    """

    predicted: Ints
    hits: Ints

    @classmethod
    def of(cls, positive: BoolArray, scores: Floats) -> "Curve":
        """Return the curve of a model's scores."""
        counts = count(positive, scores)
        return cls((counts.tp + counts.fp).astype(np.int64), counts.tp.astype(np.int64))

    def recall(self, shares: Floats) -> Floats:
        """Return the recall where these shares of all instances are predicted positive."""
        hits = np.interp(shares * self.predicted[-1], self.predicted, self.hits)
        return np.asarray(hits / self.hits[-1])

    def hits_at(self, predicted: Ints) -> tuple[Ints, Ints]:
        """Return the interpolated hits at whole numbers as numerators and denominators."""
        right = np.searchsorted(self.predicted, predicted).clip(min=1)
        start, before = self.predicted[right - 1], self.hits[right - 1]
        length = self.predicted[right] - start
        rise = self.hits[right] - before
        return before * length + (predicted - start) * rise, length


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two ROC curves lie to each other.

    Attributes
    ----------
    a_above, b_above : bool
        Whether the first, or the second, curve is above the other anywhere.
    crossings : int
        How often the curve that is above changes; touching is no crossing.
    widest : float
        The recall of the first minus that of the second where they are farthest apart.
    widest_at : float
        The share of instances predicted positive there.
    """

    a_above: bool
    b_above: bool
    crossings: int
    widest: float
    widest_at: float

    @property
    def cross(self) -> bool:
        """Return whether neither curve dominates the other."""
        return self.a_above and self.b_above


def compare_curves(a: Curve, b: Curve) -> Comparison:
    """Compare the curves of two models of one task.

    Parameters
    ----------
    a, b : Curve
        Of the same instances, with both classes.
    """
    vertex = np.zeros(a.predicted[-1] + 1, dtype=bool)
    vertex[a.predicted] = vertex[b.predicted] = True
    at = np.flatnonzero(vertex)
    (hits_a, length_a), (hits_b, length_b) = a.hits_at(at), b.hits_at(at)
    if at[-1] >= _LARGEST_EXACT:  # products of three counts outgrow 64 bits
        hits_a, hits_b = hits_a.astype(object), hits_b.astype(object)
    signs = np.sign(hits_a * length_b - hits_b * length_a).astype(np.int64)
    apart = signs[signs != 0]
    shares = at / at[-1]
    difference = a.recall(shares) - b.recall(shares)
    widest = int(np.abs(difference).argmax())
    return Comparison(
        a_above=bool((apart > 0).any()),
        b_above=bool((apart < 0).any()),
        crossings=int((apart[1:] != apart[:-1]).sum()),
        widest=float(difference[widest]),
        widest_at=float(shares[widest]),
    )
