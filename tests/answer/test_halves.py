from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from made_up_tasks import make_setting, make_task_scores, repeated, with_rows
from prgbench.answer import halves as module
from prgbench.answer.bootstrap_replicates import replicates_of_task
from prgbench.answer.halves import (
    defined_halves,
    expected_f1_of_halves,
    first_halves,
    random_halves,
)
from prgbench.answer.scores_of_rows import reweighted_scores
from prgbench.metrics import evaluate


def task_of(n_pos, n_neg, folds=10, **options):
    """Return a task whose folds are as equal as can be, each class dealt out in turn."""
    n = n_pos + n_neg
    task = make_task_scores(n=n, ties=False, n_models=3, **options)
    fold = np.concatenate([np.arange(n_pos), np.arange(n_neg)]) % folds
    return replace(task, y_true=np.arange(n) < n_pos, folds=fold)


@given(
    n_pos=st.integers(1, 30),
    n_neg=st.integers(1, 30),
    folds=st.integers(1, 10),
    task_id=st.integers(1, 1000),
)
def test_halves_are_disjoint_and_hold_their_share_of_either_class(n_pos, n_neg, folds, task_id):
    task = task_of(n_pos, n_neg, folds, task_id=task_id)
    members = random_halves(task, make_setting())
    assert members.shape == (4, 2, n_pos + n_neg)
    assert (members.sum(axis=1) == 1).all()
    for own in (task.y_true, ~task.y_true):
        counts = members[:, :, own].sum(axis=-1)
        assert (np.abs(counts - own.sum() / 2) < 1).all()


def test_halves_are_made_of_whole_folds_where_these_are_equal():
    task = task_of(30, 70)
    members = random_halves(task, make_setting(splits=50))
    per_fold = np.array([members[:, 0, task.folds == fold].mean(axis=1) for fold in range(10)])
    assert set(per_fold.ravel()) == {0, 1}
    assert (per_fold.sum(axis=0) == 5).all()
    assert len(np.unique(per_fold, axis=1).T) > 40


def test_folds_that_no_file_states_are_not_moved_as_one():
    task = task_of(30, 70)
    unstated = replace(task, folds=np.full(100, -1))
    members = random_halves(unstated, make_setting(splits=20))
    per_fold = np.array([members[:, 0, task.folds == fold].mean(axis=1) for fold in range(10)])
    assert len(set(per_fold.ravel())) > 4
    assert (members.sum(axis=-1) == 50).all()


def test_which_half_has_one_more_is_drawn_for_each_class():
    task = task_of(3, 7)
    splits = 2000
    members = random_halves(task, make_setting(splits=splits))
    more = []
    for own in (task.y_true, ~task.y_true):
        counts = members[:, :, own].sum(axis=-1)
        difference = counts[:, 0] - counts[:, 1]
        se = np.sqrt(np.mean(difference != 0) / splits)
        assert abs(difference.mean()) < 4 * se
        more.append(difference)
    assert abs(np.corrcoef(more)[0, 1]) < 4 / np.sqrt(splits)


def test_each_instance_is_in_either_part_equally_often():
    task = task_of(9, 21, folds=7)
    splits = 2000
    often = random_halves(task, make_setting(splits=splits)).mean(axis=0)
    assert np.abs(often - 0.5).max() < 5 * np.sqrt(0.25 / splits)


def test_rows_of_an_instance_stay_together_and_folds_of_repeats_do_not_count():
    task = repeated(task_of(12, 28), 3)
    members = random_halves(task, make_setting(splits=30))
    by_repeat = members.reshape(30, 2, 3, 40)
    np.testing.assert_array_equal(by_repeat[:, :, 0], by_repeat[:, :, 1])
    np.testing.assert_array_equal(by_repeat[:, :, 0], by_repeat[:, :, 2])
    per_fold = [by_repeat[:, 0, 0, task.folds[:40] == fold].mean(axis=1) for fold in range(10)]
    assert len(set(np.ravel(per_fold))) > 2


def test_splits_depend_on_seed_and_predictions_alone():
    task = task_of(20, 40)
    members = random_halves(task, make_setting())
    np.testing.assert_array_equal(random_halves(replace(task), make_setting()), members)
    longer = random_halves(task, make_setting(splits=9))
    np.testing.assert_array_equal(longer[:4], members)
    assert (random_halves(task, make_setting(seed=1)) != members).any()
    np.testing.assert_array_equal(random_halves(replace(task, task_id=2), make_setting()), members)
    same_order = replace(task, y_scores=task.y_scores + 1)
    np.testing.assert_array_equal(random_halves(same_order, make_setting()), members)
    others = replace(task, y_scores=-task.y_scores)
    assert (random_halves(others, make_setting()) != members).any()


def test_scores_are_those_of_the_rows_of_a_part():
    task, setting = make_task_scores(n=60), make_setting(("aupr", "brier"))
    scores = task.scores_of_halves(setting)
    members = random_halves(task, setting)
    for split in range(4):
        for part in (0, 1):
            rows = members[split, part]
            expected = evaluate(task.y_true[rows], task.y_scores[:, rows], ["aupr", "brier"]).T
            np.testing.assert_allclose(scores[split, part], expected * [[1], [-1]])


def test_splits_with_a_part_of_one_class_have_no_scores():
    task, setting = task_of(2, 40), make_setting(splits=40)
    task = replace(task, stated_groups=np.r_[0, 0, np.arange(1, 41)])
    usable = defined_halves(task, random_halves(task, setting)).all(axis=1)
    assert not usable.any()
    missing = np.isnan(task.scores_of_halves(setting))
    np.testing.assert_array_equal(missing.any(axis=(1, 2, 3)), ~usable)
    np.testing.assert_array_equal(missing.all(axis=(1, 2, 3)), ~usable)
    assert np.isnan(task_of(1, 40).scores_of_halves(setting)).all()


