from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from made_up_tasks import make_setting, make_task_scores, repeated, with_rows
from prgbench.answer import subsamples
from prgbench.answer.halves import (
    best_on_parts,
    defined_halves,
    disagreement_across,
    distinct_models,
    expected_f1_of_halves,
    random_halves,
    scores_of_halves,
)
from prgbench.answer.task_scores import replicates_of_task, reweighted_scores
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
    parts=st.sampled_from([2, 4, 8]),
    task_id=st.integers(1, 1000),
)
def test_parts_are_disjoint_and_hold_their_share_of_either_class(
    n_pos, n_neg, folds, parts, task_id
):
    task = task_of(n_pos, n_neg, folds, task_id=task_id)
    members = random_halves(task, make_setting(), parts)
    assert members.shape == (4, 2, n_pos + n_neg)
    assert not members.all(axis=1).any()
    for own in (task.y_true, ~task.y_true):
        counts = members[:, :, own].sum(axis=-1)
        assert (np.abs(counts - own.sum() / parts) < 1).all()
    if parts == 2:
        assert members.any(axis=1).all()


def test_halves_are_made_of_whole_folds_where_these_are_equal():
    task = task_of(30, 70)
    members = random_halves(task, make_setting(splits=50), 2)
    per_fold = np.array([members[:, 0, task.folds == fold].mean(axis=1) for fold in range(10)])
    assert set(per_fold.ravel()) == {0, 1}
    assert (per_fold.sum(axis=0) == 5).all()
    assert len(np.unique(per_fold, axis=1).T) > 40


def test_folds_that_no_file_states_are_not_moved_as_one():
    task = task_of(30, 70)
    unstated = replace(task, folds=np.full(100, -1))
    members = random_halves(unstated, make_setting(splits=20), 2)
    per_fold = np.array([members[:, 0, task.folds == fold].mean(axis=1) for fold in range(10)])
    assert len(set(per_fold.ravel())) > 4
    assert (members.sum(axis=-1) == 50).all()


def test_quarters_and_eighths_lie_in_the_first_half():
    task, setting = task_of(17, 44), make_setting(splits=20)
    halves, quarters, eighths = (random_halves(task, setting, parts) for parts in (2, 4, 8))
    np.testing.assert_array_equal(quarters.any(axis=1), halves[:, 0])
    np.testing.assert_array_equal(eighths.any(axis=1), quarters[:, 0])


@pytest.mark.parametrize("parts", [2, 4, 8])
def test_which_part_has_one_more_is_drawn_for_each_class(parts):
    task = task_of(parts + 1, 3 * parts + 1)
    splits = 2000
    members = random_halves(task, make_setting(splits=splits), parts)
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
    often = random_halves(task, make_setting(splits=splits), 4).mean(axis=0)
    assert np.abs(often - 0.25).max() < 5 * np.sqrt(0.25 * 0.75 / splits)


def test_rows_of_an_instance_stay_together_and_folds_of_repeats_do_not_count():
    task = repeated(task_of(12, 28), 3)
    members = random_halves(task, make_setting(splits=30), 2)
    by_repeat = members.reshape(30, 2, 3, 40)
    np.testing.assert_array_equal(by_repeat[:, :, 0], by_repeat[:, :, 1])
    np.testing.assert_array_equal(by_repeat[:, :, 0], by_repeat[:, :, 2])
    per_fold = [by_repeat[:, 0, 0, task.folds[:40] == fold].mean(axis=1) for fold in range(10)]
    assert len(set(np.ravel(per_fold))) > 2


def test_splits_depend_on_seed_and_task_alone():
    task = task_of(20, 40)
    members = random_halves(task, make_setting(), 2)
    np.testing.assert_array_equal(random_halves(replace(task), make_setting(), 2), members)
    longer = random_halves(task, make_setting(splits=9), 2)
    np.testing.assert_array_equal(longer[:4], members)
    assert (random_halves(task, make_setting(seed=1), 2) != members).any()
    assert (random_halves(replace(task, task_id=2), make_setting(), 2) != members).any()


