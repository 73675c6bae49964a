"""Cross-validates flows on tasks: all flows on the same folds, standardised once."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata
from sklearn import config_context
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from demo_archive.datasets import data_sets
from demo_archive.flows import Features, Labels, Setup
from prgbench.sources.tasks import Task

Folds = NDArray[np.int64]
Confidences = NDArray[np.float64]
N_FOLDS = 10
ONCE, TEN_TIMES = (1, 1), (3, 10)
HALF = 0.5


@dataclass(frozen=True, slots=True)
class LabelledTask:
    """A task with its instances: features ``x`` and class codes ``y`` (1 = positive)."""

    task: Task
    x: NDArray[np.float64]
    y: NDArray[np.int8]


def labelled_tasks() -> Iterator[LabelledTask]:
    """Yield the tasks: of some data sets also with ten repeats of the cross-validation."""
    task_id = 0
    for dataset_id, data_set in enumerate(data_sets(), start=1):
        for target, instances in data_set.load().items():
            for procedure, n_repeats in (ONCE, TEN_TIMES) if data_set.repeated else (ONCE,):
                task_id += 1
                task = Task(
                    task_id=task_id,
                    dataset_id=dataset_id,
                    dataset_name=data_set.name,
                    target=target,
                    classes=(instances.rest, instances.label),
                    n_instances=len(instances.y),
                    estimation_procedure=procedure,
                    n_repeats=n_repeats,
                    n_folds=N_FOLDS,
                )
                yield LabelledTask(task, instances.x, instances.y.astype(np.int8))


@dataclass(frozen=True, slots=True, eq=False)
class _Fold:
    test: NDArray[np.int64]
    x_train: Features
    y_train: Labels
    x_test: Features


class CrossValidation:
    """The splits of a task, which depend on the task and the repeat alone.

    ``fold_of`` is the fold in which each instance is predicted: (n_repeats, n_instances).
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


def _folds(labelled: LabelledTask, repeat: int) -> Iterator[_Fold]:
    x, y = labelled.x, labelled.y
    splits = StratifiedKFold(labelled.task.n_folds, shuffle=True, random_state=repeat)
    for train, test in splits.split(x, y):
        scaler = StandardScaler().fit(x[train])
        yield _Fold(test, scaler.transform(x[train]), y[train], scaler.transform(x[test]))


def _predicted(setup: Setup, fold: _Fold) -> Confidences:
    """Return a learner's confidences, or 1 in the predicted class if it gives none."""
    model = setup.flow.make(setup.seed).fit(fold.x_train, fold.y_train)
    has_confidences = hasattr(model, "predict_proba")
    confidences: Confidences = (
        model.predict_proba(fold.x_test)
        if has_confidences
        else np.eye(2)[model.predict(fold.x_test)]
    )
    return confidences


@contextmanager
def learning() -> Iterator[None]:
    """Let learners compute in one thread, so that sums have a fixed order, without checks."""
    with (
        threadpool_limits(1),
        config_context(skip_parameter_validation=True, assume_finite=True),
        _without_data_frames(),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        yield


@contextmanager
def _without_data_frames() -> Iterator[None]:
    """Spare scikit-learn asking narwhals of each array whether it is a data frame.

    That takes a sixth of the time of small fits. Versions before 1.9 don't ask.
    """
    try:
        from narwhals.stable.v2 import dependencies
    except ImportError:
        yield
        return
    with (
        patch.object(dependencies, "is_into_dataframe", lambda _: False, create=True),
        patch.object(dependencies, "is_into_series", lambda _: False, create=True),
    ):
        yield


def rarer_class(y: Labels) -> int:
    """Return the positive class: the rarer one, the second if both are as frequent.

    Examples
    --------
    >>> rarer_class(np.array([0, 1, 1])), rarer_class(np.array([0, 1]))
    (0, 1)
    """
    return int(y.mean() <= HALF)


def auroc(y: Labels, confidences: Confidences) -> float:
    """Return the AUROC of the pooled repeats; the rarer class is positive, else the second.

    Examples
    --------
    >>> scores = np.array([[[0.9, 0.1], [0.5, 0.5], [0.5, 0.5], [0.2, 0.8]]])
    >>> auroc(np.array([0, 0, 1, 1]), scores)
    0.875
    """
    rarer = rarer_class(y)
    positive = np.tile(y == rarer, len(confidences))
    n_pos = int(positive.sum())
    n_neg = len(positive) - n_pos
    ranks = rankdata(confidences[:, :, rarer])
    return float((ranks[positive].sum() - n_pos * (n_pos + 1) / 2) / (n_pos * n_neg))
