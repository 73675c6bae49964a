"""Properties P1 to P7 of population ROC and PR curves (Hughes-Oliver, section 2.2)."""

from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from prgtheory.populations._validation import Floats
from prgtheory.populations.distributions import density
from prgtheory.populations.population import Population

Shape = Literal["concave", "convex", "straight", "neither"]
Trend = Literal["nonincreasing", "nondecreasing", "constant", "neither"]

_NO_STEP = 1e-9


class Limits(NamedTuple):
    """One-sided limits of a curve where its abscissa falls to 0 and rises to 1.

    Attributes
    ----------
    at_zero, at_one : float
        In [0, 1].

    See Also
    --------
    roc_limits : Those of the ROC curve.
    pr_limits : Those of the PR curve.

    Examples
    --------
    >>> Limits(at_zero=1.0, at_one=0.5).at_one
    0.5
    """

    at_zero: float
    at_one: float


def roc_limits(population: Population) -> Limits:
    """Return the ends of the ROC curve [1]_.

    They are 1 - F+(M-) and 1 - F+(m-), as P1 says, but for one case that it leaves out: where F+
    has an atom at M- and F- has none, the first is Pr(S+ >= M-).

    Parameters
    ----------
    population : Population

    Returns
    -------
    Limits

    See Also
    --------
    pr_limits : The ends of the PR curve.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Property P1.

    Examples
    --------
    >>> from prgtheory.populations import hughes_oliver_case
    >>> roc_limits(hughes_oliver_case("F", 0.5))
    Limits(at_zero=0.4, at_one=1.0)
    """
    return Limits(*population.true_positive_rate([0.0, 1.0]).tolist())


def pr_limits(population: Population) -> Limits:
    """Return the ends of the PR curve [1]_.

    The limit at recall 1 is pi / (pi + (1 - pi)(1 - F-(m+))), not the prevalence in general.

    Parameters
    ----------
    population : Population
        Of any two frozen ``scipy.stats`` distributions, or those of this package.

    Returns
    -------
    Limits
        Both in [0, 1], that at recall 0 to about five digits.

    Raises
    ------
    ValueError
        If the limit at recall 0 cannot be told: discrete scores without an upper end, ranges
        whose upper ends differ by rounding only, or a ratio of densities that neither settles
        nor grows or falls steadily as far as doubles carry it.

    See Also
    --------
    roc_limits : The ends of the ROC curve.
    Population.top_density_ratio : What the limit at recall 0 depends on.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Property P2 (a), (b), (c).

    Examples
    --------
    >>> from prgtheory.populations import hughes_oliver_case
    >>> pr_limits(hughes_oliver_case("F", 0.5))
    Limits(at_zero=1.0, at_one=0.625)
    """
    lowest = population.positive.support()[0]
    share = float(population.negative.sf(lowest))
    at_one = 1.0 / (1.0 + population.skew * share)
    return Limits(float(population.precision(0.0)), at_one)


def roc_shape(population: Population, n_points: int = 2003) -> Shape:
    """Return whether f+/f- rises (concave ROC curve), falls (convex), or neither [1]_.

    Judged on a grid of `n_points` thresholds spread over the quantiles of both classes.
    Scores without a density, discrete or `Transformed`, give "neither".

    Parameters
    ----------
    population : Population
    n_points : int
        Size of the grid, with the ends of [0, 1] that are left out.

    Returns
    -------
    {"concave", "convex", "straight", "neither"}

    See Also
    --------
    predicted_pr_trend : What follows for the PR curve.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Property P3, its proof, and the cases of section 2.3.

    Examples
    --------
    >>> from prgtheory.populations import hughes_oliver_case
    >>> [roc_shape(hughes_oliver_case(c, 0.5)) for c in "ABCDEF"]
    ['concave', 'neither', 'concave', 'concave', 'convex', 'neither']
    """
    if not population.is_continuous:
        return "neither"
    grid = np.linspace(0.0, 1.0, n_points)[1:-1]
    # Quantiles of both classes: an even grid of scores would miss where one of them is dense.
    scores = np.unique(
        np.concatenate((population.positive.isf(grid), population.negative.isf(grid)))
    )
    above = density(population.positive, scores, "positive")
    below = density(population.negative, scores, "negative")
    has_mass = (above > 0.0) | (below > 0.0)
    # f+ / (f+ + f-) is monotone exactly where f+/f- is, and stays finite.
    share = above[has_mass] / (above[has_mass] + below[has_mass])
    names: dict[Trend, Shape] = {
        "nondecreasing": "concave",
        "nonincreasing": "convex",
        "constant": "straight",
        "neither": "neither",
    }
    return names[trend(share)]


