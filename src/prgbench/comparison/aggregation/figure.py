"""The figure of pooled predictions against averages."""

from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import (
    draw_rows,
    empty_figure,
    legend_below,
    percent_axis,
    rows_figure,
)
from prgbench.plotting.labels import measure_label
from prgbench.plotting.style import COLUMN


def aggregation(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw how often a measure's best models change if folds or repeats are averaged."""
    table = tables["aggregation"]
    if table.empty:
        text = "No task has several folds or repeats that its files state"
        return empty_figure(text), f"{text} ({facts.source})."
    table = table.assign(
        label=table["measure"].map(measure_label), over="mean over " + table["aggregation"] + "s"
    )
    figure, (axes,) = rows_figure(2 * table["label"].nunique(), width=COLUMN + 1.6)
    draw_rows(
        axes,
        table,
        row="label",
        colour="over",
        value="best_models_change",
        lower="lower",
        upper="upper",
    )
    percent_axis(axes, "Tasks whose best models change")
    legend_below(figure, axes)
    caption = (
        f"Pooled predictions against averages ({facts.source}): share of tasks in which the best "
        "models by the same measure change if it is averaged over folds (or repeats) instead, "
        f"with its {facts.interval} by resampling data sets. "
        f"{table['undefined_parts'].sum():,} of {table['parts'].sum():,} values of single folds "
        "or repeats are undefined and left out."
    )
    return figure, caption
