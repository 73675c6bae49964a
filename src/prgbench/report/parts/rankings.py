"""The part `rankings`: figure and words."""

import pandas as pd

from prgbench.answer.common_order import BEST, RANKS, STATISTICS
from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.rankings import IfAlike, PairVerdicts
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import Look, draw_rows, legend_below, percent_axis, rows_figure
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    p_value,
    pair_label,
    pair_labels,
    percent,
    sample_size,
)
from prgbench.report.parts.intervals import names
from prgbench.report.shown_part import ShownPart, markdown_table

TITLE = "Do the measures rank the models differently, by more than noise?"
SHOWS = (
    "What this study found beside what it would find if two measures ordered the models of each "
    "task alike, with the noise of its own instances."
)
CANNOT_TELL = (
    "How the models would rank after training on other data. A difference that is not shown may "
    "exist."
)
VERDICTS = ("measures", "rankings", "winners", "reversed pairs of models (at most)")
NUMBERS = ("statistic", "measures", "found", "if alike")
NO_NOISE = "The noise of the scores is unknown in all tasks."
FOUND, ALIKE = "found", "if alike"
LOOKS: dict[str, Look] = {
    FOUND: {"color": "black", "marker": "D"},
    ALIKE: {"color": "C1", "marker": "s"},
}


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Give the verdicts on each pair of measures, and the numbers behind them."""
    alike, verdicts = (
        rows_of(IfAlike, tables["if_alike"]),
        rows_of(PairVerdicts, tables["verdicts"]),
    )
    tested = [row for row in alike if row.tasks]
    if not tested:
        return [NO_NOISE]
    without = tested[0].undefined
    left_out = f" {count(without, 'task')} without noise or a second model left out." * bool(
        without
    )
    intro = (
        f"From {sample_size(tables['if_alike'])}.{left_out} The p-values are adjusted for the "
        f"{count(len(verdicts), 'pair')} of measures; rankings differ where their mean "
        f"correlation lies below a common order's by more than {verdicts[0].margin:g}."
    )
    named = names(facts)
    cells = [
        _number(row, named[row.statistic])
        for statistic in STATISTICS
        for row in tested
        if row.statistic == statistic
    ]
    return [
        intro,
        markdown_table(VERDICTS, map(_verdict, verdicts)),
        "In brackets, the range of studies with a common order:",
        markdown_table(NUMBERS, cells),
    ]


def _verdict(row: PairVerdicts) -> tuple[str, ...]:
    return (
        pair_label(row.measure_a, row.measure_b),
        f"{row.ranking} ({p_value(row.p_ranks)})",
        f"{row.winners} ({p_value(row.p_winners)})",
        f"{percent(row.reversed)} ({percent(row.reversed_upper)})",
    )


def _number(row: IfAlike, name: str) -> tuple[str, ...]:
    write = decimal if row.statistic == RANKS else percent
    span = bounds(row.if_alike_lower, row.if_alike_upper, write)
    pair = pair_label(row.measure_a, row.measure_b)
    return name, pair, write(row.found), f"{write(row.if_alike)} {span}"


def if_alike(tables: Tables, facts: Facts) -> Drawn:
    """Draw the numbers found, and those of a common order with their ranges."""
    table = tables["if_alike"].dropna(subset="if_alike")
    table = table[table["statistic"].isin(STATISTICS)].assign(pair=pair_labels)
    if table.empty:
        return not_drawn(NO_NOISE)
    found = table.assign(series=FOUND, value=table["found"], low=table["found"], up=table["found"])
    alike = table.assign(
        series=ALIKE,
        value=table["if_alike"],
        low=table["if_alike_lower"],
        up=table["if_alike_upper"],
    )
    both = pd.concat([found, alike])
    figure, panels = rows_figure(round(1.6 * table["pair"].nunique()), len(STATISTICS))
    drawn = {}
    for axes, statistic in zip(panels, STATISTICS, strict=True):
        drawn[statistic] = draw_rows(
            axes,
            both[both["statistic"] == statistic],
            row="pair",
            series="series",
            value="value",
            lower="low",
            upper="up",
            appearance=LOOKS,
            write=decimal if statistic == RANKS else percent,
        )
        label = names(facts)[statistic].capitalize()
        if statistic == RANKS:
            axes.margins(x=0.06)
            axes.set_xlabel(label)
        else:
            percent_axis(axes, label)
    legend_below(figure, panels[0])
    caption = (
        f"Found in {sample_size(table)} ({facts.source}), and if the measures ordered the models "
        "of each task alike: mean and range of simulated studies."
    )
    best = spoken(drawn[BEST], percent)
    alt = f"Share of tasks with different best models, found and if alike: {best}."
    return Drawn(figure, caption, alt, panels_table(drawn))


SHOWN = ShownPart("rankings", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"if_alike": if_alike})
