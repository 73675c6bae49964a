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
