"""The part `intervals` in words."""

import math

from prgbench.answer.interface import Tables, rows_of
from prgbench.answer.intervals import AgreementInterval, PairedTest
from prgbench.plotting.drawn import Facts
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    p_value,
    pair_label,
    points,
    share_of,
)
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL
from prgbench.report.shown_part import ShownPart, markdown_table
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS
from prgbench.stats.interval import EXACT

TITLE = "How precise are the percentages?"
SHOWS = (
    "How often two measures disagree, and how far that would move with other data sets of the "
    "same kind."
)
CANNOT_TELL = (
    "Why they disagree: sampling noise by itself also makes measures disagree. The data sets are "
    "not a random "
    "sample of all problems."
)


def names(facts: Facts) -> dict[str, str]:
    """Name the statistics in words.

    Examples
    --------
    >>> names(Facts("OpenML", 0.95, "", 5))["top_differs"]
    'ordered top five differ'
    """
    return {
        "best_differs": "best models differ",
        "top_differs": f"ordered {facts.top_name} differ",
        "rank_correlation": "correlation of ranks",
    }


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how often measures disagree, how sure that is, and which percentages differ."""
    rows = rows_of(AgreementInterval, tables["intervals"])
    first = rows[0]
    intro = (
        f"Of {count(first.tasks, 'task')} on {count(first.datasets, 'data set')}; in brackets, "
        f"the {facts.interval}, with data sets as clusters."
    )
    if first.datasets < FEWEST_CLUSTERS:
        intro += f" With fewer than {FEWEST_CLUSTERS} data sets intervals are rough."
    by_pair: dict[str, dict[str, str]] = {}
    for row in rows:
        pair = pair_label(row.measure_a, row.measure_b)
        by_pair.setdefault(pair, {})[row.statistic] = _cell(row)
    named = names(facts)
    table = markdown_table(
        ["measures", *named.values()],
        [[pair, *(cells[name] for name in named)] for pair, cells in by_pair.items()],
    )
    tests = rows_of(PairedTest, tables["paired_tests"])
    enough = tests and first.datasets >= FEWEST_CLUSTERS
    return [intro, table, *([_tested(tests, facts)] if enough else [])]


def _cell(row: AgreementInterval) -> str:
    if row.statistic == "rank_correlation":
        return f"{decimal(row.estimate)} {bounds(row.lower, row.upper, decimal)}"
    exact = ", exact" if row.note == EXACT and not math.isnan(row.lower) else ""
    share = share_of(row.estimate * row.tasks, row.tasks)
    return f"{share} {bounds(row.lower, row.upper)}{exact}"


def _tested(tests: list[PairedTest], facts: Facts) -> str:
    clear = [row for row in tests if row.p_value_adjusted < facts.significance_level]
    text = (
        f"{len(clear) or 'None'} of {count(len(tests), 'difference')} between percentages on the "
        f"same tasks {'has' if len(clear) < 2 else 'have'} p < {facts.significance_level:g} after "
        "Holm's adjustment"
    )
    named = [
        f"{_pair_name(row.pair_1)} against {_pair_name(row.pair_2)} "
        f"({'best models' if row.statistic == 'best_differs' else facts.top_name}: "
        f"{points(row.estimate)} points {bounds(row.lower, row.upper, points)}, "
        f"{p_value(row.p_value_adjusted)})"
        for row in clear
    ]
    return f"{text}{': ' + listing(named) if named else ''}."


def _pair_name(name: str) -> str:
    return "–".join(measure_label(part) for part in name.split("-"))


SHOWN = ShownPart(
    "intervals", TITLE, SHOWS, CANNOT_TELL, paragraphs, {}, fewest_datasets=FEWEST_FOR_INTERVAL
)
