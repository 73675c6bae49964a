"""Simultaneous comparisons of several means: which differ, and the ranks that remain."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from prgbench.typing import BoolArray, Floats, Ints

Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]

MOST_SIMULATED = 40
"""Among more means the comparisons are adjusted by Holm's method instead."""

_SIMULATIONS = 10_000
_AT_ONCE = 250
_MANY_DEGREES = 200
_SEED = 2024
_EQUAL = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """Means of several models with their covariance.

    Attributes
    ----------
    means : ndarray of shape (models,)
        Higher is better.
    covariance : ndarray of shape (models, models)
        The estimated covariance of their errors.
    degrees : ndarray of shape (models,)
        The degrees of freedom of each variance, above 0: of two families of unequal size there
        is less than one. Infinite if it is known.
    independent : bool
        Whether critical values suppose independent errors of equal size. Else they suppose the
        dependence of ``covariance``, which is known badly from few degrees of freedom.

    See Also
    --------
    told_apart : Which models differ.

    Examples
    --------
    >>> known = np.full(2, np.inf)
    >>> found = Estimates(np.array([0.9, 0.5]), np.diag([0.01, 0.01]), known, independent=False)
    >>> found.errors_of_differences()[0].round(3).tolist()
    [0.0, 0.141]
    """

    means: Floats
    covariance: Floats
    degrees: Floats
    independent: bool

    def standard_errors(self) -> Floats:
        """Return the standard error of each mean.

        Returns
        -------
        ndarray of shape (models,)

        Examples
        --------
        >>> means, known = np.array([0.9, 0.5]), np.full(2, np.inf)
        >>> found = Estimates(means, np.diag([0.01, 0.04]), known, independent=False)
        >>> found.standard_errors().tolist()
        [0.1, 0.2]
        """
        return np.sqrt(np.clip(np.diag(self.covariance), 0, None))

    def errors_of_differences(self) -> Floats:
        """Return the standard error of each difference of two means.

        Returns
        -------
        ndarray of shape (models, models)

        Examples
        --------
        Errors that are strongly correlated cancel out: paired comparisons are the sharper ones.

        >>> covariance = np.array([[0.01, 0.008], [0.008, 0.01]])
        >>> means, known = np.array([0.9, 0.5]), np.full(2, np.inf)
        >>> found = Estimates(means, covariance, known, independent=False)
        >>> found.errors_of_differences().round(3).tolist()
        [[0.0, 0.063], [0.063, 0.0]]
        """
        variances = np.diag(self.covariance)
        squares = variances[:, None] + variances - 2 * self.covariance
        return np.sqrt(np.clip(squares, 0, None))


def told_apart(estimates: Estimates, level: float) -> BoolArray:
    """Return which models are significantly better than which others.

    The confidence level ``level`` is simultaneous. The largest ratio of a difference to its
    standard error is compared with its null distribution, then again among the remaining pairs,
    until none is larger [1]_. A difference without an error, as of models that differ by the same
    on all data sets, is certain.

    Parameters
    ----------
    estimates : Estimates
        The means.
    level : float
        Inside (0, 1).

    Returns
    -------
    ndarray of shape (models, models)
        True where the model of the row is better than that of the column.

    See Also
    --------
    rank_bounds : The ranks that are left.

    References
    ----------
    .. [1] J. P. Romano, M. Wolf (2005). Exact and approximate stepdown methods for multiple
           hypothesis testing. Journal of the American Statistical Association 100(469), 94-108.

    Examples
    --------
    >>> means, known = np.array([0.9, 0.5]), np.full(2, np.inf)
    >>> estimates = Estimates(means, np.diag([0.01, 0.01]), known, independent=False)
    >>> told_apart(estimates, 0.95).tolist()
    [[False, True], [False, False]]
    """
    n = len(estimates.means)
    first, second = np.triu_indices(n, 1)
    gaps = estimates.means[first] - estimates.means[second]
    errors = estimates.errors_of_differences()[first, second]
    ratios = np.abs(_ratios(gaps, errors))
    # The difference is known as badly as the worse of its two means.
    degrees = np.minimum(estimates.degrees[first], estimates.degrees[second])
    # All pairs of more models take too much memory in 10,000 simulations.
    if n > MOST_SIMULATED:
        from scipy.special import stdtr

        from prgbench.stats.families import holm

        apart = holm(2 * stdtr(degrees, -ratios)) <= 1 - level
    else:
        apart = _apart_step_by_step(estimates, (first, second), ratios, degrees, level)
    better = np.zeros((n, n), dtype=bool)
    better[first, second] = apart & (gaps > 0)
    better[second, first] = apart & (gaps < 0)
    return better


