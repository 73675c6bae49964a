"""Averages of areas and F-scores over data sets, folds and classes."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.areas import Average, auprg_score, average_over_columns
from prgbench.metrics.bounds import min_aupr
from prgbench.metrics.engine.inputs import (
    FloatArray,
    as_array,
    as_positive,
    as_score_matrix,
    as_weights,
    refuse_nan,
)
from prgbench.metrics.registry import Measure, evaluate, get_measure


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
    mean_fbeta_gain : The mean gain itself.
    mean_aupr : The same for AUPRs.
    gain : The gain of single scores.
    max_fbeta_score : An F-score of labels and scores.

    Notes
    -----
    The gain of F is 1 - o (1/F - 1) with the odds o = pi / (1 - pi), for every beta (theorem 2).
    The mean gain is converted back at the mean odds, the only choice for which equal scores are
    their own mean: 1/F = (sum of o_t / F_t) / (sum of o_t). With one prevalence this is the
    harmonic mean; otherwise high prevalences dominate.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 4, concluding
           remarks; theorem 2.

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
        F-scores of folds, data sets or classes, in [0, 1], all with the same beta.
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
        For bad input.

    See Also
    --------
    mean_fbeta : The same, converted back to an F-score.
    gain : The gain of single scores.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 4, concluding
           remarks.

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
        Between the lowest and the highest AUPR.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    aucnpr_score : The scale of the mean.
    mean_fbeta : The same for F-scores.
    min_aupr : The least AUPR at a prevalence.

    Notes
    -----
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
    areas, pi, weights = _checked(auprs, "auprs", prevalence, sample_weight)
    shares = weights / (1 - min_aupr(pi))
    used = areas[weights > 0]
    return float(np.clip(np.dot(shares, areas) / shares.sum(), used.min(), used.max()))


def mean_over_folds(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike,
    folds: npt.ArrayLike,
    measure: str | Measure = "auroc",
    *,
    pos_label: Any = None,
) -> FloatArray:
    """Average a measure over the test folds of a cross-validation, on its own scale.

    Maximum F1 is averaged as F-gain [1]_ and AUPR as AUCNPR [2]_; each mean is converted back. All
    other measures have the arithmetic mean, such as AUPRG, which is on a gain scale already.

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
    mean_aupr : Average given AUPRs.
    confidence_interval : The interval of the measure of all instances.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Sections 3.3 and 4.
    .. [2] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. ICML 29. Sections 4.1 and
           4.2.

    Examples
    --------
    >>> y_true, scores = [1, 0, 0, 1, 0], [5, 4, 3, 2, 1]
    >>> mean_over_folds(y_true, scores, ["a", "a", "b", "b", "b"], "aupr").round(4).tolist()
    [0.6806]
    """
    chosen = measure if isinstance(measure, Measure) else get_measure(measure)
    positive = as_positive(y_true, pos_label)
    scores = as_score_matrix(y_scores, positive.size)
    refuse_nan(scores, "y_scores")
    codes = as_array(folds, "folds")
    if codes.shape != (positive.size,):
        raise ValueError(f"folds must have shape ({positive.size},), not {codes.shape}.")
    values, shares = [], []
    for fold in np.unique(codes).tolist():
        own = codes == fold
        share = float(np.mean(positive[own]))
        if share in (0, 1):
            raise ValueError(f"The fold {fold!r} has one class only: stratify, or pool the folds.")
        values.append(evaluate(positive[own], scores[:, own], [chosen])[:, 0])
        shares.append(share)
    converting = {"aupr": mean_aupr, "max_f1": mean_fbeta}
    average = converting.get(chosen.name, lambda column, _: column.mean())
    return np.array([average(column, shares) for column in np.stack(values, axis=1)])


def one_vs_rest_score(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    *,
    score: Callable[..., float] = auprg_score,
    labels: Sequence[Any] | None = None,
    average: Average | None = "macro",
    sample_weight: npt.ArrayLike | None = None,
) -> float | FloatArray:
    """Average an area over the classes, each against the rest [1]_.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels.
    y_score : array-like of shape (n, classes)
        One column of scores a class, in the order of `labels`, as ``predict_proba`` gives it.
    score : callable, default=auprg_score
        An area ``(y_true, y_score, *, sample_weight) -> float`` of two classes.
    labels : sequence, optional
        The classes; by default the sorted distinct labels of `y_true`.
    average : {"macro", "weighted", "micro", "samples"} or None, default="macro"
        "macro" weighs classes equally, "weighted" by their number of instances, "micro"
        pools all (instance, class) pairs into one problem, "samples" averages over the
        instances, each of which ranks the classes; None returns one value per class.
    sample_weight : array-like of shape (n,), optional
        Non-negative weights.

    Returns
    -------
    float, or ndarray of shape (classes,) if `average` is None
        NaN where the area of a class that counts is NaN.

    Raises
    ------
    ValueError, TypeError
        For bad input.

    See Also
    --------
    auprg_score : The area of two classes that is averaged by default.

    References
    ----------
    .. [1] F. Provost, P. Domingos (2000). Well-trained PETs: improving probability estimation
           trees. CeDER Working Paper IS-00-04, Stern School of Business, New York University. The
           weighted average.

    Examples
    --------
    >>> truth = ["a", "b", "c"]
    >>> one_vs_rest_score(truth, [[0.8, 0.1, 0.1], [0.2, 0.7, 0.1], [0.1, 0.2, 0.7]])
    1.0
    """
    truth, scores = as_array(y_true, "y_true"), as_array(y_score, "y_score")
    classes = np.unique(truth) if labels is None else np.asarray(labels)
    if truth.size == 0:
        raise ValueError("y_true is empty: there is nothing to evaluate.")
    if truth.ndim != 1 or scores.shape != (truth.size, classes.size):
        raise ValueError(
            f"y_score must have shape ({truth.size}, {classes.size}), one column for each of the "
            f"{classes.size} classes, not {scores.shape}."
        )
    unknown = ~np.isin(truth, classes)
    if unknown.any():
        raise ValueError(
            f"y_true holds {truth[unknown].tolist()[0]!r}, which is not among labels."
        )
    return average_over_columns(
        score, truth[:, None] == classes, scores, average=average, sample_weight=sample_weight
    )


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
