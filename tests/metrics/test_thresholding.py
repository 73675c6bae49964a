"""The best threshold, against a search over all of them."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ks_2samp
from sklearn import metrics as sk

from prgbench import metrics as m
from prgbench.metrics.engine.counts import orders_of, threshold_counts
from prgbench.metrics.thresholding import best_cuts, best_f1_of_subsets


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
    assert m.evaluate(y, s, "max_mcc", sample_weight=w) == pytest.approx(best, rel=1e-11)
    assert m.evaluate(y, -s, "max_mcc") >= 0


def test_mcc_of_a_perfect_ranking_is_exactly_1():
    for n_pos, n_neg in itertools.product(range(1, 60, 3), range(1, 60, 4)):
        labels = np.arange(n_pos + n_neg) < n_pos
        assert m.evaluate(labels, 1.0 * labels, ["max_mcc", "matthews_corrcoef"]).tolist() == [
            1,
            1,
        ]


def test_ks_is_the_one_sided_statistic(sample):
    y, s, _ = sample
    statistic = ks_2samp(s[y == 1], s[y == 0], alternative="less").statistic
    assert m.evaluate(y, s, "ks") == pytest.approx(statistic, abs=1e-14)


@st.composite
def scored_subsets(draw):
    n = draw(st.integers(1, 12))
    positive = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    scores = draw(st.lists(st.integers(0, 4), min_size=n, max_size=n))
    members = draw(st.lists(st.lists(st.booleans(), min_size=n, max_size=n), max_size=3))
    return (
        np.array(positive),
        np.array(scores, dtype=float),
        np.array(members, dtype=bool).reshape(-1, n),
    )


@given(scored_subsets())
def test_best_f1_and_its_highest_threshold_by_trying_all(case):
    positive, scores, subsets = case
    found, thresholds = best_f1_of_subsets(positive, scores, subsets)
    for members, f1, threshold in zip(subsets, found, thresholds, strict=True):
        y, s = positive[members], scores[members]
        if not y.any():
            assert np.isnan(f1)
            assert np.isnan(threshold)
            continue
        tried = {t: 2 * (y & (s >= t)).sum() / ((s >= t).sum() + y.sum()) for t in set(s)}
        best = max(tried.values())
        assert f1 == best
        assert threshold == max(t for t, value in tried.items() if value == best)


@pytest.mark.parametrize("decimals", [1, 6])
@pytest.mark.parametrize("prevalence", [0.05, 0.4])
def test_cuts_are_the_thresholds_of_the_twin_quarter(decimals, prevalence):
    rng = np.random.default_rng(int(100 * prevalence) + decimals)
    positive = rng.random(80) < prevalence
    scores = np.round(rng.random(80) + 0.3 * positive, decimals)
    quarters = rng.integers(4, size=(15, 80)).astype(np.uint8)
    [tp], [predicted] = best_cuts(positive, orders_of(scores[None]), quarters)
    for split, own in enumerate(quarters):
        for half in range(2):
            reached = np.zeros(80, dtype=bool)
            for quarter in (half, half + 2):
                _, threshold = best_f1_of_subsets(positive, scores, (own == quarter)[None])
                reached |= (own == (quarter ^ 2)) & (scores >= threshold)
            assert predicted[split, half] == reached.sum()
            assert tp[split, half] == (reached & positive).sum()


def test_a_quarter_without_positives_lets_its_twin_predict_none():
    positive = np.array([True, False, False, False])
    quarters = np.array([[0, 0, 2, 2]], dtype=np.uint8)
    orders = orders_of(np.array([[1.0, 2, 3, 0]]))
    [tp], [predicted] = best_cuts(positive, orders, quarters)
    assert tp[0].tolist() == [0, 0]
    # Of quarter 2 what reaches the threshold 1 of quarter 0; of quarter 0 nothing.
    assert predicted[0].tolist() == [1, 0]


def test_h_measure_integrates_the_minimum_loss(sample):
    y, s, _ = sample
    a, b = 2.0, 3.0
    counts = threshold_counts(y, s)
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
        ({"severity_ratio": 0}, "severity_ratio must be a finite number > 0"),
        ({"beta": (0, 1)}, "beta must be two finite numbers > 0"),
        ({"beta": (1, 1), "severity_ratio": 1}, "either severity_ratio or beta"),
    ],
)
def test_options_of_h_measure_that_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        m.h_measure_score([0, 1], [1, 2], **options)
