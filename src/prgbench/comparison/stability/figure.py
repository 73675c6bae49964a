"""The figure of how stable the best models are."""

from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, empty_figure, percent_axis, rows_figure
from prgbench.plotting.labels import measure_label


def stability(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw how often the best models by each measure change in a replicate."""
    table = tables["stability"].assign(label=lambda rows: rows["measure"].map(measure_label))
    if table.empty:
        return empty_figure("no measure"), f"Stability of the best models ({facts.source}): none."
    figure, (means, quartiles) = rows_figure(len(table), 2)
    draw_rows(
        means, table, row="label", colour=None, value="differs", lower="lower", upper="upper"
    )
    percent_axis(means, "Replicates, mean over tasks")
    draw_rows(
        quartiles,
        table,
        row="label",
        colour=None,
        value="median",
        lower="lower_quartile",
        upper="upper_quartile",
    )
    percent_axis(quartiles, "Replicates, quartiles over tasks")
    most = table["tasks"].max()
    caption = (
        f"Stability of the best models ({facts.source}, {most:,} tasks): the share of a task's "
        "bootstrap replicates in which the best models are others than on the task itself, tied "
        f"models in one random order. Left: mean over the tasks, with {facts.interval} by "
        "resampling data sets. Right: median and quartiles over the tasks."
    )
    return figure, caption
