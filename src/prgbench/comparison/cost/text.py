"""The report on what choosing by a measure costs."""

import math
from collections.abc import Callable

import pandas as pd
from tabulate import tabulate

from prgbench.comparison.compared import Tables
from prgbench.comparison.cost.names import (
    EQUIVALENT,
    F_TARGETS,
    RANDOM_MODEL,
    TARGETS,
    TARGETS_OF_HALVES,
)
from prgbench.comparison.enough_data import FEWEST_FOR_INTERVAL
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import (
    Row,
    bounds,
    count,
    decimal,
    listing,
    p_value,
    percent,
    records,
    rows_by,
)
from prgbench.replication.groups import by_pair
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS

TITLE = "What does the choice of measure cost?"
SHOWS = (
    "What is lost if models are chosen by a measure instead of by what is wanted in the end, "
    "judged on instances that took no part in the choice."
)
CANNOT_TELL = (
    "What the choice costs with other models or in another use: the targets stand for uses, and "
    "choices are made from half the instances."
)
NAMED_TARGETS = ("expected_f1", "honest_f1", "stored_accuracy")
_ABOVE = f"above_{EQUIVALENT}"


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say what choosing by a measure costs, by each target."""
    return [
        "Models are chosen by a measure on one random half of a task's instances and judged by a "
        "target, what a user wants in the end, on the other half. The cost of the measure is how "
        "far its pick falls short there of the pick that the target itself makes on the first "
        "half. It is 0 if the measure chooses as well as the target, and below 0 if better.",
        _cost_table(tables["cost"], facts),
        _tested(tables["cost"], facts),
        *_comparison(tables["cost_pairs"]),
        "In-sample regret is how far a measure's best models fall short of the best model by the "
        "target if both are computed from the same instances. Choice and target then share their "
        "noise, and the regret is above 0 even of equal models, so nothing is tested here.",
        _regret_table(tables["in_sample_regret"]),
    ]


def _cost_table(table: pd.DataFrame, facts: Facts) -> str:
    def cell(row: Row) -> str:
        if math.isnan(row["cost"]):
            return "undefined"
        written = f"{_number(row['cost'])} {bounds(row['lower'], row['upper'], _number)}"
        return written if row["measure"] == RANDOM_MODEL else f"{written} ({row[_ABOVE]:.2f})"

    header = f"cost [{facts.interval}] (probability that most are above {EQUIVALENT:g})"
    return (
        _by_target(table, TARGETS_OF_HALVES, header, cell)
        + "\n\nF-scores are averaged over tasks as F-gain and converted back (Flach & Kull 2015, "
        "section 4); other targets, and `arithmetic` in `tables/comparison/cost.csv`, are "
        f"arithmetic means. The probability that most costs are above {EQUIVALENT:g} is that of "
        "the Bayesian signed-rank test of the means of data sets."
    )


def _tested(table: pd.DataFrame, facts: Facts) -> str:
    tests = table.dropna(subset="p_adjusted")
    datasets = int(table["datasets"].max()) if len(table) else 0
    if datasets < FEWEST_CLUSTERS:
        return f"{count(datasets, 'data set')}: too few data sets to tell these costs from 0."
    level = facts.significance_level
    found = [
        f"{measure_label(row['measure'])} by {TARGETS_OF_HALVES[row['target']]} "
        f"({_number(row['arithmetic'])}, {p_value(row['p_adjusted'])})"
        for row in records(tests[tests["p_adjusted"] <= level])
    ]
    return (
        f"Of {count(len(tests), 'mean cost')}, {len(found)} can be told from 0 at {level:g} by "
        "sign flips of data sets, adjusted by Holm for all of them"
        + (f": {listing(found)}." if found else ".")
    )


def _comparison(comparison: pd.DataFrame) -> list[str]:
    lines = []
    for a, b, rows in by_pair(comparison):
        first, second = measure_label(a), measure_label(b)
        by = rows_by(rows, "target")
        compared = [by[target] for target in NAMED_TARGETS if by[target]["differing"]]
        if not compared:
            lines.append(f"- {first} and {second} never pick different models that can be judged.")
            continue
        parts = [f"by {TARGETS_OF_HALVES[row['target']]} {_worse(row)}" for row in compared]
        lines.append(
            f"- {first} and {second} pick different models in {percent(compared[0]['differs'])} "
            f"of the choices. Of these, the pick by {first} is the worse one {listing(parts)}."
        )
    if not lines:
        return []
    return [
        "\n".join(lines),
        "Ties count half; a difference is the target of the first measure's pick minus that of "
        "the second's. The p-values are of sign flips of data sets, adjusted by Holm for all "
        "pairs and targets. All of them: `tables/comparison/cost_pairs.csv`.",
    ]


def _worse(row: Row) -> str:
    """Say how often the first pick is the worse one; of too few tasks only their number."""
    text = f"in {percent(row['a_worse'])}"
    if row["differing"] < FEWEST_FOR_INTERVAL:
        return f"{text} ({count(row['differing'], 'task')})"
    return (
        f"{text} {bounds(row['a_worse_lower'], row['a_worse_upper'])} (mean difference "
        f"{_number(row['difference'])} {bounds(row['lower'], row['upper'], _number)}, "
        f"adjusted {p_value(row['p_adjusted'])})"
    )


def _regret_table(table: pd.DataFrame) -> str:
    def cell(row: Row) -> str:
        written = decimal(row["regret"], 4)
        if row["target"] not in F_TARGETS:
            return written
        return f"{written} ({decimal(row['arithmetic'], 4)})"

    header = "in-sample regret, of F-scores as F-gain (arithmetic mean)"
    return _by_target(table, TARGETS, header, cell)


def _by_target(
    table: pd.DataFrame, labels: dict[str, str], header: str, cell: Callable[[Row], str]
) -> str:
    measures = [str(name) for name in table["measure"].unique()]
    rows = []
    for target, own in table.groupby("target", sort=False):
        by = rows_by(own, "measure")
        rows.append(
            [
                labels[str(target)],
                *(cell(by[name]) for name in measures),
                f"{int(own['tasks'].max()):,}",
                f"{int(own['undefined'].max()):,}",
            ]
        )
    names = [name if name == RANDOM_MODEL else measure_label(name) for name in measures]
    headers = [header, *names, "tasks", "tasks without"]
    return tabulate(rows, headers=headers, tablefmt="github", disable_numparse=True)


def _number(value: float) -> str:
    return decimal(value, 3)
