"""Scores of decisions, from their counts."""

from dataclasses import dataclass

import numpy as np

from prgbench.comparison.task_scores import Floats


@dataclass(frozen=True, slots=True)
class Confusion:
    """Confusion counts of many sets of decisions; NaN where they are not stated.

    Attributes
    ----------
    tp, predicted : ndarray
        True positives, and predicted positives.
    positives, instances : ndarray or float
        Positives, and instances; of a shape that spreads to that of ``tp``.
    """

    tp: Floats
    predicted: Floats
    positives: Floats | float
    instances: Floats | float

    def f1(self) -> Floats:
        """Return F1; NaN where there is no positive, predicted or true."""
        return ratio(2 * self.tp, self.predicted + self.positives)

    def accuracy(self) -> Floats:
        """Return the share of right decisions."""
        wrong = self.predicted + self.positives - 2 * self.tp
        return ratio(self.instances - wrong, self.instances + 0 * self.tp)

    def mcc(self) -> Floats:
        """Return Matthews' correlation; 0 of decisions that are all alike."""
        n = self.instances
        covariance = n * self.tp - self.predicted * self.positives
        spread = np.sqrt(self.predicted * (n - self.predicted))
        spread = spread * np.sqrt(self.positives * (n - self.positives))
        constant = (spread == 0) & ~np.isnan(covariance)
        return np.where(constant, 0.0, covariance / np.where(spread == 0, 1.0, spread))


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Divide, NaN where the denominator is 0."""
    undefined = np.full(np.broadcast_shapes(numerator.shape, denominator.shape), np.nan)
    result: Floats = np.divide(numerator, denominator, out=undefined, where=denominator != 0)
    return result
