"""Mean curves of several models over data sets: bands, and who is certainly better where.

What holds, holds at all points of the axis and for all pairs of models at once: one may look where
a model wins after seeing the curves. Lower curves are better. Two targets: these data sets with
other instances, and new data sets like these.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np

from prgbench.typing import BoolArray, Floats

DRAWS = 1_000
ALL_SIGNS = 11
"""Of so many data sets all signs are tried, which are as many as are drawn of more."""
FLOOR = 0.3
"""The unit of a distance is the standard error at a point plus this share of the largest one."""
STRICTER = 5.0
"""By this factor the tail of a bound is smaller, unless it is a test of signs.

Best thresholds are chosen on the same data, and few data sets tell their variance badly.
"""

_SEED = 2027
_TINY = 1e-12
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class CurveErrors:
    """What is known of the errors of mean curves.

    Attributes
    ----------
    errors : ndarray of shape (parts, models, points)
        Independent parts of the error, whose squares add up to its variance.
    degrees : float
        The degrees of freedom of that variance.
    by_signs : bool
        Whether the parts are data sets, which may be few: differences are held against all their
        signs. Else they are many small ones, and differences are normal.

    See Also
    --------
    compared_curves : What follows from them.

    Examples
    --------
    >>> CurveErrors(np.ones((4, 1, 2)), 3.0, by_signs=True).standard_errors.tolist()
    [[2.0, 2.0]]
    """

    errors: Floats
    degrees: float
    by_signs: bool

    @property
    def standard_errors(self) -> Floats:
        """The standard error of each curve, shape (models, points).

        Examples
        --------
        >>> CurveErrors(np.ones((9, 1, 1)), 8.0, by_signs=True).standard_errors.tolist()
        [[3.0]]
        """
        return np.asarray(np.sqrt((self.errors**2).sum(axis=0)))


def no_errors_known(shape: tuple[int, int]) -> CurveErrors:
    """Return errors of which nothing is known, such as those of a single data set.

    Parameters
    ----------
    shape : tuple of int
        The numbers of models and of points.

    Returns
    -------
    CurveErrors

    Examples
    --------
    >>> no_errors_known((2, 3)).standard_errors.tolist()
    [[inf, inf, inf], [inf, inf, inf]]
    """
    return CurveErrors(np.full((1, *shape), np.inf), 1.0, by_signs=True)


@dataclass(frozen=True, slots=True, eq=False)
class ComparedCurves:
    """Mean curves with their bands, and what is certain of each pair.

    Attributes
    ----------
    low, high : ndarray of shape (models, points)
        The band of each curve, simultaneous over the points for this model alone.
    lead : ndarray of shape (models, models, points)
        Lower bound of how much lower the curve of the row is than that of the column; all bounds
        hold at once.
    worst : ndarray of shape (models, models)
        By how much the model of the row may be higher than that of the column, at the point where
        that is most: a bound for this pair alone.

    See Also
    --------
    compared_curves : Compute it.

    Examples
    --------
    >>> nothing = np.zeros((1, 1, 1))
    >>> ComparedCurves(nothing[0], nothing[0], nothing, nothing[0]).may_win.tolist()
    [[True]]
    """

    low: Floats
    high: Floats
    lead: Floats
    worst: Floats

    @property
    def may_win(self) -> BoolArray:
        """Whether each model may be the lowest at each point, shape (models, points).

        Examples
        --------
        >>> lead = np.array([[[0.0], [0.1]], [[-0.3], [0.0]]])
        >>> ComparedCurves(lead[0], lead[0], lead, lead[0]).may_win.tolist()
        [[True], [False]]
        """
        return np.asarray(~(self.lead > 0).any(axis=0))


def compared_curves(
    heights: Floats, optimism: Floats, found: CurveErrors, level: float
) -> ComparedCurves:
    """Compare mean curves at all points at once.

    The leads of all pairs hold together by the largest one under random signs or halves [1]_; what
    is worst of a pair needs a bound at each point by itself [2]_.

    Parameters
    ----------
    heights : ndarray of shape (models, points)
        The mean curves, lower for better models.
    optimism : ndarray of shape (models, points)
        By how much the curves differ from the truth in the mean, at most. Bands cover the curves
        with and without that.
    found : CurveErrors
        What is known of their errors.
    level : float
        Inside (0, 1).

    Returns
    -------
    ComparedCurves

    References
    ----------
    .. [1] J. P. Romano, M. Wolf (2005). Exact and approximate stepdown methods for multiple
           hypothesis testing. Journal of the American Statistical Association 100(469), 94-108.
    .. [2] R. L. Berger (1982). Multiparameter hypothesis testing and acceptance sampling.
           Technometrics 24(4), 295-300.

    Examples
    --------
    On each of twelve data sets the first model is better, by about .1.

    >>> rng = np.random.default_rng(0)
    >>> table = np.array([0.2, 0.3])[:, None] + rng.normal(0, 0.01, (12, 2, 1))
    >>> errors = CurveErrors((table - table.mean(axis=0)) / 12, 11.0, by_signs=True)
    >>> found = compared_curves(table.mean(axis=0), np.zeros((2, 1)), errors, 0.95)
    >>> found.may_win.tolist()
    [[True], [False]]
    """
    from scipy.special import stdtrit

    n, points = heights.shape
    if np.isinf(found.errors).any():
        wide = np.full((n, n, points), np.inf)
        return ComparedCurves(-wide[0], wide[0], -wide, wide[..., 0])
    drawn = _under(_normal_weights(found), found.errors)
    own = _unit(found.standard_errors)
    strict = 1 - (1 - level) / STRICTER
    reaches = np.quantile(_furthest(drawn, own), strict, axis=0)[:, np.newaxis]
    low = heights - reaches * own - np.maximum(optimism, 0)
    high = heights + reaches * own - np.minimum(optimism, 0)

    lead = heights - heights[:, np.newaxis]
    # Where the best threshold looks better than it is, it does so by another amount for each
    # model: the lead is taken with and without that, and the smaller one counts.
    corrected = heights - optimism
    safe = np.minimum(lead, corrected - corrected[:, np.newaxis])
    # Equal models differ by rounding.
    safe[np.abs(safe) <= _TINY] = 0.0
    errors = np.zeros((n, n, points))
    for model in range(n):
        errors[model] = np.sqrt(((found.errors - found.errors[:, [model]]) ** 2).sum(axis=0))
    if found.by_signs:
        times = _reach_by_signs(found.errors, lead, errors, level)
        reach = times * errors if np.isfinite(times) else np.full_like(errors, np.inf)
    else:
        unit = _unit(errors)
        reach = _reach_of_normal(drawn, unit, strict) * unit
    quantile = stdtrit(found.degrees, strict)
    worst = (quantile * errors - safe).max(axis=2)
    np.fill_diagonal(worst, 0.0)
    return ComparedCurves(low, high, safe - reach, worst)


def _normal_weights(found: CurveErrors) -> Floats:
    """Draw weights of the parts: shape (draws, parts)."""
    rng = np.random.default_rng(_SEED)
    # What an estimated standard error makes of a ratio: one draw for all curves.
    chi = rng.chisquare(found.degrees, DRAWS) / found.degrees
    return np.asarray(
        rng.standard_normal((DRAWS, len(found.errors))) / np.sqrt(chi)[:, np.newaxis]
    )


def _under(weights: Floats, errors: Floats) -> Floats:
    """Return the errors of the means under weights: shape (draws, models, points)."""
    flat = weights @ errors.reshape(len(errors), -1)
    return np.asarray(flat.reshape(len(weights), *errors.shape[1:]))


def _reach_of_normal(drawn: Floats, unit: Floats, level: float) -> float:
    """Return the half-width, in units, of intervals of all differences at all points."""
    largest = np.zeros(len(drawn))
    for model in range(len(unit) - 1):
        gaps = drawn[:, model + 1 :] - drawn[:, [model]]
        distances = _furthest(gaps, unit[model, model + 1 :])
        largest = np.maximum(largest, distances.max(axis=1))
    return float(np.quantile(largest, level))


def _reach_by_signs(errors: Floats, lead: Floats, of_pairs: Floats, level: float) -> float:
    """Return the half-width, in standard errors, of intervals of all differences at all points.

    If two models are equal, the difference on a data set has either sign alike: the sum of the
    differences over the root of their sum of squares, which no sign changes, is held against its
    largest value over all pairs and points under random signs. If that needs to be c, intervals
    have c sqrt((n - 1) / (n - c^2)) standard errors, as the variance around the mean takes the
    place of that around 0. Infinite if so few data sets tell nothing.
    """
    n = len(errors)
    signs = _signs_of(n)
    drawn = _under(signs, errors) * np.sqrt((n - 1) / n)
    balance = signs.mean(axis=1)[:, np.newaxis, np.newaxis]
    size = np.sqrt((n - 1) / n * of_pairs**2 + lead**2 / n)
    largest = np.zeros(len(signs))
    for model in range(len(lead) - 1):
        later = slice(model + 1, None)
        # The difference of a data set is its deviation and its share of the lead.
        gaps = drawn[:, [model]] - drawn[:, later] + balance * lead[later, model]
        largest = np.maximum(largest, _furthest(gaps, size[model, later]).max(axis=1))
    critical = float(np.quantile(largest, level, method="higher")) * (1 + _ROUNDING)
    if critical**2 >= n:
        return float("inf")
    return critical * float(np.sqrt((n - 1) / (n - critical**2)))


def _signs_of(n: int) -> Floats:
    """Return signs of n data sets, the found ones first: all of few data sets, or a drawn part.

    That all are turned changes no distance, so that the first sign stays where all are tried.
    """
    if n <= ALL_SIGNS:
        return np.array([(1.0, *others) for others in product((1.0, -1.0), repeat=n - 1)])
    drawn = np.random.default_rng(_SEED).choice(np.array([-1.0, 1.0]), (DRAWS - 1, n))
    return np.vstack([np.ones(n), drawn])


def _unit(errors: Floats) -> Floats:
    """Return standard errors plus a share of the largest one of each curve or pair."""
    # The floor keeps places with hardly any spread, such as the ends, from deciding the largest.
    return np.asarray(errors + FLOOR * errors.max(axis=-1, keepdims=True))


def _furthest(drawn: Floats, unit: Floats) -> Floats:
    """Return the largest distance from 0 over the points: shape (draws, curves)."""
    distances = np.divide(np.abs(drawn), unit, out=np.zeros_like(drawn), where=unit > _TINY)
    return np.asarray(distances.max(axis=-1))
