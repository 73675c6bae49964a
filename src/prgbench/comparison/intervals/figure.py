"""The figure of how sure the percentages are."""

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import open_marks
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.sentences import sample_size

STATISTICS = {
    "best_differs": "Tasks with different best models",
    "top3_differs": "Tasks with a different ordered top three",
}
KINDS = {
    "data sets as clusters": ("lower", "upper"),
    "tasks as if independent": ("naive_lower", "naive_upper"),
}


def percentages(tables: Tables, facts: Facts) -> Drawn:
    """Draw the percentages with both of their intervals."""
    table = tables["intervals"].assign(pair=pair_labels)
    figure, panels = rows_figure(2 * table["pair"].nunique(), len(STATISTICS))
    data = {}
    for axes, (statistic, label) in zip(panels, STATISTICS.items(), strict=True):
        own = table[table["statistic"] == statistic]
        lines = pd.concat(
            [
                own.assign(kind=kind, low=own[low], high=own[high])
                for kind, (low, high) in KINDS.items()
            ]
        )
        data[label] = draw_rows(
            axes, lines, row="pair", series="kind", value="estimate", lower="low", upper="high"
        )
        percent_axis(axes, label)
    legend_below(figure, panels[0])
    drawn = panels_table(data)
    caption = (
        f"How often measures disagree ({facts.source}): share of {sample_size(table)} with "
        f"Wilson's {facts.interval}, with the data sets as clusters (exact where all tasks are "
        f"alike) and with tasks taken as independent.{open_marks(drawn)}"
    )
    said = [
        f"{label}: {spoken(own[own['series'] == next(iter(KINDS))].drop(columns='series'))}."
        for label, own in data.items()
    ]
    return Drawn(figure, caption, " ".join(said), drawn)