def p_values_of_best(estimates: Estimates) -> Floats:
    """Return for each model the p-value of the hypothesis that it is the best one.

    By Hsu's comparisons with the best [1]_: the model is compared with all others, one-sided, and
    the largest ratio of a difference to its standard error is held against its null distribution;
    by Bonferroni's inequality where the dependence is unknown, since equal noise would have to be
    supposed, or more than 40 models are compared. The models whose p-value exceeds 1 minus a level
    are a confidence set of the best.

    Parameters
    ----------
    estimates : Estimates
        The means.

    Returns
    -------
    ndarray of shape (models,)
        In (0, 1]; 1 for a model that none exceeds.

    See Also
    --------
    told_apart : Which models differ, among all pairs.

    References
    ----------
    .. [1] J. C. Hsu (1984). Constrained simultaneous confidence intervals for multiple comparisons
           with the best. Annals of Statistics 12(3), 1136-1144.

    Examples
    --------
    >>> means, known = np.array([0.9, 0.5]), np.full(2, np.inf)
    >>> estimates = Estimates(means, np.diag([0.01, 0.01]), known, independent=False)
    >>> p_values_of_best(estimates).round(3).tolist()
    [1.0, 0.004]
    """
    from scipy.special import stdtr

    means = estimates.means
    n = len(means)
    errors = estimates.errors_of_differences()
    # The lead of the model of the row over that of the column.
    leads = _ratios(means[:, None] - means, errors)
    degrees = np.minimum(estimates.degrees[:, None], estimates.degrees)
    if estimates.independent or n > MOST_SIMULATED:
        tails = stdtr(degrees, -leads)
        np.fill_diagonal(tails, 1.0)
        comparisons = 2 if n == 2 else max(n - 1, 1)
        return np.asarray(np.minimum(tails.min(axis=0) * comparisons, 1.0))
    fewest = float(degrees.min())
    leads = np.sign(leads) * _same_p_value(np.abs(leads), degrees, fewest)
    drawn = _normal(estimates.covariance)
    scale = _scale(fewest)[:, None]
    p_values = np.ones(n)
    for model in np.flatnonzero(leads.max(axis=0) > 0):
        gaps = (drawn - drawn[:, [model]]) * scale
        ratios = np.divide(gaps, errors[model], out=np.zeros_like(gaps), where=errors[model] > 0)
        if n == 2:
            ratios = np.abs(ratios)
        as_large = (ratios.max(axis=1) >= leads[:, model].max()).sum()
        p_values[model] = (1 + as_large) / (1 + len(ratios))
    return p_values


def reach_of_differences(estimates: Estimates, level: float) -> float:
    """Return the half-width, in standard errors, of intervals of the differences of all pairs.

    They hold at once, so that they also hold for models that were selected. After Tukey and
    Kramer [1]_, with the null distribution of `told_apart`; of more than 40 models by Bonferroni's
    inequality.

    Parameters
    ----------
    estimates : Estimates
        The means.
    level : float
        Inside (0, 1).

    Returns
    -------
    float

    See Also
    --------
    told_apart : Which models differ, step by step.

    References
    ----------
    .. [1] C. Y. Kramer (1956). Extension of multiple range tests to group means with unequal
           numbers of replications. Biometrics 12(3), 307-310.

    Examples
    --------
    >>> known = Estimates(np.zeros(2), np.eye(2), np.full(2, np.inf), independent=False)
    >>> round(reach_of_differences(known, 0.95), 1)
    2.0
    """
    from scipy.special import stdtrit

    n = len(estimates.means)
    fewest = float(estimates.degrees.min())
    pairs = np.triu_indices(n, 1)
    if n > MOST_SIMULATED:
        return float(-stdtrit(fewest, (1 - level) / (2 * len(pairs[0]))))
    ratios = np.abs(_simulated_ratios(estimates, pairs, fewest))
    return float(np.quantile(ratios.max(axis=1, initial=0.0), level))


