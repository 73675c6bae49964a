"""The figure of other prevalences."""

import pandas as pd
from matplotlib.figure import Figure

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.interval_rows import draw_rows, empty_figure, percent_axis, rows_figure
from prgbench.plotting.labels import measure_label, pair_labels


def prevalence(tables: Tables, facts: Facts) -> tuple[Figure, str]:
    """Draw whose best models change with the prevalence, and how often measures disagree then."""
    changes = tables["prevalence"]
    if changes.empty:
        text = "None of the measures is a function of the areas"
        return empty_figure(text), f"{text} ({facts.source})."
    changes = changes.assign(label=changes["measure"].map(measure_label), at=_prevalences)
    pairs = tables["prevalence_pairs"].assign(pair=pair_labels, at=_prevalences)
    figure, (left, right) = rows_figure(2 * changes["at"].nunique() + 1, 2)
    draw_rows(
        left,
        changes,
        row="at",
        colour="label",
        value="best_models_change",
        lower="lower",
        upper="upper",
    )
    percent_axis(left, "Tasks whose best models change")
    draw_rows(right, pairs, row="at", colour="pair", value="best_differs")
    percent_axis(right, "Tasks with different best models")
    for axes in (left, right):
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=1)
    caption = (
        f"The same models at other prevalences ({facts.source}), by weighting the negatives. "
        "Left: share of tasks in which the best models by a measure are not those at the task's "
        f"own prevalence, with its {facts.interval} (data sets as clusters). Right: how often two "
        "measures disagree about the best model then."
    )
    return figure, caption


def _prevalences(table: pd.DataFrame) -> list[str]:
    return [f"prevalence {value:g}" for value in table["prevalence"]]
