"""The table of the simulation study of Hughes-Oliver."""

from collections.abc import Iterator

import numpy as np
from scipy import stats

from prgtheory.hughes_oliver.simulation_study import RECALL, REPLICATES, Cell, cells


def table_simulation_study(replicates: int = REPLICATES) -> list[dict[str, object]]:
    """Return a line for each cell and recall: simulated law beside the normal approximation.

    Parameters
    ----------
    replicates : int, default=5000
        Samples of each cell.

    Returns
    -------
    list of dict
        The lines of all cells, as `cell_lines` yields them.

    Examples
    --------
    >>> line = table_simulation_study(replicates=5)[0]
    >>> line["case"], line["skew"], line["n"], line["recall"], round(line["precision"], 4)
    ('A', 10, 100, 0.1, 0.7318)
    """
    return [line for cell in cells(replicates) for line in cell_lines(cell)]


def cell_lines(cell: Cell) -> Iterator[dict[str, object]]:
    """Yield the lines of one cell of the study, a line for each recall.

    Parameters
    ----------
    cell : Cell
        A cell of the study.

    Yields
    ------
    dict
        Case, skew, sample size, recall, precision of the population, mean and standard deviation
        of PRhat, standard deviation of the normal approximation, the Kolmogorov distance ``ks``
        between the two laws, and what is known against the approximation. Of the approximation
        all is empty where there is none, and ``ks`` where it has no variance.

    See Also
    --------
    table_simulation_study : Those of all cells.

    Examples
    --------
    >>> from prgtheory.hughes_oliver.simulation_study import simulate_cell
    >>> line = list(cell_lines(simulate_cell("A", 1, 1000, replicates=500)))[4]
    >>> [round(line[name], 3) for name in ("recall", "precision", "mean", "sd", "normal_sd")]
    [0.5, 0.861, 0.86, 0.022, 0.023]
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


def kolmogorov_distances(cell: Cell) -> dict[float, float]:
    """Return how far the simulated law is from the normal one, by recall.

    Parameters
    ----------
    cell : Cell
        A cell of the study.

    Returns
    -------
    dict of float to float
        Kolmogorov distances in [0, 1], of the recalls that have one.

    See Also
    --------
    cell_lines : The lines that hold them.

    Examples
    --------
    >>> from prgtheory.hughes_oliver.simulation_study import simulate_cell
    >>> list(kolmogorov_distances(simulate_cell("D", 4, 100, replicates=5)))
    [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    """
    return {
        float(str(line["recall"])): float(str(line["ks"]))
        for line in cell_lines(cell)
        if line["ks"] != ""
    }
