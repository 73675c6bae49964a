"""The tasks of the embedded archive: each target of each data set, split as OpenML splits."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.archive.embedded.datasets.catalogue import data_sets
from prgbench.archive.embedded.datasets.instances import Instances
from prgbench.archive.interface import Task

N_FOLDS = 10
ONCE, TEN_TIMES = (1, 1), (3, 10)


@dataclass(frozen=True, slots=True)
class LabelledTask:
    """A task with its instances: features ``x`` and class codes ``y`` (1 = positive)."""

    task: Task
    x: NDArray[np.float64]
    y: NDArray[np.int8]


def labelled_tasks() -> Iterator[LabelledTask]:
    """Yield the tasks, those with the cross-validation ten times beside those with one.

    Examples
    --------
    >>> [labelled.task.dataset_name for labelled in labelled_tasks()][:3]
    ['breast-cancer', 'digits', 'digits']
    """
    task_id = 0
    for dataset_id, data_set in enumerate(data_sets(), start=1):
        for target, instances in data_set.load().items():
            for procedure in (ONCE, TEN_TIMES) if data_set.repeated else (ONCE,):
                task_id += 1
                task = _task(task_id, dataset_id, data_set.name, target, instances, procedure)
                yield LabelledTask(task, instances.x, instances.y.astype(np.int8))


def _task(
    task_id: int,
    dataset_id: int,
    dataset_name: str,
    target: str,
    instances: Instances,
    procedure: tuple[int, int],
) -> Task:
    estimation_procedure, n_repeats = procedure
    return Task(
        task_id=task_id,
        dataset_id=dataset_id,
        dataset_name=dataset_name,
        target=target,
        classes=(instances.rest, instances.label),
        n_instances=len(instances.y),
        estimation_procedure=estimation_procedure,
        n_repeats=n_repeats,
        n_folds=N_FOLDS,
    )
