"""Averages of areas and F-scores over data sets and folds."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.bounds import min_aupr
from prgbench.metrics.engine.batch import AtPrevalence, FromAreas
from prgbench.metrics.engine.inputs import (
    FloatArray,
    as_numbers,
    as_positive,
    as_score_matrix,
    as_weights,
    codes_of,
    refuse_nan,
)
from prgbench.metrics.evaluation import evaluate
from prgbench.metrics.interval_bounds import base_name
from prgbench.metrics.registry import Measure, get_measure

_UNLIKE = 2.0
"""How many times as large the odds of a positive may be in one fold as in another."""


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
        F-scores of folds, data sets or classes, in [0, 1], all with the same beta.
    prevalence : float or array-like of shape (scores,)
        Proportion of positives pi, 0 < pi < 1: one for all scores, or one for each.
    sample_weight : array-like of shape (scores,), optional
        Non-negative weights.

    Returns
    -------
    float
        Between the lowest and the highest score; 0 if a score is 0, whose gain is -inf.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    theory.gain : The gain of single scores.
    max_fbeta_score : An F-score of labels and scores.

    Notes
    -----
    The gain of F is 1 - o (1/F - 1) with the odds o = pi / (1 - pi), for every beta (theorem 2).
    The mean gain is converted back at the mean odds, the only choice for which equal scores are
    their own mean: 1/F = (sum of o_t / F_t) / (sum of o_t). With one prevalence this is the
    harmonic mean; otherwise high prevalences dominate.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 5, concluding
           remarks; theorem 2.

    Examples
    --------
    >>> round(mean_fbeta([0.5, 1.0], prevalence=0.25), 12)
    0.666666666667
    >>> round(mean_fbeta([0.5, 1.0], prevalence=[0.5, 0.75]), 12)
    0.8
    """
    scores, pi, weights = _checked(f_scores, prevalence, sample_weight)
    # The mean of gains is linear in 1/F with the weights pi / (1 - pi): a harmonic mean of F.
    odds = pi / (1 - pi)
    shares = weights * odds / np.dot(weights, odds)
    with np.errstate(divide="ignore"):
        # 1/F - 1, infinite where F = 0.
        mean = 1 / (1 + np.dot(shares, 1 / scores - 1))
    # A mean can leave the range of its values by rounding.
    return float(np.clip(mean, scores.min(), scores.max()))


def mean_aupr(auprs: npt.ArrayLike, prevalence: npt.ArrayLike) -> float:
    """Average AUPRs in [0, 1] as AUCNPR at their prevalences and convert the mean back [1]_.

    AUCNPR is 1 - (1 - AUPR) / (1 - min) with the least AUPR of the prevalence. As for F-scores,
    equal AUPRs are their own mean: 1 - AUPR is averaged with the weights 1 / (1 - min). With one
    prevalence this is the arithmetic mean.

    References
    ----------
    .. [1] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. ICML 29. Equation 3 and
           sections 4.1 and 4.2.

    Examples
    --------
    >>> round(mean_aupr([0.6, 0.8], prevalence=0.5), 12)
    0.7
    >>> round(mean_aupr([0.6, 0.8], prevalence=[0.5, 0.1]), 4)
    0.6845
    """
    areas = np.asarray(auprs)
    # Equation 3 is linear in AUPR with slope 1 / (1 - min): the weights of the mean.
    shares = np.broadcast_to(1 / (1 - min_aupr(prevalence)), areas.shape)
    return float(np.clip(np.dot(shares, areas) / shares.sum(), areas.min(), areas.max()))


