"""Writes docs/data_sets.md and .csv from the demo's archive; `--check` only compares."""

import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pandas as pd
from written import write_or_check

# The archive's making is no part of the package.
sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from demo_archive.build import LEFT_OUT
from demo_archive.cross_validation import LabelledTask, labelled_tasks
from demo_archive.flows import flows

from demo_archive.datasets import data_sets

PAGE = Path(__file__).with_name("data_sets.md")
TABLE = PAGE.with_suffix(".csv")
COLUMNS = ("data set", "source", "targets", "rows", "features", "prevalence", "cross-validated")
TEXT = """\
# The data sets of the demo

The study `demo` is computed from a frozen archive that comes with the package: {n_flows} flows
of scikit-learn's learners, from strong ones to a constant score, cross-validated on {n_tasks}
tasks on {n_datasets} data sets with {least} to {most} rows. [data_sets.csv](data_sets.csv) has a
row for each data set: its source, targets, numbers of rows and features, and prevalence, that of
the rarer class, which is the positive one.

- **Real data** of scikit-learn and statsmodels: breast cancer, digits, wine, iris, diabetes, heart
  transplants, health insurance, credit cards, elections, travel, schools, states and economies.
- **Rules**, enumerated row by row: tic-tac-toe, the monks' problems, balance scale, m of n,
  multiplexers.
- **Published generators** with a fixed seed: Friedman's functions with few to many noise features,
  rare classes and wrong labels; twonorm, ringnorm, threenorm, waveform, LED, and Hastie et al.'s.

`make pages` writes both from `benchmarks/demo_archive/`; `make demo-archive` makes the archive.
"""


def pages() -> dict[Path, str]:
    """Return the page, and its table: a row for each data set."""
    tasks = list(labelled_tasks())
    by_name = groupby(tasks, lambda labelled: labelled.task.dataset_name)
    of_data_set = {name: list(labelled) for name, labelled in by_name}
    rows = [_row(data.name, data.source, of_data_set[data.name]) for data in data_sets()]
    sizes = [len(labelled.y) for labelled in tasks]
    text = TEXT.format(
        n_flows=sum(flow.name != LEFT_OUT for flow in flows()),
        n_tasks=len(tasks),
        n_datasets=len(rows),
        least=min(sizes),
        most=f"{max(sizes):,}",
    )
    return {PAGE: text, TABLE: pd.DataFrame(rows, columns=COLUMNS).to_csv(index=False)}


def _row(name: str, source: str, tasks: Sequence[LabelledTask]) -> list[str]:
    n_rows, n_features = tasks[0].x.shape
    shares = dict.fromkeys(
        f"{min(labelled.y.mean(), 1 - labelled.y.mean()):.3f}" for labelled in tasks
    )
    repeats = dict.fromkeys(labelled.task.n_repeats for labelled in tasks)
    return [
        name,
        source,
        ", ".join(dict.fromkeys(labelled.task.target for labelled in tasks)),
        f"{n_rows}",
        f"{n_features}",
        ", ".join(shares),
        " and ".join({1: "once", 10: "ten times"}[number] for number in repeats),
    ]


if __name__ == "__main__":
    write_or_check(pages(), "the demo's archive")
