"""The figure of what noise alone would give."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.comparison.noise_alone.names import BEST, RANKS, STATISTICS, TOP3
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import empty_figure, legend_below, percent_axis, rows_figure
from prgbench.plotting.labels import pair_labels

LABELS = {
    BEST: "Tasks with different\nbest models",
    TOP3: "Tasks with a different\nordered top three",
    RANKS: "Correlation of ranks",
}
VERSIONS = {"null": ("noise alone", "C0", 0.05), "tied_null": ("noise and ties", "C1", 0.27)}


def noise_alone(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the numbers found beside the range of those of noise alone."""
    table = tables["noise_alone"].dropna(subset="null")
    if table.empty:
        text = "No task has replicates"
        return empty_figure(text), f"{text} ({facts.source})."
    table = table.assign(pair=pair_labels)
    pairs = list(dict.fromkeys(table["pair"]))
    figure, panels = rows_figure(round(1.6 * len(pairs)), len(STATISTICS))
    for axes, statistic in zip(panels, STATISTICS, strict=True):
        _draw(axes, table[table["statistic"] == statistic], pairs)
        if statistic == RANKS:
            axes.use_sticky_edges = False
            axes.margins(x=0.06)
            axes.set_xlabel(LABELS[statistic])
        else:
            percent_axis(axes, LABELS[statistic])
    legend_below(figure, panels[0])
    first = table.iloc[0]
    caption = (
        f"The paper's numbers and what noise alone would give ({facts.source}): found (diamonds) "
        f"on {first['tasks']:,} tasks, and the range of {first['replicates']} replicates of the "
        "same tasks in which all measures rank the models alike in truth, with their mean (line), "
        "without ties and with each model's own ties. Shifted normal models with the AUROCs and "
        "the correlations of the task's own; fitted models are given."
    )
    return figure, caption


def _draw(axes: Axes, table: pd.DataFrame, pairs: list[str]) -> None:
    y = np.array([pairs.index(pair) for pair in table["pair"]])
    axes.plot(
        table["found"], y - 0.22, "D", color="black", markersize=4, linestyle="none", label="found"
    )
    for name, (label, colour, shift) in VERSIONS.items():
        lower, upper = table[f"{name}_lower"], table[f"{name}_upper"]
        axes.barh(
            y + shift,
            upper - lower,
            0.16,
            lower,
            color=colour,
            alpha=0.45,
            linewidth=0,
            label=label,
        )
        axes.vlines(table[name], y + shift - 0.11, y + shift + 0.11, color=colour, linewidth=1.6)
    axes.set_yticks(range(len(pairs)), pairs)
    axes.set_ylim(len(pairs) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="0.92", linewidth=0.6)
    axes.set_axisbelow(True)
