"""The report's paragraphs on the leaderboards."""

import math
from collections.abc import Mapping

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.leaderboard.names import readable
from prgbench.pipeline.foreign_text import as_markdown
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import (
    Row,
    bounds,
    count,
    decimal,
    listing,
    pair,
    percent,
    points,
    records,
)

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
