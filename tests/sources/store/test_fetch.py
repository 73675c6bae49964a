import errno
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from folder_archives import arff_lines, labels_of, make_folder, make_run, make_task, scores_of
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.interface import Source
from prgbench.sources.sent_predictions import Predictions, SentPredictions, Truth
from prgbench.sources.store import bundle, fetch
from prgbench.sources.store.agreed import majority
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.bundle_header import Shared
from prgbench.sources.store.fetch import fetch_task
from prgbench.sources.store.staging import StagedModel, Staging
from prgbench.sources.tasks import TaskListing

TASK = make_task(7)


def runs_of(archive):
    [(_, runs)] = archive.candidate_runs([TASK])
    return runs


def fetched_with(tmp_path, store, edit, n_models=3, n_flows=6):
    archive = make_folder(tmp_path / "archive", [TASK], n_flows, edit)
    return fetch_task(archive, store, TASK, runs_of(archive), n_models)


def swap_prediction_and_truth(lines):
    data = lines.index("@data") + 1
    rows = [line.split(",") for line in lines[data:]]
    return lines[:data] + [",".join([*row[:5], row[6], row[5]]) for row in rows]


def replace_column(lines, column, change):
    data = lines.index("@data") + 1
    rows = [line.split(",") for line in lines[data:]]
    for row in rows:
        row[column] = change(row[column])
    return lines[:data] + [",".join(map(str, row)) for row in rows]


def without_truth(lines):
    data = lines.index("@data") + 1
    header = [line for line in lines[:data] if "correct" not in line]
    return header + [line.rsplit(",", 1)[0] for line in lines[data:]]


def test_bundle_holds_scores_truth_decisions_and_auroc(tmp_path, store):
    fetched = fetched_with(tmp_path, store, lambda _, lines: lines)
    found = store.load(7, run_ids=[fetched.models[1].run.run_id])
    np.testing.assert_array_equal(found.y_true, labels_of(TASK))
    np.testing.assert_array_equal(found.y_score, [scores_of(TASK, 2)])
    np.testing.assert_array_equal(found.decision, [scores_of(TASK, 2) > 0.5])
    np.testing.assert_array_equal(found.fold, np.arange(60) % 10)
    assert (found.positive, found.y_true.sum()) == ("yes", 20)
    expected = roc_auc_score(labels_of(TASK), scores_of(TASK, 2))
    assert fetched.models[1].auroc == pytest.approx(expected, abs=1e-12)


def test_the_negative_class_is_kept_of_models_whose_ties_it_breaks(tmp_path, store):
    rank = iter(range(60))

    def second_ranks_rows(run, lines):
        if run.flow_id != 2:
            return lines
        return replace_column(lines, 3, lambda value: float(value) + 1e-7 * next(rank))

    fetched = fetched_with(tmp_path, store, second_ranks_rows)
    assert [model.both for model in fetched.models] == [False, True, False]
    run_ids = [model.run.run_id for model in fetched.models]
    found = store.load(7, run_ids=run_ids)
    one, two, three = found.y_score_by_both()
    scores = scores_of(TASK, 2)
    best_first = sorted(range(60), key=lambda row: (-scores[row], row))
    np.testing.assert_array_equal(np.argsort(-two), best_first)
    np.testing.assert_array_equal(found.y_score[1], scores)
    np.testing.assert_array_equal([one, three], found.y_score[[0, 2]])
    assert found.of([run_ids[0]]).y_score_by_both() is None
    assert store.load(7, run_ids=[run_ids[0]]).y_score_by_both() is None


@pytest.mark.parametrize(
    ("reason", "edit"),
    [
        (Reason.NO_FILE, lambda _: None),
        (Reason.UNREADABLE, lambda _: ["<html>", "Database connection error"]),
        (Reason.ROWS_OF_TASK, lambda lines: lines[:-1]),
        (Reason.ROWS_TWICE, lambda lines: [*lines, lines[-1]]),
        (Reason.SCORES_MISSING, lambda lines: replace_column(lines, 4, lambda _: "?")),
        (Reason.ROWS_OF_TASK, lambda lines: replace_column(lines, 1, lambda fold: f"1{fold}")),
        (Reason.FOLDS_DIFFER, lambda lines: replace_column(lines, 1, lambda fold: 9 - int(fold))),
        (Reason.TRUTH_DIFFERS, swap_prediction_and_truth),
        (Reason.AUROC_DIFFERS, lambda lines: replace_column(lines, 4, lambda s: s[::-1])),
    ],
)
def test_a_bad_file_is_left_out_with_its_reason_and_a_spare_takes_its_place(
    tmp_path, store, reason, edit
):
    fetched = fetched_with(
        tmp_path, store, lambda run, lines: edit(lines) if run.flow_id == 2 else lines
    )
    assert [model.run.flow_id for model in fetched.models] == [1, 3, 4]
    assert [(e.run_id, e.reason) for e in fetched.exclusions] == [(7002, reason)]


