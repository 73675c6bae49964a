"""Paired comparisons of models on the same items by flipping signs, exact for two models.

If two models are equal, the difference of their results on an item has either sign alike. So the
differences with random signs show what the mean difference is by chance, whatever the results are.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.typing import BoolArray, Floats

N_FLIPS = 9_999
"""Draws of the signs, where not all are counted."""

_AT_ONCE = 500
"""Flips that are drawn at a time, which bounds the memory."""

_MOST_PARTS = 1_000
"""The smallest difference is at most this many steps of the common grid."""

_MOST_ADDED = 200_000_000
"""So many sums are added in at most a second."""

_EQUAL = 1e-9
_JUST_BELOW = 1 - 1e-6
_TINY = np.finfo(float).tiny
_SEED = 2026


def exact_p_value(differences: Floats) -> float:
    """Return the two-sided p-value of paired differences being as likely of either sign.

    It is the share of all assignments of signs with a sum that is as far from 0. If the
    differences are 1, 0 and -1, it is that of McNemar's exact test [1]_: binomial, of the items on
    which the models differ. Otherwise they are counted on their common grid [2]_, or drawn where
    there is none.

    Parameters
    ----------
    differences : ndarray of shape (items,)
        The result of one model minus that of the other on each item.

    Returns
    -------
    float
        In (0, 1]; 1 if no item differs.

    References
    ----------
    .. [1] Q. McNemar (1947). Note on the sampling error of the difference between correlated
           proportions or percentages. Psychometrika 12(2), 153-157.
    .. [2] M. Pagano, D. Tritchler (1983). On obtaining permutation distributions in polynomial
           time. Journal of the American Statistical Association 78(382), 435-440.

    Examples
    --------
    Of eight items that only one of two models solves, one model solves seven.

    >>> import numpy as np
    >>> exact_p_value(np.array([1.0] * 7 + [-1.0] + [0.0] * 40))
    0.0703125
    """
    sizes = np.abs(differences[np.abs(differences) > _EQUAL])
    if not len(sizes):
        return 1.0
    total = abs(float(differences.sum()))
    if sizes.max() - sizes.min() <= _EQUAL * sizes.max():
        return _binomial_p_value(len(sizes), round(float((differences > _EQUAL).sum())))
    steps = _on_grid(sizes)
    if steps is not None:
        return _counted_p_value(steps, round(total / (sizes.sum() / steps.sum())))
    sums = np.abs(_flipped_sums(sizes[:, None])[:, 0])
    as_far = int((sums >= total * (1 - _EQUAL)).sum())
    return (1 + as_far) / (1 + len(sums))


def _binomial_p_value(n: int, n_positive: int) -> float:
    """Return the probability of as uneven a split of ``n`` differences, both sides together."""
    from scipy.special import bdtr

    return float(min(1.0, 2 * bdtr(min(n_positive, n - n_positive), n, 0.5)))


def _on_grid(sizes: Floats) -> NDArray[np.int64] | None:
    """Return sizes as multiples of a step, such as 1/6 of means over 2 and 3 runs, if they are."""
    for parts in range(1, _MOST_PARTS):
        step = sizes.min() / parts
        multiples = sizes / step
        steps = np.round(multiples)
        if steps.sum() * len(steps) > _MOST_ADDED:
            return None
        if np.abs(multiples - steps).max() < 1e-6:
            return np.asarray(steps, dtype=np.int64)
    return None


def _counted_p_value(steps: NDArray[np.int64], total: int) -> float:
    """Return the share of all signs with a sum as far from 0, by the distribution of the sum."""
    # Signs +1 and -1 of all sizes: the sum is that of the positive ones, twice, minus all.
    probabilities = np.ones(1)
    for size in steps:
        shifted = np.zeros(len(probabilities) + size)
        shifted[: len(probabilities)] += 0.5 * probabilities
        shifted[size:] += 0.5 * probabilities
        probabilities = shifted
    sums = 2 * np.arange(len(probabilities)) - steps.sum()
    return float(min(1.0, probabilities[np.abs(sums) >= total].sum()))


@dataclass(frozen=True, slots=True, eq=False)
class FlippedTests:
    """Comparisons of the means of several models on the same items.

    Attributes
    ----------
    better : ndarray of shape (models, models)
        Which models (the rows) are better than which others, at a simultaneous level.
    p_values : ndarray of shape (models,)
        Of the hypothesis that the model is the best one.
    p_of_pairs : ndarray of shape (models, models)
        Adjusted for all pairs of models.
    reach : float
        The half-width of simultaneous intervals of all differences, in standard errors; NaN of
        too few units for any.

    See Also
    --------
    flipped_tests : Compute them.

    Examples
    --------
    >>> equal = np.ones((2, 2))
    >>> FlippedTests(equal > 1, np.ones(2), equal, 2.0).better.any().item()
    False
    """

    better: BoolArray
    p_values: Floats
    p_of_pairs: Floats
    reach: float


def flipped_tests(units: Floats, level: float) -> FlippedTests:
    """Compare models by their parts of the mean from each unit: shape (units, models).

    A unit is an item, or a cluster of items; the columns add up to the means, of which higher ones
    are better. The statistic of a pair is the sum of the differences over the root of their sum of
    squares, which no sign changes. Signs are drawn for the units, the same ones for all pairs, so
    that the largest statistic of several pairs has the dependence of the models [1]_. A model may
    be the best unless its largest deficit to another one is larger than its differences from all
    others are by chance, to either side; the test of two models is `exact_p_value`.

    Parameters
    ----------
    units : ndarray of shape (units, models)
        The part of each model's mean that comes from each unit.
    level : float
        The simultaneous level, inside (0, 1).

    Returns
    -------
    FlippedTests

    See Also
    --------
    exact_p_value : The test of two models.

    References
    ----------
    .. [1] P. H. Westfall, S. S. Young (1993). Resampling-based multiple testing. Wiley.

    Examples
    --------
    The first of two models is better on each of eight items.

    >>> units = np.column_stack([np.full(8, 0.9), np.full(8, 0.5)]) / 8
    >>> found = flipped_tests(units, 0.95)
    >>> found.better.tolist(), found.p_of_pairs[0, 1].item()
    ([[False, True], [False, False]], 0.0078125)
    """
    n_units, n_models = units.shape
    errors = _root_squares(units)
    observed = _ratios(units.sum(axis=0), errors)
    if n_models == 2:
        p_value = exact_p_value(units[:, 0] - units[:, 1])
        p_of_pairs = np.array([[1.0, p_value], [p_value, 1.0]])
        p_values = np.where(observed.min(axis=1) < 0, p_value, 1.0)
        largest = _largest_of_pairs(units, errors)[0]
        critical = _critical(largest, level)
        # The interval must contain 0 exactly where the exact test does not reject. The critical
        # value of the drawn signs may equal the statistic itself, which would put a bound on 0.
        between = abs(float(observed[0, 1]))
        rejects = p_value <= 1 - level
        critical = min(critical, between * _JUST_BELOW) if rejects else max(critical, between)
    else:
        largest, of_models = _largest_of_pairs(units, errors)
        p_of_pairs = _p_values(np.abs(observed).ravel(), largest).reshape(observed.shape)
        p_values = np.array(
            [
                _p_values(np.array([max(-observed[model].min(), 0.0)]), of_models[:, model])[0]
                for model in range(n_models)
            ]
        )
        critical = _critical(largest, level)
    better = (p_of_pairs <= 1 - level) & (observed > 0)
    return FlippedTests(better, p_values, p_of_pairs, _reach(critical, n_units))


def _root_squares(units: Floats) -> Floats:
    """Return the root of the sum of squared differences of every two models."""
    products = units.T @ units
    squares = np.diag(products)
    return np.sqrt(np.clip(squares[:, None] + squares - 2 * products, 0, None))


def _ratios(sums: Floats, errors: Floats) -> Floats:
    """Return the statistics of all pairs, shape (models, models); 0 of models that are equal."""
    gaps = sums[:, None] - sums
    return np.divide(gaps, errors, out=np.zeros_like(gaps), where=_differ(errors))


def _differ(errors: Floats) -> BoolArray:
    """Say which two models differ on some unit, by more than rounding."""
    return np.asarray(errors > _EQUAL * max(float(errors.max(initial=0.0)), _TINY))


def _flipped_sums(units: Floats) -> Floats:
    """Return the sums of units with random signs: shape (flips, models)."""
    rng = np.random.default_rng(_SEED)
    parts = []
    for start in range(0, N_FLIPS, _AT_ONCE):
        size = min(_AT_ONCE, N_FLIPS - start)
        signs = rng.integers(0, 2, (size, len(units)), dtype=np.int8) * 2.0 - 1.0
        parts.append(signs @ units)
    return np.concatenate(parts)


def _largest_of_pairs(units: Floats, errors: Floats) -> tuple[Floats, Floats]:
    """Return the largest statistic of each draw of signs, to either side.

    Over all pairs, of shape (flips,), and over those of each model, of shape (flips, models).
    """
    # Units on which no two models differ change nothing.
    differ = np.ptp(units, axis=1) > 0
    sums = _flipped_sums(units[differ] - units[differ].mean(axis=1, keepdims=True))
    of_models = np.zeros_like(sums)
    inverse = np.divide(1.0, errors, out=np.zeros_like(errors), where=_differ(errors))
    for model in range(units.shape[1]):
        of_models[:, model] = (np.abs(sums - sums[:, [model]]) * inverse[model]).max(axis=1)
    return of_models.max(axis=1), of_models


def _p_values(observed: Floats, drawn: Floats) -> Floats:
    """Return the share of draws as large as each observed value, which counts as one itself."""
    ordered = np.sort(drawn)
    # Equal sums differ by rounding.
    below = np.searchsorted(ordered, observed * (1 - _EQUAL) - _EQUAL)
    return np.asarray((1 + len(drawn) - below) / (1 + len(drawn)))


def _critical(largest: Floats, level: float) -> float:
    return float(np.quantile(largest, level, method="higher"))


def _reach(critical: float, n_units: int) -> float:
    """Return the half-width of intervals of differences, in standard errors.

    They have the differences of which the statistic does not exceed the critical value c. With
    the variance around the difference in place of that around 0, these are within
    c sqrt((n - 1) / (n - c^2)) standard errors. NaN if that are all, of so few units.
    """
    if critical**2 >= n_units * (1 - _EQUAL):
        return float("nan")
    return critical * float(np.sqrt((n_units - 1) / (n_units - critical**2)))
