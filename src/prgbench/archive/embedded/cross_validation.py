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

from prgbench.archive.embedded.learners import Features, Labels, Setup
from prgbench.archive.embedded.tasks import LabelledTask

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
