"""Losses of predicted probabilities: Brier score and log-loss."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.inputs import BoolArray, FloatArray, as_positive, as_scores, as_weights

_SMALLEST_PROBABILITY = 1e-15


def brier_score_loss(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Mean squared difference between the predicted probability and the outcome [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Probabilities of the positive class in [0, 1].
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float
        In [0, 1], lower is better.

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument and the place.

    See Also
    --------
    log_loss : Another loss of probabilities.
    AccuracyCalibrator : Turn scores into probabilities.

    Notes
    -----
    The score of [1]_ sums over the classes; with two of them it is twice this one.

    References
    ----------
    .. [1] G. W. Brier (1950). Verification of forecasts expressed in terms of probability. Monthly
           Weather Review 78(1), 1-3.

    Examples
    --------
    >>> round(brier_score_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 12)
    0.0375
    """
    positive = as_positive(y_true, pos_label)
    proba = _as_probabilities(y_score, positive.size)
    weights = as_weights(sample_weight, positive.size)
    return float(np.average(_squared_error(positive, proba), weights=weights))


def log_loss(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    pos_label: Any = None,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Mean negative log-likelihood of the outcomes [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_score : array-like of shape (n,)
        Probabilities of the positive class in [0, 1], clipped to [1e-15, 1 - 1e-15].
    pos_label : label, optional
        The positive label.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float
        From 0 to 34.6, lower is better.

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument and the place.

    See Also
    --------
    brier_score_loss : Another loss of probabilities.
    AccuracyCalibrator : Turn scores into probabilities.

    References
    ----------
    .. [1] I. J. Good (1952). Rational decisions. Journal of the Royal Statistical Society, Series
           B 14(1), 107-114.

    Examples
    --------
    >>> round(log_loss([1, 0, 0, 1], [0.9, 0.1, 0.2, 0.65]), 5)
    0.21616
    """
    positive = as_positive(y_true, pos_label)
    proba = _as_probabilities(y_score, positive.size)
    weights = as_weights(sample_weight, positive.size)
    return float(np.average(_log_error(positive, proba), weights=weights))


@dataclass(frozen=True)
class MeanLoss:
    """A batch function that averages a loss of each instance; NaN for rows that leave [0, 1].

    See Also
    --------
    brier_score_loss : The mean squared error of one model.
    log_loss : The log-loss of one model.
    """

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


def _as_probabilities(y_score: npt.ArrayLike, n: int) -> FloatArray:
    proba = as_scores(y_score, n)
    outside = (proba < 0) | (proba > 1)
    if outside.any():
        place = int(np.argmax(outside))
        raise ValueError(
            f"y_score[{place}] is {proba[place]}: this measure needs probabilities in [0, 1]."
        )
    return proba


def _where_probabilities(scores: FloatArray, losses: FloatArray) -> FloatArray:
    return np.where(((scores >= 0) & (scores <= 1)).all(axis=1), losses, np.nan)


def _squared_error(positive: BoolArray, proba: FloatArray) -> FloatArray:
    error: FloatArray = (proba - positive) ** 2
    return error


def _log_error(positive: BoolArray, proba: FloatArray) -> FloatArray:
    p = np.clip(proba, _SMALLEST_PROBABILITY, 1 - _SMALLEST_PROBABILITY)
    error: FloatArray = -np.where(positive, np.log(p), np.log1p(-p))
    return error


batch_brier = MeanLoss(_squared_error)
batch_log_loss = MeanLoss(_log_error)
