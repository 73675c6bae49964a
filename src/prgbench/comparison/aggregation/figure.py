"""The figure of pooled predictions against averages."""

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import open_marks
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, not_drawn
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import sample_size
from prgbench.plotting.style import COLUMN


def aggregation(tables: Tables, facts: Facts) -> Drawn:
    """Draw how often a measure's best models change if folds or repeats are averaged."""
    table = tables["aggregation"]
    if table.empty:
        return not_drawn("No task has several folds or repeats that its files state.")
    table = table.assign(
        label=table["measure"].map(measure_label), over="mean over " + table["aggregation"] + "s"
    )
    figure, (axes,) = rows_figure(2 * table["label"].nunique(), width=COLUMN + 1.6)
    data = draw_rows(
        axes,
        table,
        row="label",
        series="over",
        value="best_models_change",
        lower="lower",
        upper="upper",
    )
    percent_axis(axes, "Tasks whose best models change")
    legend_below(figure, axes)
    caption = (
        f"Pooled predictions against averages ({facts.source}, {sample_size(table)}): share of "
        "tasks in which the best models by the same measure change if it is averaged over folds "
        f"(or repeats) instead, with its {facts.interval} by resampling data sets. "
        f"{table['undefined_parts'].sum():,} of {table['parts'].sum():,} values of single folds "
        f"or repeats are undefined and left out.{open_marks(data)}"
    )
    alt = f"Share of tasks whose best models change, by measure: {spoken(data)}."
    return Drawn(figure, caption, alt, data)