def test_the_truth_that_the_archive_states_is_not_voted_on(tmp_path, store, monkeypatch):
    archive = make_folder(
        tmp_path / "archive",
        [TASK],
        4,
        lambda run, lines: lines if run.flow_id == 4 else swap_prediction_and_truth(lines),
    )
    codes = labels_of(TASK)
    truth = Truth(TASK.classes, np.arange(60)[::-1], codes[::-1])
    monkeypatch.setattr(archive, "truth", lambda _: truth)
    fetched = fetch_task(archive, store, TASK, runs_of(archive), 2)
    assert [model.run.flow_id for model in fetched.models] == [4]


def test_too_few_valid_models_are_returned_with_the_reasons(tmp_path, store):
    fetched = fetched_with(
        tmp_path, store, lambda run, lines: lines if run.flow_id < 3 else None, n_models=5
    )
    assert len(fetched.models) == 2
    assert {e.reason for e in fetched.exclusions} == {Reason.NO_FILE}
    assert len(fetched.exclusions) == 4


def test_one_class_only_makes_the_task_unusable(tmp_path, store):
    fetched = fetched_with(
        tmp_path, store, lambda _, lines: replace_column(lines, 6, lambda _: "no")
    )
    assert fetched.models == []
    assert fetched.exclusions[-1].run_id is None
    assert fetched.exclusions[-1].reason == Reason.NOT_BINARY


def test_what_the_bundle_has_is_not_fetched_again(tmp_path, store, monkeypatch):
    archive = make_folder(tmp_path / "archive", [TASK])
    runs = runs_of(archive)
    first = fetch_task(archive, store, TASK, runs[:4], 3)
    asked = []
    send = archive.send
    monkeypatch.setattr(
        archive, "send", lambda task, run: asked.append(run.flow_id) or send(task, run)
    )
    again = fetch_task(archive, store, TASK, runs[:4], 3)
    more = fetch_task(archive, store, TASK, runs[::-1], 4)
    assert again == first
    assert asked == [6, 5, 4]
    assert [model.run.flow_id for model in more.models] == [6, 5, 4, 3]
    assert {model.run.flow_id for model in store.open(7).header.models} == {1, 2, 3, 4, 5, 6}
    np.testing.assert_array_equal(store.load(7, run_ids=[7001]).y_score[0], scores_of(TASK, 1))
    np.testing.assert_array_equal(store.load(7, run_ids=[7006]).y_score[0], scores_of(TASK, 6))


def test_files_are_released_once_their_bundle_is_written(tmp_path, store, monkeypatch):
    archive = make_folder(tmp_path / "archive", [TASK])
    released, send = [], archive.send

    def fail_at_the_third(task, run):
        if run.flow_id == 3 and fails:
            raise ArchiveUnreachableError("gone")
        return send(task, run)

    def release(sent):
        assert store.path(7).exists()
        released.append(sent.run_id)

    monkeypatch.setattr(archive, "send", fail_at_the_third)
    monkeypatch.setattr(archive, "release", release)
    fails = True
    with pytest.raises(ArchiveUnreachableError):
        fetch_task(archive, store, TASK, runs_of(archive), 4)
    assert released == []
    fails = False
    fetched = fetch_task(archive, store, TASK, runs_of(archive), 4)
    assert [model.run.flow_id for model in fetched.models] == [1, 2, 3, 4]
    assert released == [7001, 7002, 7003, 7004]
    assert not store.staging(7).exists()


@pytest.mark.parametrize("connections", [1, 4])
def test_a_majority_that_comes_late_makes_no_file_come_in_vain(
    tmp_path, store, monkeypatch, connections
):
    def edit(run, lines):
        if run.flow_id == 1:
            return swap_prediction_and_truth(lines)
        return without_truth(lines) if run.flow_id in {2, 3} else lines

    archive = make_folder(tmp_path / "archive", [TASK], 8, edit)
    archive.connections = connections
    asked = []
    send = archive.send
    monkeypatch.setattr(
        archive, "send", lambda task, run: asked.append(run.flow_id) or send(task, run)
    )
    fetched = fetch_task(archive, store, TASK, runs_of(archive), 4)
    # The fourth file contradicts the first, the fifth settles it.
    assert sorted(asked) == [1, 2, 3, 4, 5]
    assert [model.run.flow_id for model in fetched.models] == [2, 3, 4, 5]
    assert [(e.run_id, e.reason) for e in fetched.exclusions] == [(7001, Reason.TRUTH_DIFFERS)]


