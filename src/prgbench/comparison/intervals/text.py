"""The report on how sure the percentages are."""

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import (
    Row,
    bounds,
    count,
    decimal,
    listing,
    p_value,
    points,
    records,
    rows_by,
    share_of,
)
from prgbench.replication.groups import by_pair
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS
from prgbench.stats.interval import EXACT

TITLE = "How sure are the percentages?"
SHOWS = (
    "How often two measures disagree in this study, and how far these percentages would move with "
    "other data sets of the same kind."
)
CANNOT_TELL = (
    "Why they disagree: noise alone makes measures disagree, too. The data sets are no random "
    "sample of all problems, so the intervals hold for more of the same kind only."
)


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how often measures disagree, how sure that is, and which percentages differ."""
    table = tables["intervals"]
    first = table.iloc[0]
    written = [
        f"The {count(first['tasks'], 'task')} stand on {count(first['datasets'], 'data set')}, so "
        f"each {facts.interval} (in brackets) takes data sets, not tasks, as independent: of "
        "shares Wilson's, for as many trials as have their error over the data sets; of "
        "correlations by resampling data sets."
    ]
    if (table["note"] == EXACT).any():
        written.append(
            "Where all tasks are alike, bounds are exact (Clopper and Pearson), with data sets as "
            "trials."
        )
    if first["datasets"] < FEWEST_CLUSTERS:
        written.append(f"*With fewer than {FEWEST_CLUSTERS} data sets intervals are rough.*")
    lines = []
    for a, b, rows in by_pair(table):
        by = rows_by(rows, "statistic")
        best, top, rank = by["best_differs"], by["top3_differs"], by["rank_correlation"]
        lines.append(
            f"- {measure_label(a)} and {measure_label(b)} have different best models in "
            f"{_share(best)} tasks {_bounds(best)} (as if tasks were independent: "
            f"{bounds(best['naive_lower'], best['naive_upper'])}), a different ordered top three "
            f"in {_share(top)} {_bounds(top)}; their ranks correlate by "
            f"{decimal(rank['estimate'])} {bounds(rank['lower'], rank['upper'], decimal)}."
        )
    tests = _paired_tests(tables["paired_tests"], first["datasets"], facts)
    return [*written, "\n".join(lines), *tests]


def _share(row: Row) -> str:
    return share_of(row["estimate"] * row["tasks"], row["tasks"])


def _bounds(row: Row) -> str:
    return f"{bounds(row['lower'], row['upper'])}{', exact' if row['note'] == EXACT else ''}"


def _paired_tests(tests: pd.DataFrame, datasets: int, facts: Facts) -> list[str]:
    if tests.empty:
        return []
    if datasets < FEWEST_CLUSTERS:
        return [
            "Whether these percentages differ from one another is not tested with fewer than "
            f"{FEWEST_CLUSTERS} data sets."
        ]
    clear = tests[tests["p_value_adjusted"] < facts.significance_level]
    number = f"{len(clear)} have" if len(clear) > 1 else "one has" if len(clear) else "none has"
    text = (
        f"Of {count(len(tests), 'difference')} between these percentages on the same tasks, "
        f"{number} p < {facts.significance_level:g} by flipping the signs of data sets, adjusted "
        "for their number (Holm)"
    )
    named = [
        f"{_pair_name(row['pair_1'])} against {_pair_name(row['pair_2'])} "
        f"({'best models' if row['statistic'] == 'best_differs' else 'top three'}: "
        f"{points(row['estimate'])} points {bounds(row['lower'], row['upper'], points)}, adjusted "
        f"{p_value(row['p_value_adjusted'])})"
        for row in records(clear)
    ]
    return [f"{text}{': ' + listing(named) if named else ''}."]


def _pair_name(name: str) -> str:
    return "–".join(measure_label(part) for part in name.split("-"))
