"""AUROC is exact where the counts are, and 1 for every perfect ranking."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench.metrics import areas, auroc_score
from prgbench.metrics.engine import compiled, uncompiled

ENGINES = (compiled, uncompiled)


@pytest.mark.parametrize("engine", ENGINES)
def test_perfect_and_constant_scores_of_all_class_sizes(engine):
    for n_pos in range(1, 31):
        for n_neg in range(1, 31):
            positive = np.arange(n_pos + n_neg) < n_pos
            perfect = -np.arange(positive.size) * 0.1
            assert engine.areas_of_batch(positive, perfect)[0] == 1
            assert engine.areas_of_batch(positive, 0 * perfect)[0] == 0.5


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=2, max_size=40))
def test_the_area_is_the_nearest_double(rows):
    truth, scores = (np.array(column) for column in zip(*rows, strict=True))
    ours, others = scores[truth], scores[~truth]
    if not (ours.size and others.size):
        return
    twice = sum(2 * int((others < own).sum()) + int((others == own).sum()) for own in ours)
    exact = float(Fraction(twice, 2 * ours.size * others.size))
    assert auroc_score(truth, scores) == exact
    for engine in ENGINES:
        assert engine.areas_of_batch(truth, scores * 1.0)[0] == exact


@given(st.lists(st.floats(1e-3, 1e3), min_size=2, max_size=40), st.data())
def test_weights_give_1_for_a_perfect_ranking_and_0_for_the_worst(weights, data):
    n_pos = data.draw(st.integers(1, len(weights) - 1))
    truth = np.arange(len(weights)) < n_pos
    scores = -np.arange(len(weights)) * [[1.0], [-1.0]]
    assert areas(truth, scores, sample_weight=weights)[:, 0].tolist() == [1, 0]
    for engine in ENGINES:
        found = engine.weighted_areas_of_batch(truth, scores, np.array(weights))
        assert found[:, 0].tolist() == [1, 0]
