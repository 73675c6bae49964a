"""The simulation study of Hughes-Oliver, section 3.2: PRhat in samples from known populations."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import stats

from prgbench.populations import (
    NormalApproximation,
    Population,
    hughes_oliver_case,
    normal_approximation,
    simulate_pr_hat,
)
from prgbench.theory.comparison import Row
from prgbench.theory.examples import HUGHES_OLIVER
from prgbench.theory.hughes_oliver import jump_shares

Floats = npt.NDArray[np.float64]

CASES = ("A", "B", "C", "D", "F")
SKEWS = (10, 4, 1)
SIZES = (100, 500, 1000)
RECALL = np.arange(1, 11) / 10
REPLICATES = 5000


class Cell(NamedTuple):
    """PRhat at ten recalls in 5,000 samples of one size from one population."""

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
    rng = np.random.default_rng([CASES.index(case), skew, n])
    values = simulate_pr_hat(population, n, RECALL, replicates=replicates, rng=rng)
    normal = normal_approximation(population, n, RECALL) if population.is_continuous else None
    return Cell(case, skew, n, population, values, normal)


def cells() -> Iterator[Cell]:
    """Return all 45 cells of the study."""
    for case in CASES:
        for skew in SKEWS:
            for n in SIZES:
                yield simulate_cell(case, skew, n)


def table() -> list[dict[str, object]]:
    """Return a line for each cell and recall: simulated law beside the normal approximation.

    ``ks`` is the Kolmogorov distance between the two; it is empty where there is no normal
    approximation or it has no variance.
    """
    return [line for cell in cells() for line in _lines(cell)]


def _lines(cell: Cell) -> Iterator[dict[str, object]]:
    for index, recall in enumerate(RECALL):
        values = cell.values[:, index]
        values = values[~np.isnan(values)]
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
            sd = float(cell.normal.sd[index])
            law = stats.norm(cell.normal.mean[index], sd) if sd > 0 else None
            line["normal_sd"] = sd
            line["ks"] = float(stats.kstest(values, law.cdf).statistic) if law else ""
            line["note"] = cell.normal.notes[index]
        yield line


def rows() -> list[Row]:
    """Return what the text says of Figures 7 to 11, beside the study."""
    distance = {
        (line["case"], line["skew"], line["n"], line["recall"]): line["ks"] for line in table()
    }
    largest = max(float(str(distance["A", 10, 500, float(x)])) for x in RECALL[1:9])
    low, near, far = (distance["D", 4, 1000, float(RECALL[i])] for i in (4, 5, 6))
    sides = ", ".join(f"{x:g}: {_sides(x)}" for x in (0.4, 0.6, 0.8))
    kolmogorov = "Kolmogorov distance of the simulated law from the normal one"
    return [
        Row(
            HUGHES_OLIVER,
            "section 3.2, Figure 7",
            f"case A, skew 10, n = 500, recall 0.2 to 0.9: largest {kolmogorov}",
            "very nearly matches",
            f"{largest:.3f}",
            "agrees",
        ),
        Row(
            HUGHES_OLIVER,
            "section 3.2, Figure 8",
            f"case C, skew 10, n = 500, recall 0.2: {kolmogorov} (case A in brackets)",
            "slower convergence",
            f"{distance['C', 10, 500, 0.2]:.3f} ({distance['A', 10, 500, 0.2]:.3f})",
            "agrees",
        ),
        Row(
            HUGHES_OLIVER,
            "section 3.2, Figure 9",
            "case F, skew 1, n = 1000: shares of PRhat left and right of the jump at recall",
            "bimodal at .4, .6, .8",
            sides,
            "agrees",
        ),
        Row(
            HUGHES_OLIVER,
            "section 3.2, Figure 10",
            f"case D, skew 4, n = 1000: {kolmogorov} at recall .5, .6, .7",
            "reasonable only for x > 0.5",
            f"{low:.3f}, {near:.3f}, {far:.3f}",
            "agrees",
        ),
        Row(
            HUGHES_OLIVER,
            "section 3.2, Figure 11",
            f"case B, n = 1000, recall 0.7: {kolmogorov} at skew 1 (4; 10)",
            "very poor; far worse for other skews",
            f"{distance['B', 1, 1000, 0.7]:.3f} ({distance['B', 4, 1000, 0.7]:.3f}; "
            f"{distance['B', 10, 1000, 0.7]:.3f})",
            "remark",
            "worse at skew 10 and not at skew 4, where the errors on both sides of the steep part "
            "cancel; at recall 0.8 both are worse than at skew 1",
        ),
        Row(
            HUGHES_OLIVER,
            "section 3.2, Figures 7 to 11",
            "PRhat(1)",
            "drawn at x = 1",
            "n+/n",
            "remark",
            "the generalised inverse at 0 is minus infinity, so PRhat(1) is n+/n whatever the "
            "scores; in case D it does not estimate the curve's end",
        ),
    ]


def _sides(recall: float) -> str:
    values = simulate_cell("F", 1, 1000).values[:, round(recall * 10) - 1]
    return " and ".join(f"{share:.2f}" for share in jump_shares("F", 0.5, recall, values))
