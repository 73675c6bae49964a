"""The ranking by packed integers; AUROC is exact where the counts are."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from prgbench.metrics import areas, auroc_score
from prgbench.metrics.engine import compiled, uncompiled
from prgbench.metrics.engine.counts import count
from prgbench.metrics.engine.uncompiled import (
    changes,
    count_turns,
    points_of_batch,
    rank,
    scores_of,
)

ENGINES = (compiled, uncompiled)


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
        found = engine.areas_of_batch(truth, scores, np.array(weights))
        assert found[:, 0].tolist() == [1, 0]


SCORES = st.one_of(
    st.floats(allow_nan=False),
    st.sampled_from([0.0, -0.0, 1.0, -1.0, 5e-324, -5e-324, np.inf, -np.inf]),
)
ROWS = st.lists(st.tuples(st.booleans(), SCORES), min_size=1, max_size=40)


def arrays(rows):
    positive, scores = zip(*rows, strict=True)
    return np.array(positive), np.array(scores)


@given(ROWS)
def test_the_way_back_gives_the_scores_from_the_best_on(rows):
    positive, scores = arrays(rows)
    assert scores_of(*rank(positive, scores)).tolist() == sorted(scores.tolist(), reverse=True)


@given(ROWS)
def test_keys_are_those_of_the_kernel_up_to_the_order_inside_ties(rows):
    positive, scores = arrays(rows)
    keys, split = rank(positive, scores)
    found, splits = compiled.ranked(positive, scores[np.newaxis])
    assert split == splits[0]
    assert keys[:split].tolist() == sorted(found[0, :split].tolist())
    assert keys[split:].tolist() == sorted(found[0, split:].tolist())


@given(ROWS)
def test_points_are_those_of_the_kernel(rows):
    positive, scores = arrays(rows)
    models = np.array([scores, -scores, np.zeros_like(scores)])
    own, starts = points_of_batch(positive, models)
    other, other_starts = compiled.points_of_batch(positive, models)
    assert own.tolist() == other.tolist()
    assert starts.tolist() == other_starts.tolist()
    alone = [compiled.points_of_batch(positive, row)[0] for row in models]
    assert other.tolist() == np.concatenate(alone, axis=1).tolist()
    assert own[:, starts].tolist() == [[np.inf] * 3, [0] * 3, [0] * 3]


def test_scores_on_both_sides_of_zero_differ_though_their_keys_may_not():
    score = 1.5
    below = (~np.array(score).view(np.uint64)).view(np.float64).item()
    keys, split = rank(np.array([True, True]), np.array([score, below]))
    assert keys[0] == keys[1]
    assert split == 1
    assert changes(keys, split).tolist() == [2]


def test_turns_of_a_ranking_without_ties_between_classes():
    positive = np.array([True, True, False, True, False, False])
    turns = count_turns(*rank(positive, np.array([6.0, 5, 4, 3, 2, 1])))
    assert turns.tp.tolist() == [0, 2, 2, 3, 3]
    assert turns.fp.tolist() == [0, 0, 1, 1, 3]
    turns = count_turns(*rank(~positive, np.array([6.0, 5, 4, 3, 2, 1])))
    assert turns.tp.tolist() == [0, 0, 1, 1, 3]
    assert turns.fp.tolist() == [0, 2, 2, 3, 3]


@given(ROWS)
def test_turns_are_points_of_the_curve(rows):
    positive, scores = arrays(rows)
    counts, turns = count(positive, scores), count_turns(*rank(positive, scores))
    points = set(zip(counts.tp.tolist(), counts.fp.tolist(), strict=True))
    assert set(zip(turns.tp.tolist(), turns.fp.tolist(), strict=True)) <= points
    assert (turns.n_pos, turns.n_neg) == (counts.n_pos, counts.n_neg)
