"""The simulation study of Hughes-Oliver, section 3.2: PRhat in samples from known populations."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from prgtheory.populations import (
    NormalApproximation,
    Population,
    hughes_oliver_case,
    normal_approximation,
    simulate_pr_hat,
)

Floats = npt.NDArray[np.float64]

CASES = ("A", "B", "C", "D", "F")
SKEWS = (10, 4, 1)
SIZES = (100, 500, 1000)
RECALL = np.arange(1, 11) / 10
REPLICATES = 5000


class Cell(NamedTuple):
    """PRhat at ten recalls in samples of one size from one population.

    Attributes
    ----------
    case : str
        "A" to "F".
    skew : int
        Negatives for each positive.
    n : int
        Instances in a sample.
    population : Population
        What the samples are drawn from.
    values : ndarray of shape (replicates, 10)
        PRhat, in [0, 1], by sample and recall.
    normal : NormalApproximation or None
        None for discrete scores.

    Examples
    --------
    >>> cell = simulate_cell("F", 1, 100, replicates=5)
    >>> cell.population.prevalence, cell.values.shape, cell.normal
    (0.5, (5, 10), None)
    """

    case: str
    skew: int
    n: int
    population: Population
    values: Floats
    normal: NormalApproximation | None


def simulate_cell(case: str, skew: int, n: int, replicates: int = REPLICATES) -> Cell:
    """Return one cell of the study; the seed follows from the cell [1]_.

    Parameters
    ----------
    case : {"A", "B", "C", "D", "F"}
        Name of the population.
    skew : int
        Negatives for each positive.
    n : int
        Instances in a sample.
    replicates : int, default=5000
        Samples.

    Returns
    -------
    Cell
        Its values have shape (replicates, 10).

    See Also
    --------
    prgtheory.populations.simulate_pr_hat : The simulation.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 3.2.

    Examples
    --------
    >>> simulate_cell("A", 1, 100, replicates=3).values.shape
    (3, 10)
    """
    population = hughes_oliver_case(case, 1 / (1 + skew))
    rng = np.random.default_rng([CASES.index(case), skew, n])
    values = simulate_pr_hat(population, n, RECALL, replicates=replicates, rng=rng)
    normal = normal_approximation(population, n, RECALL) if population.is_continuous else None
    return Cell(case, skew, n, population, values, normal)


def cells(replicates: int = REPLICATES) -> Iterator[Cell]:
    """Return all 45 cells of the study [1]_.

    Parameters
    ----------
    replicates : int, default=5000
        Samples of each cell.

    Yields
    ------
    Cell
        One for each case, skew and size.

    See Also
    --------
    simulate_cell : One of them.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 3.2.

    Examples
    --------
    >>> first = next(cells(replicates=5))
    >>> first.case, first.skew, first.n
    ('A', 10, 100)
    """
    for case in CASES:
        for skew in SKEWS:
            for n in SIZES:
                yield simulate_cell(case, skew, n, replicates)
