"""Rows, repeats and folds of a file are those of its task, unlabelled instances apart."""

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from folder_archives import labels_of, make_folder, make_task, scores_of
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.sent_predictions import Predictions, Truth
from prgbench.sources.store.agreed import labelled_rows
from prgbench.sources.store.fetch import fetch_task

TASK = make_task(7, n=6, n_repeats=2)


def predictions(row_id, repeat=None, fold=None, truth=None):
    n = len(row_id)
    return Predictions(
        repeat=np.asarray(np.zeros(n) if repeat is None else repeat, dtype=np.int16),
        fold=np.asarray(np.full(n, -1) if fold is None else fold, dtype=np.int16),
        row_id=np.asarray(row_id, dtype=np.int64),
        truth=None if truth is None else np.asarray(truth, dtype=np.int8),
        predicted=None,
        confidences=np.full((2, n), 0.5),
    )


BOTH = [*range(6), *range(6)]
REPEATS = [0] * 6 + [1] * 6


def test_each_repeat_with_every_instance_fits():
    fitting = predictions(BOTH[::-1], REPEATS[::-1], np.arange(12) % 10)
    assert labelled_rows(TASK, fitting, None).tolist() == [True] * 12


@pytest.mark.parametrize(
    ("rows", "detail"),
    [
        (predictions(BOTH[:6]), "6 rows instead of 12"),
        (predictions([*BOTH, 0], [*REPEATS, 1]), "13 rows instead of 12"),
        (predictions(BOTH, [0] * 5 + [1] * 7), "5 instances instead of 6 in repeat 0"),
        (predictions([0, 0, *BOTH[2:]], REPEATS), "5 instances instead of 6 in repeat 0"),
        (predictions([*BOTH[:-1], 6], REPEATS), "instance 6 where the task has 0 to 5"),
        (predictions([-1, *BOTH[1:]], REPEATS), "instance -1 where the task has 0 to 5"),
        (predictions(BOTH, [0] * 6 + [2] * 6), "repeat 2 where the task has 0 to 1"),
        (predictions(BOTH, [-1] * 6 + [0] * 6), "repeat -1 where the task has 0 to 1"),
        (predictions(BOTH, REPEATS, [10] * 12), "fold 10 where the task has 0 to 9"),
        (predictions(BOTH, REPEATS, [-2] * 12), "fold -2 where the task has"),
        (
            predictions(BOTH, REPEATS, truth=[-1, *[0] * 11]),
            "11 rows with a class, of 12, instead of 12",
        ),
        (predictions([]), "0 rows instead of 12"),
    ],
)
def test_what_differs_is_said(rows, detail):
    with pytest.raises(RunUnusableError) as caught:
        labelled_rows(TASK, rows, None)
    assert caught.value.reason == Reason.ROWS_OF_TASK
    assert caught.value.detail.startswith(detail)


def test_of_a_hold_out_only_the_ranges_are_known():
    task = replace(TASK, n_folds=1)
    assert labelled_rows(task, predictions([5, 2], [1, 0], [3, 3]), None).all()
    with pytest.raises(RunUnusableError, match="instance 6"):
        labelled_rows(task, predictions([6]), None)
    with pytest.raises(RunUnusableError, match="repeat 2"):
        labelled_rows(task, predictions([5], [2]), None)


UNLABELLED = replace(make_task(7, n=6), n_unlabelled=2)


def test_rows_of_instances_without_a_class_may_be_there_or_not():
    all_rows = predictions(range(6), truth=[0, -1, 1, 0, -1, 1])
    found = labelled_rows(UNLABELLED, all_rows, None)
    assert found.tolist() == [True, False, True, True, False, True]
    labelled_only = predictions([0, 2, 3, 5], truth=[0, 1, 0, 1])
    assert labelled_rows(UNLABELLED, labelled_only, None).all()
    assert labelled_rows(UNLABELLED, predictions([0, 2, 3, 5]), None).all()
    with pytest.raises(RunUnusableError, match="6 rows instead of 4"):
        labelled_rows(UNLABELLED, predictions(range(6)), None)


