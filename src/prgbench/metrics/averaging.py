"""Averages of F-scores and of AUPRs on the scales on which they may be averaged.

F-scores are averaged as F-gain (Flach & Kull 2015, section 4), AUPRs as AUCNPR (Boyd et al. 2012,
section 4.1).
"""

import numpy as np
import numpy.typing as npt

from prgbench.metrics.bounds import min_aupr
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
    mean_aupr : The same for AUPRs.
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
    scores, pi, weights = _checked(f_scores, "f_scores", prevalence, sample_weight)
    odds = pi / (1 - pi)
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
    scores, pi, weights = _checked(f_scores, "f_scores", prevalence, sample_weight)
    return float(1 - _dot(weights / weights.sum(), pi / (1 - pi) * _shortfall(scores)))


def mean_aupr(
    auprs: npt.ArrayLike,
    prevalence: npt.ArrayLike,
    *,
    sample_weight: npt.ArrayLike | None = None,
) -> float:
    """Average AUPRs as AUCNPR and convert the mean back [1]_.

    Parameters
    ----------
    auprs : array-like of shape (scores,)
        AUPRs of folds, data sets or classes, in [0, 1].
    prevalence : float or array-like of shape (scores,)
        Proportion of positives pi, 0 < pi < 1: one for all, or one for each.
    sample_weight : array-like of shape (scores,), optional
        Non-negative weights.

    Returns
    -------
    float
        From the least AUPR to the highest.

    Raises
    ------
    ValueError, TypeError
        For bad input, in one sentence that names the argument.

    See Also
    --------
    aucnpr_score : The scale of the mean; ``np.mean`` averages what is on it.
    mean_fbeta : The same for F-scores.
    min_aupr : The least AUPR at a prevalence.

    Notes
    -----
    AUCNPR is 1 - (1 - AUPR) / (1 - min) with the least AUPR of the prevalence. As for F-scores,
    the way back takes the one minimum for which equal AUPRs are their own mean: 1 - AUPR is
    averaged with the weights 1 / (1 - min). With one prevalence this is the arithmetic mean.

    References
    ----------
    .. [1] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. Proceedings of the 29th
           International Conference on Machine Learning. Equation 3 and sections 4.1 and 4.2.

    Examples
    --------
    >>> round(mean_aupr([0.6, 0.8], prevalence=0.5), 12)
    0.7
    >>> round(mean_aupr([0.6, 0.8], prevalence=[0.5, 0.1]), 4)
    0.6845
    """
    areas, pi, weights = _checked(auprs, "auprs", prevalence, sample_weight)
    shares = weights / (1 - min_aupr(pi))
    used = areas[weights > 0]
    return float(np.clip(np.dot(shares, areas) / shares.sum(), used.min(), used.max()))


def _checked(
    values: npt.ArrayLike,
    name: str,
    prevalence: npt.ArrayLike,
    sample_weight: npt.ArrayLike | None,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Scores, prevalences and weights, each of shape (scores,)."""
    scores = np.asarray(values, dtype=np.float64)
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError(f"{name} must be a list of scores, its shape is {scores.shape}.")
    if not np.all((scores >= 0) & (scores <= 1)):
        raise ValueError(f"{name} must lie in [0, 1], without NaN.")
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
    return scores, np.broadcast_to(pi, scores.shape), weights


def _shortfall(scores: FloatArray) -> FloatArray:
    """Compute 1/F - 1, infinite where F = 0."""
    with np.errstate(divide="ignore"):
        result: FloatArray = 1 / scores - 1
    return result


def _dot(weights: FloatArray, values: FloatArray) -> float:
    """Sum the weighted values; a weight of 0 takes its value out, even an infinite one."""
    used = weights > 0
    return float(np.dot(weights[used], values[used]))
