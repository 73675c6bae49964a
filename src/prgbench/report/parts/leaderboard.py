"""The part `leaderboard`: figure and words."""

from collections.abc import Mapping
from functools import partial
from itertools import groupby
from typing import Any

import pandas as pd
from tabulate import tabulate

from prgbench.answer.interface import Tables
from prgbench.answer.leaderboard import Move, RankedFlow, readable
from prgbench.answer.rows import rows_of
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, panels_table, spoken
from prgbench.plotting.rows import draw_rows, legend_below, rows_figure
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    pair_label,
    percent,
)
from prgbench.report.enough_data import open_marks
from prgbench.report.shown_part import ShownPart
from prgbench.run.foreign_text import as_markdown

TITLE = "Which flow wins over all tasks?"
SHOWS = "Which flows win over all tasks, and whether the first ones depend on the measure."
CANNOT_TELL = (
    "Which flow is best for one problem. The strength of a first flow is overestimated, because "
    "it was selected."
)
NEXT = 2
MOST_FLOWS = 12
TICKS = [step * 10**power for power in range(6) for step in (1, 2, 5)]


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say which flows are first by each measure, and whether the measure changes that."""
    moves = rows_of(Move, tables["leaderboard_moves"])
    flows = rows_of(RankedFlow, tables["leaderboard"])
    if not flows:
        return [f"No two flows are drawn in at least {count(moves[0].fewest_tasks, 'task')}."]
    names = {flow: as_markdown(name) for flow, name in readable(tables["leaderboard"]).items()}
    level = f"[{facts.interval}]"
    orders = groupby(flows, lambda row: row.measure)
    firsts = [_order(list(own)[: 1 + NEXT], names) for _, own in orders]
    changes = [
        [
            pair_label(row.measure_a, row.measure_b),
            f"{decimal(row.tau)} {bounds(row.lower, row.upper, decimal)}",
            percent(row.two_measures),
            percent(row.one_measure),
        ]
        for row in moves
    ]
    return [
        _introduction(moves[0]),
        _markdown(firsts, ["", "first flow", f"log-strength {level}", "rank", "next flows"]),
        _markdown(changes, ["", f"tau of the orders {level}", "two measures", "one"]),
        "The last two columns: how often the first flow differs between halves of the data sets.",
    ]


def _introduction(row: Move) -> str:
    left_out = f" ({count(row.left_out, 'other')} left out)" if row.left_out else ""
    missing = count(row.unconnected, "flow")
    return (
        f"{count(row.flows, 'flow')} drawn in at least {count(row.fewest_tasks, 'task')}"
        f"{left_out}; {count(row.tasks, 'task')} on {count(row.datasets, 'data set')}."
        + (f" {missing} never met the others." if row.unconnected else "")
    )


def _order(flows: list[RankedFlow], names: Mapping[str, str]) -> list[str]:
    first, *others = flows
    write = partial(decimal, digits=2)
    return [
        measure_label(first.measure),
        names[first.flow],
        f"{write(first.strength)} {bounds(first.lower, first.upper, write)}",
        f"{first.rank_lower:,} to {first.rank_upper:,}",
        listing([names[row.flow] for row in others]),
    ]


def _markdown(cells: list[list[str]], headers: list[str]) -> str:
    return tabulate(cells, headers=headers, tablefmt="github", disable_numparse=True)


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


def _caption(moves: "pd.Series[Any]", table: pd.DataFrame, shown: list[str], facts: Facts) -> str:
    first = measure_label(table["measure"].iloc[0])
    return (
        f"The first {count(min(MOST_FLOWS, len(shown)), 'flow')} of {table['flow'].nunique():,} "
        f"by {first} and any that is first by another measure ({facts.source}): Bradley-Terry "
        f"log-strengths from {count(moves['tasks'], 'task')} on "
        f"{count(moves['datasets'], 'data set')}, {facts.interval} over data sets, and the "
        "ranks that are possible at this level."
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
