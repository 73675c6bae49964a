"""Writes src/prgbench/study/tasks_2017.csv from a table of OpenML's binary tasks of 2017.

``python benchmarks/tasks_2017.py binary_tasks_2017.csv``: the table has a row for each supervised
classification task with two classes and no missing values, with the columns of OpenML's list of
tasks (https://www.openml.org/api/v1/task/list) and its data set's qualities.
"""

import csv
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from prgbench.direct.null import TASKS_2017

PROCEDURES = {"10-fold Crossvalidation": 1, "10 times 10-fold Crossvalidation": 3}
COLUMNS = ("task_id", "dataset_id", "procedure", "n_instances", "n_positives")


def rows_of(table: Iterable[Mapping[str, str]]) -> Iterator[tuple[int, ...]]:
    """Yield the tasks of the paper's procedures."""
    for row in table:
        if row["estimation_procedure"] in PROCEDURES:
            yield (
                int(row["task_id"]),
                int(row["data_id"]),
                PROCEDURES[row["estimation_procedure"]],
                int(row["number_of_instances"]),
                int(row["minority_class_size"]),
            )


def write(source: Path, target: Path) -> None:
    """Write the list."""
    with source.open(encoding="utf-8", newline="") as file:
        rows = list(rows_of(csv.DictReader(file)))
    with target.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])


if __name__ == "__main__":
    write(Path(sys.argv[1]), TASKS_2017)
