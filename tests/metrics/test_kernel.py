"""The kernels in C against its NumPy twin."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numpy_twin import assert_same, twin
from prgbench.metrics.engine import compiled, integrals
from prgbench.metrics.engine.counts import count


@given(st.integers(0, 2**32), st.integers(1, 60), st.floats(0, 1), st.sampled_from([2, 5, 1000]))
def test_small_batches(seed, n, prevalence, levels):
    rng = np.random.default_rng(seed)
    positive = rng.random(n) < prevalence
    scores = rng.integers(-levels, levels, (3, n)) / levels
    scores[0] = np.abs(scores[0])
    scores[rng.random(scores.shape) < 0.05] = np.inf
    scores[rng.random(scores.shape) < 0.05] = -np.inf
    scores[rng.random(scores.shape) < 0.05] = -0.0
    assert_same(compiled.areas_of_batch(positive, scores), twin(positive, scores))


@pytest.mark.parametrize("n", [255, 256, 257, 512, 5000])
@pytest.mark.parametrize("decimals", [1, 3, 16])
@pytest.mark.parametrize("prevalence", [0.005, 0.5, 0.98])
def test_rows_longer_than_a_chunk(n, decimals, prevalence):
    rng = np.random.default_rng(n)
    positive = rng.random(n) < prevalence
    scores = np.round(rng.normal(positive * [[1.0], [0.0], [-1.0]], 1), decimals)
    assert_same(compiled.areas_of_batch(positive, scores), twin(positive, scores))


def test_a_block_longer_than_a_chunk():
    positive = np.arange(5000) % 3 == 0
    scores = np.stack([np.arange(5000) // 2400, np.arange(5000) // 4999]).astype(float)
    assert_same(compiled.areas_of_batch(positive, scores), twin(positive, scores))


def test_subnormal_and_huge_scores():
    rng = np.random.default_rng(0)
    positive = rng.random(200) < 0.4
    scores = rng.choice([5e-324, 1e-310, 1e-300, 1.0, 1e300, 1.7e308], (2, 200))
    scores[1] *= rng.choice([-1, 1], 200)
    assert_same(compiled.areas_of_batch(positive, scores), twin(positive, scores))


@pytest.mark.parametrize("score", [0.0, 1.0, 0.3, np.inf, 5e-324])
def test_scores_of_opposite_sign_whose_bits_are_complements(score):
    complement = (~np.array(score).view(np.uint64)).view(np.float64)
    complement = -1.7e308 if np.isnan(complement) else complement
    assert complement < 0
    scores = np.array([[score, complement, score], [complement, score, complement]])
    for positive in (np.array([True, False, True]), np.array([False, True, False])):
        assert_same(compiled.areas_of_batch(positive, scores), twin(positive, scores))


def test_rows_that_are_not_contiguous():
    rng = np.random.default_rng(0)
    positive = rng.random(50) < 0.4
    scores = np.asfortranarray(rng.random((4, 50)))
    assert_same(compiled.areas_of_batch(positive, scores), twin(positive, scores))


PRECISIONS = (
    integrals.average_precision,
    partial(integrals.pr_trapezoid, anchor="first"),
    partial(integrals.pr_trapezoid, anchor="one"),
)


@given(st.integers(0, 2**32), st.integers(1, 60), st.floats(0, 1), st.sampled_from([2, 5, 1000]))
def test_precisions(seed, n, prevalence, levels):
    rng = np.random.default_rng(seed)
    positive = rng.random(n) < prevalence
    scores = rng.integers(-levels, levels, (3, n)) / levels
    scores[rng.random(scores.shape) < 0.05] = -0.0
    found = np.empty((3, 3))
    compiled.add_precisions(*compiled.ranked(positive, scores), found)
    counts = [count(positive, row) for row in scores]
    assert_same(found, [[function(own) for function in PRECISIONS] for own in counts])
