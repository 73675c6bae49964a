"""The report on which measure picks most reproducibly."""

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.reproducibility.names import ALL, EVERY_SIZE, SIZES
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import (
    Row,
    bounds,
    count,
    listing,
    p_value,
    pair,
    percent,
    points,
    records,
)

TITLE = "Which measure picks most reproducibly?"
SHOWS = "Which measure picks the same model again on other instances of the task."
CANNOT_TELL = (
    "Which measure picks well: one that always takes the same poor model is perfectly "
    "reproducible."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say how often each measure picks the same model again, and compare the measures."""
    table = tables["reproducibility"]
    halves = records(table[(table["prevalence"] == ALL) & (table["parts"] == min(SIZES))])
    if not any(row["tasks"] for row in halves):
        return ["No task has both classes in two halves of its instances."]
    every = table[table["prevalence"] == EVERY_SIZE]
    return [
        "How often a measure picks the same model on two disjoint halves of a task's instances, "
        f"mean over {_tasks(halves)}:",
        "\n".join(_line(row) for row in halves),
        _sizes(every),
        "Differences of the measures at n/2, with p-values by flipping the signs of data sets, "
        f"adjusted for {count(len(tables['reproducibility_pairs']), 'pair')} (Holm):",
        "\n".join(_comparison(row) for row in records(tables["reproducibility_pairs"])),
        "To pick reproducibly is no merit by itself: a measure that always picks the same model, "
        "good or bad, does it perfectly.",
    ]


def _tasks(rows: list[Row]) -> str:
    text = count(max(row["tasks"] for row in rows), "task")
    undefined = max(row["undefined"] for row in rows)
    return text + (f" ({count(undefined, 'other')} without a value)" if undefined else "")


def _line(row: Row) -> str:
    return (
        f"- {measure_label(row['measure'])}: {percent(row['agreement'])} "
        f"{bounds(row['lower'], row['upper'])}"
    )


def _sizes(every: pd.DataFrame) -> str:
    if not every["tasks"].any():
        return f"No task has a value at every size ({listing(list(SIZES.values()))})."
    parts = []
    for measure, rows in every.groupby("measure", sort=False):
        shares = [f"{percent(row['agreement'])} at {SIZES[row['parts']]}" for row in records(rows)]
        parts.append(f"{measure_label(str(measure))} {listing(shares)}")
    number = count(every["tasks"].max(), "task")
    return f"By size, in the {number} with a value at every size: {'; '.join(parts)}."


def _comparison(row: Row) -> str:
    return (
        f"- {pair(row)}: {points(row['difference'])} points "
        f"{bounds(row['lower'], row['upper'], points)}, {p_value(row['p_value_adjusted'])}"
    )
