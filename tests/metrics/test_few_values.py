"""Ranking by counting: what it writes, and when it leaves it to the sort."""

import numpy as np
import pytest

from numpy_twin import assert_same, twin
from prgbench.metrics.engine.kernel import MOST_VALUES, areas_of_batch, rank_few_values, ranked


def counted(positive, scores):
    keys = np.zeros(len(scores), dtype=np.uint64)
    bits = np.asarray(scores, dtype=np.float64).view(np.uint64)
    return rank_few_values(np.array(positive), bits, keys), keys


def test_keys_come_in_order_positives_first_and_both_zeros_are_equal():
    scores = [0.0, -1.0, 2.0, -0.0, 2.0, -1.0]
    split, keys = counted([False, True, False, True, True, False], scores)
    assert split == 4
    assert (keys & 1).tolist() == [0, 1, 0, 1, 0, 1]
    assert ((keys[1:] ^ keys[:-1]) > 1).tolist() == [False, True, False, True, False]


@pytest.mark.parametrize("scores", [np.arange(MOST_VALUES + 1.0), [0.0, np.nan], [-np.nan]])
def test_too_many_values_and_nan_are_left_to_others(scores):
    split, keys = counted([True] * len(scores), scores)
    assert split == -1
    assert not keys.any()


def test_as_many_values_as_the_table_holds():
    scores = np.repeat(np.arange(MOST_VALUES) - 7.0, 50)
    split, keys = counted(np.arange(scores.size) % 3 == 0, scores)
    assert split == (MOST_VALUES - 7) * 50
    assert np.count_nonzero((keys[1:] ^ keys[:-1]) > 1) == MOST_VALUES - 1


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
    for row, split in zip(keys, splits, strict=True):
        assert np.all(row[: split - 1] <= row[1:split])
        assert np.all(row[split:-1] <= row[split + 1 :])
    assert_same(areas_of_batch(positive, scores), twin(positive, scores))
