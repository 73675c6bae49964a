from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef, precision_recall_curve

from made_up_tasks import make_task_scores, repeated
from prgbench.answer.targets import (
    TARGETS,
    honest_decisions,
    matched_f1,
    targets_of_task,
)
from prgbench.metrics import evaluate


@pytest.fixture(scope="module")
def task():
    return make_task_scores(n=150)


def best_threshold(y_true, y_score):
    precision, recall, thresholds = precision_recall_curve(y_true, y_score)
    f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
    return thresholds[np.flatnonzero(np.isclose(f1[:-1], f1[:-1].max(), rtol=1e-12))[-1]]


def test_decision_targets_are_scikit_learns(task):
    table = targets_of_task(task)
    assert list(table) == ["run_id", *TARGETS]
    for place, stored in enumerate(task.decisions):
        row = table.iloc[place]
        assert row["stored_f1"] == pytest.approx(f1_score(task.y_true, stored), rel=1e-12)
        assert row["stored_mcc"] == pytest.approx(matthews_corrcoef(task.y_true, stored))
        assert row["stored_accuracy"] == pytest.approx(accuracy_score(task.y_true, stored))
        at_half = task.y_scores[place] >= 0.5
        assert row["f1_at_half"] == pytest.approx(f1_score(task.y_true, at_half))


def test_score_targets_are_the_registrys(task):
    table = targets_of_task(task)
    names = ["expected_inverse_f1", "expected_fg1", "max_f1", "max_mcc"]
    values = evaluate(task.y_true, task.y_scores, names)
    np.testing.assert_array_equal(table[names[1:]], values[:, 1:])
    prevalence = task.y_true.mean()
    harmonic = prevalence / (1 - (1 - prevalence) * values[:, 1])
    np.testing.assert_allclose(table["expected_f1"], harmonic, rtol=1e-12)


def test_honest_threshold_is_the_best_of_the_other_folds(task):
    decisions = honest_decisions(task)
    for model, scores in enumerate(task.y_scores):
        for fold in range(10):
            inside = task.folds == fold
            threshold = best_threshold(task.y_true[~inside], scores[~inside])
            np.testing.assert_array_equal(decisions[model, inside], scores[inside] >= threshold)


def test_without_a_positive_to_learn_from_nothing_is_positive(task):
    y_true, scores = np.array([True, False, False]), np.array([[np.inf, np.inf, 1.0]])
    few = replace(
        task,
        y_true=y_true,
        y_scores=scores,
        folds=np.array([0, 0, 1], dtype=task.folds.dtype),
        repeats=np.zeros(3, dtype=task.repeats.dtype),
    )
    # The positive is in fold 0, which fold 1 learns from; fold 0 has none to learn from.
    assert honest_decisions(few).tolist() == [[0, 0, 0]]


def test_honest_decisions_stay_inside_a_repeat(task):
    single = honest_decisions(task)
    np.testing.assert_array_equal(
        honest_decisions(repeated(task, 2))[:, : single.shape[1]], single
    )


def test_what_the_predictions_do_not_allow_is_nan(task):
    unstated = replace(
        task,
        decisions=np.full_like(task.decisions, -1),
        folds=np.full_like(task.folds, -1),
        y_scores=task.y_scores * 3 - 1,
    )
    table = targets_of_task(unstated)
    missing = ["stored_f1", "stored_mcc", "stored_accuracy", "honest_f1", "f1_at_half"]
    assert table[missing].isna().all().all()
    assert table.drop(columns=missing).notna().all().all()


def test_one_fold_has_no_other_folds(task):
    one = replace(task, folds=np.zeros_like(task.folds))
    assert (honest_decisions(one) == -1).all()


def test_constant_decisions_have_mcc_zero(task):
    silent = replace(task, decisions=np.zeros_like(task.decisions))
    table = targets_of_task(silent)
    assert (table["stored_mcc"] == 0).all()
    assert (table["stored_f1"] == 0).all()


def test_matched_f1_is_precision_at_the_number_of_positives():
    rng = np.random.default_rng(0)
    y_true, scores = rng.random(50) < 0.4, rng.permutation(50).astype(float)
    top = np.argsort(-scores)[: y_true.sum()]
    assert matched_f1(y_true, scores) == pytest.approx(y_true[top].mean())
    assert matched_f1(y_true, np.zeros(50)) == pytest.approx(y_true.mean())
    assert np.isnan(matched_f1(np.zeros(3, dtype=bool), np.arange(3.0)))
