"""Bundles and their store: which rows are used, what is missing, and who may work on a task."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from made_up_store import write_task
from made_up_tasks import make_task_scores, repeated
from prgbench.run.errors import PrgbenchError
from prgbench.sources.both_scores import breaks_ties, ranked_by_both
from prgbench.sources.chosen_models import ChosenModels
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.runs import Run
from prgbench.sources.store.bundle import Bundle, BundleStore
from prgbench.sources.store.fetched import read_fetched, write_fetched
from prgbench.sources.store.set_aside import asked_again
from prgbench.sources.task_predictions import Model
from prgbench.sources.tasks import Task

ONCE = make_task_scores(7, n=50, n_models=3)
TASK = repeated(ONCE, 2)


@pytest.fixture
def store(tmp_path):
    store = BundleStore(tmp_path / "store")
    write_task(store, TASK)
    return store


def test_all_repeats_or_the_first_alone(store):
    pooled = store.load(7)
    assert pooled.run_ids == TASK.run_ids.tolist()
    np.testing.assert_array_equal(pooled.y_true, TASK.y_true)
    np.testing.assert_array_equal(pooled.y_score, TASK.y_scores)
    first = BundleStore(store.folder, "first").load(7, run_ids=[702, 700])
    assert first.run_ids == [702, 700]
    np.testing.assert_array_equal(first.y_true, ONCE.y_true)
    np.testing.assert_array_equal(first.y_score, ONCE.y_scores[[2, 0]])
    np.testing.assert_array_equal(first.decision, ONCE.decisions[[2, 0]])
    np.testing.assert_array_equal(first.row_id, 10 * ONCE.instances)
    np.testing.assert_array_equal(first.fold, ONCE.folds)
    assert set(first.repeat.tolist()) == {0}


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


def test_a_bundle_in_no_store_says_what_to_do(tmp_path):
    path = tmp_path / "7.parquet"
    path.write_bytes(b"PAR1")
    with pytest.raises(PrgbenchError, match=r"7\.parquet can't be used \(.*\): delete it and run"):
        Bundle(path)


def test_only_one_may_work_on_a_task(store):
    with store.lock(7):
        with pytest.raises(TimeoutError):
            store.lock(7).acquire(timeout=0.01)
        store.lock(8).acquire(timeout=0.01)


FEW = st.sampled_from([0.0, 0.25, 0.5, 1.0])
PAIRS = st.lists(st.tuples(FEW, FEW), min_size=1, max_size=30)


@given(PAIRS)
def test_rows_rank_as_pairs_do(pairs):
    positive, negative = np.array(pairs).T
    keys = [(score, -other) for score, other in pairs]
    distinct = sorted(set(keys))
    expected = [distinct.index(key) for key in keys]
    assert ranked_by_both(positive, negative).tolist() == expected
    assert breaks_ties(positive, negative) == (len(set(keys)) > len({key[0] for key in keys}))


WHITE_CLOVER = Task(7, 40, "white-clover", "class", ("N", "P"), 63, 1, 1, 10)
RUN = Run(9, 7, 12, "weka.J48", 11, 5, "2015-01-01 00:00:00", 0.75, (0.5, 0.75))
FETCHED = [
    ChosenModels(WHITE_CLOVER, [Model(RUN, 99, "0" * 64, 0.7500001)], []),
    ChosenModels(
        WHITE_CLOVER,
        [],
        [
            Exclusion(7, 9, Reason.TRUTH_DIFFERS, "in 2 rows"),
            Exclusion(7, None, Reason.FEW_MODELS),
        ],
    ),
]


def test_the_record_comes_back_as_it_was_with_a_line_per_task(tmp_path):
    path = tmp_path / "fetched.json"
    write_fetched(path, FETCHED)
    assert read_fetched(path) == FETCHED
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2 + len(FETCHED)


def test_no_task_is_a_record_too(tmp_path):
    write_fetched(tmp_path / "fetched.json", [])
    assert read_fetched(tmp_path / "fetched.json") == []


@pytest.mark.parametrize("content", ["", "{}", "[1]", '[{"task": 1}]', "\x00"])
def test_what_is_no_record_is_refused_with_its_name(tmp_path, content):
    path = tmp_path / "fetched.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(
        PrgbenchError, match=r"fetched.json is not a list of fetched models \(.*dele"
    ):
        read_fetched(path)


def test_a_record_that_is_not_there_is_refused_too(tmp_path):
    with pytest.raises(PrgbenchError, match=r"fetched.json is not a list of fetched models"):
        read_fetched(tmp_path / "fetched.json")
