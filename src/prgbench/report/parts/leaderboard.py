"""The part `leaderboard`: figure and words."""

import math
from collections.abc import Mapping
from functools import partial

import pandas as pd

from prgbench.answer.interface import Tables
from prgbench.answer.leaderboard import readable
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import draw_rows, legend_below, rows_figure
from prgbench.plotting.words import (
    Row,
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    pair,
    percent,
    points,
    records,
)
from prgbench.report.enough_data import open_marks
from prgbench.report.shown_part import ShownPart
from prgbench.run.foreign_text import as_markdown

TITLE = "Which flow wins over all tasks?"
SHOWS = (
    "Which flows win over all tasks by each measure, and how far the order of the flows depends "
    "on the measure."
)
CANNOT_TELL = (
    "Which flow is best for a problem at hand. The strength of the flow that comes first is "
    "overestimated, because it was selected."
)
NEXT = 2


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say which flows are first by each measure, and how the order moves."""
    moves = records(tables["leaderboard_moves"])
    table = tables["leaderboard"]
    if table.empty:
        return [f"No two flows are drawn in at least {count(moves[0]['fewest_tasks'], 'task')}."]
    names = {flow: as_markdown(name) for flow, name in readable(table).items()}
    lines = [_order(own, facts, names) for _, own in table.groupby("measure", sort=False)]
    return [
        _introduction(moves[0]),
        "\n".join(lines),
        "How the order moves with the measure. Other data sets move it too: beside it stands how "
        "often two halves of the data sets, drawn at random "
        f"{count(moves[0]['halvings'], 'time')}, have different first flows by one and the same "
        "measure. For two measures that rank alike but for noise, the difference is 0 on average.",
        "\n".join(_move(row, names) for row in moves),
    ]


def _introduction(row: Row) -> str:
    text = (
        f"{count(row['flows'], 'flow')} are drawn in at least "
        f"{count(row['fewest_tasks'], 'task')} ({count(row['left_out'], 'other flow')} in fewer "
        "are left out). Their strengths are those of the Bradley-Terry model, from who scores "
        f"higher in each of {count(row['tasks'], 'task')} on "
        f"{count(row['datasets'], 'data set')} in which two of them are drawn:"
    )
    if row["unconnected"]:
        missing = count(row["unconnected"], "flow")
        text += f" {missing} never met the others, not even by way of third ones."
    return text


def _order(table: pd.DataFrame, facts: Facts, names: Mapping[str, str]) -> str:
    first, *others = records(table.head(1 + NEXT))
    strength = f"{decimal(first['strength'], 2)} "
    strength += bounds(first["lower"], first["upper"], lambda value: decimal(value, 2))
    then = listing([names[row["flow"]] for row in others])
    return (
        f"- {measure_label(first['measure'])}: {names[first['flow']]} is first "
        f"(log-strength {strength}; {facts.interval} of its rank: {first['rank_lower']:,} to "
        f"{first['rank_upper']:,}), then {then}."
    )


def _move(row: Row, names: Mapping[str, str]) -> str:
    first = (
        f"{names[row['first_a']]} and {names[row['first_b']]} are first"
        if row["first_differs"]
        else f"{names[row['first_a']]} is first by both"
    )
    text = (
        f"- {pair(row)}: {first}; in {percent(row['first_differs_resampled'])} of "
        f"{count(row['resamples'], 'resample')} of the data sets the first flows differ."
    )
    if not math.isnan(row["excess"]):
        text += (
            f" Between halves: {percent(row['two_measures'])} by the two measures, "
            f"{percent(row['one_measure'])} by one ({points(row['excess'])} points)."
        )
    text += (
        f" Kendall's tau of the two orders: {decimal(row['tau'])} "
        f"{bounds(row['lower'], row['upper'], decimal)}"
    )
    if not math.isnan(row["tau_one_measure"]):
        text += (
            f"; between halves {decimal(row['tau_two_measures'])} by the two measures and "
            f"{decimal(row['tau_one_measure'])} by one"
        )
    return f"{text}. {_greatest_move(row, names)}"


def _greatest_move(row: Row, names: Mapping[str, str]) -> str:
    before, after = int(row["moved_from"]), int(row["moved_to"])
    if before == after:
        return "No flow changes its rank."
    return f"{names[row['moved_flow']]} moves most, from rank {before:,} to {after:,}."


MOST_FLOWS = 12
TICKS = [step * 10**power for power in range(6) for step in (1, 2, 5)]


def leaderboard(tables: Tables, facts: Facts) -> Drawn:
    """Draw the strengths and ranks of the first flows by each measure."""
    table = tables["leaderboard"]
    if table.empty:
        return not_drawn("No two flows are drawn in enough tasks.")
    shown = _first_flows(table)
    own = table[table["flow"].isin(shown)]
    names = readable(own)
    own = own.assign(label=own["flow"].map(names), named=own["measure"].map(measure_label))
    labels = [names[flow] for flow in shown]
    density = max(1.0, table["measure"].nunique() / 3)
    figure, (strengths, ranks) = rows_figure(round(density * len(shown)), n_panels=2)
    draw = partial(draw_rows, row="label", series="named", rows=labels)
    data = {
        "log-strength": draw(strengths, own, value="strength", lower="lower", upper="upper"),
        "rank": draw(ranks, own, value="rank", lower="rank_lower", upper="rank_upper"),
    }
    strengths.axvline(0, color="0.6", linewidth=0.8)
    strengths.set_xlabel("Log-strength (0: mean flow)")
    ranks.set_xscale("log")
    last = int(own[["rank", "rank_upper"]].max().max())
    places = [place for place in TICKS if place <= last]
    ranks.set_xticks(places, [f"{place:,}" for place in places])
    ranks.minorticks_off()
    ranks.set_xlim(0.85, 1.2 * last)
    ranks.set_xlabel(f"Rank among {count(table['flow'].nunique(), 'flow')}")
    legend_below(figure, strengths, columns=5)
    drawn = panels_table(data)
    caption = _caption(tables["leaderboard_moves"].iloc[0], table, shown, facts)
    return Drawn(figure, caption + open_marks(drawn), _alt(data["rank"], names, shown), drawn)


def _first_flows(table: pd.DataFrame) -> list[str]:
    """Return the first flows by the first measure, then those that are first by another."""
    first = table.loc[table["measure"] == table["measure"].iloc[0], "flow"].head(MOST_FLOWS)
    others = table.loc[table["rank"] == 1, "flow"]
    return list(dict.fromkeys([*first, *others]))


def _caption(moves: pd.Series, table: pd.DataFrame, shown: list[str], facts: Facts) -> str:
    first = measure_label(table["measure"].iloc[0])
    return (
        f"The first {count(min(MOST_FLOWS, len(shown)), 'flow')} of {table['flow'].nunique():,} by "
        f"{first} and any that is first by another measure ({facts.source}): Bradley-Terry "
        f"log-strengths from pairwise wins in {count(moves['tasks'], 'task')} on "
        f"{count(moves['datasets'], 'data set')}, with the {facts.interval} over data sets, and "
        "their ranks, with all ranks that such intervals of the differences from the other flows "
        "leave possible."
    )


def _alt(ranks: pd.DataFrame, names: dict[str, str], shown: list[str]) -> str:
    measures = ranks["series"].unique()
    first = ranks[ranks["row"] == names[shown[0]]].assign(row=ranks["series"])
    return (
        "Log-strengths and ranks of the first flows by each measure, with intervals. Ranks of the "
        f"first flow by {measures[0]}: "
        f"{spoken(first.drop(columns='series'), lambda rank: f'{rank:g}')}."
    )


SHOWN = ShownPart(
    "leaderboard", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"leaderboard": leaderboard}
)
