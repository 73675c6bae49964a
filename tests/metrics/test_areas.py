"""The three areas: numbers printed by the authors, and their peers in scikit-learn."""

import numpy as np
import pytest
from sklearn import metrics as sk

from prgbench import metrics as m
from prgbench.metrics import areas, aupr_score, auprg_score


def test_auprg_of_the_authors_six_points_is_17_24ths():
    area = auprg_score([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2])
    assert area == pytest.approx(17 / 24, abs=1e-15)


def test_aupr_integrates_the_hyperbola():
    # Thresholds at (TP, FP) = (2, 1), (3, 2), (4, 4): the PR introduction's worked example.
    labels = [1, 1, 0, 1, 0, 1, 0, 0]
    scores = [3, 3, 3, 2, 2, 1, 1, 1]
    assert aupr_score(labels, scores) == pytest.approx(0.625815893624, abs=1e-12)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [([1, 1, 1], (np.nan, 1.0, 0.0)), ([0, 0, 0], (np.nan, np.nan, np.nan))],
)
def test_one_class_gives_the_documented_values(labels, expected):
    np.testing.assert_array_equal(areas(labels, [[0.3, 0.2, 0.1]])[0], expected)


def test_average_precision(sample):
    y, s, w = sample
    assert m.average_precision_score(y, s, sample_weight=w) == pytest.approx(
        sk.average_precision_score(y, s, sample_weight=w), abs=1e-13
    )


def test_the_trapezoid_from_one_is_what_auc_gives(sample):
    y, s, w = sample
    precision, recall, _ = sk.precision_recall_curve(y, s, sample_weight=w)
    assert m.evaluate(y, s, "trapezoid_aupr_one", sample_weight=w) == pytest.approx(
        sk.auc(recall, precision), abs=1e-13
    )


def test_two_other_labels_are_ranked_as_by_scikit_learn():
    from sklearn.metrics import roc_auc_score

    rng = np.random.default_rng(0)
    y, s = np.arange(40) % 2, rng.normal(size=40)
    for labels in (
        np.array(["no", "yes"])[y],
        y + 1,
        np.where(y, 3.0, 2.0),
        ["b"] * 20 + ["a"] * 20,
    ):
        assert m.auroc_score(labels, s) == pytest.approx(roc_auc_score(labels, s))
        # Curves and the other areas do not guess, as in scikit-learn.
        with pytest.raises(ValueError, match="pos_label is not specified"):
            m.roc_curve(labels, s)
        with pytest.raises(ValueError, match="pos_label is not specified"):
            m.auprg_score(labels, s)
    with pytest.raises(ValueError, match=r"y_true takes value in \{2.5, 3.5\}"):
        m.auroc_score(np.where(y, 3.5, 2.5), s)
    with pytest.raises(ValueError, match=r"y_true\[1\] is missing"):
        m.auroc_score(np.array(["a", None], dtype=object), [1, 2])


def test_columns_and_classes_of_the_gain_area_are_averaged_like_those_of_scikit_learn():
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 2, (60, 3))
    scores = labels + rng.normal(size=(60, 3))
    each = [m.auprg_score(labels[:, k], scores[:, k]) for k in range(3)]
    assert m.auprg_score(labels, scores, average=None) == pytest.approx(each)
    assert m.auprg_score(labels, scores) == pytest.approx(np.mean(each))
    assert m.auprg_score(labels, scores, average="weighted") == pytest.approx(
        np.average(each, weights=labels.sum(axis=0))
    )
    pooled = m.auprg_score(labels.ravel(), scores.ravel())
    assert m.auprg_score(labels, scores, average="micro") == pytest.approx(pooled)
    classes = labels.argmax(axis=1)
    against_rest = [m.aupr_score(classes == k, scores[:, k]) for k in range(3)]
    assert m.aupr_score(classes, scores) == pytest.approx(np.mean(against_rest))
    partial = [
        m.partial_auroc_score(labels[:, k], scores[:, k], fpr_range=(0, 0.3)) for k in range(3)
    ]
    assert m.auroc_score(labels, scores, max_fpr=0.3) == pytest.approx(np.mean(partial))
