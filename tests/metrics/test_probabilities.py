"""Losses of probabilities."""

import numpy as np
import pytest
from sklearn import metrics as sk

from prgbench import metrics as m


@pytest.fixture
def sample():
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, 150)
    s = np.round(1 / (1 + np.exp(-rng.normal(2 * y - 1, 1.5))), 2)
    return y, s, rng.random(150)


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
    with pytest.raises(ValueError, match=r"y_score\[1\] is 1.5: this measure needs probabilities"):
        loss([0, 1], [0.5, 1.5])
