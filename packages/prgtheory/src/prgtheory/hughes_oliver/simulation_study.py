"""The simulation study of Hughes-Oliver, section 3.2: PRhat in samples from known populations."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

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
    """Return one cell of the study; the seed follows from the cell.

    Examples
    --------
    >>> simulate_cell("A", 1, 100, replicates=3).values.shape
    (3, 10)
    """
    population = hughes_oliver_case(case, 1 / (1 + skew))
    # The seed is the cell, so that any one can be computed without the others.
    rng = np.random.default_rng([CASES.index(case), skew, n])
    values = simulate_pr_hat(population, n, RECALL, replicates=replicates, rng=rng)
    normal = normal_approximation(population, n, RECALL) if population.is_continuous else None
    return Cell(case, skew, n, population, values, normal)


def cells(replicates: int = REPLICATES) -> Iterator[Cell]:
    """Return all 45 cells of the study.

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


def table_simulation_study(replicates: int = REPLICATES) -> list[dict[str, object]]:
    """Return a line for each cell and recall: simulated law beside the normal approximation.

    Examples
    --------
    >>> line = table_simulation_study(replicates=5)[0]
    >>> line["case"], line["skew"], line["n"], line["recall"], round(line["precision"], 4)
    ('A', 10, 100, 0.1, 0.7318)
    """
    return [line for cell in cells(replicates) for line in cell_lines(cell)]


def cell_lines(cell: Cell) -> Iterator[dict[str, object]]:
    """Yield the lines of one cell of the study, a line for each recall.

    Yields
    ------
    dict
        Case, skew, sample size, recall, precision of the population, mean and standard deviation
        of PRhat, standard deviation of the normal approximation, the Kolmogorov distance ``ks``
        between the two laws, and what is known against the approximation. Of the approximation
        all is empty where there is none, and ``ks`` where it has no variance.

    Examples
    --------
    >>> line = list(cell_lines(simulate_cell("A", 1, 1000, replicates=500)))[4]
    >>> [round(line[name], 3) for name in ("recall", "precision", "mean", "sd", "normal_sd")]
    [0.5, 0.861, 0.86, 0.022, 0.023]
    """
    distances = kolmogorov_distances(cell)
    for index, recall in enumerate(RECALL):
        # A sample without positives has no PRhat.
        values = cell.values[~np.isnan(cell.values[:, index]), index]
        line: dict[str, object] = {
            "case": cell.case,
            "skew": cell.skew,
            "n": cell.n,
            "recall": float(recall),
            "precision": float(cell.population.precision(recall)),
            "mean": float(values.mean()),
            "sd": float(values.std(ddof=1)),
            "normal_sd": "",
            "ks": "",
            "note": "discrete scores: theorem 1 does not apply",
        }
        if cell.normal is not None:
            line["normal_sd"] = float(cell.normal.sd[index])
            line["ks"] = distances.get(float(recall), "")
            line["note"] = cell.normal.notes[index]
        yield line


def kolmogorov_distances(cell: Cell) -> dict[float, float]:
    """Return how far the simulated law is from the normal one, by recall.

    Examples
    --------
    >>> list(kolmogorov_distances(simulate_cell("D", 4, 100, replicates=5)))
    [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    """
    if cell.normal is None:
        return {}
    return {
        float(recall): float(stats.kstest(values[~np.isnan(values)], "norm", (mean, sd)).statistic)
        for recall, values, mean, sd in zip(
            RECALL, cell.values.T, cell.normal.mean, cell.normal.sd, strict=True
        )
        # A normal law without variance is a point: the distance from it would say nothing.
        if sd > 0
    }
