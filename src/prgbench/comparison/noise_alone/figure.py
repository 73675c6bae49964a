"""The figure of what noise alone would give."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from prgbench.comparison.compared import Tables
from prgbench.comparison.noise_alone.names import BEST, RANKS, STATISTICS, TOP3
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, not_drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import legend_below, percent_axis, rows_figure
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.sentences import sample_size

LABELS = {
    BEST: "Tasks with different\nbest models",
    TOP3: "Tasks with a different\nordered top three",
    RANKS: "Correlation of ranks",
}
FOUND = "found"
VERSIONS = {"null": ("noise alone", "C0", 0.05), "tied_null": ("noise and ties", "C1", 0.27)}


def noise_alone(tables: Tables, facts: Facts) -> Drawn:
    """Draw the numbers found beside the range of those of noise alone."""
    table = tables["noise_alone"].dropna(subset="null")
    if table.empty:
        return not_drawn("No task has replicates.")
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
        f"in {sample_size(table)}, and the range of {first['replicates']} replicates of the "
        "same tasks in which all measures rank the models alike in truth, with their mean (line), "
        "without ties and with each model's own ties. Shifted normal models with the AUROCs and "
        "the correlations of the task's own; fitted models are given. Ranges are no intervals."
    )
    data = panels_table({name: _numbers(table[table["statistic"] == name]) for name in STATISTICS})
    best = data[data["panel"] == BEST]
    alt = f"Share of tasks with different best models, found and by noise alone: {spoken(best)}."
    return Drawn(figure, caption, alt, data)


def _numbers(table: pd.DataFrame) -> pd.DataFrame:
    """Return what is drawn in a panel: the numbers found, and mean and range of each version."""
    found = pd.DataFrame({"row": table["pair"], "series": FOUND, "value": table["found"]})
    versions = [
        pd.DataFrame(
            {
                "row": table["pair"],
                "series": label,
                "value": table[name],
                "lower": table[f"{name}_lower"],
                "upper": table[f"{name}_upper"],
            }
        )
        for name, (label, _, _) in VERSIONS.items()
    ]
    return pd.concat([found, *versions])


def _draw(axes: Axes, table: pd.DataFrame, pairs: list[str]) -> None:
    y = np.array([pairs.index(pair) for pair in table["pair"]])
    axes.plot(table["found"], y - 0.22, "D", color="black", label=FOUND)
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