def _ratios(gaps: Floats, errors: Floats) -> Floats:
    """Divide differences by their errors; one without an error is infinite, unless it is 0."""
    without = np.where(np.abs(gaps) > _EQUAL, np.copysign(np.inf, gaps), 0.0)
    return np.divide(gaps, errors, out=without, where=errors > _EQUAL)


def rank_bounds(better: BoolArray) -> tuple[Ints, Ints]:
    """Return simultaneous confidence limits of the rank of each model [1]_.

    Parameters
    ----------
    better : ndarray of shape (models, models)
        As `told_apart` returns it.

    Returns
    -------
    first, last : ndarray of shape (models,)
        One more than the number of better models; all models but the worse ones.

    See Also
    --------
    told_apart : Which models differ.

    References
    ----------
    .. [1] M. Mogstad, J. P. Romano, A. M. Shaikh, D. Wilhelm (2024). Inference for ranks with
           applications to mobility across neighbourhoods and academic achievement across
           countries. Review of Economic Studies 91(1), 476-518.

    Examples
    --------
    >>> first, last = rank_bounds(np.array([[False, True], [False, False]]))
    >>> first.tolist(), last.tolist()
    ([1, 2], [1, 2])
    """
    return 1 + better.sum(axis=0), len(better) - better.sum(axis=1)


def reach_of_selected(estimates: Estimates, candidates: BoolArray, level: float) -> float:
    """Return the half-width, in standard errors, of the interval of the best model's mean.

    The intervals are simultaneous over all models that may be the best, so that the one of the
    selected model keeps its level [1]_.

    Parameters
    ----------
    estimates : Estimates
        The means.
    candidates : ndarray of shape (models,)
        Which models may be the best.
    level : float
        Inside (0, 1).

    Returns
    -------
    float

    See Also
    --------
    told_apart : Which models differ.

    References
    ----------
    .. [1] T. Zrnic, W. Fithian (2024). Locally simultaneous inference. Annals of Statistics
           52(3), 1227-1253.

    Examples
    --------
    >>> known = Estimates(np.zeros(2), np.eye(2), np.full(2, np.inf), independent=False)
    >>> round(reach_of_selected(known, np.array([True, False]), 0.95), 2)
    1.96
    """
    chosen = np.flatnonzero(candidates)
    degrees = float(estimates.degrees[chosen].min())
    errors = estimates.standard_errors()[chosen]
    # One candidate is no selection: Student's quantile. Bonferroni's where simulation is too large
    # or a mean has no error to divide by.
    if len(chosen) == 1 or len(chosen) > MOST_SIMULATED or not (errors > 0).all():
        from scipy.special import stdtrit

        return float(stdtrit(degrees, 1 - (1 - level) / (2 * len(chosen))))
    drawn = _normal(estimates.covariance[np.ix_(chosen, chosen)])
    return float(np.quantile(np.abs(drawn / errors).max(axis=1) * _scale(degrees), level))


