"""Measures beside the three areas, against their peers in scikit-learn and SciPy."""

import numpy as np
import pytest
from scipy.stats import ks_2samp
from sklearn import metrics as sk

from prgbench import metrics as m


@pytest.fixture
def sample():
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, 150)
    s = np.round(1 / (1 + np.exp(-rng.normal(2 * y - 1, 1.5))), 2)
    return y, s, rng.random(150)


def test_average_precision(sample):
    y, s, w = sample
    assert m.average_precision_score(y, s, sample_weight=w) == pytest.approx(
        sk.average_precision_score(y, s, sample_weight=w), abs=1e-13
    )


def test_the_trapezoid_from_one_is_what_auc_gives(sample):
    y, s, w = sample
    precision, recall, _ = sk.precision_recall_curve(y, s, sample_weight=w)
    assert m.trapezoid_aupr_score(y, s, sample_weight=w, anchor="one") == pytest.approx(
        sk.auc(recall, precision), abs=1e-13
    )
    with pytest.raises(ValueError, match="anchor must be 'first' or 'one'"):
        m.trapezoid_aupr_score(y, s, anchor="zero")


def test_partial_area_with_the_correction(sample):
    y, s, w = sample
    for highest in (0.05, 0.1, 0.4):
        assert m.partial_auroc_score(
            y, s, sample_weight=w, fpr_range=(0, highest)
        ) == pytest.approx(sk.roc_auc_score(y, s, max_fpr=highest, sample_weight=w), abs=1e-13)


@pytest.mark.parametrize("beta", [0, 0.5, 1, 2])
def test_max_fbeta_tries_every_threshold(sample, beta):
    y, s, w = sample
    best = max(
        sk.fbeta_score(y, s >= t, beta=beta, sample_weight=w, zero_division=0)
        for t in np.unique(s)
    )
    assert m.max_fbeta_score(y, s, beta=beta, sample_weight=w) == pytest.approx(best, rel=1e-12)


def test_max_mcc_tries_every_threshold(sample):
    y, s, w = sample
    best = max(sk.matthews_corrcoef(y, s >= t, sample_weight=w) for t in np.unique(s))
    assert m.max_mcc_score(y, s, sample_weight=w) == pytest.approx(best, rel=1e-11)
    assert m.max_mcc_score(y, -s) >= 0


def test_ks_is_the_one_sided_statistic(sample):
    y, s, _ = sample
    statistic = ks_2samp(s[y == 1], s[y == 0], alternative="less").statistic
    assert m.ks_score(y, s) == pytest.approx(statistic, abs=1e-14)


def test_losses_of_probabilities(sample):
    y, s, w = sample
    s = s.clip(0.01, 0.99)
    assert m.brier_score_loss(y, s, sample_weight=w) == pytest.approx(
        sk.brier_score_loss(y, s, sample_weight=w), abs=1e-14
    )
    assert m.log_loss(y, s, sample_weight=w) == pytest.approx(
        sk.log_loss(y, s, sample_weight=w), abs=1e-13
    )


def test_a_certain_mistake_costs_the_log_of_the_smallest_probability():
    assert m.log_loss([1, 1], [0, 1]) == pytest.approx(-np.log(1e-15) / 2)


@pytest.mark.parametrize("loss", [m.brier_score_loss, m.log_loss])
def test_scores_outside_the_unit_interval_are_no_probabilities(loss):
    with pytest.raises(ValueError, match=r"y_proba\[1\] is 1.5: this measure needs probabilities"):
        loss([0, 1], [0.5, 1.5])


def test_h_measure_integrates_the_minimum_loss(sample):
    y, s, _ = sample
    a, b = 2.0, 3.0
    counts = m.threshold_counts(y, s)
    c = (np.arange(20_000) + 0.5) / 20_000
    density = c ** (a - 1) * (1 - c) ** (b - 1)
    loss = np.min(c[:, None] * counts.fp + (1 - c[:, None]) * (counts.n_pos - counts.tp), axis=1)
    trivial = np.minimum(c * counts.n_neg, (1 - c) * counts.n_pos)
    expected = 1 - np.sum(density * loss) / np.sum(density * trivial)
    assert m.h_measure_score(y, s, beta=(a, b)) == pytest.approx(expected, abs=1e-6)
    assert m.h_measure_score(y, s, severity_ratio=0.5) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"severity_ratio": 0}, "severity_ratio must be > 0"),
        ({"beta": (0, 1)}, "parameters of beta must be > 0"),
        ({"beta": (1, 1), "severity_ratio": 1}, "either severity_ratio or beta"),
    ],
)
def test_options_of_h_measure_that_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        m.h_measure_score([0, 1], [1, 2], **options)


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
