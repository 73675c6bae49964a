"""Areas under one weight an instance against their NumPy twin."""

import numpy as np
import pytest

from numpy_twin import assert_same, twin
from prgbench.metrics.engine import uncompiled
from prgbench.metrics.engine.compiled import order, weighted_areas_of_batch

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
    expected = twin(positive, scores, weights)
    assert_same(weighted_areas_of_batch(positive, scores, weights), expected)
    assert_same(uncompiled.weighted_areas_of_batch(positive, scores, weights), expected)


@pytest.mark.parametrize("kind", list(KINDS))
def test_order(kind):
    scores = KINDS[kind](RNG.normal(size=(1, 5000)))[0]
    places, ends = order(scores)
    assert sorted(places.tolist()) == list(range(5000))
    ranked = scores[places]
    assert np.all(ranked[1:] <= ranked[:-1])
    assert ends.tolist() == [*(ranked[1:] != ranked[:-1]).tolist(), True]


def test_a_weight_that_the_sum_of_the_others_swallows():
    # TP + FP does not change when the positive of weight 1e-17 comes, yet there is a segment.
    found = weighted_areas_of_batch(
        np.array([False, True]), np.array([[1.0, 0.0]]), np.array([1.0, 1e-17])
    )
    assert found[0, 0] == 0
    assert found[0, 1] == pytest.approx(5e-18)
