"""The part `prevalence`: figure and words."""

from itertools import groupby

import pandas as pd

from prgbench.answer.interface import Tables, rows_of
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import draw_rows, percent_axis, rows_figure
from prgbench.plotting.words import (
    bounds,
    listing,
    measure_label,
    pair_labels,
    percent,
    sample_size,
)
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL, open_marks
from prgbench.report.shown_part import ShownPart
from prgbench.robustness.prevalence import BestModelsChange

TITLE = "If positives were rarer or more frequent"
SHOWS = "Whether other models would win if positives were rarer or more frequent."
CANNOT_TELL = "What models trained at another prevalence would do: the scores stay the same."
NO_AREA = "None of the measures is a function of the areas, the only ones that are reweighted."


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say whose best models change with the prevalence."""
    if tables["prevalence"].empty:
        return [NO_AREA]
    rows = rows_of(BestModelsChange, tables["prevalence"])
    lines = []
    for value, own in groupby(rows, lambda row: row.prevalence):
        shares = [
            f"{measure_label(row.measure)} {percent(row.best_models_change)} "
            f"{bounds(row.lower, row.upper)}"
            for row in own
        ]
        lines.append(f"- prevalence {value:g}: {listing(shares)}")
    start = f"Share of tasks with other best models at that prevalence, with its {facts.interval}:"
    return [start, "\n".join(lines)]


def prevalence(tables: Tables, facts: Facts) -> Drawn:
    """Draw whose best models change with the prevalence, and how often measures disagree then."""
    changes = tables["prevalence"]
    if changes.empty:
        return not_drawn(NO_AREA)
    changes = changes.assign(label=changes["measure"].map(measure_label), at=_prevalences)
    pairs = tables["prevalence_pairs"].assign(pair=pair_labels, at=_prevalences)
    figure, panels = rows_figure(2 * changes["at"].nunique() + 1, 1 if pairs.empty else 2)
    data = {
        "best models change": draw_rows(
            panels[0],
            changes,
            row="at",
            series="label",
            value="best_models_change",
            lower="lower",
            upper="upper",
            write=percent,
        )
    }
    percent_axis(panels[0], "Tasks whose best models change")
    right = ""
    if not pairs.empty:
        data["best models differ"] = draw_rows(
            panels[1], pairs, row="at", series="pair", value="best_differs", write=percent
        )
        percent_axis(panels[1], "Tasks with different best models")
        right = " Right: tasks in which two measures disagree about the best model."
    for axes in panels:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=1)
    drawn = panels_table(data)
    caption = (
        f"The same models at other prevalences ({facts.source}, {sample_size(changes)}). "
        f"{'Left: tasks' if right else 'Tasks'} in which the best models by a measure are not "
        f"those at the task's own prevalence, with the {facts.interval} over data sets.{right}"
        f"{open_marks(data['best models change'])}"
    )
    alt = (
        "Share of tasks whose best models change with the prevalence: "
        f"{spoken(data['best models change'])}."
    )
    return Drawn(figure, caption, alt, drawn)


def _prevalences(table: pd.DataFrame) -> list[str]:
    return [f"prevalence {value:g}" for value in table["prevalence"]]


SHOWN = ShownPart(
    "prevalence",
    TITLE,
    SHOWS,
    CANNOT_TELL,
    paragraphs,
    {"prevalence": prevalence},
    fewest_datasets=FEWEST_FOR_INTERVAL,
)
