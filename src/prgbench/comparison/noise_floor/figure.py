"""The figure of the noise floor."""

import pandas as pd
from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.labels import pair_labels


def noise_floor(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw the disagreement of each pair beside that of each measure with itself."""
    table = tables["noise_floor"].assign(pair=pair_labels)
    kinds = {
        "the two measures": "best_differs_expected",
        "a measure with itself": "floor_expected",
    }
    lines = pd.concat([table.assign(kind=k, share=table[column]) for k, column in kinds.items()])
    figure, (axes, excess) = rows_figure(2 * len(table), 2)
    draw_rows(axes, lines, row="pair", colour="kind", value="share")
    percent_axis(axes, "Tasks with different best models")
    draw_rows(
        excess,
        table,
        row="pair",
        colour=None,
        value="excess_expected",
        lower="excess_expected_lower",
        upper="excess_expected_upper",
    )
    excess.axvline(0, color="0.4", linewidth=0.8)
    percent_axis(excess, "Excess over the noise floor", from_zero=False)
    legend_below(figure, axes)
    caption = (
        f"Disagreement and noise floor ({facts.source}): how often the best models by two "
        "measures differ, and how often those by one measure differ between the task and a "
        "bootstrap of its instances (mean of the two measures); ties are broken at random. Right: "
        f"the difference with its {facts.interval} by resampling data sets."
    )
    return figure, caption
