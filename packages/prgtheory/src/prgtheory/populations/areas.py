"""Areas under the exact ROC, PR and PRG curves of a population, by quadrature."""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import integrate

from prgbench.metrics import theorems
from prgtheory.populations._validation import Floats, check_unit
from prgtheory.populations.distributions import atom
from prgtheory.populations.population import Population


class PopulationAreas(NamedTuple):
    """Areas under the three curves of a population.

    Attributes
    ----------
    auroc, aupr : float
        In [0, 1].
    auprg : float
        At most 1; negative below the baseline.

    See Also
    --------
    areas : Compute them.

    Examples
    --------
    >>> PopulationAreas(0.5, 0.5, 0.0).auprg
    0.0
    """

    auroc: float
    aupr: float
    auprg: float


def auroc(population: Population) -> float:
    """Return Pr(S+ > S-) + Pr(S+ = S-)/2, the area under the ROC curve [1]_ [2]_.

    Parameters
    ----------
    population : Population

    Returns
    -------
    float
        In [0, 1].

    See Also
    --------
    areas : The three areas.
    prgbench.metrics.auroc_score : The area of a sample.

    References
    ----------
    .. [1] J. A. Hanley, B. J. McNeil (1982). The meaning and use of the area under a receiver
           operating characteristic (ROC) curve. Radiology 143(1), 29-36.
    .. [2] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Equation 3 for the curve.

    Examples
    --------
    >>> from prgtheory.populations import binormal
    >>> round(auroc(binormal(0.5)), 10)
    0.8389005969
    """
    steps = _steps(population)
    if steps is not None:
        # Discrete scores: trapezoids through the points of the thresholds, ties counted one half.
        recall, alpha = steps
        return float(np.sum(np.diff(recall) * (1.0 - (alpha[:-1] + alpha[1:]) / 2.0)))
    negative = population.negative

    # A tie counts one half, as in distributions whose scores are discrete but not listed.
    def beaten(recall: float) -> float:
        score = float(population.threshold(recall))
        return 1.0 - float(negative.sf(score)) - atom(negative, score) / 2.0

    return _integrate(beaten, population, 0.0)


def aupr(population: Population, recall_range: tuple[float, float] = (0.0, 1.0)) -> float:
    """Return the area under the PR curve [1]_ over a range of recalls.

    Parameters
    ----------
    population : Population
    recall_range : (float, float)
        Lowest and highest recall, in [0, 1].

    Returns
    -------
    float
        In [0, high - low].

    Raises
    ------
    ValueError
        If the range does not rise or lies outside [0, 1].

    See Also
    --------
    areas : The three areas.
    prgbench.metrics.aupr_score : The area of a sample.

    Notes
    -----
    For discrete scores equation 5 of [1]_ holds the false positive rate constant between the
    recalls that thresholds reach; the metrics of a sample mix two thresholds there.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Equation 5.

    Examples
    --------
    >>> from prgtheory.populations import overlapping_uniforms
    >>> round(aupr(overlapping_uniforms(0.5)), 8)
    0.88732654
    """
    low, high = _range(recall_range)
    steps = _steps(population)
    if steps is None:
        return _integrate(lambda x: float(population.precision(x)), population, low, high)
    # alpha is constant between the recalls of two thresholds, so each piece is a hyperbola.
    edges = np.unique(np.clip(steps[0], low, high))
    # alpha at the middle of a piece: at its edges the generalised inverse takes either side.
    middles = (edges[:-1] + edges[1:]) / 2.0
    constant = population.skew * population.false_positive_rate(middles)
    return float(np.sum(_hyperbola(edges[:-1], edges[1:], constant)))


