"""The figure of other prevalences."""

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.enough_data import open_marks
from prgbench.plotting.alt_text import spoken
from prgbench.plotting.drawn import Drawn, not_drawn, panels_table
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, percent_axis, rows_figure
from prgbench.plotting.labels import measure_label, pair_labels
from prgbench.plotting.sentences import sample_size


def prevalence(tables: Tables, facts: Facts) -> Drawn:
    """Draw whose best models change with the prevalence, and how often measures disagree then."""
    changes = tables["prevalence"]
    if changes.empty:
        return not_drawn("None of the measures is a function of the areas.")
    changes = changes.assign(label=changes["measure"].map(measure_label), at=_prevalences)
    pairs = tables["prevalence_pairs"].assign(pair=pair_labels, at=_prevalences)
    figure, (left, right) = rows_figure(2 * changes["at"].nunique() + 1, 2)
    data = {
        "best models change": draw_rows(
            left,
            changes,
            row="at",
            series="label",
            value="best_models_change",
            lower="lower",
            upper="upper",
        ),
        "best models differ": draw_rows(
            right, pairs, row="at", series="pair", value="best_differs"
        ),
    }
    percent_axis(left, "Tasks whose best models change")
    percent_axis(right, "Tasks with different best models")
    for axes in (left, right):
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=1)
    drawn = panels_table(data)
    caption = (
        f"The same models at other prevalences ({facts.source}, {sample_size(changes)}), by "
        "weighting the negatives. Left: share of tasks in which the best models by a measure are "
        f"not those at the task's own prevalence, with its {facts.interval} (data sets as "
        "clusters). Right: how often two measures disagree about the best model then."
        f"{open_marks(data['best models change'])}"
    )
    alt = (
        "Share of tasks whose best models change with the prevalence: "
        f"{spoken(data['best models change'])}."
    )
    return Drawn(figure, caption, alt, drawn)


def _prevalences(table: pd.DataFrame) -> list[str]:
    return [f"prevalence {value:g}" for value in table["prevalence"]]
