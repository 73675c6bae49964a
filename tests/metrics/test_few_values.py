"""Scores of few distinct values, which are counted, and scores in order, which aren't sorted."""

import numpy as np
import pytest

from numpy_twin import assert_same, twin
from prgbench.metrics.engine.compiled import areas_of_batch, points, ranked

MOST_VALUES = 128
"""How many distinct scores `kernels.c` counts."""


def test_keys_come_in_order_positives_first_and_both_zeros_are_equal():
    scores = np.array([[0.0, -1.0, 2.0, -0.0, 2.0, -1.0]])
    (keys,), splits = ranked(np.array([False, True, False, True, True, False]), scores)
    assert splits == [4]
    assert (keys & 1).tolist() == [0, 1, 0, 1, 0, 1]
    assert ((keys[1:] ^ keys[:-1]) > 1).tolist() == [False, True, False, True, False]


@pytest.mark.parametrize("values", [MOST_VALUES, MOST_VALUES + 1])
def test_as_many_values_as_are_counted_and_one_more(values):
    own = np.arange(values) - 7.0
    scores = np.tile(own, 50)
    positive = np.arange(scores.size) % 3 == 0
    (keys,), splits = ranked(positive, scores[np.newaxis])
    assert splits == [(values - 7) * 50]
    assert np.count_nonzero((keys[1:] ^ keys[:-1]) > 1) == values - 1
    thresholds, tp, fp = points(positive, scores)
    assert thresholds.tolist() == [np.inf, *own[::-1].tolist()]
    assert tp.tolist() == [0, *(np.count_nonzero(positive[scores >= x]) for x in own[::-1])]
    assert (tp + fp).tolist() == [50 * k for k in range(values + 1)]


@pytest.mark.parametrize("values", [1, 2, 10, MOST_VALUES, MOST_VALUES + 1, 300])
@pytest.mark.parametrize("n", [300, 3000])
def test_areas_of_few_values(values, n):
    rng = np.random.default_rng([values, n])
    positive = rng.random(n) < 0.3
    scores = rng.choice(rng.normal(size=values), (2, n))
    assert_same(areas_of_batch(positive, scores), twin(positive, scores))


@pytest.mark.parametrize("decimals", [1, 2, 16])
@pytest.mark.parametrize("sign", [1, -1])
def test_sorted_scores_with_labels_of_any_order_inside_ties(decimals, sign):
    rng = np.random.default_rng(decimals)
    positive = rng.random(1000) < 0.4
    scores = sign * np.sort(sign * np.round(rng.normal(size=(2, 1000)), decimals))
    keys, splits = ranked(positive, scores)
    assert splits.tolist() == np.count_nonzero(scores >= 0, axis=1).tolist()
    blocks = keys >> 1
    for row, split in zip(blocks, splits, strict=True):
        assert np.all(row[: split - 1] <= row[1:split])
        assert np.all(row[split:-1] <= row[split + 1 :])
    assert_same(areas_of_batch(positive, scores), twin(positive, scores))