def test_scores_are_those_of_the_rows_of_a_part():
    task, setting = make_task_scores(n=60), make_setting(("aupr", "brier"))
    scores = scores_of_halves(task, setting)
    members = random_halves(task, setting)
    for split in range(4):
        for part in (0, 1):
            rows = members[split, part]
            expected = evaluate(task.y_true[rows], task.y_scores[:, rows], ["aupr", "brier"]).T
            np.testing.assert_allclose(scores[split, part], expected * [[1], [-1]])


def test_splits_with_a_part_of_one_class_have_no_scores():
    task, setting = task_of(5, 40), make_setting(splits=40)
    usable = defined_halves(task, random_halves(task, setting, 8)).all(axis=1)
    assert 0 < usable.sum() < 40
    missing = np.isnan(scores_of_halves(task, setting, 8))
    np.testing.assert_array_equal(missing.any(axis=(1, 2, 3)), ~usable)
    np.testing.assert_array_equal(missing.all(axis=(1, 2, 3)), ~usable)
    assert np.isnan(scores_of_halves(task_of(1, 40), setting, 2)).all()


def test_which_parts_have_both_classes():
    task = task_of(1, 3)
    members = np.array([[[True, True, False, False], [False, False, True, True]]])
    assert defined_halves(task, members).tolist() == [[True, False]]
    members[0, 1, :] = [True, False, False, False]
    assert defined_halves(task, members).tolist() == [[True, False]]


def test_batches_do_not_change_the_scores(monkeypatch):
    task, setting = make_task_scores(n=80), make_setting(splits=7)
    whole = scores_of_halves(task, setting)
    monkeypatch.setattr("prgbench.answer.halves._CELLS_AT_ONCE", 80 * 4)
    np.testing.assert_array_equal(scores_of_halves(replace(task), setting, 2), whole)


def test_each_measure_of_the_last_task_is_evaluated_once(monkeypatch):
    asked = []

    def evaluate(task, measures, weights):
        asked.append([measure.name for measure in measures])
        return reweighted_scores(task, measures, weights)

    monkeypatch.setattr(subsamples, "reweighted_scores", evaluate)
    task, setting = make_task_scores(n=80), make_setting()
    halves, _ = (scores_of_halves(task, setting) for parts in (2, 4))
    assert asked == 2 * [["aupr", "auprg", "auroc", "expected_inverse_f1"]]
    expected_f1_of_halves(task, setting)
    fewer = scores_of_halves(task, make_setting(("auroc", "aupr")), 2)
    np.testing.assert_array_equal(fewer, halves[:, :, [2, 0]])
    more = scores_of_halves(task, make_setting(("max_f1", "aupr")), 2)
    np.testing.assert_array_equal(more[:, :, 1], halves[:, :, 0])
    assert asked[2:] == [["max_f1"]]
    other = scores_of_halves(task, make_setting(seed=1), 2)
    assert (other != halves).any()
    np.testing.assert_array_equal(scores_of_halves(task, setting), halves)
    assert len(asked) == 5
    with pytest.raises(ValueError, match="read-only"):
        halves[0] = 0


@pytest.mark.parametrize("parts", [2, 3, 4])
def test_the_parts_of_a_large_task_are_drawn_alike_without_being_kept(monkeypatch, parts):
    task, setting = make_task_scores(n=80), make_setting()
    kept = random_halves(task, setting, parts)
    assert subsamples._positions_kept.cache_info().currsize == 1
    monkeypatch.setattr(subsamples, "_POSITIONS_KEPT", 0)
    np.testing.assert_array_equal(random_halves(task, setting, parts), kept)


def test_models_that_a_measure_tells_apart_in_one_split_are_two():
    scores = np.zeros((3, 2, 2, 4))
    scores[:, :, :, 1] = 1
    scores[2, 1, 0, 3] = 1e-6
    distinct = distinct_models(scores, 12)
    np.testing.assert_array_equal(distinct, scores[..., [0, 1, 3]])
    assert distinct_models(scores, 3).shape[-1] == 2
    scores[:, :, :, 2] = -0.0
    assert distinct_models(scores, 12).shape[-1] == 3


