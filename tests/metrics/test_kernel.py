"""The kernels in C and their NumPy twins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numpy_twin import assert_same, twin
from prgbench import metrics as m
from prgbench.metrics.engine import compiled, uncompiled
from prgbench.metrics.engine.compiled import (
    WEIGHTINGS,
    areas_of_batch,
    ranked,
    reweighted_areas_of_batch,
)
from prgbench.metrics.engine.counts import count
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.envelope_bands import HEIGHTS, _Ranked


def assert_areas_are_those_of_the_twin(positive, scores, weights=None):
    expected = twin(positive, scores, weights)
    for engine in (compiled, uncompiled):
        assert_same(engine.areas_of_batch(positive, scores, weights), expected)


@given(st.integers(0, 2**32), st.integers(1, 60), st.floats(0, 1), st.sampled_from([2, 5, 1000]))
def test_small_batches(seed, n, prevalence, levels):
    rng = np.random.default_rng(seed)
    positive = rng.random(n) < prevalence
    scores = rng.integers(-levels, levels, (3, n)) / levels
    scores[0] = np.abs(scores[0])
    scores[rng.random(scores.shape) < 0.05] = np.inf
    scores[rng.random(scores.shape) < 0.05] = -np.inf
    scores[rng.random(scores.shape) < 0.05] = -0.0
    assert_areas_are_those_of_the_twin(positive, scores)


@pytest.mark.parametrize("n", [255, 256, 257, 512, 5000])
@pytest.mark.parametrize("decimals", [1, 3, 16])
@pytest.mark.parametrize("prevalence", [0.005, 0.5, 0.98])
def test_rows_longer_than_a_chunk(n, decimals, prevalence):
    rng = np.random.default_rng(n)
    positive = rng.random(n) < prevalence
    scores = np.round(rng.normal(positive * [[1.0], [0.0], [-1.0]], 1), decimals)
    assert_areas_are_those_of_the_twin(positive, scores)


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("decimals", [2, 16])
@pytest.mark.parametrize("shift", [0.0, 10.0])
def test_many_scores_that_came_sorted(order, decimals, shift):
    rng = np.random.default_rng(0)
    positive = rng.random(12_000) < 0.3
    scores = np.sort(np.round(rng.normal(shift, 1, (2, 12_000)), decimals))[:, ::order]
    # The second row is sorted but for its end.
    scores[1, -1] = scores[1, 0]
    assert_areas_are_those_of_the_twin(positive, scores)
    labels = rng.permutation(positive)
    np.testing.assert_array_equal(
        areas_of_batch(labels, scores), areas_of_batch(labels[::-1], scores[:, ::-1])
    )


def test_a_block_longer_than_a_chunk():
    positive = np.arange(5000) % 3 == 0
    scores = np.stack([np.arange(5000) // 2400, np.arange(5000) // 4999]).astype(float)
    assert_areas_are_those_of_the_twin(positive, scores)


def test_subnormal_and_huge_scores():
    rng = np.random.default_rng(0)
    positive = rng.random(200) < 0.4
    scores = rng.choice([5e-324, 1e-310, 1e-300, 1.0, 1e300, 1.7e308], (2, 200))
    scores[1] *= rng.choice([-1, 1], 200)
    assert_areas_are_those_of_the_twin(positive, scores)


@pytest.mark.parametrize("score", [0.0, 1.0, 0.3, np.inf, 5e-324])
def test_scores_of_opposite_sign_whose_bits_are_complements(score):
    complement = (~np.array(score).view(np.uint64)).view(np.float64)
    complement = -1.7e308 if np.isnan(complement) else complement
    assert complement < 0
    scores = np.array([[score, complement, score], [complement, score, complement]])
    for positive in (np.array([True, False, True]), np.array([False, True, False])):
        assert_areas_are_those_of_the_twin(positive, scores)


def test_rows_that_are_not_contiguous():
    rng = np.random.default_rng(0)
    positive = rng.random(50) < 0.4
    scores = np.asfortranarray(rng.random((4, 50)))
    assert_areas_are_those_of_the_twin(positive, scores)


def test_keys_come_in_order_positives_first_and_both_zeros_are_equal():
    scores = np.array([[0.0, -1.0, 2.0, -0.0, 2.0, -1.0]])
    (keys,), splits = ranked(np.array([False, True, False, True, True, False]), scores)
    assert splits == [4]
    assert (keys & 1).tolist() == [0, 1, 0, 1, 0, 1]
    assert ((keys[1:] ^ keys[:-1]) > 1).tolist() == [False, True, False, True, False]


@pytest.mark.parametrize("kind", [np.int32, np.float64])
@pytest.mark.parametrize("n", [40, 3000])
@pytest.mark.parametrize("weightings", [1, 2, WEIGHTINGS, 2 * WEIGHTINGS + 3])
def test_weights_of_many_kinds(kind, n, weightings):
    rng = np.random.default_rng([n, weightings])
    positive = rng.random(n) < 0.3
    scores = rng.normal(positive * 0.5, 1, (2, n))
    scores[0] = np.round(scores[0], 1)
    weights = rng.integers(0, 4, (weightings, n)).astype(kind)
    if kind is np.float64:
        weights *= rng.random(weights.shape)
    expected = [twin(positive, scores, row.astype(float)) for row in weights]
    assert_same(reweighted_areas_of_batch(positive, scores, weights), expected)


@given(st.integers(0, 2**32), st.integers(1, 30), st.floats(0, 1), st.sampled_from([2, 5, 1000]))
def test_few_instances_many_of_weight_0(seed, n, prevalence, levels):
    rng = np.random.default_rng(seed)
    positive = rng.random(n) < prevalence
    scores = rng.integers(-levels, levels, (2, n)) / levels
    weights = rng.integers(0, 2, (3, n)) * (rng.random((3, n)) < 0.7)
    weights[:, rng.integers(n)] = 1
    expected = [twin(positive, scores, row.astype(float)) for row in weights]
    assert_same(reweighted_areas_of_batch(positive, scores, weights), expected)


def test_weights_of_one_in_every_lane_are_no_weights():
    rng = np.random.default_rng(1)
    positive = rng.random(900) < 0.02
    scores = rng.normal(positive, 1.0, (3, 900))
    found = reweighted_areas_of_batch(positive, scores, np.ones((2, 900), dtype=np.int32))
    assert_same(found, np.tile(areas_of_batch(positive, scores), (2, 1, 1)))


@pytest.mark.parametrize("weight", [0.5, 0.49999999999999994, 0.1, 0.30000000000000004])
def test_segments_just_as_long_as_the_series_allows(weight):
    # A segment is long from a twentieth of what comes before it: many of these are, or just not.
    rng = np.random.default_rng(0)
    positive = rng.random(400) < 0.5
    scores = rng.normal(positive, 1.0, (4, 400))
    weights = np.where(positive, 1.0, weight) * [[1.0], [10.0]]
    expected = [twin(positive, scores, row) for row in weights]
    assert_same(reweighted_areas_of_batch(positive, scores, weights), expected)
    for row, values in zip(weights, expected, strict=True):
        assert_same(reweighted_areas_of_batch(positive, scores, row[np.newaxis]), [values])


RNG = np.random.default_rng(0)
EXTREMES = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, 5e-324, -1e300])
KINDS = {
    "random": lambda z: z,
    "two decimals": lambda z: np.round(z, 2),
    "in the last bits alone": lambda z: 1 + 1e-13 * np.floor(100 * z),
    "hardly out of order": lambda z: np.round(z, 1) + 1e-15 * (z > 0),
    "extremes": lambda z: EXTREMES[np.abs(z * 100).astype(int) % 8],
    "sorted": lambda z: np.sort(z, axis=1),
    "hard": lambda z: (z > 0) * 1.0,
}


@pytest.mark.parametrize("n", [2, 7, 256, 257, 3000])
@pytest.mark.parametrize("kind", list(KINDS))
def test_kinds_of_scores(kind, n):
    positive = np.append(True, RNG.random(n - 1) < 0.4)
    positive[-1] = False
    scores = KINDS[kind](RNG.normal(positive, 1.0, (2, n)))
    weights = RNG.choice([0, 0.5, 1, 2.3], n)
    weights[[0, -1]] = 1.0
    assert_areas_are_those_of_the_twin(positive, scores, weights)


def test_a_weight_that_the_sum_of_the_others_swallows():
    # TP + FP does not change when the positive of weight 1e-17 comes, yet there is a segment.
    found = areas_of_batch(np.array([False, True]), np.array([[1.0, 0.0]]), np.array([1.0, 1e-17]))
    assert found[0, 0] == 0
    assert found[0, 1] == pytest.approx(5e-18)


SEEDS = st.integers(0, 10**6)
CLOSE = {"rtol": 1e-12, "atol": 1e-12}


def draw(seed, n_models=3):
    """Return labels of both classes or one, and scores with ties and both signs."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    positive = rng.random(n) < rng.choice([0.0, 0.3, 0.7, 1.0], p=[0.05, 0.45, 0.45, 0.05])
    return rng, positive, np.round(rng.normal(size=(n_models, n)), int(rng.integers(0, 3)))


