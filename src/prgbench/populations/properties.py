"""Properties P1 to P7 of population ROC and PR curves (Hughes-Oliver, section 2.2)."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from prgbench.populations._validation import Floats, check_prevalence, check_unit
from prgbench.populations.distributions import Transformed, density
from prgbench.populations.population import Population

Shape = Literal["concave", "convex", "straight", "neither"]
Trend = Literal["nonincreasing", "nondecreasing", "constant", "neither"]
Separation = Literal["perfect", "reverse", "none"]


class Limits(NamedTuple):
    """One-sided limits of a curve where its abscissa falls to 0 and rises to 1."""

    at_zero: float
    at_one: float


def roc_limits(population: Population) -> Limits:
    """Return the ends of the ROC curve, 1 - F+(M-) and 1 - F+(m-) (P1).

    Examples
    --------
    >>> from prgbench.populations import hughes_oliver_case
    >>> roc_limits(hughes_oliver_case("F", 0.5))
    Limits(at_zero=0.4, at_one=1.0)
    """
    low, high = population.negative.support()
    return Limits(float(population.positive.sf(high)), float(population.positive.sf(low)))


def pr_limits(population: Population) -> Limits:
    """Return the ends of the PR curve (P2 a, b, c).

    The limit at recall 1 is pi / (pi + (1 - pi)(1 - F-(m+))), not the prevalence in general.

    Examples
    --------
    >>> from prgbench.populations import hughes_oliver_case
    >>> pr_limits(hughes_oliver_case("F", 0.5))
    Limits(at_zero=1.0, at_one=0.625)
    """
    lowest = population.positive.support()[0]
    share = float(population.negative.sf(lowest))
    at_one = 1.0 / (1.0 + population.skew * share)
    return Limits(float(population.precision(0.0)), at_one)


def roc_shape(population: Population, n_points: int = 2001) -> Shape:
    """Return whether f+/f- rises (concave ROC curve), falls (convex), or neither.

    Judged on a grid of `n_points` thresholds spread over the quantiles of both classes.
    Discrete scores give "neither".
    """
    if not population.is_continuous:
        return "neither"
    grid = np.linspace(0.0, 1.0, n_points + 2)[1:-1]
    scores = np.unique(
        np.concatenate((population.positive.isf(grid), population.negative.isf(grid)))
    )
    above = density(population.positive, scores, "positive")
    below = density(population.negative, scores, "negative")
    known = (above > 0.0) | (below > 0.0)
    # f+ / (f+ + f-) is monotone exactly where f+/f- is, and stays finite.
    share = above[known] / (above[known] + below[known])
    names: dict[Trend, Shape] = {
        "nondecreasing": "concave",
        "nonincreasing": "convex",
        "constant": "straight",
        "neither": "neither",
    }
    return names[trend(share)]


def trend(values: npt.ArrayLike, tolerance: float = 1e-9) -> Trend:
    """Return whether a sequence never rises, never falls, does neither or both."""
    steps = np.diff(np.asarray(values, dtype=np.float64))
    rises, falls = bool((steps > tolerance).any()), bool((steps < -tolerance).any())
    if rises and falls:
        return "neither"
    if not rises and not falls:
        return "constant"
    return "nondecreasing" if rises else "nonincreasing"


def predicted_pr_trend(population: Population) -> Trend | None:
    """Return what P3 says about the monotonicity of the PR curve, None where it says nothing.

    P3 a: ROC curve concave and M+ >= M-: nonincreasing. P3 b: ROC curve convex, M+ < M- and
    lim f-/f+ (1 - F+) = 0 at the top: nondecreasing.

    Examples
    --------
    >>> from prgbench.populations import hughes_oliver_case
    >>> [predicted_pr_trend(hughes_oliver_case(c, 0.5)) for c in "ABCDE"]
    ['nonincreasing', None, 'nonincreasing', 'nonincreasing', 'nondecreasing']
    """
    shape = roc_shape(population)
    top_positive, top_negative = population.positive.support()[1], population.negative.support()[1]
    if shape == "straight":
        return "constant" if top_positive >= top_negative else None
    if shape == "concave" and top_positive >= top_negative:
        return "nonincreasing"
    if shape == "convex" and top_positive < top_negative and _tail_vanishes(population):
        return "nondecreasing"
    return None


def _tail_vanishes(population: Population) -> bool:
    recall = np.array([1e-4, 1e-8, 1e-12])
    product = recall * population.slope(recall)
    return bool(product[-1] < 1e-6 or product[-1] < 0.5 * product[0])


def pr_trend(population: Population, n_points: int = 2001) -> Trend:
    """Return the monotonicity of the PR curve as computed on a grid of recalls."""
    recall = np.linspace(0.0, 1.0, n_points + 2)[1:-1]
    return trend(population.precision(recall))


def chance_precision(recall: npt.ArrayLike, prevalence: float) -> Floats:
    """Return the chance PR curve, the prevalence at every recall (P4).

    It is exact for strictly increasing distribution functions and a lower bound for others.
    """
    x = check_unit(recall, "recall")
    return np.full_like(x, check_prevalence(prevalence))


def separation(population: Population) -> Separation:
    """Return whether the ranges of scores separate the classes, and which way (P5, P6)."""
    low_positive, high_positive = population.positive.support()
    low_negative, high_negative = population.negative.support()
    if high_negative < low_positive:
        return "perfect"
    return "reverse" if high_positive < low_negative else "none"


def separated_curves(population: Population, n_points: int = 201) -> dict[str, Floats]:
    """Return ROC and PR curves of separated classes as functions of the threshold (P5, P6).

    Returns
    -------
    dict
        Arrays ``threshold``, ``fpr``, ``tpr``, ``recall`` and ``precision``, thresholds falling.
        Where no positive is above the threshold the precision is 0, where nothing is, NaN.

    Raises
    ------
    ValueError
        If the classes overlap, for then the curves are functions of their abscissa.
    """
    if separation(population) == "none":
        raise ValueError("the classes overlap; use the curves of the population itself")
    grid = np.linspace(0.0, 1.0, n_points)
    thresholds = np.unique(
        np.concatenate((population.positive.isf(grid), population.negative.isf(grid)))
    )[::-1]
    fpr, tpr = population.roc_point(thresholds)
    recall, precision = population.pr_point(thresholds)
    return {
        "threshold": thresholds,
        "fpr": fpr,
        "tpr": tpr,
        "recall": recall,
        "precision": precision,
    }


def transformed(
    population: Population,
    forward: Callable[[npt.ArrayLike], Floats],
    inverse: Callable[[npt.ArrayLike], Floats],
) -> Population:
    """Return the population of increasingly transformed scores; its curves are the same (P7).

    Examples
    --------
    >>> from prgbench.populations import binormal
    >>> exponential = transformed(binormal(0.2), np.exp, np.log)
    >>> bool(np.isclose(exponential.precision(0.3), binormal(0.2).precision(0.3)))
    True
    """
    return Population(
        Transformed(population.positive, forward, inverse),
        Transformed(population.negative, forward, inverse),
        population.prevalence,
    )
