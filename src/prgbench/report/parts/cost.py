"""The part `cost`: figure and words."""

import math

import pandas as pd
from tabulate import tabulate

from prgbench.answer.cost import CostByTarget, CostOfPair
from prgbench.answer.cost_targets import EQUIVALENT, RANDOM_MODEL, TARGETS_OF_HALVES
from prgbench.answer.interface import Tables
from prgbench.answer.rows import rows_of
from prgbench.plotting.drawn import Drawn, Facts, not_drawn, spoken
from prgbench.plotting.rows import draw_rows, legend_below, rows_figure
from prgbench.plotting.words import (
    bounds,
    count,
    decimal,
    listing,
    measure_label,
    p_value,
    pair_label,
    percent,
)
from prgbench.report.enough_data import FEWEST_FOR_INTERVAL, open_marks
from prgbench.report.shown_part import ShownPart
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS

TITLE = "What does the choice of measure cost?"
SHOWS = (
    "What is lost if models are chosen by a measure instead of a target: chosen on half of a "
    "task's instances, judged by the target on the other half."
)
CANNOT_TELL = "The cost with other models or targets."
NAMED_TARGETS = ("expected_f1", "honest_f1", "stored_accuracy")
PAIR_TARGET = "expected_f1"


def paragraphs(tables: Tables, facts: Facts) -> list[str]:
    """Say what choosing by a measure costs, by some targets."""
    costs = [row for row in rows_of(CostByTarget, tables["cost"]) if row.measure != RANDOM_MODEL]
    pairs = rows_of(CostOfPair, tables["cost_pairs"])
    return [
        _costs([row for row in costs if row.target in NAMED_TARGETS], facts),
        _tested(costs, facts),
        *_pairs([row for row in pairs if row.target == PAIR_TARGET]),
    ]


def _costs(rows: list[CostByTarget], facts: Facts) -> str:
    by = {(row.target, row.measure): row for row in rows}
    measures = dict.fromkeys(row.measure for row in rows)
    cells = [
        [TARGETS_OF_HALVES[target], *(_cost(by[target, measure]) for measure in measures)]
        for target in dict.fromkeys(row.target for row in rows)
    ]
    return _markdown(cells, [f"cost [{facts.interval}]", *map(measure_label, measures)])


def _cost(row: CostByTarget) -> str:
    if math.isnan(row.cost):
        return "undefined"
    return f"{decimal(row.cost)} {bounds(row.lower, row.upper, decimal)}"


def _tested(rows: list[CostByTarget], facts: Facts) -> str:
    datasets = max((row.datasets for row in rows), default=0)
    if datasets < FEWEST_CLUSTERS:
        return f"{count(datasets, 'data set')}: too few to tell these costs from 0."
    tests = [row for row in rows if not math.isnan(row.p_adjusted)]
    found = [
        f"{measure_label(row.measure)} by {TARGETS_OF_HALVES[row.target]} "
        f"({decimal(row.arithmetic)}, {p_value(row.p_adjusted)})"
        for row in tests
        if row.p_adjusted <= facts.significance_level
    ]
    return (
        f"{len(found)} of {count(len(tests), 'mean cost')} can be told from 0 at "
        f"{facts.significance_level:g} (sign flips of data sets, Holm)"
        + (f": {listing(found)}." if found else ".")
    )


def _pairs(rows: list[CostOfPair]) -> list[str]:
    if not rows:
        return []
    label = TARGETS_OF_HALVES[PAIR_TARGET]
    cells = [
        [pair_label(row.measure_a, row.measure_b), percent(row.differs), _worse(row)]
        for row in rows
    ]
    return [_markdown(cells, ["", "picks differ", f"then the first is worse by {label}"])]


def _worse(row: CostOfPair) -> str:
    """Say how often the first pick is the worse one; with too few tasks only their number."""
    if not row.differing:
        return "–"
    if row.differing < FEWEST_FOR_INTERVAL:
        return f"{percent(row.a_worse)} ({count(row.differing, 'task')})"
    return f"{percent(row.a_worse)} {bounds(row.a_worse_lower, row.a_worse_upper)}"


def _markdown(cells: list[list[str]], headers: list[str]) -> str:
    return tabulate(cells, headers=headers, tablefmt="github", disable_numparse=True)


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
        f"Cost of choosing by a measure ({facts.source}): mean over {_range(own['tasks'])} tasks "
        f"on {count(own['datasets'].max(), 'data set')} (F-scores as F-gain, converted back), "
        f"{facts.interval}. Shaded: within {EQUIVALENT:g} of 0."
        f"{against if len(random) else ''}{open_marks(data)}"
    )
    alt = f"Cost of choosing by each measure, by target: {spoken(data, decimal)}."
    return Drawn(figure, caption, alt, data)


def _range(numbers: "pd.Series[int]") -> str:
    low, high = int(numbers.min()), int(numbers.max())
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


SHOWN = ShownPart("cost", TITLE, SHOWS, CANNOT_TELL, paragraphs, {"cost": cost})
