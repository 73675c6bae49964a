"""Populations by name, among them the seven cases of Hughes-Oliver."""

from collections.abc import Callable
from math import exp

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
    if not min(sd_positive, sd_negative) > 0:
        raise ValueError(f"both sds must be positive, got {sd_positive} and {sd_negative}")
    return Population(
        stats.norm(mean_positive, sd_positive), stats.norm(mean_negative, sd_negative), prevalence
    )


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
        If the prevalence lies outside (0, 1).

    See Also
    --------
    separated_curves : The curves of classes that do not overlap.
    hughes_oliver_case : All cases by name.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 2.3, cases D and E.

    Examples
    --------
    >>> round(float(overlapping_uniforms(0.5).precision(1.0)), 4)
    0.6667
    """
    low, high = stats.uniform(0.0, 1.0), stats.uniform(shift, 1.0)
    return Population(low, high, prevalence) if reverse else Population(high, low, prevalence)


CASES: dict[str, Callable[[float], Population]] = {
    "A": binormal,
    # Lognormal scores: the curves of case A.
    "A*": lambda pi: Population(stats.lognorm(1, scale=exp(1.4)), stats.lognorm(1), pi),
    "B": lambda pi: Population(ReflectedLognormal(8.0, 1.4, 1.0), stats.norm(), pi),
    "C": lambda pi: Population(stats.beta(5, 2), stats.beta(2, 5), pi),
    "D": overlapping_uniforms,
    "E": lambda pi: overlapping_uniforms(pi, reverse=True),
    "F": lambda pi: Population(
        DiscreteScores([0.2, 0.35, 0.5, 0.75, 0.9]),
        DiscreteScores([0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7]),
        pi,
    ),
}
"""The cases of Hughes-Oliver, section 2.3, by name: a population of each prevalence."""


def hughes_oliver_case(case: str, prevalence: float) -> Population:
    """Return one of the cases A, A*, B, C, D, E, F [1]_.

    Scores are normal (A), lognormal (A*), normal for negatives and 8 - W with a lognormal W for
    positives (B), beta-distributed (C), uniform (D, and E with exchanged classes), discrete (F).

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
    overlapping_uniforms : Cases D and E.

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
