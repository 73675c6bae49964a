"""The functions in NumPy give what the compiled ones give."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics as m
from prgbench.metrics.engine import compiled, uncompiled

SEEDS = st.integers(0, 10**6)
CLOSE = {"rtol": 1e-12, "atol": 1e-12}


def draw(seed, n_models=3):
    """Return labels of both classes or one, and scores with ties and both signs."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    positive = rng.random(n) < rng.choice([0.0, 0.3, 0.7, 1.0], p=[0.05, 0.45, 0.45, 0.05])
    return rng, positive, np.round(rng.normal(size=(n_models, n)), int(rng.integers(0, 3)))


@given(SEEDS)
def test_single_precision_has_the_areas_of_the_same_scores_as_doubles(seed):
    _, positive, scores = draw(seed)
    singles = scores.astype(np.float32)
    singles[0] *= -0.0
    expected = compiled.areas_of_batch(positive, singles.astype(np.float64))
    for engine in (compiled, uncompiled):
        np.testing.assert_allclose(engine.areas_of_batch(positive, singles), expected, **CLOSE)
    for area, value in zip(
        (m.auroc_score, m.aupr_score, m.auprg_score), expected[1], strict=False
    ):
        np.testing.assert_allclose(area(positive, singles[1]), value, **CLOSE)


@pytest.mark.parametrize("engine", [compiled, uncompiled])
def test_singles_that_differ_in_the_last_bit_alone_are_different_and_nan_is_refused(engine):
    one = np.float32(1)
    scores = np.array([one, np.nextafter(one, np.float32(2)), -one, -one], dtype=np.float32)
    positive = np.array([False, True, True, False])
    assert engine.areas_of_batch(positive, scores)[0] == 0.625
    with pytest.raises(ValueError, match=r"y_score\[2\] is NaN"):
        engine.areas_of_batch(positive, np.where([0, 0, 1, 0], np.nan, scores).astype(np.float32))


@given(SEEDS)
def test_weighted_areas(seed):
    rng, positive, scores = draw(seed)
    weights = rng.integers(1, 5, positive.size) * 0.5
    found = uncompiled.areas_of_batch(positive, scores, weights)
    wanted = compiled.areas_of_batch(positive, scores, weights)
    np.testing.assert_allclose(found, wanted, **CLOSE)


@given(SEEDS)
def test_areas_under_many_weightings(seed):
    rng, positive, scores = draw(seed)
    weights = rng.integers(0, 3, (4, positive.size)).astype(np.int32)
    weights[0] = 0
    found = uncompiled.reweighted_areas_of_batch(positive, scores, weights)
    assert np.isnan(found[0]).all()
    wanted = compiled.reweighted_areas_of_batch(positive, scores, weights)
    np.testing.assert_allclose(found[1:], wanted[1:], **CLOSE)


@given(SEEDS)
def test_upper_chains(seed):
    rng = np.random.default_rng(seed)
    x, y = np.sort(rng.integers(0, 30, (2, 40)), axis=1).astype(float)
    found = uncompiled.upper_chain(x, y)
    assert found.tolist() == compiled.upper_chain(x, y).tolist()
    slopes = np.diff(y[found]) / np.maximum(np.diff(x[found]), 1e-9)
    assert (np.diff(slopes) < 0).all()
    assert found[[0, -1]].tolist() == [0, 39]


def test_draws_are_counted_by_member():
    draws = np.array([[0, 0, 2], [1, 1, 1]], dtype=np.uint16)
    weights = np.ones((2, 5), dtype=np.int32)
    uncompiled.tally(draws, np.array([4, 0, 2]), weights)
    assert weights.tolist() == [[1, 1, 2, 1, 3], [4, 1, 1, 1, 1]]


@pytest.mark.parametrize(
    ("function", "weights"),
    [
        ("areas_of_batch", None),
        ("areas_of_batch", np.ones(2)),
        ("reweighted_areas_of_batch", np.ones((1, 2))),
    ],
)
def test_nan_is_refused(function, weights):
    scores = np.array([[0.5, 0.25], [0.5, np.nan]])
    with pytest.raises(ValueError, match=r"y_scores\[1, 1\]|y_scores\[1\]\[1\]|NaN"):
        getattr(uncompiled, function)(np.array([True, False]), scores, weights)