def auprg(population: Population) -> float:
    """Return the area under the PRG curve, recall gain from 0 to 1 [1]_.

    Negative precision gain counts. With recall x the integral is that of
    (1 - alpha(x)/x) pi / ((1 - pi) x^2) over [pi, 1].

    Parameters
    ----------
    population : Population

    Returns
    -------
    float
        At most 1.

    See Also
    --------
    areas : The three areas.
    expected_fg1 : The expected F1 gain.
    prgbench.metrics.auprg_score : The area of a sample.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Definition 1 and section 3.3.

    Examples
    --------
    >>> from prgtheory.populations import binormal
    >>> round(auprg(binormal(0.5)), 6)
    0.696105
    """
    pi, skew = population.prevalence, population.skew
    steps = _steps(population)
    if steps is None:
        # From recall gain to recall: d recG = pi / ((1 - pi) x^2) dx.
        return _integrate(
            lambda x: (1.0 - float(population.false_positive_rate(x)) / x) / (skew * x * x),
            population,
            pi,
        )
    edges = np.unique(np.clip(steps[0], pi, 1.0))
    alpha = population.false_positive_rate((edges[:-1] + edges[1:]) / 2.0)
    # The integral of (1 - alpha/x) / x^2 over a piece: differences of 1/x and of 1/x^2.
    first, last = 1.0 / edges[:-1], 1.0 / edges[1:]
    return float(np.sum((first - last) - alpha * (first**2 - last**2) / 2.0) / skew)


def areas(population: Population) -> PopulationAreas:
    """Return the three areas of a population [1]_ [2]_.

    Parameters
    ----------
    population : Population

    Returns
    -------
    PopulationAreas

    See Also
    --------
    auroc : The area under the ROC curve.
    aupr : The area under the PR curve.
    auprg : The area under the PRG curve.
    simulate_areas : The areas of samples.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Equations 3 and 5 for the curves.
    .. [2] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Section 3.3.

    Examples
    --------
    >>> from prgtheory.populations import binormal
    >>> [round(area, 4) for area in areas(binormal(0.5))]
    [0.8389, 0.8363, 0.6961]
    """
    return PopulationAreas(auroc(population), aupr(population), auprg(population))


def expected_fg1(population: Population) -> float:
    """Return the expected F1 gain over operating points uniform in Delta [1]_.

    Parameters
    ----------
    population : Population

    Returns
    -------
    float
        NaN where 1 - pi (1 - y0) is not positive, y0 being the precision gain at recall gain 0.

    See Also
    --------
    auprg : The area.
    prgbench.metrics.theory.expected_fg1 : The formula.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Theorem 3, equation 5.

    Examples
    --------
    >>> from prgtheory.populations import binormal
    >>> round(expected_fg1(binormal(0.5)), 4)
    0.6102
    """
    y0 = float(population.precision_gain(0.0))
    return float(theorems.expected_fg1(auprg(population), population.prevalence, y0))


def _range(recall_range: tuple[float, float]) -> tuple[float, float]:
    low, high = check_unit(recall_range, "recall_range")
    if not low < high:
        raise ValueError(f"recall_range must rise, got {recall_range!r}")
    return float(low), float(high)


def _hyperbola(low: Floats, high: Floats, constant: Floats) -> Floats:
    """Integrate x / (x + constant) from low to high."""
    with np.errstate(divide="ignore", invalid="ignore"):
        # x / (x + c) = 1 - c / (x + c); at c = 0 the logarithm may be infinite and has no part.
        logarithm = constant * np.log((high + constant) / (low + constant))
    return (high - low) - np.where(constant == 0.0, 0.0, logarithm)


def _steps(population: Population) -> tuple[Floats, Floats] | None:
    """Return recalls and false positive rates of all thresholds, if scores are discrete."""
    values = [getattr(d, "values", None) for d in (population.positive, population.negative)]
    if values[0] is None or values[1] is None:
        return None
    thresholds = np.union1d(values[0], values[1])[::-1]
    # "score > t" at every threshold, and a last point below all scores.
    recall = np.append(population.positive.sf(thresholds), 1.0)
    return recall, np.append(population.negative.sf(thresholds), 1.0)


def _integrate(
    function: Callable[[float], float], population: Population, low: float, high: float = 1.0
) -> float:
    # Where a negative's support ends, alpha has a corner: the quadrature is split there.
    edges = np.asarray(population.negative.support(), dtype=np.float64)
    inner: npt.ArrayLike = population.positive.sf(edges)
    cuts = np.unique(np.clip([low, *np.atleast_1d(inner), high], low, high))
    pieces = [
        integrate.quad(function, a, b, epsabs=1e-13, epsrel=1e-12, limit=400)[0]
        for a, b in pairwise(cuts)
    ]
    return float(sum(pieces))
