"""The paired test: against SciPy, its symmetries and its errors."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from prgbench import metrics as m
from prgbench.metrics.interval_bounds import newcombe_bounds
from simulated_coverage import Setting, rejection_rates

pytestmark = pytest.mark.filterwarnings("ignore:y_true has only")
RNG = np.random.default_rng(8)
Y = np.arange(80) < 30
A = np.round(RNG.normal(1.5 * Y, 1), 1)
B = np.round(A / 2 + RNG.normal(Y / 2, 1), 1)
WEAK = np.random.default_rng(9).normal(Y / 3, 1)
FAST = {"n_resamples": 300}


def test_delong_is_the_t_test_of_placements_where_one_class_is_huge():
    # Where negatives are known exactly, areas are means of placements over the positives.
    grid = np.linspace(0, 1, 4001)
    labels = np.concatenate([np.ones(40), np.zeros(grid.size)])
    first, second = RNG.uniform(0, 1, (2, 40))
    test = m.paired_test(labels, np.append(first, grid), np.append(second, grid))
    error = (first - second).std(ddof=1) / np.sqrt(40)
    assert test.difference == pytest.approx((first - second).mean(), abs=1e-3)
    assert (test.high - test.low) / (2 * stats.norm.ppf(0.975)) == pytest.approx(error, rel=0.01)
    assert test.p_value == pytest.approx(2 * stats.norm.sf(abs(test.difference) / error), abs=0.02)


def test_the_bootstrap_of_the_replicates():
    values = m.bootstrap_areas(Y, [A, B], measures=["auprg"], n_resamples=300, random_state=4)
    differences = values[:, 0, 0] - values[:, 1, 0]
    test = m.paired_test(Y, A, B, "auprg", n_resamples=300, random_state=4)
    assert test.estimates == (m.auprg_score(Y, A), pytest.approx(m.auprg_score(Y, B)))
    assert (test.low, test.high) == pytest.approx(tuple(np.quantile(differences, [0.025, 0.975])))
    assert test.p_value == pytest.approx(2 * (1 + np.sum(differences >= 0)) / 301)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["auroc", "aupr", "auprg", "max_f1"]), st.integers(0, 9))
def test_the_models_change_places(measure, seed):
    there = m.paired_test(Y, A, B, measure, random_state=seed, **FAST)
    back = m.paired_test(Y, B, A, measure, random_state=seed, **FAST)
    assert back.difference == pytest.approx(-there.difference, abs=1e-15)
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low), abs=1e-12)
    assert back.p_value == pytest.approx(there.p_value)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["auroc", "aupr", "auprg"]), st.floats(0.2, 5))
def test_increasing_transformations_do_not_matter(measure, slope):
    before = m.paired_test(Y, A, B, measure, **FAST)
    assert m.paired_test(Y, np.exp(slope * A), B, measure, **FAST) == before


@pytest.mark.parametrize("measure", ["auroc", "aupr", "auprg", "ks"])
def test_a_model_does_not_differ_from_itself(measure):
    test = m.paired_test(Y, A, 2 * A + 1, measure, **FAST)
    assert (test.difference, test.low, test.high, test.p_value) == (0, 0, 0, 1)


@pytest.mark.parametrize("measure", ["auroc", "aupr", "brier"])
def test_weights_and_groups(measure):
    scores = np.array([1 / (1 + np.exp(-A)), 1 / (1 + np.exp(-B))])
    weights, groups = RNG.integers(1, 4, 80), np.arange(80) // 2
    weighted = m.paired_test(Y, *scores, measure, sample_weight=weights, groups=groups, **FAST)
    repeated = m.paired_test(
        np.repeat(Y, weights),
        *np.repeat(scores, weights, axis=1),
        measure,
        groups=np.repeat(groups, weights),
        **FAST,
    )
    assert weighted.p_value == pytest.approx(repeated.p_value)
    assert (weighted.low, weighted.high) == pytest.approx((repeated.low, repeated.high))


@pytest.mark.parametrize("weighted", [False, True])
def test_a_perfect_against_a_constant_score(weighted):
    generator = np.random.default_rng(2)
    for n_pos, n_neg in itertools.product((2, 3, 5, 10, 30), repeat=2):
        labels, scores = np.arange(n_pos + n_neg) >= n_neg, np.arange(n_pos + n_neg)
        weights = generator.uniform(0.1, 3, labels.size) if weighted else None
        test = m.paired_test(labels, scores, np.zeros(labels.size), sample_weight=weights)
        assert test.difference == pytest.approx(0.5, abs=1e-12)
        assert test.low < 0.5 < test.high <= 1
        assert (test.p_value < 0.05) == (test.low > 0)
        same = m.paired_test(labels, 0 * scores, 0 * scores, sample_weight=weights)
        assert (same.difference, same.low, same.high, same.p_value) == (0, 0, 0, 1)


@pytest.mark.parametrize("measure", ["auroc", "aupr"])
def test_one_sided_tests_are_halves_of_the_two_sided_one(measure):
    both = m.paired_test(Y, A, WEAK, measure, confidence_level=0.9, **FAST)
    greater, less = (
        m.paired_test(Y, A, WEAK, measure, alternative=own, **FAST) for own in ("greater", "less")
    )
    assert both.difference > 0
    assert greater.p_value == pytest.approx(both.p_value / 2)
    assert less.p_value == pytest.approx(1 - greater.p_value, abs=0.01)
    assert "(difference > 0)" in str(greater)
    assert "(difference < 0)" in str(less)
    assert (greater.low, greater.high) == (pytest.approx(both.low), np.inf)
    assert (less.low, less.high) == (-np.inf, pytest.approx(both.high))


@pytest.mark.parametrize("measure", ["auroc", "aupr"])
@pytest.mark.parametrize("margin", [0.01, 0.1, 0.3])
def test_a_model_is_not_worse_where_its_interval_excludes_the_margin(measure, margin):
    test = m.paired_test(Y, B, A, measure, alternative="greater", margin=margin, **FAST)
    assert (test.p_value < 0.05) == (test.low > -margin)
    back = m.paired_test(Y, A, B, measure, alternative="less", margin=margin, **FAST)
    assert back.p_value == pytest.approx(test.p_value)
    assert back.high == pytest.approx(-test.low)


def test_good_models_with_few_positives_are_not_called_non_inferior_too_often():
    # Areas of .90 and .95: the first is worse by the margin, and DeLong's test says in 13% of
    # samples that it is not.
    rng = np.random.default_rng(0)
    labels, signal = np.arange(40) < 8, np.array([[1.812], [2.326]])
    rejected = 0
    for _ in range(200):
        noise = rng.normal(size=(2, 40)) + rng.normal(size=40)
        scores = signal * labels + noise / np.sqrt(2)
        test = m.paired_test(labels, *scores, alternative="greater", margin=0.05)
        assert (test.p_value < 0.05) == (test.low > -0.05)
        rejected += test.p_value < 0.05
    assert rejected <= 10


@pytest.mark.parametrize(("measure", "samples"), [("auroc", 400), ("aupr", 200)])
def test_twelve_groups_keep_the_level(measure, samples):
    rng, groups = np.random.default_rng(1), np.repeat(np.arange(12), 5)
    rejected = 0
    for _ in range(samples):
        labels = rng.random(60) < 0.5
        scores = 1.4 * labels + rng.normal(size=(2, 60)) + rng.normal(size=(2, 12))[:, groups]
        test = m.paired_test(labels, *scores, measure, groups=groups, n_resamples=200)
        assert (test.p_value < 0.05) == (not test.low <= 0 <= test.high)
        rejected += test.p_value < 0.05
    assert rejected <= 0.07 * samples


def test_a_difference_without_a_spread():
    # Each model places every instance alike, so that DeLong's variance is 0.
    y = [0, 0, 1, 1]
    test = m.paired_test(y, [1, 2, 3, 4], [4, 3, 2, 1])
    low, _ = newcombe_bounds(1.0, (2, 2), 0.95)
    assert (test.difference, test.high) == (1, 1)
    assert test.low == pytest.approx(1 - np.hypot(1 - low, 1 - low))
    assert test.p_value < 0.05
    resampled = m.paired_test(
        y, [1, 2, 3, 4], [4, 3, 2, 1], method="bootstrap", stratified=True, n_resamples=99
    )
    assert (resampled.low, resampled.high) == pytest.approx((test.low, 1))
    assert resampled.p_value == 0.02


@pytest.mark.parametrize("measure", ["auroc", "aupr", "auprg", "matthews_corrcoef", "brier"])
def test_two_perfect_models_are_not_certain(measure):
    labels = np.arange(100) < 20
    others = np.where(labels, 0.9 + np.arange(100) / 1e4, 0.1 - np.arange(100) / 1e4)
    perfect = others if measure == "brier" else 1.0 * labels
    second = 1 - others if measure == "brier" else others
    test = m.paired_test(labels, perfect, second, measure, **FAST)
    assert test.low < test.difference < test.high
    if measure != "brier":
        assert (test.difference, test.p_value) == (0, 1)
        not_worse = m.paired_test(
            labels, perfect, second, measure, alternative="greater", margin=0.001, **FAST
        )
        assert 0.05 < not_worse.p_value <= 0.5
        assert not_worse.low < -0.001


def test_a_perfect_model_against_a_constant_one_by_predictions():
    labels = np.arange(100) < 20
    test = m.paired_test(labels, 1.0 * labels, np.zeros(100), "matthews_corrcoef", **FAST)
    # The largest share of 20 positives that may behave otherwise, times the range of 2, both ways.
    reach = 2 * (1 - 0.025 ** (1 / 20))
    assert test.low == pytest.approx(1 - np.hypot(reach, reach))
    assert test.high == pytest.approx(1 + reach)
    assert test.p_value < 0.05


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"score_b": [1, 2, 3]}, "y_true has 4 labels but score_b has 3 scores"),
        ({"confidence_level": 0}, r"confidence_level must lie inside \(0, 1\), not 0"),
        ({"method": "delong", "measure": "aupr"}, "'delong' is for AUROC, not for 'aupr'"),
        ({"alternative": "two_sided"}, "alternative must be 'two-sided', 'greater' or 'less'"),
        ({"alternative": "less", "margin": "1"}, "margin must be a number >= 0, not '1'"),
        ({"alternative": "less", "margin": -1}, "margin must be a number >= 0, not -1"),
        ({"margin": 0.1}, "A margin needs a one-sided test"),
        ({"method": "z"}, "method must be 'delong' or 'bootstrap', not 'z'"),
        (
            {"groups": [0, 0, 1, 2], "stratified": True, "measure": "aupr"},
            "A group has positives and negatives",
        ),
    ],
)
def test_bad_input_is_one_sentence(changes, message):
    options = {"y_true": [0, 1, 0, 1], "score_a": [1, 2, 3, 4], "score_b": [1, 3, 2, 4]} | changes
    with pytest.raises(ValueError, match=message):
        m.paired_test(**options)


@pytest.mark.slow
def test_size_with_a_hundred_positives():
    rates = rejection_rates(Setting("five levels", 0.5, 100), samples=300, resamples=300)
    assert all(0.02 <= rate <= 0.09 for rate in rates.values())
