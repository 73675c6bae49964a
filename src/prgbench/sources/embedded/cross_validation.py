"""Cross-validates flows on a task: all flows on the same folds, standardised once."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata
from sklearn import config_context
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from prgbench.sources.embedded.datasets import data_sets
from prgbench.sources.embedded.flows import Features, Labels, Setup
from prgbench.sources.embedded.generators import Instances
from prgbench.sources.interface import Task

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


Folds = NDArray[np.int64]
Confidences = NDArray[np.float64]
HALF = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class _Fold:
    test: NDArray[np.int64]
    x_train: Features
    y_train: Labels
    x_test: Features


class CrossValidation:
    """The splits of a task, which depend on the task and the repeat alone.

    Attributes
    ----------
    fold_of : ndarray of shape (n_repeats, n_instances)
        The fold in which each instance is predicted.
    """

    def __init__(self, labelled: LabelledTask) -> None:
        repeats = range(labelled.task.n_repeats)
        self._repeats = [list(_folds(labelled, repeat)) for repeat in repeats]
        self.fold_of: Folds = np.empty((len(repeats), len(labelled.y)), dtype=np.int64)
        for repeat, folds in enumerate(self._repeats):
            for number, fold in enumerate(folds):
                self.fold_of[repeat, fold.test] = number

    def confidences(self, setup: Setup) -> Confidences:
        """Return the confidences of the setup in both classes: (n_repeats, n_instances, 2)."""
        found = np.empty((*self.fold_of.shape, 2))
        for repeat, folds in enumerate(self._repeats):
            for fold in folds:
                found[repeat, fold.test] = _predicted(setup, fold)
        return found


@contextmanager
def learning() -> Iterator[None]:
    """Let learners compute in one thread, so that sums have one order, and without checks."""
    with (
        threadpool_limits(1),
        config_context(skip_parameter_validation=True, assume_finite=True),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield


def auroc(y: Labels, confidences: Confidences) -> float:
    """Return the area under the ROC curve of the repeats pooled, with the rarer class positive.

    Of two classes of the same size the second is.

    Examples
    --------
    >>> scores = np.array([[[0.9, 0.1], [0.5, 0.5], [0.5, 0.5], [0.2, 0.8]]])
    >>> auroc(np.array([0, 0, 1, 1]), scores)
    0.875
    """
    rarer = int(y.mean() <= HALF)
    positive = np.tile(y == rarer, len(confidences))
    n_pos = int(positive.sum())
    n_neg = len(positive) - n_pos
    ranks = rankdata(confidences[:, :, rarer])
    return float((ranks[positive].sum() - n_pos * (n_pos + 1) / 2) / (n_pos * n_neg))


def _folds(labelled: LabelledTask, repeat: int) -> Iterator[_Fold]:
    x, y = labelled.x, labelled.y
    splits = StratifiedKFold(labelled.task.n_folds, shuffle=True, random_state=repeat)
    for train, test in splits.split(x, y):
        scaler = StandardScaler().fit(x[train])
        yield _Fold(test, scaler.transform(x[train]), y[train], scaler.transform(x[test]))


def _predicted(setup: Setup, fold: _Fold) -> Confidences:
    """Return a learner's confidences; of one that gives none, 1 in the class that it predicts."""
    model = setup.flow.make(setup.seed).fit(fold.x_train, fold.y_train)
    if hasattr(model, "predict_proba"):
        probabilities: Confidences = model.predict_proba(fold.x_test)
        return probabilities
    hard: Confidences = np.eye(2)[model.predict(fold.x_test)]
    return hard
