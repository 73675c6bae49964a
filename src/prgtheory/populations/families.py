"""Populations by name, among them the seven cases of Hughes-Oliver."""

from collections.abc import Callable
from math import exp

import numpy.typing as npt
from scipy import stats

from prgtheory.populations.distributions import DiscreteScores, ReflectedLognormal
from prgtheory.populations.population import Population


def binormal(
    prevalence: float,
    mean_positive: float = 1.4,
    mean_negative: float = 0.0,
    sd_positive: float = 1.0,
    sd_negative: float = 1.0,
) -> Population:
    """Return normal scores in both classes (case A of [1]_ with the default values).

    Parameters
    ----------
    prevalence : float in (0, 1)
        Share of positives.
    mean_positive, mean_negative : float
        Means of both classes.
    sd_positive, sd_negative : float
        Standard deviations, > 0.

    Returns
    -------
    Population

    Raises
    ------
    ValueError
        If the prevalence lies outside (0, 1) or a parameter is not allowed.

    See Also
    --------
    bilognormal : The same curves from lognormal scores.
    hughes_oliver_case : All cases by name.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 2.3, case A.

    Examples
    --------
    >>> round(float(binormal(0.5).precision(0.5)), 4)
    0.8609
    """
    _check_positive(sd_positive=sd_positive, sd_negative=sd_negative)
    return Population(
        stats.norm(mean_positive, sd_positive), stats.norm(mean_negative, sd_negative), prevalence
    )


def bilognormal(
    prevalence: float,
    mu_positive: float = 1.4,
    mu_negative: float = 0.0,
    sigma_positive: float = 1.0,
    sigma_negative: float = 1.0,
) -> Population:
    """Return lognormal scores in both classes (case A* of [1]_ with the default values).

    Parameters
    ----------
    prevalence : float in (0, 1)
        Share of positives.
    mu_positive, mu_negative : float
        Means of the logarithms.
    sigma_positive, sigma_negative : float
        Standard deviations of the logarithms, > 0.

    Returns
    -------
    Population

    Raises
    ------
    ValueError
        If the prevalence lies outside (0, 1) or a parameter is not allowed.

    See Also
    --------
    binormal : The same curves from normal scores.
    hughes_oliver_case : All cases by name.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 2.3, case A*.

    Examples
    --------
    >>> round(float(bilognormal(0.5).precision(0.5)), 4)
    0.8609
    """
    _check_positive(sigma_positive=sigma_positive, sigma_negative=sigma_negative)
    return Population(
        stats.lognorm(sigma_positive, scale=exp(mu_positive)),
        stats.lognorm(sigma_negative, scale=exp(mu_negative)),
        prevalence,
    )


def normal_against_shifted_lognormal(
    prevalence: float, upper: float = 8.0, mu: float = 1.4, sigma: float = 1.0
) -> Population:
    """Return standard normal negatives against positives ``upper - W``, W lognormal.

    The default values are case B of [1]_.

    Parameters
    ----------
    prevalence : float in (0, 1)
        Share of positives.
    upper : float
        Largest possible score of a positive.
    mu, sigma : float
        Mean and standard deviation (> 0) of log W.

    Returns
    -------
    Population

    Raises
    ------
    ValueError
        If the prevalence lies outside (0, 1) or a parameter is not allowed.

    See Also
    --------
    ReflectedLognormal : The distribution of the positives.
    hughes_oliver_case : All cases by name.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 2.3, case B.

    Examples
    --------
    >>> recall, precision = normal_against_shifted_lognormal(0.5).pr_point(0.7)
    >>> round(float(recall), 4), round(float(precision), 4)
    (0.7217, 0.7489)
    """
    return Population(ReflectedLognormal(upper, mu, sigma), stats.norm(0.0, 1.0), prevalence)


