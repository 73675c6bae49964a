"""Asymptotic variance of PRhat and where the normal approximation is not to be trusted."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from prgtheory.populations._validation import (
    ClassSizes,
    Floats,
    check_class_sizes,
    check_count,
    check_unit,
)
from prgtheory.populations.population import Population

# A count below which a binomial or Poisson share is visibly not normal.
_FEW = 5.0
# By how many of its standard deviations the curve may leave its tangent within two standard
# errors of recall before the delta method fails.
_BENT = 0.5


def delta_variance(
    recall: Floats, alpha: Floats, slope: Floats, skew: float, *, random_sizes: bool
) -> Floats:
    """Return the variance of theorem 1 from its parts.

    PR^4/x^2 skew (1 + skew) {alpha^2 (1 + skew) + slope^2 x (1 - x) skew + alpha (1 - alpha)}. The
    first term in braces comes from random class sizes and falls away when they are fixed. Source:
    theorem 1.

    Examples
    --------
    >>> half = np.array([0.5])
    >>> delta_variance(half, half, 2 * half, 1.0, random_sizes=False).tolist()
    [0.25]
    """
    precision = recall / (recall + skew * alpha)
    # The variance of n+/n, which prevalence and so precision inherit.
    sizes = alpha**2 * (1.0 + skew) if random_sizes else 0.0
    # The variance of the quantile F+^-1(1 - x), through the slope of the ROC curve.
    quantile = slope**2 * recall * (1.0 - recall) * skew
    # At recall 1 the slope may be infinite where x(1 - x) is 0: no variance from the quantile.
    quantile = np.where(recall == 1.0, 0.0, quantile)
    # The last term is the binomial variance of the negatives above the threshold.
    braces = sizes + quantile + alpha * (1.0 - alpha)
    return np.asarray(precision**4 / recall**2 * skew * (1.0 + skew) * braces)


def asymptotic_variance(
    population: Population, recall: npt.ArrayLike, *, class_sizes: ClassSizes = "random"
) -> Floats:
    """Return the limiting variance of sqrt(n) (PRhat(x) - PR(x)) [1]_ [2]_.

    Parameters
    ----------
    population : Population
        With densities in both classes.
    recall : array-like of float in (0, 1]
    class_sizes : {"random", "fixed"}
        Whether each instance is positive with probability pi, or n+ is pi n exactly.

    Returns
    -------
    ndarray of the shape of `recall`

    Raises
    ------
    ValueError
        For scores without a density (theorem 1 needs them) and recalls outside (0, 1].

    See Also
    --------
    normal_approximation : The law at a sample size.
    pr_band : The band with the estimated variance.
    simulate_pr_hat : The law without an approximation.

    Notes
    -----
    The theorem has random class sizes. With fixed ones its term alpha^2 (1 + skew) falls away.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Theorem 1.
    .. [2] S. Clémençon, N. Vayatis (2009). Nonparametric estimation of the precision-recall curve.
           Proceedings of the 26th International Conference on Machine Learning, 185-192.

    Examples
    --------
    >>> from prgtheory.populations import binormal
    >>> np.sqrt(asymptotic_variance(binormal(0.5), [0.2, 0.5, 0.8])).round(3).tolist()
    [0.762, 0.734, 0.746]
    """
    random_sizes = check_class_sizes(class_sizes)
    x = check_unit(recall, "recall", zero=False)
    alpha, slope = population.false_positive_rate(x), population.slope(x)
    return delta_variance(x, alpha, slope, population.skew, random_sizes=random_sizes)


@dataclass(frozen=True)
class NormalApproximation:
    """Normal approximation to the law of PRhat at given recalls and sample size.

    Attributes
    ----------
    recall, mean, sd : ndarray
        Recalls, limiting means PR(x), and standard deviations sigma(x)/sqrt(n).
    notes : tuple of str
        For each recall why the approximation is not to be trusted, "" where nothing is known
        against it.

    See Also
    --------
    normal_approximation : Compute it.

    Examples
    --------
    >>> from prgtheory.populations import binormal
    >>> law = normal_approximation(binormal(0.5), 1000, [0.5, 1.0])
    >>> law.sd[:1].round(4).tolist(), law.notes[0]
    ([0.0232], '')
    """

    recall: Floats
    mean: Floats
    sd: Floats
    notes: tuple[str, ...]


def normal_approximation(
    population: Population,
    n: int,
    recall: npt.ArrayLike,
    *,
    class_sizes: ClassSizes = "random",
) -> NormalApproximation:
    """Return the normal approximation of theorem 1 of [1]_ with its known failures named.

    Ends of the range, degenerate points, samples with too few instances beyond the threshold and
    a bent curve are noted for each recall.

    Parameters
    ----------
    population : Population
        With densities in both classes.
    n : int
        Instances in a sample.
    recall : array-like of float in (0, 1]
    class_sizes : {"random", "fixed"}
        Whether the number of positives is random.

    Returns
    -------
    NormalApproximation

    Raises
    ------
    ValueError
        For scores without a density and recalls outside (0, 1].

    See Also
    --------
    asymptotic_variance : The variance.
    simulate_pr_hat : The law without an approximation.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Theorem 1; section 3.2 for the failures.

    Examples
    --------
    >>> from prgtheory.populations import hughes_oliver_case
    >>> normal_approximation(hughes_oliver_case("D", 0.2), 1000, [0.3, 0.7]).notes
    ('degenerate: no negative scores above this threshold, the limit has no variance', '')
    """
    size = check_count(n, "n", 2)
    x = np.atleast_1d(check_unit(recall, "recall", zero=False))
    variance = asymptotic_variance(population, x, class_sizes=class_sizes)
    n_positive, n_negative = size * population.prevalence, size * (1.0 - population.prevalence)
    sd = np.sqrt(variance / size)
    notes = failure_notes(
        x,
        population.false_positive_rate(recalls_around(x, n_positive)),
        population.slope(x),
        sd,
        n_positive=n_positive,
        n_negative=n_negative,
    )
    return NormalApproximation(x, population.precision(x), sd, notes)


def recalls_around(recall: Floats, n_positive: float) -> Floats:
    """Return recalls two standard errors below, at and above each recall, shape (3, m).

    Examples
    --------
    >>> recalls_around(np.array([0.5]), 100).round(3).ravel().tolist()
    [0.4, 0.5, 0.6]
    """
    # Two binomial standard errors of the recall: how far the threshold of a sample may be off.
    reach = 2.0 * np.sqrt(recall * (1.0 - recall) / n_positive)
    return np.clip(recall + np.outer([-1.0, 0.0, 1.0], reach), 1e-12, 1.0)


def failure_notes(
    recall: Floats,
    alpha: Floats,
    slope: Floats,
    sd: Floats,
    *,
    n_positive: float,
    n_negative: float,
) -> tuple[str, ...]:
    """Return for each recall what is known against a normal approximation, or "".

    Examples
    --------
    >>> recall = np.array([0.5, 1.0])
    >>> alpha = np.array([[0.04, 0.9], [0.05, 1.0], [0.06, 1.0]])
    >>> notes = failure_notes(
    ...     recall, alpha, np.ones(2), np.full(2, 0.1), n_positive=50, n_negative=50
    ... )
    >>> [note.partition(":")[0] for note in notes]
    ['few false positives', 'end of the range']
    """
    skew = n_negative / n_positive
    step = recalls_around(recall, n_positive) - recall
    precision = recall / (recall + skew * alpha)
    # The delta method replaces the curve by its tangent; d precision / d alpha = -skew precision^2
    # / x.
    tangent = precision[1] - step * slope * skew * precision[1] ** 2 / recall
    bent = np.abs(precision - tangent).max(axis=0) > _BENT * sd
    return tuple(
        _note(*point, n_positive, n_negative)
        for point in zip(recall.tolist(), alpha[1].tolist(), bent.tolist(), strict=True)
    )


def _note(recall: float, alpha: float, bent: bool, n_pos: float, n_neg: float) -> str:
    if recall == 1.0:
        return "end of the range: at recall 1 PRhat is n+/n whatever the scores"
    if alpha == 0.0:
        return "degenerate: no negative scores above this threshold, the limit has no variance"
    if n_pos * min(recall, 1.0 - recall) < _FEW:
        return "end of the range: fewer than 5 positives on one side of this threshold"
    if n_neg * alpha < _FEW:
        return "few false positives: fewer than 5 negatives above this threshold"
    if bent:
        return "bent curve: not straight within two standard errors of the recall"
    return ""
