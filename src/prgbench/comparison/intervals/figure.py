"""The figure of how sure the percentages are."""

import pandas as pd
from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.labels import pair_labels

STATISTICS = {
    "best_differs": "Tasks with different best models",
    "top3_differs": "Tasks with a different ordered top three",
}
KINDS = {
    "data sets as clusters": ("lower", "upper"),
    "tasks as if independent": ("naive_lower", "naive_upper"),
}


def percentages(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the percentages with both of their intervals."""
    table = tables["intervals"].assign(pair=pair_labels)
    figure, panels = rows_figure(2 * table["pair"].nunique(), len(STATISTICS))
    for axes, (statistic, label) in zip(panels, STATISTICS.items(), strict=True):
        own = table[table["statistic"] == statistic]
        lines = pd.concat(
            [
                own.assign(kind=kind, low=own[low], high=own[high])
                for kind, (low, high) in KINDS.items()
            ]
        )
        draw_rows(
            axes, lines, row="pair", colour="kind", value="estimate", lower="low", upper="high"
        )
        percent_axis(axes, label)
    legend_below(figure, panels[0])
    first = table.iloc[0]
    caption = (
        f"How often measures disagree ({facts.source}): share of {first['tasks']:,} tasks with "
        f"Wilson's {facts.interval}, with the {first['datasets']:,} data sets as clusters (exact "
        "where all tasks are alike) and with tasks taken as independent."
    )
    return figure, caption