@pytest.mark.filterwarnings("ignore:Only one class", "ignore:No positive class")
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


@given(SEEDS, st.sampled_from(["cost", "f_gain"]), st.booleans(), st.sampled_from([2, 5, 60]))
def test_envelopes_under_many_weightings(seed, curve, is_count, n):
    rng = np.random.default_rng(seed)
    positive = np.arange(n) < rng.integers(1, n)
    scores = np.round(rng.normal(size=n) + positive, 1)
    weights = rng.integers(0, 3, (7, n)) * (1.0 if is_count else 0.3)
    # Without a weight of a class the curve is undefined.
    weights[0, positive] = 0
    weights[1, ~positive] = 0
    x = np.array([0.0, 0.05, 1 / 3, 0.5, 0.97, 1.0])
    sample = Sample(positive, scores[np.newaxis], np.ones(n), np.arange(n), False, False)
    ranked = _Ranked.of(sample, scores)
    arguments = ranked.classes, ranked.above, weights, x
    found = compiled.envelopes(*arguments, is_cost=curve == "cost")
    wanted = uncompiled.envelopes(*arguments, is_cost=curve == "cost")
    # To the last bit, so that results do not depend on the engine.
    assert found.tobytes() == wanted.tobytes()
    assert np.isnan(found[:2]).all()
    by_definition = [
        HEIGHTS[curve](count(positive, scores, row), x)
        for row in weights
        if row[positive].any() and row[~positive].any()
    ]
    defined = found[~np.isnan(found).any(axis=1)]
    np.testing.assert_allclose(defined, np.array(by_definition).reshape(-1, x.size), **CLOSE)


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
