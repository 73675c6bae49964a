"""The report on how sure the percentages are."""

import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import (
    bounds,
    count,
    decimal,
    listing,
    p_value,
    percent,
    points,
    records,
    rows_by,
)
from prgbench.replication.groups import by_pair

TITLE = "How sure are the percentages?"
FEW_DATASETS = 20


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say how often measures disagree, how sure that is, and which percentages differ."""
    table = tables["intervals"]
    first = table.iloc[0]
    written = [
        f"The {count(first['tasks'], 'task')} stand on {count(first['datasets'], 'data set')}, so "
        f"each {facts.interval} (in brackets, percentile bootstrap) resamples data sets, not "
        "tasks:"
    ]
    if first["datasets"] < FEW_DATASETS:
        written.append(
            f"*With fewer than {FEW_DATASETS} data sets such intervals are rough, as a rule too "
            "narrow; this holds for all of this section.*"
        )
    lines = []
    for a, b, rows in by_pair(table):
        by = rows_by(rows, "statistic")
        best, top, rank = by["best_differs"], by["top3_differs"], by["rank_correlation"]
        lines.append(
            f"- {measure_label(a)} and {measure_label(b)} have different best models in "
            f"{percent(best['estimate'])} of the tasks {bounds(best['lower'], best['upper'])} (as "
            f"if tasks were independent: {bounds(best['naive_lower'], best['naive_upper'])}), a "
            f"different ordered top three in {percent(top['estimate'])} "
            f"{bounds(top['lower'], top['upper'])}; their ranks correlate by "
            f"{decimal(rank['estimate'])} {bounds(rank['lower'], rank['upper'], decimal)}."
        )
    return [*written, "\n".join(lines), *_paired_tests(tables["paired_tests"], facts)]


def _paired_tests(tests: pd.DataFrame, facts: Facts) -> list[str]:
    if tests.empty:
        return []
    tests = tests[tests["p_value"].notna()]
    clear = tests[tests["p_value"] < facts.significance_level]
    number = f"{len(clear)} have" if len(clear) > 1 else "one has" if len(clear) else "none has"
    text = (
        f"Of {count(len(tests), 'difference')} between these percentages, tested on the same "
        f"tasks, {number} p < {facts.significance_level:g} by resampling data sets (not adjusted "
        "for their number)"
    )
    named = [
        f"{_pair_name(row['pair_1'])} against {_pair_name(row['pair_2'])} "
        f"({'best models' if row['statistic'] == 'best_differs' else 'top three'}: "
        f"{points(row['estimate'])} points, {p_value(row['p_value'])}; McNemar's on one task per "
        f"data set: {p_value(row['mcnemar_p_value'])})"
        for row in records(clear)
    ]
    return [f"{text}{': ' + listing(named) if named else ''}."]


def _pair_name(name: str) -> str:
    return "–".join(measure_label(part) for part in name.split("-"))
