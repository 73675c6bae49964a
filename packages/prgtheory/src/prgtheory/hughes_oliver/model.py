"""What the text on population PR curves needs besides `populations`.

Sources are places in J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment
of ranking algorithms. arXiv:1810.08635.
"""

import numpy as np
from scipy import optimize, stats

from prgtheory.populations import Population, hughes_oliver_case, simulate_pr_hat
from prgtheory.populations.distributions import density


def crossing_of_a_and_b() -> float:
    """Return the false positive rate at which the ROC curves of cases A and B cross.

    Source: section 1.

    Examples
    --------
    >>> round(crossing_of_a_and_b(), 3)
    0.203
    """
    a, b = hughes_oliver_case("A", 0.5), hughes_oliver_case("B", 0.5)

    def gap(fpr: float) -> float:
        return float(a.true_positive_rate(fpr) - b.true_positive_rate(fpr))

    return float(optimize.brentq(gap, 0.05, 0.5))


def tail_constant(population: Population, epsilon: float = 1e-6) -> float:
    """Return the supremum that gamma of condition 7 bounds.

    That is the largest x(1 - x) |d/dx log f+(F+^-1(1 - x))| over x in [epsilon, 1 - epsilon], by
    differences of log f+ along 4,001 quantiles. Raises ValueError if the positives have no
    density. Source: theorem 1, condition 7.

    Examples
    --------
    >>> round(tail_constant(hughes_oliver_case("C", 0.5)), 3)
    0.797
    """
    # Even on the normal scale: the supremum may lie far out in a tail.
    grid = stats.norm.cdf(np.linspace(stats.norm.isf(1 - epsilon), stats.norm.isf(epsilon), 4001))
    score = population.positive.isf(grid)
    log_density = np.log(density(population.positive, score, "positive"))
    return float(np.max(grid * (1 - grid) * np.abs(np.gradient(log_density, grid))))


def jump_shares(case: str, prevalence: float, recall: float, values: np.ndarray) -> list[float]:
    """Return which shares of simulated PRhat values lie nearest each side of a jump.

    Examples
    --------
    >>> jump_shares("F", 0.5, 0.4, np.array([1.0, 1.0, 1.0, 0.5]))
    [0.75, 0.25]
    """
    population = hughes_oliver_case(case, prevalence)
    sides = [float(population.precision(recall + step)) for step in (-1e-7, 1e-7)]
    nearest = np.abs(values[:, None] - np.array(sides)).argmin(axis=1)
    return [float(np.mean(nearest == side)) for side in (0, 1)]


def strong_approximation_terms(population: Population, recall: float) -> np.ndarray:
    """Return the variances of the three independent terms of Z(x) of theorem 1 B.

    Z(x) = PR(x)^2/x times sqrt(1 - pi)/pi^(3/2) alpha W, plus (1 - pi)/pi^(3/2) slope B1(x), plus
    sqrt(1 - pi)/pi B2(alpha). W is standard normal and B1, B2 are Brownian bridges, of variance
    t(1 - t) at t. Raises ValueError for scores without a density. Source: theorem 1 B.

    Examples
    --------
    >>> strong_approximation_terms(hughes_oliver_case("A", 0.5), 0.5).round(4).tolist()
    [0.0573, 0.1548, 0.3263]
    """
    pi, alpha = population.prevalence, float(population.false_positive_rate(recall))
    weights = np.array(
        [
            np.sqrt(1 - pi) / pi**1.5 * alpha,
            (1 - pi) / pi**1.5 * float(population.slope(recall)),
            np.sqrt(1 - pi) / pi,
        ]
    )
    variances = np.array([1.0, recall * (1 - recall), alpha * (1 - alpha)])
    scale = float(population.precision(recall)) ** 2 / recall
    return np.asarray(scale**2 * weights**2 * variances)


def remainder_order(gamma: float, n: int) -> float:
    """Return (log log n)^rho1 (log n)^rho2, the order of theorem 1 B's remainder times sqrt(n).

    The exponents are those that the text prints: (0, 1) for gamma < 1, (0, 2) for gamma = 1,
    (gamma, gamma - 1) for gamma > 1, without the epsilon that the last has. Source: theorem 1 B.

    Examples
    --------
    >>> [round(remainder_order(gamma, 1000), 2) for gamma in (0.8, 1.0, 1.25)]
    [6.91, 47.72, 3.69]
    """
    if gamma == 1:
        return float(np.log(n) ** 2)
    if gamma < 1:
        return float(np.log(n))
    return float(np.log(np.log(n)) ** gamma * np.log(n) ** (gamma - 1))


def largest_error(case: str, n: int, *, samples: int = 20, seed: int = 13) -> float:
    """Return the mean of sup |PRhat - PR| over recall [.1, .9] in seeded samples, pi 1/2.

    Source: theorem 1 A.

    Examples
    --------
    >>> largest_error("A", 100, samples=2) > largest_error("A", 10_000, samples=2)
    True
    """
    population, recall = hughes_oliver_case(case, 0.5), np.linspace(0.1, 0.9, 801)
    rng = np.random.default_rng([seed, n])
    values = simulate_pr_hat(population, n, recall, replicates=samples, rng=rng)
    return float(np.abs(values - population.precision(recall)).max(axis=1).mean())
