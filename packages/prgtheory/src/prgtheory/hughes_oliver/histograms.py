"""Figures 7 to 11 of Hughes-Oliver: histograms of PRhat at ten recalls and three sample sizes."""

from collections.abc import Sequence

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import stats

from prgtheory.hughes_oliver.simulation_study import RECALL, Cell
from prgtheory.panels import BLACK, GREY, PURPLE, row_of_panels

GRID = np.linspace(0.0, 1.0, 401)


def histograms(cells: Sequence[Cell]) -> Figure:
    """Draw the law of PRhat in simulated samples: rows are cells, columns recalls.

    Examples
    --------
    >>> from prgtheory.hughes_oliver.simulation_study import simulate_cell
    >>> figure = histograms([simulate_cell("A", 1, 100, replicates=50)])
    >>> [axes.get_title() for axes in figure.axes]
    ['0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7', '0.8', '0.9', '1']
    >>> figure.axes[0].get_ylabel()
    'n = 100'
    """
    figure, panels = row_of_panels(
        RECALL.size, rows=len(cells), height=1.25, sharex=True, gridspec_kw={"wspace": 0.05}
    )
    for row, cell in enumerate(cells):
        axes_of_row = panels[row * RECALL.size : (row + 1) * RECALL.size]
        for index, axes in enumerate(axes_of_row):
            _histogram(axes, cell, index)
            if row == 0:
                axes.set_title(f"{RECALL[index]:g}")
        axes_of_row[0].set_ylabel(f"n = {cell.n}")
    figure.suptitle("Recall x")
    figure.supxlabel("Estimated precision PRhat(x)", fontsize=rcParams["font.size"])
    return figure


def humps(values: np.ndarray) -> int:
    """Return how many humps the kernel density of simulated PRhat has over [0, 1].

    They are the maxima on a grid of 401 points, its ends included, that reach a twentieth of the
    highest.

    Examples
    --------
    >>> humps(np.array([0.2, 0.21, 0.22, 0.8, 0.81, 0.82]))
    2
    """
    density = stats.gaussian_kde(values)(GRID)
    # Padded, so that the ends of the grid may be maxima; ">=" on one side counts a plateau once.
    padded = np.pad(density, 1, constant_values=-1.0)
    highest = (density > padded[:-2]) & (density >= padded[2:])
    return int((highest & (density > 0.05 * density.max())).sum())


def _histogram(axes: Axes, cell: Cell, index: int) -> None:
    values = cell.values[:, index]
    values = values[~np.isnan(values)]
    heights, edges = np.histogram(values, bins=50, range=(0.0, 1.0), density=True)
    axes.stairs(heights, edges, fill=True, color=GREY)
    # A kernel density of equal values has no bandwidth.
    if values.std() > 1e-6:
        axes.plot(GRID, stats.gaussian_kde(values)(GRID), color=BLACK, linewidth=0.8)
    if cell.normal is not None and cell.normal.sd[index] > 0:
        normal = stats.norm(cell.normal.mean[index], cell.normal.sd[index])
        axes.plot(GRID, normal.pdf(GRID), color=PURPLE, linewidth=1.0, linestyle="--")
    rug = np.unique(values.round(3))
    axes.plot(
        rug,
        np.zeros(rug.size),
        linestyle="none",
        marker=3,
        color=BLACK,
        markersize=4,
        markeredgewidth=0.3,
        clip_on=False,
        rasterized=True,
    )
    # The bin at precision 1 often has most samples, and would flatten all others.
    axes.set(xlim=(-0.03, 1.03), ylim=(0, 1.15 * (heights[:-1].max() or heights.max())))
    axes.set_xticks([0, 1])
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="x", pad=6)