def _apart_step_by_step(
    estimates: Estimates, pairs: Pairs, ratios: Floats, degrees: Floats, level: float
) -> BoolArray:
    """Say of which pairs the ratio is too large, stepping down as Romano and Wolf do."""
    apart = np.zeros(len(ratios), dtype=bool)
    if not len(ratios):
        return apart
    # One null distribution, that of the fewest degrees of freedom: the ratios with more of them
    # are moved to where they have the same p-value.
    fewest = float(degrees.min())
    simulated = np.abs(_simulated_ratios(estimates, pairs, fewest))
    ratios = _same_p_value(ratios, degrees, fewest)
    # Step down: pairs that differ leave the maximum, and its quantile falls for the remaining
    # ones.
    while not apart.all():
        critical = np.quantile(simulated[:, ~apart].max(axis=1), level)
        larger = ratios > critical
        if not (larger & ~apart).any():
            break
        apart |= larger
    return apart


def _simulated_ratios(estimates: Estimates, pairs: Pairs, degrees: float) -> Floats:
    """Draw the ratios of all pairs of equal models: shape (simulations, pairs)."""
    if estimates.independent:
        return _ratios_of_independent(len(estimates.means), degrees)
    return _ratios_of_known(estimates, pairs, degrees)


def _same_p_value(ratios: Floats, degrees: Floats, fewest: float) -> Floats:
    """Return the ratios that have the same p-values with the fewest degrees of freedom."""
    if (degrees == fewest).all():
        return ratios
    from scipy.special import stdtr, stdtrit

    # Extreme ratios have a tail of 0, whose quantile would be infinite.
    tails = np.clip(stdtr(degrees, -ratios), np.finfo(float).tiny, None)
    return np.asarray(-stdtrit(fewest, tails))


def _ratios_of_known(estimates: Estimates, pairs: Pairs, degrees: float) -> Floats:
    """Draw the ratios of all pairs of equal models with this covariance."""
    first, second = pairs
    drawn = _normal(estimates.covariance)
    errors = estimates.errors_of_differences()[first, second]
    gaps = drawn[:, first] - drawn[:, second]
    ratios = np.divide(gaps, errors, out=np.zeros_like(gaps), where=errors > 0)
    return np.asarray(ratios * _scale(degrees)[:, None])


@lru_cache(maxsize=8)
def _ratios_of_independent(n: int, degrees: float) -> Floats:
    """Draw the ratios of all pairs of equal models with independent errors of equal size."""
    rng = np.random.default_rng([_SEED, n])
    first, second = np.triu_indices(n, 1)
    parts = []
    for _ in range(0, _SIMULATIONS, _AT_ONCE):
        means = rng.standard_normal((_AT_ONCE, n))
        variances = np.full((_AT_ONCE, len(first)), 2.0)
        if degrees < 1:
            # No sample is so small: a chi-square for each pair, as if they were independent.
            variances = variances * rng.chisquare(degrees, variances.shape) / degrees
        elif degrees <= _MANY_DEGREES:
            sample = rng.standard_normal((_AT_ONCE, int(degrees), n))
            # A Wishart matrix by its definition, since chi-squares of different pairs are
            # dependent.
            gram = sample.transpose(0, 2, 1) @ sample / int(degrees)
            variances = gram[:, first, first] + gram[:, second, second]
            variances -= 2 * gram[:, first, second]
        parts.append((means[:, first] - means[:, second]) / np.sqrt(variances))
    return np.concatenate(parts)


def _normal(covariance: Floats) -> Floats:
    """Draw errors of all models with this covariance: shape (simulations, models)."""
    # Not by Cholesky: equal models or few resamples make the covariance singular.
    values, vectors = np.linalg.eigh(covariance)
    drawn = np.random.default_rng(_SEED).standard_normal((_SIMULATIONS, len(covariance)))
    return np.asarray(drawn @ (vectors * np.sqrt(np.clip(values, 0, None))).T)


def _scale(degrees: float) -> Floats:
    """Draw what an estimated standard error makes of a ratio: the true one over the estimate."""
    if not np.isfinite(degrees):
        return np.ones(_SIMULATIONS)
    # One draw per simulation for all pairs: they share the error of the estimated covariance.
    chi = np.random.default_rng([_SEED, 1]).chisquare(degrees, _SIMULATIONS)
    return np.sqrt(degrees / chi)
