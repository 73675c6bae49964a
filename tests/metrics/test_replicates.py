"""Any measure under weights: whole weights repeat the instances."""

import numpy as np
import pytest

from prgbench import metrics as m
from prgbench.metrics.engine.counts import threshold_counts
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.resampling import counts_under, resampled_weights, values_under

RNG = np.random.default_rng(7)
Y = np.arange(40) < 15
P = np.round(RNG.beta(2 + Y, 3, (2, 40)), 2)
WEIGHTS = RNG.integers(0, 4, (5, 40))
SAMPLE = Sample.checked(Y, {"a": P[0], "b": P[1]})


@pytest.mark.parametrize("name", [*m.measures(), "sklearn.metrics:roc_auc_score"])
def test_whole_weights_repeat_the_instances(name):
    found = values_under(m.get_measure(name), SAMPLE, WEIGHTS)
    for row, repeats in zip(found, WEIGHTS, strict=True):
        repeated = m.evaluate(np.repeat(Y, repeats), np.repeat(P, repeats, axis=1), [name])
        np.testing.assert_allclose(row, repeated[:, 0], atol=1e-12)


def test_counts_are_those_of_repeated_instances():
    for counts, repeats in zip(counts_under(SAMPLE, 1, WEIGHTS), WEIGHTS, strict=True):
        expected = threshold_counts(np.repeat(Y, repeats), np.repeat(P[1], repeats))
        assert counts == expected


def test_groups_are_drawn_whole_and_times_their_weights():
    groups, weights = np.repeat(["x", "y", "z", "w"], 10), np.linspace(0.5, 2, 40)
    sample = Sample.checked(Y, {"a": P[0]}, groups=groups, sample_weight=weights)
    (drawn,) = resampled_weights(sample, n_resamples=200, stratified=False, random_state=0)
    times = (drawn / weights).reshape(200, 4, 10)
    np.testing.assert_allclose(times - times[:, :, :1].round(), 0, atol=1e-12)
    np.testing.assert_allclose(times[:, :, 0].sum(axis=1), 4)


def test_pure_groups_are_drawn_by_class():
    groups = np.concatenate([np.arange(15) // 5, 3 + np.arange(25) // 5])
    sample = Sample.checked(Y, {"a": P[0]}, groups=groups)
    (drawn,) = resampled_weights(sample, n_resamples=200, stratified=True, random_state=0)
    assert (drawn[:, Y].sum(axis=1) == 15).all()
    assert (drawn[:, ~Y].sum(axis=1) == 25).all()
    assert len({tuple(row) for row in drawn.tolist()}) > 150
