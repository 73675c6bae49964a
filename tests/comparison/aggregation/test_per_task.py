import json
from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import f1_score

from made_up_tasks import MEASURES, make_task_scores, repeated
from places import SHARED
from prgbench.comparison.aggregation.per_task import fold_decisions_of_task, fold_scores_of_task
from prgbench.metrics import evaluate

CVAUC = SHARED / "checks" / "external" / "cvauc_admissions_fold_mean.json"


def of_measure(table, name, aggregation="fold"):
    return table[(table["measure"] == name) & (table["aggregation"] == aggregation)]


@pytest.mark.skipif(not CVAUC.exists(), reason="the published values are not there")
def test_the_published_mean_over_folds():
    [case] = json.loads(CVAUC.read_text())["cases"]
    scores = np.array([case["scores"]])
    n = scores.shape[1]
    task = replace(
        make_task_scores(n=n, n_models=1),
        y_true=np.array(case["labels"]) == 1,
        y_scores=scores,
        folds=np.array(case["fold"], dtype=np.int64),
    )
    mean = of_measure(fold_scores_of_task(task, MEASURES), "auroc")["mean"].item()
    published = case["expected"]["auroc_mean_of_folds"]["value"]
    assert mean == pytest.approx(published, abs=5e-8)
    assert evaluate(task.y_true, scores, ["auroc"]).item() == pytest.approx(0.8967, abs=5e-5)


def test_folds_of_one_class_are_counted_and_left_out():
    task = make_task_scores(n=100)
    y_true = task.y_true.copy()
    y_true[task.folds == 4] = False
    task = replace(task, y_true=y_true)
    table = of_measure(fold_scores_of_task(task, MEASURES), "auroc")
    expected = [
        np.mean(
            [
                evaluate(y_true[task.folds == f], s[task.folds == f], ["auroc"]).item()
                for f in range(10)
                if f != 4
            ]
        )
        for s in task.y_scores
    ]
    np.testing.assert_allclose(table["mean"], expected)
    assert set(table["undefined"]) == {1}
    assert set(table["parts"]) == {10}


def test_the_mean_over_repeats_is_that_of_their_pooled_scores():
    task = repeated(make_task_scores(n=60), 3)
    scores = task.y_scores + 0.3 * (task.repeats == 2)[None] * np.linspace(-1, 1, 180)
    task = replace(task, y_scores=scores)
    table = of_measure(fold_scores_of_task(task, MEASURES), "aupr", "repeat")
    expected = np.mean(
        [
            evaluate(task.y_true[task.repeats == r], scores[:, task.repeats == r], ["aupr"])
            for r in range(3)
        ],
        axis=0,
    )
    np.testing.assert_allclose(table["mean"], expected[:, 0])
    assert set(table["parts"]) == {3}


def test_folds_that_no_file_states_have_no_mean():
    task = make_task_scores(n=50)
    table = fold_scores_of_task(replace(task, folds=np.full_like(task.folds, -1)), MEASURES)
    own = table[table["aggregation"] == "fold"]
    assert own["mean"].isna().all()
    assert set(own["parts"]) == {0}


def test_f1_of_the_decisions_of_folds():
    task = make_task_scores(n=90, folds=3)
    y_true = task.y_true.copy()
    y_true[task.folds == 2] = False
    task = replace(task, y_true=y_true)
    table = fold_decisions_of_task(task)
    folds = [task.folds == fold for fold in range(2)]
    for place, own in enumerate(task.decisions):
        f = [f1_score(y_true[rows], own[rows]) for rows in folds]
        odds = [y_true[rows].sum() / (~y_true[rows]).sum() for rows in folds]
        row = table.iloc[place]
        assert row["f_gain"] == pytest.approx(sum(odds) / np.sum(np.array(odds) / f))
        assert row["arithmetic"] == pytest.approx(np.mean(f))
        assert row["pooled"] == pytest.approx(f1_score(y_true, own))
        assert (row["folds"], row["undefined"]) == (3, 1)


def test_a_fold_without_true_positive_makes_the_mean_f_gain_zero():
    task = make_task_scores(n=100)
    decisions = task.decisions.copy()
    decisions[3, task.folds == 4] = 0
    row = fold_decisions_of_task(replace(task, decisions=decisions)).iloc[3]
    assert row["f_gain"] == 0
    assert row["arithmetic"] > 0.3
    assert row["pooled"] > 0.3


def test_decisions_or_folds_that_are_not_stated_have_no_f1():
    task = make_task_scores(n=50)
    decisions = task.decisions.copy()
    decisions[1, 7] = -1
    table = fold_decisions_of_task(replace(task, decisions=decisions))
    assert table["pooled"].isna().tolist() == [False, True, False, False, False, False]
    unstated = fold_decisions_of_task(replace(task, folds=np.full_like(task.folds, -1)))
    assert unstated[["f_gain", "arithmetic", "pooled"]].isna().all(axis=None)
    assert set(unstated["folds"]) == {0}
