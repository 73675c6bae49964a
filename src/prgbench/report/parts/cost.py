"""The part `cost`: figure and words."""

import math
from collections.abc import Callable

import pandas as pd
from tabulate import tabulate

from prgbench.answer.cost_targets import (
    EQUIVALENT,
    F_TARGETS,
    RANDOM_MODEL,
    TARGETS,
    TARGETS_OF_HALVES,
)
from prgbench.answer.interface import Tables
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, spoken
from prgbench.plotting.rows import draw_rows, legend_below, rows_figure
from prgbench.plotting.words import (
    Row,
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    p_value,
    percent,
    records,
    rows_by,
)
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL, open_marks
from prgbench.report.shown_part import ShownPart
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS
from prgbench.study.agreement import by_pair

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


def cost(tables: Tables, facts: Facts) -> Drawn:
    """Draw the cost of each measure by each target."""
    table = tables["cost"].dropna(subset="cost")
    own = table[table["measure"] != RANDOM_MODEL]
    if own.empty:
        return not_drawn("No task has halves on which models can be chosen and judged.")
    per_target = max(2, own["measure"].nunique() / 2)
    figure, (axes,) = rows_figure(round(per_target * own["target"].nunique()))
    axes.axvspan(-EQUIVALENT, EQUIVALENT, color="0.93", linewidth=0)
    axes.axvline(0, color="0.6", linewidth=0.8)
    data = draw_rows(
        axes,
        own.assign(
            target=own["target"].map(TARGETS_OF_HALVES), label=own["measure"].map(measure_label)
        ),
        row="target",
        series="label",
        value="cost",
        lower="lower",
        upper="upper",
    )
    axes.set_xlabel("Cost: target's own pick − measure's pick, on the other half")
    legend_below(figure, axes, columns=5)
    random = table.loc[table["measure"] == RANDOM_MODEL, "cost"]
    against = f" A random model costs {decimal(random.min())} to {decimal(random.max())}."
    caption = (
        f"What choosing by a measure costs ({facts.source}): models are chosen on one half of a "
        "task's instances and judged on the other half, and the cost is how far a measure's pick "
        "falls short of the pick by the target itself; mean over "
        f"{_range(own['tasks'])} tasks on {count(own['datasets'].max(), 'data set')} (F-scores as "
        f"F-gain, converted back) with its {facts.interval} by resampling data sets. Shaded: "
        f"within {EQUIVALENT:g} of 0.{against if len(random) else ''}{open_marks(data)}"
    )
    alt = f"Cost of choosing by each measure, by target: {spoken(data, decimal)}."
    return Drawn(figure, caption, alt, data)


def _range(numbers: pd.Series) -> str:
    low, high = int(numbers.min()), int(numbers.max())
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


SHOWN = ShownPart("cost", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"cost": cost})
