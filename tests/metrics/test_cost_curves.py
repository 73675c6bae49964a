"""Cost curves: exact envelopes of all thresholds, dual to the ROC hull."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from prgbench import metrics as m
from prgbench.metrics.cost_curves import cost_ratio_of, cost_weight
from prgbench.metrics.engine.counts import threshold_counts
from tied_samples import tied_samples

WEIGHTS = np.linspace(0, 1, 41)


def losses(y, s, c):
    """Loss of every threshold (points) at every weight (columns)."""
    curve = m.roc_curve(y, s)
    return c * (1 - curve.tpr)[:, np.newaxis] + (1 - c) * curve.fpr[:, np.newaxis]


@given(tied_samples())
def test_no_threshold_has_a_lower_loss_and_one_has_it(sample):
    curve = m.cost_curve(*sample)
    np.testing.assert_allclose(curve.at(WEIGHTS), losses(*sample, WEIGHTS).min(axis=0), atol=1e-14)


@given(tied_samples())
def test_breakpoints_are_the_slopes_of_the_hull_and_its_calibrated_scores(sample):
    curve, hull = m.cost_curve(*sample), m.roc_convex_hull(*sample)
    with np.errstate(divide="ignore"):
        slopes = np.diff(hull.tpr) / np.diff(hull.fpr)
    np.testing.assert_allclose(curve.breakpoints, 1 / (1 + slopes), atol=1e-14)
    # At the costs of a breakpoint, a calibrated score equals the threshold probability t.
    ratios = cost_ratio_of(curve.breakpoints, hull.prevalence)
    np.testing.assert_allclose(1 / (1 + ratios), hull.calibrated, atol=1e-14)


@given(tied_samples())
def test_the_curve_is_straight_between_its_corners_and_below_the_trivial_ones(sample):
    curve = m.cost_curve(*sample)
    c, loss = curve.corners
    np.testing.assert_allclose(curve.at(WEIGHTS), np.interp(WEIGHTS, c, loss), atol=1e-14)
    assert (loss <= np.minimum(c, 1 - c) + 1e-15).all()
    assert curve.mean == pytest.approx(np.trapezoid(loss, c), abs=1e-15)
    halves = curve.mean_over(0, 0.3), curve.mean_over(0.3, 1)
    assert 0.3 * halves[0] + 0.7 * halves[1] == pytest.approx(curve.mean, abs=1e-15)


@given(tied_samples(), st.floats(0, 0.95))
def test_net_benefit_is_the_highest_of_any_threshold_also_elsewhere(sample, t):
    y, s = sample
    curve, counts = m.cost_curve(y, s), threshold_counts(y, s)
    n = y.size
    highest = ((counts.tp - counts.fp * t / (1 - t)) / n).max()
    assert curve.net_benefit(t) == pytest.approx(highest, abs=1e-12)
    roc = m.roc_curve(y, s)
    elsewhere = (0.1 * roc.tpr - 0.9 * roc.fpr * t / (1 - t)).max()
    assert curve.net_benefit(t, prevalence=0.1) == pytest.approx(elsewhere, abs=1e-12)


@given(tied_samples(), st.sampled_from([0.1, 0.3, 0.5, 0.8]))
def test_the_decision_of_probabilities_has_no_higher_net_benefit(sample, t):
    y, s = sample
    probability = (s - s.min() + 1) / (np.ptp(s) + 2)
    own = m.evaluate(y, probability, f"net_benefit@{t}")
    assert own <= m.cost_curve(y, probability).net_benefit(t) + 1e-12


@given(tied_samples(), st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0]))
def test_the_threshold_of_a_cost_has_its_loss(sample, c):
    y, s = sample
    curve = m.cost_curve(y, s)
    chosen = s >= curve.threshold_for(c)
    loss = c * (~chosen)[y == 1].mean() + (1 - c) * chosen[y == 0].mean()
    assert loss == pytest.approx(curve.at(c).item(), abs=1e-14)


@given(tied_samples(), st.sampled_from([0.2, 1, 5]), st.sampled_from([0.05, 0.5]))
def test_the_measure_by_name_is_the_least_cost_of_any_threshold(sample, ratio, pi):
    y, s = sample
    roc = m.roc_curve(y, s)
    names = ["expected_cost", f"expected_cost@{ratio}", f"expected_cost@cost_ratio={ratio}"]
    names.append(f"expected_cost@{ratio}@prevalence={pi}")
    mean, here, same, elsewhere = m.evaluate(y, s, names)
    assert mean == pytest.approx(m.expected_cost_score(y, s), abs=1e-14)
    for value, prevalence in ((here, y.mean()), (same, y.mean()), (elsewhere, pi)):
        misses, alarms = prevalence * ratio, 1 - prevalence
        costs = (misses * (1 - roc.tpr) + alarms * roc.fpr) / (misses + alarms)
        assert value == pytest.approx(costs.min(), abs=1e-12)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("expected_cost@prevalence=0.1", "prevalence has no effect on the mean over all costs"),
        ("expected_cost@0", "cost_ratio must be a number above 0, not 0.0."),
        ("expected_cost@beta=2", "write 'expected_cost@cost_ratio=0.1'"),
    ],
)
def test_names_of_the_measure_that_are_refused(name, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        m.get_measure(name)


def test_the_scorer_has_the_sign_of_a_gain():
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(80, 2)), np.arange(80) % 4 == 0
    x[y] += 1
    model = LogisticRegression().fit(x, y)
    cost = m.expected_cost_score(y, model.decision_function(x), cost_ratio=5)
    assert 0 < cost < 0.5
    assert m.get_scorer("expected_cost@5")(model, x, y) == pytest.approx(-cost)
    assert m.get_scorer("expected_cost", cost_ratio=5)(model, x, y) == pytest.approx(-cost)


def test_costs_and_weights_are_inverse():
    ratios = np.array([0.01, 0.5, 1, 2.3, 1000])
    for pi in (0.001, 0.2, 0.5):
        np.testing.assert_allclose(cost_ratio_of(cost_weight(ratios, pi), pi), ratios, rtol=1e-9)
    assert cost_ratio_of([0, 1], 0.3).tolist() == [0, np.inf]
    curve = m.cost_curve([1, 0, 1, 0, 0], [5, 4, 3, 2, 1])
    # Where positives are as frequent as negatives, a miss that costs as much as an alarm is 1/2.
    assert curve.at_cost_ratio(1, prevalence=0.5) == curve.at(0.5)
    assert curve.at_cost_ratio(1.5) == pytest.approx(curve.at(0.5).item(), abs=1e-15)


def test_the_score_is_a_value_of_the_curve_or_its_mean():
    y, s = [1, 0, 1, 0, 0], [5, 4, 3, 2, 1]
    curve = m.cost_curve(y, s)
    assert m.expected_cost_score(y, s) == curve.mean
    assert m.expected_cost_score(y, s, cost_ratio=4) == curve.at_cost_ratio(4)
    stated = m.expected_cost_score(y, s, cost_ratio=4, prevalence=0.1)
    assert stated == curve.at_cost_ratio(4, 0.1)
    assert np.isnan(m.expected_cost_score([1, 1], [1, 2]))
    assert m.expected_cost_score([0, 1], [1, 1]) == 0.25
    assert m.expected_cost_score([0, 1], [1, 2]) == 0


@given(tied_samples())
def test_weights_repeat_instances(sample):
    y, s = sample
    weights = np.arange(y.size) % 3 + 1
    curve = m.cost_curve(y, s, sample_weight=weights)
    repeated = m.cost_curve(np.repeat(y, weights), np.repeat(s, weights))
    np.testing.assert_array_equal(curve.breakpoints, repeated.breakpoints)
    np.testing.assert_array_equal(curve.at(WEIGHTS), repeated.at(WEIGHTS))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: m.cost_curve([1, 1], [1, 2]), "both classes"),
        (lambda: m.cost_curve([0, 1], [1, 2]).at(1.2), r"c must lie in \[0, 1\], not 1.2"),
        (lambda: m.cost_curve([0, 1], [1, 2]).mean_over(0.5, 0.5), "low and high must be"),
        (lambda: m.cost_curve([0, 1], [1, 2]).net_benefit(1), r"threshold must lie in \[0, 1\)"),
        (lambda: cost_weight(0, 0.5), "cost_ratio must be a number above 0, not 0"),
        (lambda: cost_weight(1, 1), r"prevalence must be a number inside \(0, 1\), not 1"),
        (
            lambda: m.expected_cost_score([0, 1], [1, 2], prevalence=0.1),
            "no effect on the mean over all costs: give a cost_ratio",
        ),
        (
            lambda: m.expected_cost_score([1, 1], [1, 2], cost_ratio=-1),
            "cost_ratio must be a number above 0, not -1",
        ),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
