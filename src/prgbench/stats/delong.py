"""DeLong's test: are two models' AUROCs on the same instances different?"""

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

BoolArray = NDArray[np.bool_]
Floats = NDArray[np.float64]


def delong_test(
    positive: BoolArray,
    y_scores: Floats,
    reference: int,
    instances: NDArray[np.int64] | None = None,
) -> tuple[Floats, Floats]:
    """Compare the AUROC of each model with that of one of them [1]_.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
        The truth.
    y_scores : ndarray of shape (models, n)
        The scores.
    reference : int
        The row of the model to compare with.
    instances : ndarray of shape (n,), optional
        The instance of each row, numbered from 0, if instances have several rows.

    Returns
    -------
    errors, p_values : ndarray of shape (models,)
        The standard error of AUROC(reference) - AUROC(model) and the two-sided p-value; 1 where
        the difference has no variance and is 0. NaN if a class has fewer than two instances.

    See Also
    --------
    wald_p_values : The p-values of other differences.
    prgbench.metrics.auroc_score : The area.

    Notes
    -----
    With several rows of an instance, the mean of its components is the component of the instance:
    the estimate of [2]_ for equally large clusters of one class.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong, D. L. Clarke-Pearson (1988). Comparing the areas under two
           or more correlated receiver operating characteristic curves: a nonparametric approach.
           Biometrics 44(3), 837-845.
    .. [2] N. A. Obuchowski (1997). Nonparametric analysis of clustered ROC curve data. Biometrics
           53(2), 567-578.

    Examples
    --------
    >>> scores = np.array([[4.0, 3, 2, 1], [3.0, 4, 1, 2], [1.0, 3, 2, 4]])
    >>> _, p = delong_test(np.array([True, True, False, False]), scores, 0)
    >>> p.round(3).tolist()
    [1.0, 1.0, 0.034]
    """
    of_positives, of_negatives = _components(positive, y_scores)
    if instances is not None:
        of_positives = _instance_means(of_positives, instances[positive])
        of_negatives = _instance_means(of_negatives, instances[~positive])
    n_pos, n_neg = of_positives.shape[1], of_negatives.shape[1]
    if n_pos < 2 or n_neg < 2:
        missing = np.full(len(y_scores), np.nan)
        return missing, missing
    auroc = of_positives.mean(axis=1)
    variance = (of_positives[reference] - of_positives).var(axis=1, ddof=1) / n_pos
    variance += (of_negatives[reference] - of_negatives).var(axis=1, ddof=1) / n_neg
    errors = np.sqrt(variance)
    return errors, wald_p_values(auroc[reference] - auroc, errors)


def wald_p_values(differences: Floats, errors: Floats) -> Floats:
    """Two-sided p-values of differences with standard errors; 1 for a difference of 0.

    Parameters
    ----------
    differences, errors : ndarray of the same shape
        The differences and their standard errors.

    Returns
    -------
    ndarray of the same shape
        NaN where the error is NaN.

    See Also
    --------
    delong_test : The test that has its own errors.

    Examples
    --------
    >>> wald_p_values(np.array([0.0, 1.0]), np.array([0.0, 0.5])).round(3).tolist()
    [1.0, 0.046]
    """
    z = np.divide(
        np.abs(differences), errors, out=np.full_like(differences, np.inf), where=errors != 0
    )
    p_values: Floats = np.where(differences == 0, 1.0, 2 * norm.sf(z))
    return np.where(np.isnan(errors), np.nan, p_values)


def _components(positive: BoolArray, y_scores: Floats) -> tuple[Floats, Floats]:
    """Share of the other class that each instance is placed rightly against, ties one half."""
    pos, neg = y_scores[:, positive], y_scores[:, ~positive]
    of_positives, of_negatives = np.empty(pos.shape), np.empty(neg.shape)
    for model in range(len(y_scores)):
        of_positives[model] = _share_below(pos[model], neg[model])
        of_negatives[model] = 1 - _share_below(neg[model], pos[model])
    return of_positives, of_negatives


def _share_below(values: Floats, others: Floats) -> Floats:
    ordered = np.sort(others)
    below = np.searchsorted(ordered, values, "left") + np.searchsorted(ordered, values, "right")
    share: Floats = below / (2 * max(len(others), 1))
    return share


def _instance_means(components: Floats, instances: NDArray[np.int64]) -> Floats:
    _, codes = np.unique(instances, return_inverse=True)
    sums = np.zeros((len(components), int(codes.max(initial=-1)) + 1))
    np.add.at(sums.T, codes, components.T)
    means: Floats = sums / np.bincount(codes)
    return means
