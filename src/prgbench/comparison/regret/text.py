"""The report on what choosing by a measure costs."""

import pandas as pd
from tabulate import tabulate

from prgbench.comparison.compared import Tables
from prgbench.comparison.regret.names import ITSELF, NOTICEABLE, RANDOM_MODEL, TARGETS
from prgbench.plotting.facts import Facts
from prgbench.plotting.labels import measure_label
from prgbench.plotting.sentences import (
    bounds,
    count,
    decimal,
    listing,
    p_value,
    percent,
    rows_by,
)
from prgbench.replication.groups import by_pair

TITLE = "What does the wrong measure cost?"
NAMED_TARGETS = ("expected_f1", "honest_f1", "stored_accuracy")


def paragraphs(tables: Tables, _facts: Facts) -> list[str]:
    """Say what choosing by a measure costs, by each target."""
    written = [
        "Regret is how far a measure's best models fall short of the best model of the task by "
        "the target: what a user wants in the end. Choosing by the target itself has regret 0.",
        _regret_table(tables["regret"]),
        *_comparison(tables["regret_pairs"]),
    ]
    if "split_regret" in tables:
        written += [
            "A measure and a target from the same instances share their noise. If models are "
            "chosen on one half of the folds and judged on the other:",
            _regret_table(tables["split_regret"]),
        ]
    return written


def _regret_table(table: pd.DataFrame) -> str:
    measures = [str(name) for name in table["measure"].unique() if name != ITSELF]
    rows = []
    for target, own in table.groupby("target", sort=False):
        by = rows_by(own, "measure")
        cells = [
            decimal(by[name]["mean"], 4)
            + ("" if name == RANDOM_MODEL else f" ({percent(by[name]['share_noticeable'])})")
            for name in measures
        ]
        undefined = int(own["undefined"].max())
        rows.append([TARGETS[str(target)], *cells, undefined or ""])
    headers = [
        f"mean regret (tasks above {NOTICEABLE:g})",
        *(name if name == RANDOM_MODEL else measure_label(name) for name in measures),
        "tasks without",
    ]
    return tabulate(rows, headers=headers, tablefmt="github", disable_numparse=True)


def _comparison(comparison: pd.DataFrame) -> list[str]:
    lines = []
    for a, b, rows in by_pair(comparison):
        first, second = measure_label(a), measure_label(b)
        differing = int(rows["differing"].max())
        if differing == 0:
            lines.append(f"- {first} and {second} never have different best models.")
            continue
        by = rows_by(rows, "target")
        parts = [
            f"{percent(by[target]['a_worse'])} by {TARGETS[target]} "
            f"{bounds(by[target]['a_worse_lower'], by[target]['a_worse_upper'])} "
            f"({p_value(by[target]['wilcoxon_p_value'])})"
            for target in NAMED_TARGETS
            if by[target]["differing"]
        ]
        lines.append(
            f"- Among {count(differing, 'task')} in which {first} and {second} have different "
            f"best models, those by {first} are the worse ones in {listing(parts)}."
        )
    return [
        "\n".join(lines),
        "Ties count half; p is Wilcoxon's signed-rank test of the two regrets, on the means of "
        "the data sets. All targets and intervals: `tables/comparison/regret_pairs.csv`.",
    ]
