"""Measures of cross-validated predictions, fold by fold, averaged on the scale that has means."""

from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.averaging import mean_aupr, mean_fbeta
from prgbench.metrics.inputs import FloatArray, as_array, as_positive, as_score_matrix, refuse_nan
from prgbench.metrics.registry import Measure, evaluate, get_measure

_AVERAGES = {"aupr": mean_aupr, "max_f1": mean_fbeta}


def mean_over_folds(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike,
    folds: npt.ArrayLike,
    measure: str | Measure = "auroc",
    *,
    pos_label: Any = None,
) -> FloatArray:
    """Average a measure over the test folds of a cross-validation, on its own scale.

    An F-score is averaged as F-gain [1]_ and AUPR as AUCNPR [2]_, and each mean is converted back.
    AUPRG and the expected F1 gain are means over gains already [1]_, and AUROC has one scale for
    all prevalences: their mean is arithmetic, as is that of all other measures.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes in each fold.
    y_scores : array-like of shape (models, n)
        One row of scores a model, higher for more positive.
    folds : array-like of shape (n,)
        The fold in whose test part each instance is.
    measure : str or Measure, default="auroc"
        A measure, or its name as `get_measure` knows it.
    pos_label : label, optional
        The positive label.

    Returns
    -------
    ndarray of shape (models,)
        NaN where a fold leaves the measure undefined. Folds count equally.

    Raises
    ------
    ValueError, TypeError
        For bad input, or a fold with one class only.

    See Also
    --------
    mean_fbeta : Average F-scores that are known already.
    mean_aupr : Average AUPRs that are known already.
    confidence_interval : How far the measure of all instances can be trusted.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Sections 3.3 and 4.
    .. [2] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. Proceedings of the 29th
           International Conference on Machine Learning. Sections 4.1 and 4.2.

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
    return np.array([_mean(chosen.name, column, shares) for column in np.stack(values, axis=1)])


def _mean(measure: str, values: FloatArray, prevalence: list[float]) -> float:
    if measure in _AVERAGES:
        return _AVERAGES[measure](values, prevalence)
    return float(values.mean())