def mean_over_folds(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike,
    folds: npt.ArrayLike,
    measure: str | Measure = "auroc",
    *,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: Any = None,
) -> FloatArray:
    """Average a measure over the test folds of a cross-validation, on its own scale.

    Maximum F1 is averaged as F-gain [1]_ and AUPR as AUCNPR [2]_; each mean is converted back. All
    other measures have the arithmetic mean; that of AUPRG is the area under the mean of the folds'
    PRG curves, not a mean of expected F1. A warning is raised if AUPRG is averaged over folds
    whose odds of a positive differ more than twofold: state a prevalence in the measure.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes in each fold.
    y_scores : array-like of shape (models, n)
        One row of scores per model; higher means more positive.
    folds : array-like of shape (n,)
        The test fold of each instance.
    measure : str or Measure, default="auroc"
        A measure, or its name as `get_measure` knows it.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights of the instances.
    pos_label : label, optional
        The positive label.

    Returns
    -------
    ndarray of shape (models,)
        NaN if the measure is undefined in a fold. Folds count equally.

    Raises
    ------
    ValueError, TypeError
        For bad input, or a fold with one class only.

    See Also
    --------
    mean_fbeta : Average given F-scores.
    average_curve : The mean of the folds' curves.
    confidence_interval : The interval of the measure of all instances.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 5, concluding
           remarks; theorem 3.
    .. [2] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. ICML 29. Sections 4.1 and
           4.2.

    Examples
    --------
    >>> y_true, scores = [1, 0, 0, 1, 0], [5, 4, 3, 2, 1]
    >>> mean_over_folds(y_true, scores, ["a", "a", "b", "b", "b"], "aupr").round(4).tolist()
    [0.6806]
    """
    chosen = get_measure(measure)
    positive = as_positive(y_true, pos_label)
    scores = as_score_matrix(y_scores, positive.size)
    refuse_nan(scores, "y_scores")
    weights = as_weights(sample_weight, positive.size)
    names, codes = codes_of(folds, positive.size, "folds")
    values = []
    shares = []
    for code, fold in enumerate(names.tolist()):
        rows = codes == code
        part = None if weights is None else weights[rows]
        if part is not None and not part.any():
            raise ValueError(f"The fold {fold!r} has no weight: leave its instances out.")
        share = float(np.average(positive[rows], weights=part))
        if share in (0, 1):
            raise ValueError(f"The fold {fold!r} has only one class: stratify, or pool the folds.")
        values.append(
            evaluate(positive[rows], scores[:, rows], [chosen], sample_weight=part)[:, 0]
        )
        shares.append(share)
    by_model = np.stack(values, axis=1)
    if chosen.name == "auprg":
        _warn_of_unlike(shares)
    # Each fold is judged at the stated prevalence, if there is one.
    if chosen.prevalence is not None:
        shares = [chosen.prevalence] * len(shares)
    # The F-gain is the same function of F for every beta.
    if base_name(chosen) == "max_f1":
        return np.array([mean_fbeta(of_folds, shares) for of_folds in by_model])
    batch = chosen.batch.function if isinstance(chosen.batch, AtPrevalence) else chosen.batch
    # The area over a part of the recall axis has another minimum.
    if base_name(chosen) == "aupr" and isinstance(batch, FromAreas):
        return np.array([mean_aupr(of_folds, shares) for of_folds in by_model])
    return np.asarray(by_model.mean(axis=1))


def _warn_of_unlike(prevalences: Sequence[float]) -> None:
    """Warn if AUPRG is averaged over parts whose prevalences differ much."""
    odds = np.array(prevalences) / (1 - np.array(prevalences))
    if odds.max() <= _UNLIKE * odds.min():
        return
    common = float(f"{np.median(prevalences):.1g}")
    warnings.warn(
        f"AUPRG is higher where positives are rare, and the proportion of positives is from "
        f"{min(prevalences):.2g} to {max(prevalences):.2g}: its mean adds unlike numbers. At a "
        f"common prevalence it does not: use the measure 'auprg@prevalence={common:g}'.",
        UserWarning,
        stacklevel=3,
    )


def _checked(
    f_scores: npt.ArrayLike, prevalence: npt.ArrayLike, sample_weight: npt.ArrayLike | None
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Scores, prevalences and weights of what has a weight, each of shape (scores,)."""
    scores = as_numbers(f_scores, "f_scores")
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError(f"f_scores must be a list of scores, its shape is {scores.shape}.")
    if not np.all((scores >= 0) & (scores <= 1)):
        raise ValueError("f_scores must lie in [0, 1], without NaN.")
    pi = as_numbers(prevalence, "prevalence")
    if pi.shape not in ((), scores.shape):
        raise ValueError(
            f"prevalence must be one number or have shape {scores.shape}, not {pi.shape}."
        )
    if not np.all((pi > 0) & (pi < 1)):
        raise ValueError("prevalence must lie inside (0, 1), without NaN.")
    weights = as_weights(sample_weight, scores.size)
    if weights is None:
        weights = np.ones_like(scores)
    # A weight of 0 takes its score out, even one of infinite gain.
    used = weights > 0
    return scores[used], np.broadcast_to(pi, scores.shape)[used], weights[used]