def test_a_missing_file_is_tried_again_but_a_broken_one_is_not(tmp_path, store, monkeypatch):
    def edit(run, lines):
        return ["no arff"] if run.flow_id == 1 else lines

    archive = make_folder(tmp_path / "archive", [TASK], edit=edit)
    monkeypatch.setattr(archive, "checksum", lambda _: None)
    asked = []
    send = archive.send

    def sometimes(task, run):
        asked.append(run.flow_id)
        if run.flow_id == 2 and asked.count(2) == 1:
            raise fetch.RunUnusableError(Reason.NOT_FOUND)
        return send(task, run)

    monkeypatch.setattr(archive, "send", sometimes)
    first = fetch_task(archive, store, TASK, runs_of(archive), 2)
    second = fetch_task(archive, store, TASK, runs_of(archive), 2)
    assert [model.run.flow_id for model in first.models] == [3, 4]
    assert [model.run.flow_id for model in second.models] == [2, 3]
    # A broken file must come twice alike.
    assert Counter(asked) == {1: 2, 2: 2, 3: 1, 4: 1}
    assert [e.reason for e in second.exclusions] == [Reason.UNREADABLE]


def test_a_file_that_has_changed_is_read_again(tmp_path, store):
    archive = make_folder(tmp_path / "archive", [TASK])
    runs = runs_of(archive)
    fetch_task(archive, store, TASK, runs, 3)
    path = tmp_path / "archive" / "predictions" / "7002.arff"
    better = scores_of(TASK, 2) / 2 + labels_of(TASK) / 2
    path.write_text("\n".join(arff_lines(TASK, better)) + "\n")
    runs = [replace(run, auroc=None) for run in runs]
    again = fetch_task(archive, store, TASK, runs, 3)
    assert [model.run.flow_id for model in again.models] == [1, 2, 3]
    assert again.models[1].auroc == 1.0
    np.testing.assert_array_equal(store.load(7, run_ids=[7002]).y_score[0], better)
    np.testing.assert_array_equal(store.load(7, run_ids=[7003]).y_score[0], scores_of(TASK, 3))


def test_rows_in_any_order_give_the_same_bundle(tmp_path, store):
    def reverse(run, lines):
        data = lines.index("@data") + 1
        return lines[:data] + lines[data:][::-1] if run.flow_id % 2 else lines

    fetched = fetched_with(tmp_path, store, reverse)
    assert fetched.exclusions == []
    np.testing.assert_array_equal(store.load(7, run_ids=[7001]).y_score[0], scores_of(TASK, 1))


def test_of_two_classes_of_the_same_size_the_second_is_positive(tmp_path, store):
    def even(_, lines):
        rows = iter(range(60))
        return replace_column(lines, 6, lambda _: "yes" if next(rows) % 2 else "no")

    archive = make_folder(tmp_path / "archive", [TASK], 2, even)
    runs = [replace(run, auroc=None) for run in runs_of(archive)]
    fetch_task(archive, store, TASK, runs, 2)
    assert store.open(7).header.positive == "yes"


def test_files_of_a_hold_out_are_compared_with_each_other(tmp_path, store):
    task = replace(TASK, n_folds=1)

    def edit(run, lines):
        data = lines.index("@data") + 1
        return lines[: data + (20 if run.flow_id in {2, 4} else 40)]

    archive = make_folder(tmp_path / "archive", [task], 5, edit)
    runs = [replace(run, auroc=None) for run in runs_of(archive)]
    fetched = fetch_task(archive, store, task, runs, 3)
    assert [model.run.flow_id for model in fetched.models] == [1, 3, 5]
    assert {e.reason for e in fetched.exclusions} == {Reason.ROWS_DIFFER}
    assert len(store.load(7).y_true) == 40


class ArraySource(Source):
    """Predictions that lie in no file."""

    label = "arrays"
    store = Path()

    def tasks(self, _):
        return TaskListing([TASK])

    def candidate_runs(self, _):
        yield TASK, [make_run(TASK, flow_id) for flow_id in (1, 2, 3)]

    def send(self, _, run):
        return SentPredictions(run.run_id, run.run_id, f"checksum of {run.run_id}", 0)

    def read(self, _, sent):
        score = scores_of(TASK, sent.run_id % 1000)
        return Predictions(
            repeat=np.zeros(60, dtype=np.int16),
            fold=(np.arange(60) % 10).astype(np.int16),
            row_id=np.arange(60),
            confidences=np.stack([1 - score, score]),
            predicted=None,
            truth=labels_of(TASK),
        )


