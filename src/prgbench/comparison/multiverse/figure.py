"""The figure of the nine numbers in all universes."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.comparison.multiverse.names import (
    BEST,
    CHOICES,
    CORRELATION,
    NUMBERS,
    PAIRS,
    TOP,
    number_column,
)
from prgbench.plotting.drawn import Drawn, not_drawn
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import MARGIN, PERCENT, legend_below, rows_figure
from prgbench.plotting.labels import pair_label
from prgbench.plotting.sentences import count, listing, percent
from prgbench.replication.printed_numbers import BEST_DIFFERS, RANK_CORRELATION, TOP3_DIFFERS

_ROWS_A_STRIP = 2.2
_SPREAD = 0.6
_GOLDEN = 0.6180339887498949
_AXES = {
    BEST: "Tasks with different\nbest models",
    TOP: "Tasks with a different\nordered top three",
    CORRELATION: "Correlation of\nthe ranks",
}
_PRINTED = {
    BEST: {pair: percent / 100 for pair, percent in BEST_DIFFERS.items()},
    TOP: {pair: percent / 100 for pair, percent in TOP3_DIFFERS.items()},
    CORRELATION: RANK_CORRELATION,
}


def multiverse(tables: Tables, facts: Facts) -> Drawn:
    """Draw each of the nine numbers in all universes, as the study chooses, and as printed."""
    table = tables["multiverse"]
    if table.empty:
        return not_drawn("No task has a universe.")
    figure, panels = rows_figure(round(_ROWS_A_STRIP * len(PAIRS)), len(_AXES))
    for axes, statistic in zip(panels, _AXES, strict=True):
        for place, pair in enumerate(PAIRS):
            _strip(axes, table, number_column(statistic, *pair), place)
            axes.plot(_PRINTED[statistic][pair], place, "D", color="C1", label="printed", zorder=4)
        axes.margins(x=MARGIN)
        axes.set_xlabel(_AXES[statistic])
        axes.grid(axis="x", color="0.92", linewidth=0.6)
        axes.set_axisbelow(True)
        if statistic != CORRELATION:
            axes.xaxis.set_major_formatter(PERCENT)
    panels[0].set_yticks(range(len(PAIRS)), [pair_label(*pair) for pair in PAIRS])
    for axes in panels:
        axes.tick_params(axis="y", length=0)
    panels[0].set_ylim(len(PAIRS) - 0.5, -0.5)
    _one_legend(figure, panels[0])
    data = table[["default", *CHOICES, "tasks", *NUMBERS]]
    return Drawn(figure, _caption(table, facts), _alt(table), data)


def _strip(axes: Axes, table: pd.DataFrame, number: str, place: int) -> None:
    """Draw all universes as points, their quartiles as a box and the default above them."""
    values = table[number].to_numpy()
    heights = place + _SPREAD * ((_GOLDEN * np.arange(len(values))) % 1 - 0.5)
    axes.plot(
        values, heights, ".", color="0.6", markersize=2.5, label="a universe", rasterized=True
    )
    defined = values[~np.isnan(values)]
    if len(defined):
        lower, median, upper = np.quantile(defined, [0.25, 0.5, 0.75])
        axes.plot([lower, upper], [place, place], color="k", linewidth=3, label="quartiles")
        axes.plot(median, place, "|", color="k", markersize=9, label="median")
    found = table.loc[table["default"], number]
    axes.plot(found, np.full(len(found), place), "o", color="C0", label="as the study chooses")


def _one_legend(figure: Figure, axes: Axes) -> None:
    """Name each kind of mark once."""
    seen: set[str] = set()
    for line in axes.get_lines():
        label = str(line.get_label())
        line.set_label("_" + label if label in seen else label)
        seen.add(label)
    legend_below(figure, axes, columns=5)


def _caption(table: pd.DataFrame, facts: Facts) -> str:
    varying = [name for choice, name in CHOICES.items() if table[choice].nunique() > 1]
    least, most = table["tasks"].min(), table["tasks"].max()
    tasks = count(most, "task") if least == most else f"{least:,} to {count(most, 'task')}"
    return (
        f"The paper's nine numbers in {count(len(table), 'universe')} ({facts.source}), one for "
        f"each combination of {listing(varying)}: {tasks}, "
        "quartiles and median over the universes, the number as the study chooses, and the "
        "number that the paper prints, for orientation where the study is no replication. The "
        "universes are no sample: their range is no interval."
    )


def _alt(table: pd.DataFrame) -> str:
    ranges = []
    for pair in PAIRS:
        numbers = table[number_column(BEST, *pair)]
        ranges.append(f"{pair_label(*pair)} {percent(numbers.min())} to {percent(numbers.max())}")
    return (
        "Strips of points, one a universe. Tasks with different best models over all universes: "
        f"{'; '.join(ranges)}."
    )