def trend(values: npt.ArrayLike) -> Trend:
    """Return whether a sequence never rises, never falls, does neither or both.

    Parameters
    ----------
    values : array-like
        The sequence; steps up to 1e-9 count as none.

    Returns
    -------
    {"nonincreasing", "nondecreasing", "constant", "neither"}

    See Also
    --------
    pr_trend : The trend of a PR curve.

    Examples
    --------
    >>> trend([1, 2, 2]), trend([1, 2, 1])
    ('nondecreasing', 'neither')
    """
    steps = np.diff(np.asarray(values, dtype=np.float64))
    rises, falls = bool((steps > _NO_STEP).any()), bool((steps < -_NO_STEP).any())
    if rises and falls:
        return "neither"
    if not rises and not falls:
        return "constant"
    return "nondecreasing" if rises else "nonincreasing"


def predicted_pr_trend(population: Population) -> Trend | None:
    """Return what P3 of [1]_ says about the monotonicity of the PR curve, None where nothing.

    P3 a: ROC curve concave and M+ >= M-: nonincreasing. P3 b: ROC curve convex, M+ < M- and
    lim f-/f+ (1 - F+) = 0 at the top: nondecreasing.

    Parameters
    ----------
    population : Population

    Returns
    -------
    {"nonincreasing", "nondecreasing", "constant"} or None

    See Also
    --------
    pr_trend : The trend as computed.
    roc_shape : The condition on the ROC curve.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Property P3 (a) and (b).

    Examples
    --------
    >>> from prgtheory.populations import hughes_oliver_case
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
    # x f-/f+ at three recalls towards 0: it vanishes if it is tiny or still falls.
    recall = np.array([1e-4, 1e-8, 1e-12])
    product = recall * population.slope(recall)
    return bool(product[-1] < 1e-6 or product[-1] < 0.5 * product[0])


def pr_trend(population: Population, n_points: int = 2003) -> Trend:
    """Return the monotonicity of the PR curve [1]_ as computed on a grid of recalls.

    Parameters
    ----------
    population : Population
    n_points : int
        Size of the grid, with the ends of [0, 1] that are left out.

    Returns
    -------
    {"nonincreasing", "nondecreasing", "constant", "neither"}

    See Also
    --------
    predicted_pr_trend : The trend that the shape of the ROC curve implies.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Property P2: the PR curve need not be monotone.

    Examples
    --------
    >>> from prgtheory.populations import hughes_oliver_case
    >>> [pr_trend(hughes_oliver_case(c, 0.5)) for c in "ABE"]
    ['nonincreasing', 'neither', 'nondecreasing']
    """
    recall = np.linspace(0.0, 1.0, n_points)[1:-1]
    return trend(population.precision(recall))


def separated_curves(population: Population, n_points: int = 201) -> dict[str, Floats]:
    """Return ROC and PR curves of separated classes as functions of the threshold [1]_.

    Parameters
    ----------
    population : Population
    n_points : int
        Thresholds for each class.

    Returns
    -------
    dict
        Arrays ``threshold``, ``fpr``, ``tpr``, ``recall`` and ``precision``, thresholds falling.
        Where no positive is above the threshold the precision is 0, where nothing is, NaN.

    Raises
    ------
    ValueError
        If the classes overlap, for then the curves are functions of their abscissa.

    See Also
    --------
    overlapping_uniforms : Separated by a shift above 1.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Properties P5 and P6, figures 1 and 2.

    Examples
    --------
    >>> from prgtheory.populations import overlapping_uniforms
    >>> curves = separated_curves(overlapping_uniforms(0.5, shift=2.0), n_points=3)
    >>> curves["recall"].tolist()
    [0.0, 0.5, 1.0, 1.0, 1.0, 1.0]
    >>> curves["precision"].round(4).tolist()
    [nan, 1.0, 1.0, 1.0, 0.6667, 0.5]
    """
    low_positive, high_positive = population.positive.support()
    low_negative, high_negative = population.negative.support()
    if low_positive <= high_negative and low_negative <= high_positive:
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
