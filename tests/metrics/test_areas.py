"""The three areas: numbers printed by the authors, and their peers in scikit-learn."""

import numpy as np
import pytest
from sklearn import metrics as sk
from sklearn.metrics import roc_auc_score

from prgbench import metrics as m
from prgbench.metrics import areas, aupr_score, auprg_score, auroc_score


def test_auprg_of_the_authors_six_points_is_17_24ths():
    area = auprg_score([1, 1, 0, 0, 1, 0], [0.8, 0.8, 0.6, 0.4, 0.4, 0.2])
    assert area == pytest.approx(17 / 24, abs=1e-15)


def test_aupr_integrates_the_hyperbola():
    # Thresholds at (TP, FP) = (2, 1), (3, 2), (4, 4): the PR introduction's worked example.
    labels = [1, 1, 0, 1, 0, 1, 0, 0]
    scores = [3, 3, 3, 2, 2, 1, 1, 1]
    assert aupr_score(labels, scores) == pytest.approx(0.625815893624, abs=1e-12)


def test_a_weighted_batch_equals_one_model_at_a_time():
    rng = np.random.default_rng(2)
    labels, scores = rng.integers(0, 2, 50), rng.integers(-4, 5, (3, 50)).astype(float)
    weights = rng.integers(0, 3, 50) * rng.random(50)
    singles = [
        [
            area(labels, row, sample_weight=weights)
            for area in (auroc_score, aupr_score, auprg_score)
        ]
        for row in scores
    ]
    ours = areas(labels, scores, sample_weight=weights)
    np.testing.assert_allclose(ours, singles, rtol=0, atol=1e-13)
    with pytest.raises(ValueError, match=r"y_scores\[0, 0\] is NaN"):
        areas([0, 1], [[np.nan, 1]], sample_weight=[1, 1])


def test_auroc_equals_scikit_learn_with_and_without_weights():
    rng = np.random.default_rng(1)
    labels, scores = rng.integers(0, 2, 300), rng.integers(0, 40, 300)
    weights = rng.random(300)
    assert auroc_score(labels, scores) == pytest.approx(roc_auc_score(labels, scores), abs=1e-14)
    assert auroc_score(labels, scores, sample_weight=weights) == pytest.approx(
        roc_auc_score(labels, scores, sample_weight=weights), abs=1e-13
    )


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
