"""Distributions of scores: what a population needs of them, and those that SciPy lacks."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeGuard

import numpy as np
import numpy.typing as npt
from scipy import stats

from prgtheory.populations._validation import Floats, floor_count


class ScoreDistribution(Protocol):
    """What a distribution of scores offers; every frozen ``scipy.stats`` distribution does.

    ``isf(x)`` is the generalised inverse ``inf{z : F(z) >= 1 - x}`` [1]_ [2]_. A distribution with
    a density also has ``pdf``.

    See Also
    --------
    DiscreteScores : Scores with finitely many values.
    ReflectedLognormal : Scores with a long tail below.
    Transformed : An increasing function of a score.
    has_density : Whether it has a density.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 2.2.
    .. [2] P. Embrechts, M. Hofert (2013). A note on generalized inverses. Mathematical Methods of
           Operations Research 77(3), 423-432.

    Examples
    --------
    >>> scores: ScoreDistribution = stats.uniform(0, 1)
    >>> float(scores.isf(0.25))
    0.75
    """

    def cdf(self, x: npt.ArrayLike) -> Floats:
        """Return F(x)."""
        ...

    def sf(self, x: npt.ArrayLike) -> Floats:
        """Return 1 - F(x)."""
        ...

    def isf(self, q: npt.ArrayLike) -> Floats:
        """Return the score that a share q exceeds."""
        ...

    def support(self) -> tuple[float, float]:
        """Return the smallest and largest possible score."""
        ...

    def rvs(self, size: int, random_state: np.random.Generator) -> Floats:
        """Draw `size` scores."""
        ...


def has_density(distribution: ScoreDistribution) -> bool:
    """Return whether the distribution offers a density, ``pdf``.

    `Transformed` scores do not, also where they are continuous.

    Parameters
    ----------
    distribution : ScoreDistribution

    Returns
    -------
    bool

    See Also
    --------
    Population.is_continuous : Whether both classes have densities.

    Examples
    --------
    >>> has_density(stats.norm(0, 1)), has_density(DiscreteScores([0, 1]))
    (True, False)
    """
    return hasattr(distribution, "pdf")


def density(distribution: ScoreDistribution, score: npt.ArrayLike, whose: str) -> Floats:
    """Return the density at `score`, or say whose density is missing.

    Raises ValueError for scores without a density.

    Examples
    --------
    >>> float(density(stats.uniform(0, 2), 1.0, "positive"))
    0.5
    """
    probability_density = getattr(distribution, "pdf", None)
    if probability_density is None:
        raise ValueError(
            f"the scores of the {whose} class have no density; "
            "this quantity is defined for continuous scores only"
        )
    return np.asarray(probability_density(score), dtype=np.float64)


def atom(distribution: ScoreDistribution, score: float) -> float:
    """Return the probability of exactly one score, 0 for scores without ``pmf``.

    Examples
    --------
    >>> atom(DiscreteScores([0, 1], [1, 3]), 1.0), atom(stats.uniform(0, 1), 1.0)
    (0.75, 0.0)
    """
    if isinstance(distribution, Transformed):
        return atom(distribution.base, float(distribution.inverse(score)))
    probability = getattr(distribution, "pmf", None)
    return 0.0 if probability is None or np.isinf(score) else float(probability(score))


@dataclass(frozen=True)
class ReflectedLognormal:
    """Distribution of ``upper - W`` with W lognormal: bounded above, a long tail below [1]_.

    Parameters
    ----------
    upper : float
        Largest possible score.
    mu, sigma : float
        Mean and standard deviation (> 0) of log W.

    Raises
    ------
    ValueError
        If sigma is not positive.

    See Also
    --------
    hughes_oliver_case : The population of case B.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 2.3, case B (upper 8, mu 1.4, sigma 1).

    Examples
    --------
    >>> round(float(ReflectedLognormal(8.0, 1.4, 1.0).sf(0.7)), 4)
    0.7217
    """

    upper: float
    mu: float
    sigma: float

    def __post_init__(self) -> None:
        """Refuse a spread that is not positive."""
        if not self.sigma > 0:
            raise ValueError(f"sigma must be positive, got {self.sigma}")

    def _standardised(self, x: npt.ArrayLike) -> Floats:
        # The logarithm of a distance of 0, at the upper end, is -inf: the end of the distribution.
        distance = np.maximum(self.upper - np.asarray(x, dtype=np.float64), 0.0)
        with np.errstate(divide="ignore"):
            return np.asarray((self.mu - np.log(distance)) / self.sigma)

    def cdf(self, x: npt.ArrayLike) -> Floats:
        """Return F(x)."""
        return np.asarray(stats.norm.cdf(self._standardised(x)))

    def sf(self, x: npt.ArrayLike) -> Floats:
        """Return 1 - F(x)."""
        return np.asarray(stats.norm.sf(self._standardised(x)))

    def isf(self, q: npt.ArrayLike) -> Floats:
        """Return the score that a share q exceeds."""
        return np.asarray(self.upper - np.exp(self.mu - self.sigma * stats.norm.isf(q)))

    def pdf(self, x: npt.ArrayLike) -> Floats:
        """Return the density at x, 0 from `upper` on."""
        distance = self.upper - np.asarray(x, dtype=np.float64)
        inside = distance > 0
        safe = np.where(inside, distance, 1.0)
        # Change of variables: d log W / dx = -1 / (upper - x).
        z = (np.log(safe) - self.mu) / self.sigma
        return np.where(inside, stats.norm.pdf(z) / (self.sigma * safe), 0.0)

    def support(self) -> tuple[float, float]:
        """Return the smallest and largest possible score."""
        return -np.inf, self.upper

    def rvs(self, size: int, random_state: np.random.Generator) -> Floats:
        """Draw `size` scores."""
        return self.upper - random_state.lognormal(self.mu, self.sigma, size)


class DiscreteScores:
    """Scores with finitely many values, probabilities held as whole numbers.

    Parameters
    ----------
    values : array-like of shape (m,)
        The distinct scores, any order.
    weights : array-like of int of shape (m,), optional
        Relative frequencies, whole and positive; by default all 1 (discrete uniform).

    Raises
    ------
    ValueError
        If a score occurs twice or a weight is not a positive whole number.

    See Also
    --------
    hughes_oliver_case : Case F has such scores.

    Examples
    --------
    >>> five = DiscreteScores([0.2, 0.35, 0.5, 0.75, 0.9])
    >>> float(five.isf(0.4)), float(five.isf(0.39))
    (0.5, 0.75)
    """

    def __init__(self, values: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        scores = np.asarray(values, dtype=np.float64)
        counts = np.ones(scores.shape, np.int64) if weights is None else np.asarray(weights)
        if scores.ndim != 1 or scores.size == 0 or np.unique(scores).size != scores.size:
            raise ValueError("values must be a non-empty list of distinct scores")
        if counts.shape != scores.shape or (counts != counts.astype(np.int64)).any():
            raise ValueError("weights must be whole numbers, one for each value")
        if (counts <= 0).any():
            raise ValueError(f"weights must be positive, got {counts.min()}")
        # Whole weights: F is a quotient of integers, and thresholds at k / n are met exactly.
        order = np.argsort(scores)
        self.values = scores[order]
        self.weights = counts[order].astype(np.int64)
        self._below = np.concatenate(([0], np.cumsum(self.weights)))
        self.total = int(self._below[-1])

    def _count_at_most(self, x: npt.ArrayLike) -> npt.NDArray[np.int64]:
        return self._below[np.searchsorted(self.values, x, side="right")]

    def cdf(self, x: npt.ArrayLike) -> Floats:
        """Return F(x)."""
        return self._count_at_most(x) / self.total

    def sf(self, x: npt.ArrayLike) -> Floats:
        """Return 1 - F(x)."""
        return (self.total - self._count_at_most(x)) / self.total

    def pmf(self, x: npt.ArrayLike) -> Floats:
        """Return the probability of the score x."""
        below = self._below[np.searchsorted(self.values, x, side="left")]
        return (self._count_at_most(x) - below) / self.total

    def isf(self, q: npt.ArrayLike) -> Floats:
        """Return the smallest value that a share of at most q exceeds."""
        # The generalised inverse: the smallest value beyond which at most a share q lies.
        allowed = floor_count(q, self.total)
        above = self.total - self._below[1:]
        index = np.searchsorted(-above, -allowed, side="left")
        return np.asarray(self.values[index])

    def support(self) -> tuple[float, float]:
        """Return the smallest and largest possible score."""
        return float(self.values[0]), float(self.values[-1])

    def rvs(self, size: int, random_state: np.random.Generator) -> Floats:
        """Draw `size` scores."""
        return random_state.choice(self.values, size, p=self.weights / self.total)


@dataclass(frozen=True)
class Transformed:
    """Distribution of an increasing function of a score [1]_; it offers no density.

    Parameters
    ----------
    base : ScoreDistribution
        Distribution of the untransformed score.
    forward, inverse : callable
        The increasing function and its inverse, both working on arrays.

    See Also
    --------
    ReflectedLognormal : Another distribution that SciPy lacks.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Property P7.

    Examples
    --------
    >>> lognormal = Transformed(stats.norm(0, 1), np.exp, np.log)
    >>> float(lognormal.cdf(1.0))
    0.5
    """

    base: ScoreDistribution
    forward: Callable[[npt.ArrayLike], Floats]
    inverse: Callable[[npt.ArrayLike], Floats]

    def same_map(self, other: ScoreDistribution) -> "TypeGuard[Transformed]":
        """Return whether another distribution is transformed by the same function."""
        return isinstance(other, Transformed) and self.forward is other.forward

    def cdf(self, x: npt.ArrayLike) -> Floats:
        """Return F(x)."""
        return self.base.cdf(self._back(x))

    def sf(self, x: npt.ArrayLike) -> Floats:
        """Return 1 - F(x)."""
        return self.base.sf(self._back(x))

    def isf(self, q: npt.ArrayLike) -> Floats:
        """Return the score that a share q exceeds."""
        return self.forward(self.base.isf(q))

    def support(self) -> tuple[float, float]:
        """Return the smallest and largest possible score."""
        low, high = self.base.support()
        return float(self.forward(low)), float(self.forward(high))

    def rvs(self, size: int, random_state: np.random.Generator) -> Floats:
        """Draw `size` scores."""
        return self.forward(self.base.rvs(size, random_state))

    def _back(self, x: npt.ArrayLike) -> Floats:
        # A finite end of the scores may be infinite before the transformation, as tanh's.
        with np.errstate(divide="ignore"):
            return self.inverse(x)
