from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import make_task_scores, repeated, with_rows
from prgbench.stats.dependent_rows import dependent_rows
from worlds.made import Kind, draw_task, equal, world_named

FINE = make_task_scores(n=100, ties=False)


def rows_of(y_true, y_scores):
    """Return the dependent rows of instances that are predicted once."""
    n = len(y_true)
    return dependent_rows(y_true, y_scores, np.arange(n), np.zeros(n, dtype=int), None)


def test_every_row_twice_is_half_as_many_groups():
    task = with_rows(FINE, np.repeat(np.arange(100), 2))
    assert task.groups.tolist() == np.repeat(np.arange(100), 2).tolist()
    assert (task.n_groups, task.n_instances) == (100, 200)
    assert (task.dependent.equal, task.dependent.stated) == (0.5, 0.0)
    assert draw_task(world_named("null, every row twice").common, 1, 0).n_groups == 300


def test_some_rows_twice_are_groups_of_two():
    task = with_rows(FINE, np.r_[np.arange(100), np.arange(0, 100, 5)])
    sizes = np.bincount(task.groups)
    assert sorted(sizes.tolist()) == [1] * 80 + [2] * 20
    assert (task.groups[:100:5] == task.groups[100:]).all()
    assert task.dependent.equal == pytest.approx(20 / 120)


def test_rows_without_copies_keep_the_numbers_of_their_instances():
    assert FINE.groups.tolist() == FINE.dependent.distinct.tolist() == [*range(100)]
    assert FINE.dependent.equal == 0
    assert repeated(FINE, 3).groups.tolist() == [*range(100)] * 3


def test_rows_are_not_equal_if_a_label_or_one_score_differs():
    task = with_rows(FINE, np.r_[np.arange(100), 0, 1, 2])
    assert task.n_groups == 100
    scores, y_true = task.y_scores.copy(), task.y_true.copy()
    scores[3, 100] = np.nextafter(scores[3, 100], 1)
    y_true[101] ^= True
    assert replace(task, y_scores=scores, y_true=y_true).groups[100:].tolist() == [100, 101, 2]


def test_zero_has_no_sign():
    y_scores = FINE.y_scores.copy()
    y_scores[0, :2] = 0.0, -0.0
    y_scores[1:, 1] = y_scores[1:, 0]
    assert rows_of(np.ones(100, dtype=bool), y_scores).distinct[:3].tolist() == [0, 0, 1]


COARSE = {
    "30 models of 5 values": world_named("null, ties").common,
    "3 models of 5 values": Kind(300, 0.1, equal()[:3], (1.0,) * 3, levels=5),
    "3 models of hard labels": Kind(300, 0.1, equal()[:3], (1.0,) * 3, levels=2),
    "2 models of hard labels, few rows": Kind(60, 0.1, equal()[:2], (1.0,) * 2, levels=2),
    "2 models of 50 values": Kind(1000, 0.1, equal()[:2], (1.0,) * 2, levels=50),
    "1 model of 50 values": Kind(300, 0.1, equal()[:1], (1.0,), levels=50),
}


@pytest.mark.parametrize("kind", COARSE.values(), ids=COARSE)
def test_coarse_scores_are_equal_by_chance_and_do_not_count(kind):
    for task_id in range(1, 6):
        task = draw_task(kind, task_id, seed=0)
        distinct = pd.DataFrame(task.y_scores.T).assign(y=task.y_true).drop_duplicates()
        assert kind.n == 60 or len(kind.shifts) == 30 or len(distinct) < 0.9 * kind.n
        assert task.n_groups == kind.n
        assert task.dependent.equal == 0


def test_a_score_that_many_rows_share_is_no_copy():
    saturated = np.maximum(FINE.y_scores, np.quantile(FINE.y_scores, 0.4))
    assert rows_of(FINE.y_true, saturated).equal == 0


def test_instances_of_repeats_are_compared_in_the_first_one():
    task = repeated(with_rows(FINE, np.r_[np.arange(100), 7, 8]), 2)
    scores = task.y_scores.copy()
    scores[:, 102 + 100 :] += 1
    scores[:, 101] += 1
    found = replace(task, y_scores=scores)
    assert found.groups.tolist() == [*range(100), 7, 100] * 2
    assert found.dependent.equal == pytest.approx(1 / 102)


def test_stated_groups_join_instances_and_equal_rows():
    task = with_rows(FINE, np.r_[np.arange(100), 5])
    stated = np.arange(101) + 1000
    stated[[3, 100]] = -7
    found = replace(task, stated_groups=stated)
    joined = found.groups
    assert joined[3] == joined[5] == joined[100]
    assert found.n_groups == 99
    assert (found.dependent.equal, found.dependent.stated) == pytest.approx((1 / 101, 1 / 101))
    twice = replace(repeated(task, 2), stated_groups=np.tile(stated, 2))
    assert twice.groups.tolist() == [*joined, *joined]


def test_groups_are_those_of_a_search_by_hand():
    rng = np.random.default_rng(3)
    rows = rng.permutation(np.r_[np.arange(70), np.arange(30)])
    stated = rng.integers(200, size=100)
    found = dependent_rows(
        FINE.y_true[rows],
        FINE.y_scores[:, rows],
        np.arange(100),
        np.zeros(100, dtype=int),
        stated,
    )
    reached = np.arange(100)
    for _ in range(100):
        for codes in (rows, stated):
            reached = pd.Series(reached).groupby(codes).transform("min").to_numpy()
    assert np.array_equal(np.unique(reached, return_inverse=True)[1], found.groups)
    assert found.equal == pytest.approx(1 - len(set(rows)) / 100)
    assert found.stated == pytest.approx(1 - len(set(stated)) / 100)