def test_which_parts_have_both_classes():
    task = task_of(1, 3)
    members = np.array([[[True, True, False, False], [False, False, True, True]]])
    assert defined_halves(task, members).tolist() == [[True, False]]
    members[0, 1, :] = [True, False, False, False]
    assert defined_halves(task, members).tolist() == [[True, False]]


def test_batches_do_not_change_the_scores(monkeypatch):
    task, setting = make_task_scores(n=80), make_setting(splits=7)
    whole = task.scores_of_halves(setting)
    monkeypatch.setattr("prgbench.answer.halves._CELLS_AT_ONCE", 80 * 4)
    np.testing.assert_array_equal(replace(task).scores_of_halves(setting), whole)


def test_the_halves_of_the_last_task_are_evaluated_once(monkeypatch):
    asked = []

    def evaluate(task, measures, weights):
        asked.append([measure.name for measure in measures])
        return reweighted_scores(task, measures, weights)

    monkeypatch.setattr(module, "reweighted_scores", evaluate)
    task, setting = make_task_scores(n=80), make_setting()
    scores = task.scores_of_halves(setting)
    expected_f1_of_halves(task, setting)
    assert asked == [["aupr", "auprg", "auroc", "expected_inverse_f1"]]
    assert (task.scores_of_halves(make_setting(seed=1)) != scores).any()
    with pytest.raises(ValueError, match="read-only"):
        scores[0] = 0


def test_the_halves_of_the_last_task_are_drawn_once(monkeypatch):
    task, setting = make_task_scores(n=80), make_setting()
    drawn = random_halves(task, setting)
    monkeypatch.setattr(module, "_first_halves", None)
    np.testing.assert_array_equal(random_halves(task, setting), drawn)
    np.testing.assert_array_equal(first_halves(task, setting), drawn[:, 0])


@given(
    order=st.lists(st.floats(0, 9), unique=True, max_size=12).map(np.array),
    offset=st.floats(0, 1, exclude_max=True),
)
def test_single_rows_lie_before_half_as_sorted_ones_do(order, offset):
    """Of single rows the first half is found without sorting."""
    place = np.argsort(np.argsort(order))
    expected = (place + offset) / max(len(order), 1) < 0.5
    lengths = np.ones(len(order), dtype=np.intp)
    found = module._begin_before_half(order.astype(float), lengths, offset)
    assert found.tolist() == expected.tolist()


TWICE = np.repeat(np.arange(100), 2)


@pytest.mark.parametrize("folds", [10, 1])
def test_a_task_with_every_row_twice_has_the_halves_and_replicates_of_the_task(folds):
    task, setting = task_of(30, 70, folds), make_setting(splits=20)
    twice = with_rows(task, TWICE)
    halves = random_halves(task, setting)
    np.testing.assert_array_equal(random_halves(twice, setting), halves.repeat(2, axis=2))
    once = replicates_of_task(task, setting).scores
    np.testing.assert_allclose(replicates_of_task(twice, setting).scores, once, atol=1e-12)


def test_equal_rows_in_several_folds_are_moved_without_their_folds():
    task = with_rows(task_of(30, 70), TWICE)
    moved = replace(task, folds=np.arange(200) % 10)
    members = random_halves(moved, make_setting(splits=20))
    assert (members[:, :, ::2] == members[:, :, 1::2]).all()
    per_fold = np.array([members[:, 0, moved.folds == fold].mean(axis=1) for fold in range(10)])
    assert len(set(per_fold.ravel())) > 4


@settings(max_examples=30)
@given(n_groups=st.integers(2, 40), seed=st.integers(0, 99))
def test_groups_of_a_table_stay_whole_and_parts_have_equal_numbers_up_to_a_group(n_groups, seed):
    task = task_of(40, 60)
    stated = np.random.default_rng(seed).integers(n_groups, size=100)
    task = replace(task, stated_groups=stated)
    members = random_halves(task, make_setting(splits=20))
    assert (members.sum(axis=1) <= 1).all()
    for group in np.unique(stated):
        own = members[:, :, stated == group]
        assert (own == own[:, :, :1]).all()
    largest = np.bincount(stated[task.y_true]).max()
    positives = members[:, :, task.y_true].sum(axis=-1)
    assert (np.abs(positives - 20) <= largest).all()


def test_groups_of_one_label_are_shared_out_in_both_classes():
    task = task_of(40, 60)
    task = replace(task, stated_groups=np.arange(100) // 4)
    members = random_halves(task, make_setting(splits=400))
    for own in (task.y_true, ~task.y_true):
        counts = members[:, :, own].sum(axis=-1)
        assert (counts.sum(axis=1) == own.sum()).all()
        assert set(np.unique(counts - own.sum() // 2)) <= {-2, 0, 2}
        assert abs((counts[:, 0] - counts[:, 1]).mean()) < 0.5


def test_a_row_is_in_either_part_equally_often_whatever_its_group():
    stated = np.repeat(np.arange(10), np.arange(1, 11))
    task = replace(task_of(20, 35), stated_groups=stated)
    splits = 2000
    often = random_halves(task, make_setting(splits=splits)).mean(axis=0)
    assert np.abs(often - 0.5).max() < 5 * np.sqrt(0.25 / splits)
