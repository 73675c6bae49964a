"""Hughes-Oliver: what the text on population PR curves needs besides `populations`."""

import numpy as np
from scipy import optimize, stats

from prgbench.populations import Population, hughes_oliver_case
from prgbench.populations.distributions import density


def crossing_of_a_and_b() -> float:
    """Return the false positive rate at which the ROC curves of cases A and B cross."""
    a, b = hughes_oliver_case("A", 0.5), hughes_oliver_case("B", 0.5)

    def gap(fpr: float) -> float:
        return float(a.true_positive_rate(fpr) - b.true_positive_rate(fpr))

    return float(optimize.brentq(gap, 0.05, 0.5))


def tail_constant(population: Population, epsilon: float = 1e-6) -> float:
    """Return gamma of condition 7: the largest x(1 - x) |d/dx log f+(F+^-1(1 - x))|.

    Over x in [epsilon, 1 - epsilon], by differences of log f+ along the quantiles.
    """
    grid = stats.norm.cdf(np.linspace(stats.norm.isf(1 - epsilon), stats.norm.isf(epsilon), 4001))
    score = population.positive.isf(grid)
    log_density = np.log(density(population.positive, score, "positive"))
    return float(np.max(grid * (1 - grid) * np.abs(np.gradient(log_density, grid))))


def jump_shares(case: str, prevalence: float, recall: float, values: np.ndarray) -> list[float]:
    """Return which shares of simulated PRhat values lie nearest each side of a jump.

    Parameters
    ----------
    case, prevalence : str, float
        Population with a PR curve that jumps at `recall`.
    recall : float
    values : ndarray
        Simulated values of PRhat at `recall`.
    """
    population = hughes_oliver_case(case, prevalence)
    sides = [float(population.precision(recall + step)) for step in (-1e-7, 1e-7)]
    nearest = np.abs(values[:, None] - np.array(sides)).argmin(axis=1)
    return [float(np.mean(nearest == side)) for side in (0, 1)]
