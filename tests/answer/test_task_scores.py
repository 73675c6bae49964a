from dataclasses import replace

import numpy as np
import pandas as pd

from made_up_store import write_task
from made_up_tasks import make_task_scores, repeated
from prgbench.answer.task_scores import TaskScores
from prgbench.sources.store.bundle import BundleStore


def test_a_bundle_comes_back_as_it_was(tmp_path):
    task = repeated(make_task_scores(n=30, folds=5), 2)
    store = BundleStore(tmp_path)
    write_task(store, task)
    chosen = [int(task.run_ids[4]), int(task.run_ids[1])]
    found = TaskScores.of(store.load(1, run_ids=chosen))
    np.testing.assert_array_equal(found.y_scores, task.y_scores[[4, 1]])
    np.testing.assert_array_equal(found.decisions, task.decisions[[4, 1]])
    np.testing.assert_array_equal(found.y_true, task.y_true)
    np.testing.assert_array_equal(found.instances, task.instances)
    assert found.run_ids.tolist() == chosen
    assert found.n_instances == 30
    assert found.stated_groups is None
    first = TaskScores.of(BundleStore(tmp_path, repeats="first").load(1, run_ids=chosen))
    np.testing.assert_array_equal(first.y_scores, task.y_scores[[4, 1], :30])


def test_folds_of_all_repeats_part_the_rows():
    task = repeated(make_task_scores(n=30, folds=5), 3)
    folds = task.fold_rows()
    assert len(folds) == 15
    assert sorted(np.concatenate(folds)) == list(range(90))
    for rows in folds:
        assert len(set(task.repeats[rows])) == len(set(task.folds[rows])) == 1
    assert [len(rows) for rows in task.repeat_rows()] == [30, 30, 30]


def test_groups_that_a_source_states_come_back(tmp_path):
    once = make_task_scores(n=30, folds=5)
    task = repeated(once, 2)
    task = replace(task, stated_groups=task.instances // 3 - 4)
    store = BundleStore(tmp_path)
    write_task(store, task)
    found = TaskScores.of(store.load(1, run_ids=task.run_ids.tolist()))
    np.testing.assert_array_equal(found.stated_groups, task.stated_groups)
    assert found.groups.tolist() == [*np.repeat(range(10), 3)] * 2
    first = TaskScores.of(BundleStore(tmp_path, repeats="first").load(1, run_ids=[100]))
    assert first.n_groups == 10


def test_groups_have_so_many_positive_and_negative_rows():
    task = replace(make_task_scores(n=40, ties=False), stated_groups=np.arange(40) % 3)
    positives, negatives = task.group_sizes
    table = pd.DataFrame({"group": np.arange(40) % 3, "y": task.y_true}).groupby("group")["y"]
    assert positives.tolist() == table.sum().tolist()
    assert (positives + negatives).tolist() == table.size().tolist()
    assert task.smaller_class == 3
