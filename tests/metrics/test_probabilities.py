"""Losses of probabilities."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn import metrics as sk

from prgbench import metrics as m
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.resampling import values_under


def test_losses_of_probabilities(sample):
    y, s, w = sample
    s = s.clip(0.01, 0.99)
    assert m.evaluate(y, s, "brier", sample_weight=w) == pytest.approx(
        sk.brier_score_loss(y, s, sample_weight=w), abs=1e-14
    )
    assert m.evaluate(y, s, "log_loss", sample_weight=w) == pytest.approx(
        sk.log_loss(y, s, sample_weight=w), abs=1e-13
    )


def test_a_certain_mistake_costs_the_log_of_the_smallest_probability():
    assert m.evaluate([1, 1], [0, 1], "log_loss") == pytest.approx(-np.log(1e-15) / 2)


AT_HALF = {
    "accuracy": sk.accuracy_score,
    "balanced_accuracy": sk.balanced_accuracy_score,
    "f1": sk.f1_score,
    "matthews_corrcoef": sk.matthews_corrcoef,
}


@pytest.mark.parametrize("name", AT_HALF)
def test_measures_at_one_half_are_those_of_scikit_learn(sample, name):
    y, s, w = sample
    batch = np.stack([s, np.zeros_like(s), np.ones_like(s), np.where(y, 0.51, 0.5)])
    expected = [AT_HALF[name](y, own > 0.5) for own in batch]
    assert m.evaluate(y, batch, [name])[:, 0] == pytest.approx(expected, abs=1e-15)
    weighted = AT_HALF[name](y, s > 0.5, sample_weight=w)
    chosen, one = m.get_measure(name), Sample.checked(y, {"s": s}, sample_weight=w)
    assert values_under(chosen, one, w[np.newaxis])[0, 0] == pytest.approx(weighted, abs=1e-14)


@pytest.mark.parametrize("name", AT_HALF)
def test_measures_at_one_half_are_undefined_without_probabilities(name):
    assert np.isnan(m.evaluate([0, 1], [[0.2, 1.1], [-0.1, 0.9]], [name])).all()


@pytest.mark.parametrize("threshold", [Fraction(0), Fraction(1, 5), Fraction(3, 4)])
def test_the_net_benefit_weighs_false_positives_by_the_odds_of_the_threshold(sample, threshold):
    y, s, w = sample
    weights = [Fraction(weight) for weight in w]
    treated = [float(threshold) <= score for score in s]
    tp = sum(weights[i] for i in range(len(y)) if treated[i] and y[i])
    fp = sum(weights[i] for i in range(len(y)) if treated[i] and not y[i])
    exact = (tp - fp * threshold / (1 - threshold)) / sum(weights)
    measure = m.get_measure("net_benefit", threshold=float(threshold))
    assert m.evaluate(y, s, measure, sample_weight=w) == pytest.approx(float(exact), abs=1e-14)


def test_net_benefits_by_hand():
    y, s = [1, 1, 0, 0, 0], [0.9, 0.2, 0.5, 0.1, 0.3]
    # At .2: two true and two false positives of five, a false one at 1/4; at 1/2: one of each.
    assert m.evaluate(y, s, m.get_measure("net_benefit", threshold=0.2)) == pytest.approx(0.3)
    assert m.evaluate(y, s, "net_benefit") == 0
    assert m.evaluate(y, np.zeros(5), "net_benefit") == 0
    # Treating everybody has prevalence - (1 - prevalence) * odds: .4 - .6 * 4.
    assert m.evaluate(y, np.ones(5), m.get_measure("net_benefit", threshold=0.8)) == pytest.approx(
        -2
    )
    assert np.isnan(m.evaluate(y, np.arange(5), "net_benefit"))
    assert m.evaluate(y, s, "net_benefit@0.2") == pytest.approx(0.3)
    with pytest.raises(ValueError, match="threshold"):
        m.get_measure("net_benefit", threshold=1)
    with pytest.raises(ValueError, match="'net_benefit@high' needs a number after '@'"):
        m.get_measure("net_benefit@high")
