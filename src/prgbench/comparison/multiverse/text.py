"""The report's paragraphs on the nine numbers under every choice."""

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.multiverse.names import ALL_CHOICES, BEST, CHOICES, CORRELATION, TOP
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import (
    Row,
    count,
    decimal,
    listing,
    pair,
    percent,
    records,
    rows_by,
)

TITLE = "The nine numbers under every choice"
SHOWS = (
    "How far the paper's nine numbers move over all combinations of choices that can be defended."
)
CANNOT_TELL = (
    "How likely a number is: the choices are ours and no sample, so their range is no interval."
)
_STATISTICS = {
    BEST: "different best models",
    TOP: "a different ordered top three",
    CORRELATION: "correlation of the ranks",
}


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say how far each number goes, and which choice moves it most."""
    table = tables["multiverse_range"]
    varying = [choice for choice in CHOICES if choice in set(table["choice"])]
    fixed = [name for choice, name in CHOICES.items() if choice not in varying]
    number = int(table.loc[table["choice"] == ALL_CHOICES, "universes"].max())
    written = (
        f"The paper's nine numbers in {count(number, 'universe')}, one for each combination of "
        f"{listing([CHOICES[choice] for choice in varying])}. Each choice can be defended; the "
        "universes are no sample, so a range is no interval."
    )
    if fixed:
        written += f" What has one level only in this study is left out: {listing(fixed)}."
    groups = table.groupby(["statistic", "measure_a", "measure_b"], sort=False)
    return [written, "\n".join(_line(rows) for _, rows in groups)]


def _line(rows: pd.DataFrame) -> str:
    everything = rows_by(rows, "choice")[ALL_CHOICES]
    start = f"- {pair(everything)}, {_STATISTICS[everything['statistic']]}: "
    if not everything["universes"]:
        return f"{start}undefined in all universes."
    text = (
        f"{start}{_written(everything, 'found')} as the study chooses, {_range(everything)} over "
        f"all universes (median {_written(everything, 'median')})"
    )
    alone = [row for row in records(rows) if row["choice"] != ALL_CHOICES and row["universes"]]
    widest = max(alone, key=_width, default=None)
    if widest is None or not _width(widest) > 0:
        return f"{text}; no choice alone moves it."
    return (
        f"{text}; of the choices alone {CHOICES[widest['choice']]} moves it most: "
        f"{_written(widest, 'least')} ({_level(widest, 'least_at')}) to "
        f"{_written(widest, 'greatest')} ({_level(widest, 'greatest_at')})."
    )


def _level(row: Row, column: str) -> str:
    level = str(row[column])
    return measure_label(level) if row["choice"] == "aupr" else level


def _width(row: Row) -> float:
    return float(row["greatest"] - row["least"])


def _range(row: Row) -> str:
    return f"{_written(row, 'least')} to {_written(row, 'greatest')}"


def _written(row: Row, column: str) -> str:
    return (decimal if row["statistic"] == CORRELATION else percent)(row[column])
