"""A model against another reading of its predictions: what differs is said, with the numbers."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score

from folder_archives import make_folder, make_task
from prgbench.second_opinion.opinion import TOLERANCE
from prgbench.second_opinion.readers import ArffReader
from prgbench.second_opinion.verification import compared
from prgbench.sources.folder import FolderSource
from verified_study import make_study

TASK = make_task(1, n_repeats=2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> FolderSource:
    return make_folder(tmp_path_factory.mktemp("folder"), [TASK], 2)


@pytest.fixture(scope="module")
def study(folder, tmp_path_factory):
    return make_study(folder, tmp_path_factory.mktemp("study"))


@pytest.fixture
def model(study):
    return study.models.frame.to_dict("records")[0]


@pytest.fixture
def reading(folder, study, model):
    """Read the file of the first model a second time."""
    header = study.store.open(1).header
    [run] = [known.run for known in header.models if known.run.run_id == model["run_id"]]
    return ArffReader(folder).read(TASK, run, (header.negative, header.positive))


def of_rows(reading, **changed):
    return replace(reading, rows=replace(reading.rows, **changed))


def edited(values, place, value):
    other = values.copy()
    other[place] = value
    return other


def test_a_reading_that_agrees(study, model, reading):
    row = compared(model, study.store.open(1), reading)
    rows = reading.rows
    assert (row["verdict"], row["why"]) == ("agrees", "")
    assert (row["rows"], row["other_truth"], row["score_difference"]) == (120, 0, 0)
    assert row["auroc_sklearn"] == roc_auc_score(rows.truth, rows.scores[1])
    assert row["average_precision_sklearn"] == average_precision_score(rows.truth, rows.scores[1])
    for name in ("auroc", "average_precision"):
        assert row[f"{name}_sklearn"] == pytest.approx(row[name], rel=1e-12)
    assert row["largest_difference"] < 1e-12


def test_the_order_of_the_rows_does_not_matter(study, model, reading):
    mixed = np.random.default_rng(0).permutation(120)
    rows = reading.rows
    changed = of_rows(
        reading, repeat=rows.repeat[mixed], row_id=rows.row_id[mixed], truth=rows.truth[mixed],
        scores=rows.scores[:, mixed],
    )  # fmt: skip
    assert compared(model, study.store.open(1), changed)["verdict"] == "agrees"


def test_other_classes_are_counted(study, model, reading):
    truth = edited(reading.rows.truth, slice(0, 2), 1 - reading.rows.truth[:2])
    row = compared(model, study.store.open(1), of_rows(reading, truth=truth))
    assert row["verdict"] == "disagrees"
    assert row["other_truth"] == 2
    assert row["why"].startswith("another true class in 2 of 120 rows; AUROC ")


def test_the_largest_difference_of_scores_is_said(study, model, reading):
    scores = reading.rows.scores.copy()
    scores[1, 3] += 0.25
    scores[1, 4] -= 0.5
    row = compared(model, study.store.open(1), of_rows(reading, scores=scores))
    assert row["score_difference"] == pytest.approx(0.5)
    assert row["why"].startswith("scores differ by up to 5.0e-01")


def test_other_instances_leave_nothing_to_compare_row_by_row(study, model, reading):
    row_id = edited(reading.rows.row_id, 0, 99)
    row = compared(model, study.store.open(1), of_rows(reading, row_id=row_id))
    assert np.isnan([row["other_truth"], row["score_difference"]]).all()
    assert row["why"].split("; ")[0] == "other instances or repeats"


def test_of_the_first_repeat_alone_the_auroc_is_still_of_all(folder, model, reading, tmp_path):
    first = make_study(folder, tmp_path, "first")
    [own] = first.models[first.models.run_id == model["run_id"]].frame.to_dict("records")
    scores = reading.rows.scores.copy()
    scores[1, reading.rows.repeat == 1] = np.linspace(0, 1, 60)
    row = compared(own, first.store.open(1), of_rows(reading, scores=scores))
    assert (row["rows"], row["score_difference"]) == (60, 0)
    assert row["average_precision_sklearn"] == pytest.approx(row["average_precision"])
    assert row["auroc_sklearn"] != pytest.approx(row["auroc"])
    assert compared(own, first.store.open(1), reading)["verdict"] == "agrees"


def test_facts_that_the_reader_states_otherwise(study, model, reading):
    stated = {"run_id": model["run_id"], "task_id": 7, "flow_name": "weka.Other(1)"}
    row = compared(model, study.store.open(1), replace(reading, stated=stated))
    assert row["why"] == (
        f"task_id is 7 there, 1 here; flow_name is weka.Other(1) there, {model['flow_name']} here"
    )


def test_an_area_that_differs_is_written_with_ten_digits(study, model, reading):
    wrong = model | {"pooled_auroc": model["pooled_auroc"] + 2 * TOLERANCE}
    row = compared(wrong, study.store.open(1), reading)
    assert row["why"] == (
        f"AUROC {wrong['pooled_auroc']:.10g} here, {model['pooled_auroc']:.10g} by scikit-learn"
    )
    assert row["largest_difference"] == pytest.approx(2 * TOLERANCE, rel=1e-3)
    within = model | {"pooled_auroc": model["pooled_auroc"] + TOLERANCE / 2}
    assert compared(within, study.store.open(1), reading)["verdict"] == "agrees"


def test_a_stored_auroc_may_be_that_of_the_positives_or_the_mean_of_both_classes(
    study, model, reading
):
    scores = reading.rows.scores.copy()
    scores[0] = scores[0] ** 2 + np.linspace(0, 0.3, 120)
    changed = of_rows(reading, scores=scores)
    truth = reading.rows.truth
    positive = roc_auc_score(truth, scores[1])
    negative = roc_auc_score(1 - truth, scores[0])
    share = truth.mean()
    mean = share * positive + (1 - share) * negative
    assert abs(mean - positive) > 1e-3
    for stored, agrees in ((positive, True), (mean, True), (positive / 2 + mean / 2, False)):
        row = compared(model, study.store.open(1), replace(changed, auroc=stored))
        assert (row["verdict"] == "agrees") is agrees
        assert row["auroc_stored"] == stored
    assert row["why"] == f"AUROC {model['pooled_auroc']:.6f} here, {stored:.6f} stored"
    assert row["stored_difference"] == pytest.approx(abs(mean - positive) / 2)


def test_without_a_stored_auroc_there_is_nothing_to_compare_with(study, model, reading):
    row = compared(model | {"stored_auroc": None}, study.store.open(1), reading)
    assert np.isnan([row["auroc_stored"], row["stored_difference"]]).all()
    assert row["verdict"] == "agrees"