def bibeta(
    prevalence: float,
    positive: tuple[float, float] = (5.0, 2.0),
    negative: tuple[float, float] = (2.0, 5.0),
) -> Population:
    """Return beta-distributed scores in both classes (case C of [1]_ with the default values).

    Parameters
    ----------
    prevalence : float in (0, 1)
        Share of positives.
    positive, negative : (float, float)
        The two parameters of each class, > 0.

    Returns
    -------
    Population

    Raises
    ------
    ValueError
        If the prevalence lies outside (0, 1) or a parameter is not allowed.

    See Also
    --------
    binormal : Scores without bounds.
    hughes_oliver_case : All cases by name.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 2.3, case C.

    Examples
    --------
    >>> float(bibeta(0.25).precision(1.0))
    0.25
    """
    _check_positive(**{f"positive[{i}]": v for i, v in enumerate(positive)})
    _check_positive(**{f"negative[{i}]": v for i, v in enumerate(negative)})
    return Population(stats.beta(*positive), stats.beta(*negative), prevalence)


def overlapping_uniforms(
    prevalence: float, shift: float = 0.5, *, reverse: bool = False
) -> Population:
    """Return uniform scores on [0, 1] and, `shift` higher, on [shift, 1 + shift].

    The positives are the higher ones (case D of [1]_), or the lower ones with ``reverse=True``
    (case E).

    Parameters
    ----------
    prevalence : float in (0, 1)
        Share of positives.
    shift : float
        How much higher one class is.
    reverse : bool
        Whether the positives are the lower ones.

    Returns
    -------
    Population

    Raises
    ------
    ValueError
        If the prevalence lies outside (0, 1) or a parameter is not allowed.

    See Also
    --------
    separated_curves : The curves of classes that do not overlap.
    hughes_oliver_case : All cases by name.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 2.3, case D and E.

    Examples
    --------
    >>> round(float(overlapping_uniforms(0.5).precision(1.0)), 4)
    0.6667
    """
    low, high = stats.uniform(0.0, 1.0), stats.uniform(shift, 1.0)
    return Population(low, high, prevalence) if reverse else Population(high, low, prevalence)


def discrete_uniforms(
    prevalence: float,
    positive: npt.ArrayLike = (0.2, 0.35, 0.5, 0.75, 0.9),
    negative: npt.ArrayLike = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7),
) -> Population:
    """Return equally likely scores from two lists of values.

    The default values are case F of [1]_.

    Parameters
    ----------
    prevalence : float in (0, 1)
        Share of positives.
    positive, negative : array-like of float
        The distinct scores of each class.

    Returns
    -------
    Population

    Raises
    ------
    ValueError
        If the prevalence lies outside (0, 1) or a parameter is not allowed.

    See Also
    --------
    DiscreteScores : The distribution of a class.
    hughes_oliver_case : All cases by name.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 2.3, case F.

    Examples
    --------
    >>> discrete_uniforms(0.5).precision([0.4, 1.0]).round(4).tolist()
    [0.6667, 0.625]
    """
    return Population(DiscreteScores(positive), DiscreteScores(negative), prevalence)


def _reversed_uniforms(prevalence: float) -> Population:
    return overlapping_uniforms(prevalence, reverse=True)


CASES: dict[str, Callable[[float], Population]] = {
    "A": binormal,
    "A*": bilognormal,
    "B": normal_against_shifted_lognormal,
    "C": bibeta,
    "D": overlapping_uniforms,
    "E": _reversed_uniforms,
    "F": discrete_uniforms,
}


def hughes_oliver_case(case: str, prevalence: float) -> Population:
    """Return one of the cases A, A*, B, C, D, E, F [1]_.

    Parameters
    ----------
    case : {"A", "A*", "B", "C", "D", "E", "F"}
        Name of the case.
    prevalence : float in (0, 1)
        Share of positives.

    Returns
    -------
    Population

    Raises
    ------
    ValueError
        If there is no such case or the prevalence lies outside (0, 1).

    See Also
    --------
    binormal : Case A.
    bilognormal : Case A*.
    normal_against_shifted_lognormal : Case B.
    bibeta : Case C.
    overlapping_uniforms : Cases D and E.
    discrete_uniforms : Case F.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 2.3.

    Examples
    --------
    >>> round(float(hughes_oliver_case("D", 0.5).precision(1.0)), 6)
    0.666667
    """
    if case not in CASES:
        raise ValueError(f"case must be one of {', '.join(CASES)}, got {case!r}")
    return CASES[case](prevalence)


def _check_positive(**values: float) -> None:
    for name, value in values.items():
        if not value > 0:
            raise ValueError(f"{name} must be positive, got {value}")
