"""One-versus-rest averages."""

import numpy as np
import pytest
from sklearn import metrics as sk

from prgbench import metrics as m


@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
def test_one_versus_rest_equals_scikit_learn(average):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 3, 90)
    s = rng.random((90, 3))
    s /= s.sum(axis=1, keepdims=True)
    w = rng.random(90)
    assert m.one_vs_rest_score(
        y, s, score=m.auroc_score, average=average, sample_weight=w
    ) == pytest.approx(
        sk.roc_auc_score(y, s, multi_class="ovr", average=average, sample_weight=w), abs=1e-12
    )
    onehot = np.eye(3)[y]
    assert m.one_vs_rest_score(
        y, s, score=m.average_precision_score, average=average
    ) == pytest.approx(sk.average_precision_score(onehot, s, average=average), abs=1e-12)


def test_one_versus_rest_of_each_class_and_of_an_absent_class():
    y, s = ["a", "b", "b"], [[0.9, 0.1, 0], [0.2, 0.8, 0], [0.3, 0.7, 0]]
    values = m.one_vs_rest_score(y, s, labels=["a", "b", "c"], average=None)
    np.testing.assert_array_equal(values, [1, 1, np.nan])
    assert m.one_vs_rest_score(y, s, labels=["a", "b", "c"], average="weighted") == 1
    assert np.isnan(m.one_vs_rest_score(y, s, labels=["a", "b", "c"]))


def test_one_versus_rest_of_nothing():
    with pytest.raises(ValueError, match="y_true is empty"):
        m.one_vs_rest_score([], np.empty((0, 2)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"average": "mean"}, "average must be"),
        ({"labels": ["a"]}, r"must have shape \(2, 1\)"),
        ({"labels": ["a", "c"]}, "y_true holds 'b', which is not among labels"),
    ],
)
def test_one_versus_rest_refuses(options, message):
    with pytest.raises(ValueError, match=message):
        m.one_vs_rest_score(["a", "b"], [[1, 0], [0, 1]], **options)