@pytest.mark.parametrize(
    "stated",
    [
        Truth(("no", "yes"), np.arange(6)[::-1], np.array([0, -1, 1, 0, -1, 1], dtype=np.int8)),
        Truth(("no", "yes"), np.array([0, 2, 3, 5]), np.array([0, 1, 0, 1], dtype=np.int8)),
    ],
)
def test_the_truth_that_the_source_states_says_what_has_a_class(stated):
    known = sorted(stated.row_ids[stated.codes >= 0].tolist())
    for truth in (None, [0] * 6):
        found = labelled_rows(UNLABELLED, predictions(range(6), truth=truth), stated)
        assert np.flatnonzero(found).tolist() == known


def test_a_truth_without_any_instance():
    nothing = Truth(("no", "yes"), np.array([], dtype=np.int64), np.array([], dtype=np.int8))
    with pytest.raises(RunUnusableError, match="0 rows with a class, of 6, instead of 4"):
        labelled_rows(UNLABELLED, predictions(range(6)), nothing)


def test_a_claim_of_many_instances_takes_no_memory():
    huge = replace(TASK, n_instances=10**12)
    with pytest.raises(RunUnusableError, match="12 rows instead of 2000000000000"):
        labelled_rows(huge, predictions(BOTH, REPEATS), None)


def test_memory_beside_the_rows_themselves():
    n = 1_000_000
    task = replace(TASK, n_instances=n, n_repeats=1)
    rows = predictions(np.arange(n), truth=np.zeros(n))
    tracemalloc.start()
    labelled_rows(task, rows, None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 25 * n


# Through the store.
CLASSED = replace(make_task(7), n_unlabelled=6)


def without_class(lines, keep):
    """Take the class of every tenth instance away, or the row."""
    data = lines.index("@data") + 1
    rows = [line.split(",") for line in lines[data:]]
    rows = [[*r[:6], "?"] if int(r[2]) % 10 == 1 else r for r in rows]
    return lines[:data] + [",".join(row) for row in rows if keep or row[6] != "?"]


def runs_of(archive):
    [(_, runs)] = archive.candidate_runs([CLASSED])
    return [replace(run, auroc=None) for run in runs]


def test_files_with_and_without_unlabelled_rows_give_one_bundle(tmp_path, store):
    archive = make_folder(
        tmp_path / "archive", [CLASSED], 4,
        lambda run, lines: without_class(lines, keep=run.flow_id % 2),
    )  # fmt: skip
    fetched = fetch_task(archive, store, CLASSED, runs_of(archive), None)
    assert [model.run.flow_id for model in fetched.models] == [1, 2, 3, 4]
    found = store.load(7, run_ids=[7001, 7002], task=CLASSED)
    kept = np.arange(60) % 10 != 1
    assert found.row_id.tolist() == np.flatnonzero(kept).tolist()
    np.testing.assert_array_equal(found.y_true, labels_of(CLASSED)[kept])
    expected = np.stack([scores_of(CLASSED, flow)[kept] for flow in (1, 2)])
    np.testing.assert_array_equal(found.y_score, expected)
    np.testing.assert_array_equal(found.decision, expected > 0.5)


def test_a_majority_that_does_not_fit_the_task_has_no_vote(tmp_path, store):
    task = make_task(7, n_repeats=2)
    archive = make_folder(
        tmp_path / "archive", [task], 4,
        lambda run, lines: lines if run.flow_id == 4 else lines[:-60],
    )  # fmt: skip
    [(_, runs)] = archive.candidate_runs([task])
    fetched = fetch_task(archive, store, task, runs, None)
    assert [model.run.flow_id for model in fetched.models] == [4]
    assert {(e.reason, e.detail) for e in fetched.exclusions} == {
        (Reason.ROWS_OF_TASK, "60 rows instead of 120")
    }
