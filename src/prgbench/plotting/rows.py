"""Points with intervals in rows, the form of most figures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
import pandas as pd

from prgbench.plotting.style import PAGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MARKERS = "os^DvPX<"
COLOURS = 7
"""The colours of the style; with eight markers, 56 series look different."""

ROW = 0.24
SPREAD = 0.6
_TICK_DIGITS = 9
MARGIN = 0.03


def percent_tick(share: float, _: object = None) -> str:
    """Format a tick of an axis of shares, such as 12.5%."""
    rounded = round(100 * share, _TICK_DIGITS) + 0.0  # a sum with 0 makes -0 a 0
    return f"{rounded:.3g}%".replace("-", "−")


class Look(TypedDict):
    """The look of a series, as Matplotlib takes it."""

    color: str
    marker: str


def look(index: int) -> Look:
    """Return the look of the series at a place."""
    return {"color": f"C{index % COLOURS}", "marker": MARKERS[index % len(MARKERS)]}


def looks(names: Iterable[str]) -> dict[str, Look]:
    """Return the look of each series, in order of first appearance."""
    return {name: look(index) for index, name in enumerate(dict.fromkeys(names))}


def without_interval(drawn: pd.DataFrame) -> "pd.Series[bool]":
    """Return for each of the rows that `draw_rows` draws whether its mark is open."""
    return drawn["value"].notna() & drawn[["lower", "upper"]].isna().any(axis=1)


def rows_figure(
    n_rows: int, n_panels: int = 1, *, width: float = PAGE, sharey: bool = True
) -> "tuple[Figure, list[Axes]]":
    """Return a figure of panels side by side, with room for so many rows."""
    from matplotlib import pyplot as plt

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
    axes: "Axes",
    table: pd.DataFrame,
    *,
    row: str = "row",
    series: str = "series",
    value: str = "value",
    lower: str = "lower",
    upper: str = "upper",
    rows: Sequence[str] | None = None,
    appearance: Mapping[str, Look] | None = None,
) -> pd.DataFrame:
    """Draw a point with its interval for each line of the table, and return the drawn numbers.

    ``row``, ``series``, ``value``, ``lower`` and ``upper`` are columns of the table. The series
    of a row lie below each other. A point with NaN bounds is open. ``rows`` are the rows to draw,
    from the top (default all); ``appearance`` is the look of each series (default `looks`).
    """
    names = list(dict.fromkeys(table[row])) if rows is None else list(rows)
    columns = {row: "row", series: "series", value: "value", lower: "lower", upper: "upper"}
    drawn = table.loc[table[row].isin(names), list(columns)].rename(columns=columns)
    drawn = drawn.reset_index(drop=True)
    shown = appearance or looks(drawn["series"])
    for index, (name, style) in enumerate(shown.items()):
        marks = drawn[drawn["series"] == name]
        # The series of a row are spread evenly around its middle, so that no mark hides another.
        shift = SPREAD * (index + 0.5) / len(shown) - SPREAD / 2
        y = np.array([names.index(label) for label in marks["row"]]) + shift
        is_open = without_interval(marks).to_numpy()
        line: dict[str, Any] = {**style, "linestyle": "none"}
        axes.plot(marks["value"][~is_open], y[~is_open], **line, label=name)
        if is_open.any():
            axes.plot(marks["value"][is_open], y[is_open], **line, markerfacecolor="w")
        axes.hlines(y, marks["lower"], marks["upper"], color=style["color"], linewidth=1.2)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="0.92", linewidth=0.6)
    axes.set_axisbelow(True)
    return drawn


def percent_axis(axes: "Axes", label: str, *, from_zero: bool = True) -> None:
    """Show shares as percentages on the horizontal axis, with ticks from 0% to 100%."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_formatter(percent_tick)
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    axes.set_xlabel(label)
    axes.margins(x=2 * MARGIN)
    if from_zero:
        left, right = axes.get_xlim()
        # Room for whole markers at both ends, however little the shares vary.
        right = max(0.1, (1 + MARGIN) * right)
        axes.set_xlim(min(left, -MARGIN * right), right)
    shown = np.round(axes.get_xticks(), _TICK_DIGITS)
    left, right = axes.get_xlim()
    axes.set_xticks(shown[(shown >= max(left, 0)) & (shown <= min(right, 1))])


def legend_below(figure: "Figure", axes: "Axes", columns: int = 3) -> None:
    """Put the legend of the axes below the figure."""
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > 1:
        figure.legend(handles, labels, loc="outside lower center", ncols=min(columns, len(labels)))
