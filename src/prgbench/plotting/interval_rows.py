"""Points with intervals in rows, the form of most figures of the comparison."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from prgbench.plotting.style import PAGE

PERCENT = FuncFormatter(lambda share, _: f"{100 * share:.3g}%".replace("-", "−"))
ROW = 0.24
SPREAD = 0.6
MARGIN = 0.03
COLOURS = 7
OTHER_MARKER = "s"


def rows_figure(
    n_rows: int, n_panels: int = 1, *, width: float = PAGE, sharey: bool = True
) -> tuple[Figure, list[Axes]]:
    """Return a figure whose panels stand side by side and have room for so many rows."""
    figure, axes = plt.subplots(
        1,
        n_panels,
        figsize=(width, 0.9 + ROW * max(n_rows, 3)),
        layout="constrained",
        sharey=sharey,
        squeeze=False,
    )
    return figure, list(axes[0])


def draw_rows(
    axes: Axes,
    table: pd.DataFrame,
    *,
    row: str,
    colour: str | None,
    value: str,
    lower: str | None = None,
    upper: str | None = None,
    rows: Sequence[str] | None = None,
    marker: str = "o",
) -> None:
    """Draw a point with its interval for each line of the table.

    Parameters
    ----------
    axes : Axes
        Where to draw; the first row stands at the top.
    table : DataFrame
        The points.
    row, colour : str
        Columns that say in which row a point stands and which colour it has; the colours of a row
        stand below each other. Without ``colour`` all points are alike.
    value, lower, upper : str
        Columns of the point and of the bounds of its interval; NaN bounds draw none.
    rows : sequence of str, optional
        The rows, from the top; default all of the table.
    marker : str
        The marker; colours that come a second time have another one.
    """
    names = list(dict.fromkeys(table[row])) if rows is None else list(rows)
    colours = list(dict.fromkeys(table[colour])) if colour else [None]
    for place, name in enumerate(colours):
        own = table if name is None else table[table[colour] == name]
        own = own[own[row].isin(names)]
        shift = SPREAD * (place + 0.5) / len(colours) - SPREAD / 2
        y = np.array([names.index(at) for at in own[row]]) + shift
        shape = marker if place < COLOURS else OTHER_MARKER
        axes.plot(own[value], y, shape, color=f"C{place}", label=name, linestyle="none")
        if lower is not None and upper is not None:
            axes.hlines(y, own[lower], own[upper], color=f"C{place}", linewidth=1.2)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="0.92", linewidth=0.6)
    axes.set_axisbelow(True)


def percent_axis(axes: Axes, label: str, *, from_zero: bool = True) -> None:
    """Show shares as percentages on the horizontal axis."""
    axes.xaxis.set_major_formatter(PERCENT)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.set_xlabel(label)
    if from_zero:
        left, right = axes.get_xlim()
        # Room for whole markers at either end, however little the shares vary.
        right = max(0.1, (1 + MARGIN) * right)
        axes.set_xlim(min(left, -MARGIN * right), right)


def empty_figure(text: str) -> Figure:
    """Return a figure that says why there is nothing to draw."""
    figure, axes = plt.subplots(figsize=(PAGE / 2, 0.8), layout="constrained")
    axes.set_axis_off()
    axes.text(0.5, 0.5, text, ha="center", va="center", transform=axes.transAxes)
    return figure


def legend_below(figure: Figure, axes: Axes, columns: int = 3) -> None:
    """Put the legend of the axes below the figure."""
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > 1:
        figure.legend(handles, labels, loc="outside lower center", ncols=min(columns, len(labels)))