def test_a_source_need_not_have_files(store):
    source = ArraySource()
    fetched = fetch_task(source, store, TASK, runs_of(source), 3)
    assert [model.run.flow_id for model in fetched.models] == [1, 2, 3]
    assert fetched.models[0].sha256 == "checksum of 7001"
    np.testing.assert_array_equal(store.load(7, run_ids=[7002]).y_score[0], scores_of(TASK, 2))
    assert (store.load(7, run_ids=[7002]).decision == -1).all()


@pytest.mark.parametrize(
    ("label", "positive", "n_positive"), [("minority", "yes", 20), ("no", "no", 40)]
)
def test_the_label_that_the_study_names_is_positive(tmp_path, store, label, positive, n_positive):
    archive = make_folder(tmp_path / "archive", [TASK], 2)
    archive.positive_label = label
    fetch_task(archive, store, TASK, runs_of(archive), None)
    found = store.load(TASK.task_id, run_ids=[7001])
    assert (found.positive, found.y_true.sum()) == (positive, n_positive)
    scores = scores_of(TASK, 1)
    expected = scores if positive == "yes" else 1 - scores
    assert found.y_score.tolist() == [expected.tolist()]


MODEL = StagedModel(1, 1, "s", 10, Shared("rows", "folds", "truth"))


def models(*changes, n_rows=()):
    return [
        replace(MODEL, shared=replace(MODEL.shared, **change), n_rows=10 + more)
        for change, more in zip(changes, n_rows or [0] * len(changes), strict=True)
    ]


def test_most_votes_decide_on_instances_then_folds_and_truth_among_their_models():
    found = majority(
        models(
            {"rows": "a", "folds": "x", "truth": "t"},
            {"rows": "b", "folds": "y", "truth": ""},
            {"rows": "b", "folds": "z", "truth": "u"},
            {"rows": "b", "folds": "z", "truth": ""},
            {"rows": "a", "folds": "x", "truth": "t"},
        )
    )
    assert found == Shared("b", "z", "u")


def test_equal_votes_fall_to_more_instances_and_then_to_the_earlier():
    assert majority(models({"rows": "a"}, {"rows": "b"}, n_rows=[0, 1])).rows == "b"
    assert majority(models({"rows": "a"}, {"rows": "b"})).rows == "a"
    assert majority(models({"folds": "x"}, {"folds": "y"})).folds == "x"
    assert majority(models({"truth": ""}, {"truth": ""})).truth == ""


@pytest.mark.parametrize(
    ("auroc", "aurocs", "positive", "found", "nearest"),
    [
        (None, (), 0, 0.5, None),
        (0.75, (), 1, 0.5, 0.75),
        (0.75, (0.5, 0.6), 0, 0.52, 0.5),
        (0.75, (0.5, 0.6), 1, 0.52, 0.6),
        (0.75, (0.5, 0.6), 1, 0.9, 0.75),
    ],
)
def test_the_nearer_of_the_stored_aurocs_counts(auroc, aurocs, positive, found, nearest):
    run = replace(make_run(make_task(7), 3, auroc), aurocs=aurocs)
    assert run.nearest_auroc(found, positive) == nearest


LARGE = make_task(7, n=2000)


@contextmanager
def full(path, **_):
    path.parent.mkdir(parents=True, exist_ok=True)
    yield Path("/dev/full")


@pytest.mark.parametrize(
    ("place", "name", "what"),
    [(Staging, "_file", Path("/dev/full")), (bundle, "atomic_path", full)],
)
def test_the_error_has_its_number_and_the_next_run_goes_on(
    tmp_path, monkeypatch, place, name, what
):
    archive = make_folder(tmp_path / "archive", [LARGE], 3)
    [(_, runs)] = archive.candidate_runs([LARGE])
    store = BundleStore(tmp_path / "store")
    with monkeypatch.context() as patched:
        patched.setattr(place, name, what)
        with pytest.raises(OSError, match="No space left on device") as caught:
            fetch_task(archive, store, LARGE, runs, None)
    assert caught.value.errno == errno.ENOSPC
    assert len(fetch_task(archive, store, LARGE, runs, None).models) == 3
    assert store.open(7).header.n_rows == 2000


def test_a_file_without_truth_is_used_with_the_truth_of_the_others(tmp_path, store):
    def edit(run, lines):
        return without_truth(lines) if run.flow_id == 1 else lines

    fetched = fetched_with(tmp_path, store, edit)
    assert [model.run.flow_id for model in fetched.models] == [1, 2, 3]
