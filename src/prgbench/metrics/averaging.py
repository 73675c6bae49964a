"""Averages of F-scores on the scale on which they may be averaged: the F-gain.

Source: Flach & Kull (2015), Precision-Recall-Gain Curves, section 4.
"""

import numpy as np
import numpy.typing as npt

from prgbench.metrics.inputs import FloatArray, as_weights


def mean_fbeta(
    f_scores: npt.ArrayLike,
    prevalence: npt.ArrayLike,
    *,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Average F-scores as F-gain and convert the mean back [1]_.

    It is the harmonic mean, weighted by the odds pi / (1 - pi) of the positives.

    Parameters
    ----------
    f_scores : array-like of shape (scores,)
        F-scores of folds, data sets or classes, in [0, 1], all with the same beta, whatever it is.
    prevalence : float or array-like of shape (scores,)
        Proportion of positives pi, 0 < pi < 1: one for all scores, or one for each.
    sample_weight : array-like of shape (scores,), optional
        Non-negative weights.

    Returns
    -------
    float
        From the least score to the highest; 0 if a score is 0, whose gain is -inf.

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument.

    See Also
    --------
    mean_fbeta_gain : The mean gain itself.
    gain : The gain of single scores.
    max_fbeta_score : An F-score of labels and scores.

    Notes
    -----
    The gain of F is (F - pi) / ((1 - pi) F) = 1 - o (1/F - 1) with the odds o = pi / (1 - pi). By
    theorem 2 of [1]_ this holds for every beta, which therefore does not enter. Scores F_t of
    different odds o_t need one prevalence for the way back. It is the one of the mean odds, the
    only one for which equal scores are their own mean: 1/F = (sum of o_t / F_t) / (sum of o_t).
    With one prevalence this is the harmonic mean. Of very different prevalences, those with most
    positives decide.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Section 4, concluding remarks;
           theorem 2.

    Examples
    --------
    >>> round(mean_fbeta([0.5, 1.0], prevalence=0.25), 12)
    0.666666666667
    >>> round(mean_fbeta([0.5, 1.0], prevalence=[0.5, 0.75]), 12)
    0.8
    """
    scores, odds, weights = _checked(f_scores, prevalence, sample_weight)
    shares = weights * odds / np.dot(weights, odds)
    mean = 1 / (1 + _dot(shares, _shortfall(scores)))
    used = scores[weights > 0]
    return float(np.clip(mean, used.min(), used.max()))


def mean_fbeta_gain(
    f_scores: npt.ArrayLike,
    prevalence: npt.ArrayLike,
    *,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Average the F-gains of F-scores [1]_.

    Parameters
    ----------
    f_scores : array-like of shape (scores,)
        F-scores of folds, data sets or classes, in [0, 1], all with the same beta, whatever it is.
    prevalence : float or array-like of shape (scores,)
        Proportion of positives pi, 0 < pi < 1: one for all scores, or one for each.
    sample_weight : array-like of shape (scores,), optional
        Non-negative weights.

    Returns
    -------
    float
        At most 1; 1/2 for the F1 of the always-positive classifier; -inf if a score is 0.

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument.

    See Also
    --------
    mean_fbeta : The same, converted back to an F-score.
    gain : The gain of single scores.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Section 4, concluding remarks.

    Examples
    --------
    >>> round(mean_fbeta_gain([0.5, 1.0], prevalence=0.5), 12)
    0.5
    """
    scores, odds, weights = _checked(f_scores, prevalence, sample_weight)
    return float(1 - _dot(weights / weights.sum(), odds * _shortfall(scores)))


def _checked(
    f_scores: npt.ArrayLike, prevalence: npt.ArrayLike, sample_weight: npt.ArrayLike | None
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Scores, odds and weights, each of shape (scores,)."""
    scores = np.asarray(f_scores, dtype=np.float64)
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError(f"f_scores must be a list of scores, its shape is {scores.shape}.")
    if not np.all((scores >= 0) & (scores <= 1)):
        raise ValueError("f_scores must lie in [0, 1], without NaN.")
    pi = np.asarray(prevalence, dtype=np.float64)
    if pi.shape not in ((), scores.shape):
        raise ValueError(
            f"prevalence must be one number or have shape {scores.shape}, not {pi.shape}."
        )
    if not np.all((pi > 0) & (pi < 1)):
        raise ValueError("prevalence must lie inside (0, 1), without NaN.")
    weights = as_weights(sample_weight, scores.size)
    if weights is None:
        weights = np.ones_like(scores)
    odds: FloatArray = np.broadcast_to(pi / (1 - pi), scores.shape)
    return scores, odds, weights


def _shortfall(scores: FloatArray) -> FloatArray:
    """Compute 1/F - 1, infinite where F = 0."""
    with np.errstate(divide="ignore"):
        result: FloatArray = 1 / scores - 1
    return result


def _dot(weights: FloatArray, values: FloatArray) -> float:
    """Sum the weighted values; a weight of 0 takes its value out, even an infinite one."""
    used = weights > 0
    return float(np.dot(weights[used], values[used]))
