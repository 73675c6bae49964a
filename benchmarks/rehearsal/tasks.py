"""The tasks that are served: the sizes of those of 2017, with made-up labels."""

import csv
from collections import Counter
from dataclasses import dataclass

import numpy as np

from archive_server import Dataset
from prgbench.sources.tasks import Task
from prgbench.study.cost import TASKS_2017

REPEATS = {1: 1, 3: 10}
FOLDS = 10
FEWEST_OF_A_CLASS = 5
COPY = 1_000_000
"""The ids of a further copy of the tasks and data sets are that much higher."""
LABELS = (("N", "P"), ("N", "P"), ("tested_negative", "tested_positive"), ("good risk", "bad"))


@dataclass(frozen=True)
class Size:
    """A task of the table; ``number`` is its place among all, copies included."""

    number: int
    task_id: int
    dataset_id: int
    procedure: int
    n_instances: int
    n_positives: int


@dataclass(frozen=True)
class ServedTask:
    """A task, its place among all and how its classes are made up."""

    number: int
    task: Task
    n_minority: int
    minority: int

    @property
    def n_rows(self) -> int:
        """How many rows a prediction file has."""
        return self.task.n_instances * self.task.n_repeats

    @property
    def dataset(self) -> Dataset:
        """The data set as the server describes it."""
        n_instances = self.task.n_instances
        return Dataset(
            dataset_id=self.task.dataset_id,
            name=self.task.dataset_name,
            default_target=self.task.target,
            nominal={self.task.target: self.task.classes},
            qualities={
                "MajorityClassSize": float(n_instances - self.n_minority),
                "MinorityClassSize": float(self.n_minority),
                "NumberOfClasses": 2.0,
                "NumberOfFeatures": 9.0,
                "NumberOfInstances": float(n_instances),
                "NumberOfMissingValues": 0.0,
            },
            missing={self.task.target: 0},
        )


def served_tasks(n_tasks: int, cap: int) -> list[ServedTask]:
    """Return tasks of all sizes, as many as asked for, by their ids.

    Parameters
    ----------
    n_tasks : int
        Fewer than the table has are spread evenly over its sizes, tasks of one data set together;
        for more, all its tasks come again with other ids.
    cap : int
        The most rows of a prediction file, which has each instance once in each repeat; the share
        of the smaller class stays. The tasks of a data set have the same instances.
    """
    sizes = _all_sizes(n_tasks)
    repeats = Counter[int]()
    for size in sizes:
        repeats |= Counter({size.dataset_id: REPEATS[size.procedure]})
    chosen = sorted(_spread(sizes, n_tasks), key=lambda size: size.task_id)
    return [_served(size, cap // repeats[size.dataset_id]) for size in chosen]


def _all_sizes(n_tasks: int) -> list[Size]:
    with TASKS_2017.open(encoding="utf-8", newline="") as file:
        rows = [{name: int(text) for name, text in row.items()} for row in csv.DictReader(file)]
    n_copies = -(-n_tasks // len(rows))
    return [
        Size(
            number=copy * len(rows) + place,
            **row | {name: row[name] + copy * COPY for name in ("task_id", "dataset_id")},
        )
        for copy in range(n_copies)
        for place, row in enumerate(rows)
    ]


def _spread(sizes: list[Size], n_tasks: int) -> list[Size]:
    ordered = sorted(sizes, key=lambda size: (size.n_instances, size.dataset_id, size.procedure))
    pairs = [ordered[start : start + 2] for start in range(0, len(ordered), 2)]
    places = np.linspace(0, len(pairs), -(-n_tasks // 2), endpoint=False).astype(int)
    return [size for place in places for size in pairs[place]][:n_tasks]


def _served(size: Size, most: int) -> ServedTask:
    rng = np.random.default_rng(size.dataset_id)
    n_instances = min(size.n_instances, most)
    n_minority = round(size.n_positives * n_instances / size.n_instances)
    task = Task(
        task_id=size.task_id,
        dataset_id=size.dataset_id,
        dataset_name=f"data-{size.dataset_id}",
        target="class",
        classes=LABELS[rng.integers(len(LABELS))],
        n_instances=n_instances,
        estimation_procedure=size.procedure,
        n_repeats=REPEATS[size.procedure],
        n_folds=FOLDS,
    )
    n_minority = max(n_minority, FEWEST_OF_A_CLASS)
    return ServedTask(size.number, task, n_minority, minority=int(rng.integers(2)))
