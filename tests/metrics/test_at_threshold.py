"""Intervals at a threshold: by statsmodels where it is a share, by hand else, and their errors."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from prgbench import metrics as m

pytestmark = pytest.mark.filterwarnings("ignore:y_true has only")
RNG = np.random.default_rng(7)
Y = np.arange(80) < 30
S = RNG.normal(Y, 1)
PREDICTED = S >= 0.5


def bounds(interval):
    return interval.low, interval.high


def wilson(counted, trials):
    return pytest.approx(proportion_confint(counted, trials, method="wilson"))


def test_shares_have_the_interval_of_wilson():
    found = m.threshold_intervals(Y, S)
    tp, fp = np.sum(PREDICTED & Y), np.sum(PREDICTED & ~Y)
    assert bounds(found["recall"]) == wilson(tp, 30)
    assert bounds(found["specificity"]) == wilson(50 - fp, 50)
    assert bounds(found["precision"]) == wilson(tp, tp + fp)
    assert bounds(found["accuracy"]) == wilson(tp + 50 - fp, 80)
    assert found["recall"].estimate == tp / 30
    low, high = proportion_confint(tp, 30 + fp, method="wilson")
    assert bounds(found["f1"]) == pytest.approx((2 * low / (1 + low), 2 * high / (1 + high)))
    assert found["f1"].estimate == pytest.approx(2 * tp / (30 + tp + fp))


def test_f_with_beta():
    from sklearn.metrics import fbeta_score

    found = m.threshold_intervals(Y, S, beta=2)["f2"]
    assert found.estimate == pytest.approx(fbeta_score(Y, PREDICTED, beta=2))
    assert found.low < found.estimate < found.high


@pytest.mark.parametrize("threshold", [-np.inf, 9.0])
def test_shares_of_0_and_1_have_the_bounds_of_clopper_and_pearson(threshold):
    found = m.threshold_intervals(Y, S, threshold)
    share = float(threshold < 0)
    exact = proportion_confint(30 * share, 30, method="beta")
    assert found["recall"].estimate == share
    assert bounds(found["recall"]) == pytest.approx(tuple(np.nan_to_num(exact, nan=share)))
    assert np.isnan(found["precision"].estimate) == (threshold > 0)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000), st.floats(0.1, 5))
def test_weights_of_equal_size_and_groups_of_one_change_nothing(seed, weight):
    scores = np.random.default_rng(seed).normal(Y, 1)
    plain = m.threshold_intervals(Y, scores)
    same = m.threshold_intervals(Y, scores, sample_weight=[weight] * 80, groups=range(80))
    for name, interval in plain.items():
        assert bounds(same[name]) == pytest.approx(bounds(interval))


def test_repeated_instances_of_a_group_tell_nothing_new():
    plain = m.threshold_intervals(Y, S)
    twice = m.threshold_intervals(np.tile(Y, 2), np.tile(S, 2), groups=np.tile(range(80), 2))
    weights = RNG.uniform(0.2, 3, 80)
    weighted = m.threshold_intervals(Y, S, sample_weight=weights)
    for name, interval in plain.items():
        assert bounds(twice[name]) == pytest.approx(bounds(interval))
        assert weighted[name].high - weighted[name].low > interval.high - interval.low


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"beta": 0}, "beta must be > 0, not 0"),
        ({"beta": "1"}, "beta must be a number from 0 to 1e150, not '1'"),
        ({"threshold": "0.5"}, "threshold must be a number, not '0.5'"),
        ({"threshold": None}, "threshold must be a number, not None"),
        ({"threshold": [0.5, 0.6]}, r"threshold must be a number, not \[0.5, 0.6\]"),
        ({"threshold": np.nan}, "threshold is NaN: no score is at least that"),
        ({"y_true": [1, 1, 1]}, "y_true has only positive labels"),
        ({"confidence_level": 95}, r"confidence_level must lie inside \(0, 1\), not 95"),
    ],
)
def test_bad_input_is_one_sentence(changes, message):
    with pytest.raises((ValueError, TypeError), match=message):
        m.threshold_intervals(**{"y_true": [0, 1, 0], "y_score": [1, 2, 3]} | changes)


@pytest.mark.slow
def test_coverage():
    rng = np.random.default_rng(1)
    held = []
    for _ in range(400):
        positive = rng.random(100) < 0.2
        scores = rng.normal(1.5 * positive, 1)
        found = m.threshold_intervals(positive, scores, 1.0)
        recall, specificity = 0.6914625, 0.8413447
        precision = 0.2 * recall / (0.2 * recall + 0.8 * (1 - specificity))
        f1 = 2 / (1 / precision + 1 / recall)
        truth = {"recall": recall, "specificity": specificity, "precision": precision, "f1": f1}
        held.append(
            [found[name].low <= value <= found[name].high for name, value in truth.items()]
        )
    assert np.all(np.abs(np.mean(held, axis=0) - 0.955) < 0.03)
