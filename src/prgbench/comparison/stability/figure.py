"""The figure of how stable the best models are."""

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import FEWEST_FOR_QUARTILES, open_marks
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, not_drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, percent_axis, rows_figure
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import sample_size


def stability(tables: Tables, facts: Facts) -> Drawn:
    """Draw how often the best models by each measure change in a replicate."""
    table = tables["stability"].assign(label=lambda rows: rows["measure"].map(measure_label))
    table = table[table["tasks"] >= FEWEST_FOR_QUARTILES]
    if table.empty:
        return not_drawn(
            f"How stable the best models are is not drawn for fewer than {FEWEST_FOR_QUARTILES} "
            "tasks."
        )
    figure, (means, quartiles) = rows_figure(len(table), 2)
    data = {
        "mean": draw_rows(
            means, table, row="label", series=None, value="differs", lower="lower", upper="upper"
        ),
        "quartiles": draw_rows(
            quartiles,
            table,
            row="label",
            series=None,
            value="median",
            lower="lower_quartile",
            upper="upper_quartile",
        ),
    }
    percent_axis(means, "Replicates, mean over tasks")
    percent_axis(quartiles, "Replicates, quartiles over tasks")
    caption = (
        f"Stability of the best models ({facts.source}, {sample_size(table)}): the share of a "
        "task's bootstrap replicates in which the best models are others than on the task itself, "
        f"tied models in one random order. Left: mean over the tasks, with {facts.interval} by "
        "resampling data sets. Right: median and quartiles over the tasks."
        f"{open_marks(data['mean'])}"
    )
    alt = (
        "Share of bootstrap replicates with other best models, mean over tasks: "
        f"{spoken(data['mean'])}."
    )
    return Drawn(figure, caption, alt, panels_table(data))
