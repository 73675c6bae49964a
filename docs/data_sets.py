"""Writes docs/data_sets.md from the demo's archive; `--check` only compares."""

import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from tabulate import tabulate
from written import write_or_check

# The archive's making is no part of the package.
sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from demo_archive.build import LEFT_OUT
from demo_archive.cross_validation import LabelledTask, labelled_tasks
from demo_archive.flows import flows

from demo_archive.datasets import data_sets

PAGE = Path(__file__).with_name("data_sets.md")
COLUMNS = ("data set", "source", "targets", "rows", "features", "prevalence", "cross-validated")
INTRODUCTION = """\
# The data sets of the demo

The study `demo` is computed from a frozen archive that comes with the package: {n_flows} flows
of scikit-learn, from strong learners to a constant score, cross-validated on {n_tasks} tasks on
{n_datasets} data sets. The data sets come with scikit-learn and statsmodels, or are made again row
by row: from the rule that defines them, or from the published generator with a fixed seed. The
prevalence is that of the rarer class, which is the positive one.

This page is made by `make pages` from `benchmarks/demo_archive/`; `make demo-archive` makes the
archive.

"""


def page() -> str:
    """Return the page: a row for each data set."""
    tasks = list(labelled_tasks())
    of_data_set = {
        name: list(own) for name, own in groupby(tasks, lambda one: one.task.dataset_name)
    }
    rows = [_row(known.name, known.source, of_data_set[known.name]) for known in data_sets()]
    introduction = INTRODUCTION.format(
        n_flows=sum(flow.name != LEFT_OUT for flow in flows()),
        n_tasks=len(tasks),
        n_datasets=len(rows),
    )
    table = tabulate(rows, COLUMNS, tablefmt="github", disable_numparse=True)
    return f"{introduction}{table}\n"


def _row(name: str, source: str, tasks: Sequence[LabelledTask]) -> list[str]:
    n_rows, n_features = tasks[0].x.shape
    shares = dict.fromkeys(f"{min(one.y.mean(), 1 - one.y.mean()):.3f}" for one in tasks)
    repeats = dict.fromkeys(one.task.n_repeats for one in tasks)
    return [
        name,
        source,
        ", ".join(dict.fromkeys(one.task.target for one in tasks)),
        f"{n_rows:,}",
        f"{n_features}",
        ", ".join(shares),
        " and ".join({1: "once", 10: "ten times"}[number] for number in repeats),
    ]


if __name__ == "__main__":
    write_or_check({PAGE: page()}, "the demo's archive")
