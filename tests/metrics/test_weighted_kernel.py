"""The kernel in C under weights against its NumPy twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numpy_twin import assert_same, twin
from prgbench.metrics.engine.compiled import (
    WEIGHTINGS,
    areas_of_batch,
    reweighted_areas_of_batch,
)


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
