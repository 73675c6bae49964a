"""Losses and measures of probabilities, and the H-measure, an expected loss over costs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.engine.inputs import FloatArray, is_number
from prgbench.metrics.roc_hull import roc_hull_of
from prgbench.metrics.thresholding import matthews
from prgbench.run.errors import extra
from prgbench.typing import BoolArray

SMALLEST_PROBABILITY = 1e-15
_ROUNDING = 1e-6
"""How far a probability may lie outside [0, 1], as the sums of a softmax in float32 do."""


class OfProbabilities(ABC):
    """A batch function of probabilities; NaN for rows of scores that leave [0, 1]."""

    def __call__(self, positive: BoolArray, scores: FloatArray) -> FloatArray:
        """Compute the values of labels (n,) and scores (models, n)."""
        values: FloatArray = self.under(positive, scores, np.ones((1, positive.size)))[0]
        return values

    @abstractmethod
    def under(
        self, positive: BoolArray, scores: FloatArray, weights: npt.NDArray[Any]
    ) -> FloatArray:
        """Compute the values under weights (weightings, n): shape (weightings, models)."""


@dataclass(frozen=True)
class MeanLoss(OfProbabilities):
    """The mean of a loss, or a benefit, over the instances."""

    loss: Callable[[BoolArray, FloatArray], FloatArray]

    def __call__(self, positive: BoolArray, scores: FloatArray) -> FloatArray:
        """Compute the values of labels (n,) and scores (models, n)."""
        return _where_probabilities(scores, self.loss(positive, scores).mean(axis=1))

    def under(
        self, positive: BoolArray, scores: FloatArray, weights: npt.NDArray[Any]
    ) -> FloatArray:
        """Compute the values under weights (weightings, n): shape (weightings, models)."""
        sums = weights @ self.loss(positive, scores).T
        return _where_probabilities(scores, sums / weights.sum(axis=1, keepdims=True))


def _where_probabilities(scores: FloatArray, losses: FloatArray) -> FloatArray:
    inside = (scores >= -_ROUNDING) & (scores <= 1 + _ROUNDING)
    return np.where(inside.all(axis=1), losses, np.nan)


def _squared_error(positive: BoolArray, proba: FloatArray) -> FloatArray:
    error: FloatArray = (np.clip(proba, 0, 1) - positive) ** 2
    return error


def _log_error(positive: BoolArray, proba: FloatArray) -> FloatArray:
    # Clipped, as one sure error would make the mean infinite; log1p keeps the digits of 1 - p.
    p = np.clip(proba, SMALLEST_PROBABILITY, 1 - SMALLEST_PROBABILITY)
    error: FloatArray = -np.where(positive, np.log(p), np.log1p(-p))
    return error


@dataclass(frozen=True)
class AtHalf(OfProbabilities):
    """A function of the counts where probabilities above 1/2 are predicted positive.

    So scikit-learn's classifiers predict. The function takes true and false positives, false and
    true negatives, each summed by itself: differences of weights would lose digits.
    """

    function: Callable[[FloatArray, FloatArray, FloatArray, FloatArray], FloatArray]

    def under(
        self, positive: BoolArray, scores: FloatArray, weights: npt.NDArray[Any]
    ) -> FloatArray:
        """Compute the values under weights (weightings, n): shape (weightings, models)."""
        predicted = (scores > 0.5).T
        of_positives = weights * positive
        of_negatives = weights * ~positive
        tp = of_positives @ predicted
        fp = of_negatives @ predicted
        fn = of_positives @ ~predicted
        tn = of_negatives @ ~predicted
        with np.errstate(divide="ignore", invalid="ignore"):
            return _where_probabilities(scores, self.function(tp, fp, fn, tn))


def net_benefit(positive: BoolArray, proba: FloatArray, threshold: float = 0.5) -> FloatArray:
    """Each instance's share in the net benefit [1]_ of treating where the risk is >= threshold.

    References
    ----------
    .. [1] A. J. Vickers, E. B. Elkin (2006). Decision curve analysis: a novel method for
           evaluating prediction models. Medical Decision Making 26(6), 565-574.
    """
    if not (is_number(threshold) and 0 <= threshold < 1):
        raise ValueError(f"threshold must be a number >= 0 and < 1, not {threshold!r}.")
    # Whoever treats at this risk takes one true positive to be worth (1 - t) / t false ones.
    benefit = np.where(positive, 1.0, -threshold / (1 - threshold))
    return np.where(proba >= threshold, benefit, 0.0)


batch_accuracy = AtHalf(lambda tp, fp, fn, tn: (tp + tn) / (tp + fp + fn + tn))
batch_balanced_accuracy = AtHalf(lambda tp, fp, fn, tn: (tp / (tp + fn) + tn / (tn + fp)) / 2)
batch_f1 = AtHalf(lambda tp, fp, fn, _: np.where(tp + fn > 0, 2 * tp / (2 * tp + fp + fn), np.nan))
batch_mcc = AtHalf(matthews)
batch_brier = MeanLoss(_squared_error)
batch_log_loss = MeanLoss(_log_error)
batch_net_benefit = MeanLoss(net_benefit)


def h_measure_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
    severity_ratio: float | None = None,
    beta: tuple[float, float] | None = None,
) -> float:
    """One minus the expected minimum loss over that of always predicting one class.

    The cost c in [0, 1] of a false positive (1 - c of a false negative) has a Beta
    distribution; for each c the best threshold is used [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Scores; higher means more positive.
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.
    severity_ratio : float, optional
        Cost ratio of a false positive to a false negative at the mode of
        Beta(2, 1 + 1 / severity_ratio); default P / N.
    beta : (float, float), optional
        The parameters of the Beta distribution, instead of `severity_ratio`; [2]_ proposes
        (1 + pi, 2 - pi).

    Returns
    -------
    float
        In [0, 1]; NaN with one class only.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    roc_convex_hull : The thresholds that are best for some cost.
    max_fbeta_score : Another measure at its best threshold.

    References
    ----------
    .. [1] D. J. Hand (2009). Measuring classifier performance: a coherent alternative to the area
           under the ROC curve. Machine Learning 77(1), 103-123.
    .. [2] D. J. Hand, C. Anagnostopoulos (2014). A better Beta for the H measure of classification
           performance. Pattern Recognition Letters 40, 41-46.

    Examples
    --------
    >>> round(h_measure_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.5
    """
    counts = threshold_counts(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    return h_measure(counts, severity_ratio, beta)


def h_measure(
    counts: ThresholdCounts,
    severity_ratio: float | None = None,
    beta: tuple[float, float] | None = None,
) -> float:
    """H-measure of threshold counts."""
    if severity_ratio is not None and beta is not None:
        raise ValueError("Give either severity_ratio or beta, not both.")
    if severity_ratio is not None:
        if not (is_number(severity_ratio) and 0 < severity_ratio < np.inf):
            raise ValueError(
                f"severity_ratio must be a finite number > 0, not {severity_ratio!r}."
            )
        beta = (2.0, 1 + 1 / severity_ratio)
    elif beta is not None and not (
        np.shape(beta) == (2,) and all(is_number(shape) and 0 < shape < np.inf for shape in beta)
    ):
        raise ValueError(f"beta must be two finite numbers > 0, not {beta!r}.")
    with extra("metrics"):
        from scipy.special import betainc

    n_pos = counts.n_pos
    n_neg = counts.n_neg
    if n_pos == 0 or n_neg == 0:
        return float("nan")
    a, b = beta or (2.0, 1 + n_neg / n_pos)
    # Only hull vertices are best for some cost; between two calibrated scores one of them is.
    hull = roc_hull_of(counts)
    # Up to a common factor: the integrals of c w(c) and of (1 - c) w(c) from 0 to each bound.
    bounds = np.concatenate(([1.0], hull.calibrated, [0.0]))
    cost_fp = a * betainc(a + 1, b, bounds)
    cost_fn = b * betainc(a, b + 1, bounds)
    loss = np.sum(hull.fp * -np.diff(cost_fp) + (n_pos - hull.tp) * -np.diff(cost_fn))
    # The best constant prediction: all positive while costs of a false positive are below pi.
    prevalence = counts.prevalence
    trivial = n_neg * a * betainc(a + 1, b, prevalence)
    trivial += n_pos * b * (1 - betainc(a, b + 1, prevalence))
    return float(1 - loss / trivial)
