"""Bundles and their store: which rows are used, what is missing, and who may work on a task."""

from dataclasses import replace

import numpy as np
import pytest

from made_up_store import write_task
from made_up_tasks import make_task_scores, repeated
from prgbench.run.errors import PrgbenchError
from prgbench.sources.interface import Task
from prgbench.sources.store.bundle import Bundle, BundleStore
from prgbench.sources.store.staging import SetAsideError, asked_again

ONCE = make_task_scores(7, n=50, n_models=3)
TASK = repeated(ONCE, 2)


@pytest.fixture
def store(tmp_path):
    store = BundleStore(tmp_path / "store")
    write_task(store, TASK)
    return store


def test_all_repeats_or_the_first_alone(store):
    pooled = store.open(7)
    assert pooled.all_rows
    np.testing.assert_array_equal(pooled.y_true(), TASK.y_true)
    first = BundleStore(store.folder, "first").open(7)
    assert not first.all_rows
    np.testing.assert_array_equal(first.y_true(), ONCE.y_true)
    np.testing.assert_array_equal(first.y_scores([702, 700]), ONCE.y_scores[[2, 0]])
    np.testing.assert_array_equal(first.y_score(701), ONCE.y_scores[1])
    np.testing.assert_array_equal(first.decisions([701]), ONCE.decisions[[1]])
    np.testing.assert_array_equal(first.decisions([702])[0], ONCE.decisions[2])
    np.testing.assert_array_equal(first.row_id(), 10 * ONCE.instances)
    np.testing.assert_array_equal(first.fold(), ONCE.folds)
    assert set(first.repeat().tolist()) == {0}


def test_without_repeats_the_first_is_all(tmp_path):
    store = BundleStore(tmp_path / "store", "first")
    write_task(store, ONCE)
    assert store.open(7).all_rows


def test_a_store_is_made_from_its_parameters(tmp_path):
    store = BundleStore.from_params({"folder": str(tmp_path), "repeats": "first"})
    assert (store.folder, store.repeats) == (tmp_path, "first")


def test_a_bundle_that_is_missing_is_none_or_noted(tmp_path):
    store = BundleStore(tmp_path / "store")
    assert store.take(Task(7, 7, "data-7", "class", ("yes", "no"), 50, 1, 1, 10)) is None
    assert list(asked_again(store.folder)) == []
    with pytest.raises(PrgbenchError, match=r"7\.parquet \(task 7\) is missing; run the same"):
        store.open(7)
    assert list(asked_again(store.folder)) == [(7, "7-1.fetch")]


def test_a_bundle_of_another_task_is_set_aside(store):
    task = store.open(7).header.task
    assert store.take(task) is not None
    assert store.open(7, replace(task, dataset_name="renamed")).header.task == task
    with pytest.raises(SetAsideError, match="it is of another task: n_folds 10 instead of 5"):
        store.open(7, replace(task, n_folds=5))
    assert not store.path(7).exists()


def test_a_bundle_in_no_store_says_what_to_do(tmp_path):
    path = tmp_path / "7.parquet"
    path.write_bytes(b"PAR1")
    with pytest.raises(PrgbenchError, match=r"7\.parquet can't be used \(.*\): delete it and run"):
        Bundle(path)


def test_what_a_machine_lacks_is_not_taken_for_damage(store, monkeypatch):
    def fail(*_, **__):
        raise MemoryError

    bundle = store.open(7)
    monkeypatch.setattr(bundle._columns, "scores", fail)
    with pytest.raises(PrgbenchError, match=r"can't be read \(MemoryError\): check memory and"):
        bundle.y_score(700)
    assert store.path(7).exists()


def test_only_one_may_work_on_a_task(store):
    with store.lock(7):
        with pytest.raises(TimeoutError):
            store.lock(7).acquire(timeout=0.01)
        store.lock(8).acquire(timeout=0.01)


@pytest.mark.parametrize("task_id", [-1, "../7", True, 7.0])
def test_a_path_is_of_an_id_alone(store, task_id):
    with pytest.raises(PrgbenchError):
        store.path(task_id)
