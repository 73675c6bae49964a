"""The table of the simulation study of Hughes-Oliver."""

from collections.abc import Iterator

import numpy as np
from scipy import stats

from prgbench.papers.hughes_oliver.simulation_study import RECALL, Cell, cells


def table_simulation_study() -> list[dict[str, object]]:
    """Return a line for each cell and recall: simulated law beside the normal approximation.

    ``ks`` is the Kolmogorov distance between the two; it is empty where there is no normal
    approximation or it has no variance.

    Returns
    -------
    list of dict
        The lines of all cells, as `cell_lines` yields them.
    """
    return [line for cell in cells() for line in cell_lines(cell)]


def cell_lines(cell: Cell) -> Iterator[dict[str, object]]:
    """Yield the lines of one cell of the study, a line for each recall.

    Parameters
    ----------
    cell : Cell
        A cell of the study.

    Yields
    ------
    dict
        Case, skew, sample size, recall, and the simulated law beside the normal approximation.

    See Also
    --------
    table_simulation_study : Those of all cells.
    """
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
