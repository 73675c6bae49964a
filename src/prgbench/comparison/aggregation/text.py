"""The report on pooled predictions against averages."""

import pandas as pd

from prgbench.comparison.aggregation.names import WAYS
from prgbench.comparison.compared import Tables
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import bounds, count, listing, percent, records

TITLE = "Pooled or averaged over folds"
SHOWS = (
    "Whether another model wins by the very same measure if it is averaged over folds instead of "
    "computed from the pooled predictions."
)
CANNOT_TELL = (
    "Which of the two is right: pooled scores mix folds of different calibration, and averages "
    "leave out folds in which the measure is undefined."
)


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say how often averaging over folds changes the best models by the same measure."""
    return [*_measures(tables["aggregation"]), *_decisions(tables["aggregated_decisions"])]


def _measures(table: pd.DataFrame) -> list[str]:
    if table.empty:
        return ["No task has several folds or repeats that its files state."]
    lines = [
        f"- {measure_label(row['measure'])}, mean over {row['aggregation']}s: the best models "
        f"change in {percent(row['best_models_change'])} of {count(row['tasks'], 'task')} "
        f"{bounds(row['lower'], row['upper'])}; {row['undefined_parts']:,} of {row['parts']:,} "
        f"values of single {row['aggregation']}s are undefined."
        for row in records(table)
    ]
    return ["The same measure, averaged instead of pooled:", "\n".join(lines)]


def _decisions(table: pd.DataFrame) -> list[str]:
    parts = [
        f"{percent(row['best_models_change'])} of {count(row['tasks'], 'task')} "
        f"{bounds(row['lower'], row['upper'])} between {WAYS[row['way_a']]} and "
        f"{WAYS[row['way_b']]}"
        for row in records(table)
        if row["tasks"]
    ]
    if not parts:
        return ["No task has stored decisions of several folds."]
    equal = int(table["all_equal"].max())
    left_out = (
        f" Left out: {count(equal, 'task')} whose models all have the same F1 in one of these "
        "ways; averaged as F-gain it is 0 for each model that has a fold without a true positive."
    )
    return [
        "F1 of the stored decisions, put together from the folds in different ways: the best "
        f"models differ in {listing(parts)}. The arithmetic mean of F-scores is on the wrong "
        f"scale (Flach & Kull 2015, section 4).{left_out if equal else ''}"
    ]
