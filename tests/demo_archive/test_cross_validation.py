import numpy as np
import pandas as pd
import pytest
from demo_archive.cross_validation import (
    CrossValidation,
    LabelledTask,
    auroc,
    learning,
)
from demo_archive.flows import Flow, Setup
from sklearn import get_config
from sklearn.metrics import roc_auc_score

from prgbench.sources.tasks import Task


def labelled(n=40, n_repeats=2):
    rng = np.random.default_rng(1)
    y = (np.arange(n) % 4 == 0).astype(np.int8)
    task = Task(1, 1, "made", "class", ("N", "P"), n, 3, n_repeats, 10)
    return LabelledTask(task, np.column_stack([rng.normal(5, 3, n), np.full(n, 7.0)]), y)


class FirstFeature:
    """Gives the first feature as its confidence, and checks that what it has seen is standard."""

    def fit(self, x, y):
        assert x.mean(axis=0) == pytest.approx([0, 0], abs=1e-12)
        assert x.std(axis=0) == pytest.approx([1, 0])
        assert (len(y), y.sum()) == (36, 9)
        return self

    def predict_proba(self, x):
        return np.column_stack([-x[:, 0], x[:, 0]])


class AlwaysPositive:
    def fit(self, _x, _y):
        return self

    def predict(self, x):
        return np.ones(len(x), dtype=int)


def test_each_repeat_has_ten_folds_of_its_own():
    fold_of = CrossValidation(labelled()).fold_of
    assert [np.bincount(folds).tolist() for folds in fold_of] == [[4] * 10] * 2
    assert fold_of[0].tolist() != fold_of[1].tolist()


def test_learners_see_standardised_features_of_the_other_folds():
    made = labelled()
    setup = Setup(1, 1, Flow("first feature", lambda _: FirstFeature()), 1)
    found = CrossValidation(made).confidences(setup)
    assert found.shape == (2, 40, 2)
    # Each fold has its own mean and deviation, so the order within a fold is that of the feature.
    for fold_of, scores in zip(CrossValidation(made).fold_of, found[:, :, 1], strict=True):
        for fold in range(10):
            rows = fold_of == fold
            assert np.argsort(scores[rows]).tolist() == np.argsort(made.x[rows, 0]).tolist()


def test_a_learner_without_confidences_gives_one_and_zero():
    setup = Setup(1, 1, Flow("positive", lambda _: AlwaysPositive()), 1)
    found = CrossValidation(labelled()).confidences(setup)
    assert np.unique(found.reshape(-1, 2), axis=0).tolist() == [[0, 1]]


@pytest.mark.parametrize(("threshold", "rarer"), [(0.3, 0), (0.5, 1), (0.7, 1)])
def test_the_rarer_class_is_positive(threshold, rarer):
    rng = np.random.default_rng(2)
    y = (np.arange(50) >= threshold * 50).astype(np.int8)
    scores = rng.integers(5, size=(2, 50, 2)) / 4
    expected = roc_auc_score(np.tile(y == rarer, 2), scores[:, :, rarer].ravel())
    assert auroc(y, scores) == pytest.approx(expected, abs=1e-12)


def test_learning_leaves_the_settings_as_they_were():
    before = get_config()
    with learning():
        assert get_config()["assume_finite"]
    assert get_config() == before


def test_a_learner_is_not_asked_whether_arrays_are_data_frames():
    dependencies = pytest.importorskip("narwhals.stable.v2").dependencies
    frame = pd.DataFrame({"x": [1.0]})
    with learning():
        assert not dependencies.is_into_dataframe(frame)
        assert not dependencies.is_into_series(frame["x"])
    assert dependencies.is_into_dataframe(frame)
    assert dependencies.is_into_series(frame["x"])
