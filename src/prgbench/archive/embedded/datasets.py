"""The data sets that scikit-learn ships, as binary tasks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn import datasets
from sklearn.utils import Bunch

from prgbench.archive.interface import Task

N_FOLDS = 10
TEN_FOLD_CROSS_VALIDATION = 1


@dataclass(frozen=True, slots=True)
class LabelledTask:
    """A task with its instances: features ``x`` and class codes ``y`` (1 = positive)."""

    task: Task
    x: NDArray[np.float64]
    y: NDArray[np.int8]


def labelled_tasks() -> Iterator[LabelledTask]:
    """Yield the 17 tasks: breast cancer, and each class of digits, wine and iris against the rest.

    Examples
    --------
    >>> [labelled.task.dataset_name for labelled in labelled_tasks()][:3]
    ['breast-cancer', 'digits-0', 'digits-1']
    """
    task_id = 1
    for dataset_id, (name, load) in enumerate(_LOADERS.items(), start=1):
        bunch = load()
        for positive in _positive_classes(bunch):
            label = str(bunch.target_names[positive])
            y = (bunch.target == positive).astype(np.int8)
            one_of_many = len(bunch.target_names) > 2
            task = Task(
                task_id=task_id,
                dataset_id=dataset_id,
                dataset_name=f"{name}-{label}" if one_of_many else name,
                target=f"is_{label}" if one_of_many else "class",
                classes=("rest", label)
                if one_of_many
                else tuple(map(str, bunch.target_names))[::-1],
                n_instances=len(y),
                estimation_procedure=TEN_FOLD_CROSS_VALIDATION,
                n_repeats=1,
                n_folds=N_FOLDS,
            )
            yield LabelledTask(task, bunch.data, y)
            task_id += 1


_LOADERS: dict[str, Callable[[], Bunch]] = {
    "breast-cancer": datasets.load_breast_cancer,
    "digits": datasets.load_digits,
    "wine": datasets.load_wine,
    "iris": datasets.load_iris,
}


def _positive_classes(bunch: Bunch) -> list[int]:
    """Return every class of a multi-class data set, the minority class of a binary one."""
    sizes = np.bincount(bunch.target)
    return [int(np.argmin(sizes))] if len(sizes) == 2 else list(range(len(sizes)))
