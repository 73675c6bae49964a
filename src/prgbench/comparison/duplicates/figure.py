"""The figure of duplicates and hard labels."""

from prgbench.comparison.compared import Tables
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.labels import pair_labels
from prgbench.plotting.sentences import sample_size

COLUMNS = {
    "best_differs": "Tasks with different best models",
    "top3_differs": "Different ordered top three",
}


def duplicates(tables: Tables, facts: Facts) -> Drawn:
    """Draw the disagreements with and without duplicates and hard labels."""
    table = tables["duplicates"].assign(pair=pair_labels)
    table["kept"] = [
        f"{variant} (−{removed:,})" if removed else variant
        for variant, removed in zip(table["variant"], table["removed"], strict=True)
    ]
    figure, panels = rows_figure(2 * table["kept"].nunique(), len(COLUMNS))
    data = {}
    for axes, (column, label) in zip(panels, COLUMNS.items(), strict=True):
        data[label] = draw_rows(axes, table, row="kept", series="pair", value=column)
        percent_axis(axes, label)
    legend_below(figure, panels[0])
    caption = (
        f"With and without duplicates and hard labels ({facts.source}, {sample_size(table)}): a "
        "duplicate ranks all instances as an earlier run of its task does, hard labels are at "
        "most two distinct scores; in brackets, how many models are left out."
    )
    alt = f"Share of tasks with different best models: {spoken(data[COLUMNS['best_differs']])}."
    return Drawn(figure, caption, alt, panels_table(data))
