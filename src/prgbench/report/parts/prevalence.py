"""The part `prevalence`: figure and words."""

import pandas as pd

from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import draw_rows, percent_axis, rows_figure
from prgbench.plotting.words import (
    bounds,
    listing,
    measure_label,
    pair_labels,
    percent,
    records,
    sample_size,
)
from prgbench.report.enough_data import open_marks
from prgbench.report.shown_part import ShownPart

TITLE = "If positives were rarer or more frequent"
SHOWS = (
    "Whether the winners would change if positives were rarer or more frequent and the scores of "
    "each class stayed the same."
)
CANNOT_TELL = "What models that were trained at another prevalence would do."


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say whose best models change with the prevalence."""
    if tables["prevalence"].empty:
        return ["None of the measures is a function of the areas, which alone are reweighted."]
    lines = []
    for value, rows in tables["prevalence"].groupby("prevalence"):
        parts = [
            f"{measure_label(row['measure'])} {percent(row['best_models_change'])} "
            f"{bounds(row['lower'], row['upper'])}"
            for row in records(rows)
        ]
        lines.append(f"- prevalence {value:g}: {listing(parts)}")
    return [
        "Share of tasks whose best models would be others if the prevalence were another and the "
        f"scores the same, with its {facts.interval}:",
        "\n".join(lines),
    ]


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


SHOWN = ShownPart("prevalence", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"prevalence": prevalence})