def test_no_model_is_best_where_none_has_a_score():
    scores = np.array([[[[1.0, 1.0, np.nan]], [[np.nan, np.nan, np.nan]]]])
    best = best_on_parts(scores, 12)
    assert best.tolist() == [[[[True, True, False]], [[False, False, False]]]]
    assert np.isnan(disagreement_across(best)).all()


@settings(max_examples=50)
@given(st.data())
def test_disagreement_across_is_that_of_picks_drawn_apart(data):
    values = st.lists(st.integers(0, 2), min_size=12, max_size=12)
    scores = np.array(data.draw(values), dtype=float).reshape(1, 2, 2, 3)
    best = best_on_parts(scores, 12)
    found = disagreement_across(best)[0]
    for row in (0, 1):
        for column in (0, 1):
            first, second = np.flatnonzero(best[0, 0, row]), np.flatnonzero(best[0, 1, column])
            expected = np.mean([a != b for a in first for b in second])
            assert found[row, column] == pytest.approx(expected)


TWICE = np.repeat(np.arange(100), 2)


@pytest.mark.parametrize("folds", [10, 1])
def test_a_task_with_every_row_twice_has_the_halves_and_replicates_of_the_task(folds):
    task, setting = task_of(30, 70, folds), make_setting(splits=20)
    twice = with_rows(task, TWICE)
    for parts in (2, 4):
        np.testing.assert_array_equal(
            random_halves(twice, setting, parts),
            random_halves(task, setting, parts).repeat(2, axis=2),
        )
    once = replicates_of_task(task, setting).scores
    np.testing.assert_allclose(replicates_of_task(twice, setting).scores, once, atol=1e-12)


def test_equal_rows_in_several_folds_are_moved_without_their_folds():
    task = with_rows(task_of(30, 70), TWICE)
    moved = replace(task, folds=np.arange(200) % 10)
    members = random_halves(moved, make_setting(splits=20), 2)
    assert (members[:, :, ::2] == members[:, :, 1::2]).all()
    per_fold = np.array([members[:, 0, moved.folds == fold].mean(axis=1) for fold in range(10)])
    assert len(set(per_fold.ravel())) > 4


@settings(max_examples=30)
@given(n_groups=st.integers(2, 40), parts=st.sampled_from([2, 3, 4]), seed=st.integers(0, 99))
def test_groups_of_a_table_stay_whole_and_parts_have_equal_numbers_up_to_a_group(
    n_groups, parts, seed
):
    task = task_of(40, 60)
    stated = np.random.default_rng(seed).integers(n_groups, size=100)
    task = replace(task, stated_groups=stated)
    members = random_halves(task, make_setting(splits=20), parts)
    assert (members.sum(axis=1) <= 1).all()
    for group in np.unique(stated):
        own = members[:, :, stated == group]
        assert (own == own[:, :, :1]).all()
    largest = np.bincount(stated[task.y_true]).max()
    positives = members[:, :, task.y_true].sum(axis=-1)
    assert (np.abs(positives - 40 / parts) <= largest).all()


def test_groups_of_one_label_are_shared_out_in_both_classes():
    task = task_of(40, 60)
    task = replace(task, stated_groups=np.arange(100) // 4)
    members = random_halves(task, make_setting(splits=400), 2)
    for own in (task.y_true, ~task.y_true):
        counts = members[:, :, own].sum(axis=-1)
        assert (counts.sum(axis=1) == own.sum()).all()
        assert set(np.unique(counts - own.sum() // 2)) <= {-2, 0, 2}
        assert abs((counts[:, 0] - counts[:, 1]).mean()) < 0.5


def test_a_row_is_in_either_part_equally_often_whatever_its_group():
    stated = np.repeat(np.arange(10), np.arange(1, 11))
    task = replace(task_of(20, 35), stated_groups=stated)
    splits = 2000
    often = random_halves(task, make_setting(splits=splits), 2).mean(axis=0)
    assert np.abs(often - 0.5).max() < 5 * np.sqrt(0.25 / splits)
