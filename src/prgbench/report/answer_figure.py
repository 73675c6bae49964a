"""The first figure of the page: how often measures disagree, and what noise alone gives."""

from typing import TYPE_CHECKING

import pandas as pd

from prgbench.answer.answer import Answer
from prgbench.plotting.drawn import Drawn, Facts, panels_table, spoken
from prgbench.plotting.rows import draw_rows, percent_axis, rows_figure
from prgbench.plotting.words import pair_label, points
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL, open_marks
from prgbench.report.printed_numbers import BEST_DIFFERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FOUND = "found"
PRINTED = "printed in the paper"


def answer_figure(answer: Answer, facts: Facts, *, printed: bool) -> Drawn:
    """Draw how often measures disagree beside what noise alone gives, and the excess over noise.

    With ``printed``, the numbers printed in the paper are drawn too.
    """
    table = _table(answer)
    figure, (left, right) = rows_figure(2 * len(table), 2)
    data = {"shares": _draw_shares(left, table, printed=printed)}
    data["excess"] = draw_rows(
        right,
        table,
        row="pair",
        series=None,
        value="excess",
        lower="excess_lower",
        upper="excess_upper",
    )
    right.axvline(0, color="0.4", linewidth=0.8)
    percent_axis(right, "Excess over one measure with itself", from_zero=False)
    figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=4)
    drawn = panels_table(data)
    caption = (
        f"The answer ({facts.source}). Left: share of {answer.tasks:,} tasks on "
        f"{answer.datasets:,} data sets whose best models differ, with its {facts.interval}, and "
        "what noise alone gives (mean and range of simulated studies). Right: how much more often "
        "two measures disagree across independent halves of the instances than one measure with "
        f"itself, with its {facts.interval}.{open_marks(drawn[drawn['series'] != PRINTED])}"
    )
    found = data["shares"][data["shares"]["series"] == FOUND].drop(columns="series")
    alt = (
        f"Share of tasks with different best models: {spoken(found)}. Excess over one measure "
        f"with itself, in percentage points: {spoken(data['excess'], points)}."
    )
    return Drawn(figure, caption, alt, drawn)


def _draw_shares(axes: "Axes", table: pd.DataFrame, *, printed: bool) -> pd.DataFrame:
    kinds = {
        FOUND: ("share", "lower", "upper"),
        "noise alone": ("null", "null_lower", "null_upper"),
        "noise and ties": ("tied_null", "tied_null_lower", "tied_null_upper"),
    }
    lines = pd.concat(
        table[["pair", *columns]]
        .set_axis(["pair", "share", "lower", "upper"], axis=1)
        .assign(kind=kind)
        for kind, columns in kinds.items()
    )
    drawn = draw_rows(
        axes, lines, row="pair", series="kind", value="share", lower="lower", upper="upper"
    )
    known = table.dropna(subset="printed")
    if printed and len(known):
        places = table["pair"].tolist()
        axes.plot(
            known["printed"],
            [places.index(pair) for pair in known["pair"]],
            "D",
            color="0.2",
            markerfacecolor="none",
            label=PRINTED,
        )
        paper = pd.DataFrame({"row": known["pair"], "series": PRINTED, "value": known["printed"]})
        drawn = pd.concat([drawn, paper], ignore_index=True)
    percent_axis(axes, "Tasks with different best models")
    return drawn


def _table(answer: Answer) -> pd.DataFrame:
    rows = []
    for pair in answer.pairs:
        a, b = pair.measures
        halves = pair.halves
        percentage = BEST_DIFFERS.get((a, b), BEST_DIFFERS.get((b, a)))
        rows.append(
            {
                "pair": pair_label(a, b),
                **pair.disagree.model_dump(),
                "printed": None if percentage is None else percentage / 100,
                "excess": halves and halves.excess,
                "excess_lower": halves and halves.lower,
                "excess_upper": halves and halves.upper,
            }
        )
    table = pd.DataFrame(rows)
    table = table.astype(dict.fromkeys(table.columns.drop("pair"), float))
    if answer.datasets < FEWEST_FOR_INTERVAL:
        table[["lower", "upper", "excess_lower", "excess_upper"]] = float("nan")
    return table
