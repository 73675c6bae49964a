"""The figure of duplicates and hard labels."""

from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.labels import pair_labels


def duplicates(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the disagreements with and without duplicates and hard labels."""
    table = tables["duplicates"].assign(pair=pair_labels)
    table["kept"] = [
        f"{variant} (−{removed:,})" if removed else variant
        for variant, removed in zip(table["variant"], table["removed"], strict=True)
    ]
    columns = {
        "best_differs": "Tasks with different best models",
        "top3_differs": "Different ordered top three",
    }
    figure, panels = rows_figure(2 * table["kept"].nunique(), len(columns))
    for axes, (column, label) in zip(panels, columns.items(), strict=True):
        draw_rows(axes, table, row="kept", colour="pair", value=column)
        percent_axis(axes, label)
    legend_below(figure, panels[0])
    caption = (
        f"With and without duplicates and hard labels ({facts.source}): a duplicate ranks all "
        "instances as an earlier run of its task does, hard labels are at most two distinct "
        "scores; in brackets, how many models are left out."
    )
    return figure, caption
