from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import MEASURES, make_task_scores, models_of
from prgbench.comparison.prevalence.tables import (
    prevalence_scores_of_task,
    prevalence_what_if,
    reweightable,
)
from prgbench.metrics import evaluate, get_measure


def test_rarer_positives_are_the_same_as_more_copies_of_the_negatives():
    task = make_task_scores(n=90)
    n_pos, n_neg = task.y_true.sum(), (~task.y_true).sum()
    copies = np.where(task.y_true, 1, 7)
    rows = np.repeat(np.arange(90), copies)
    rarer = n_pos / (n_pos + 7 * n_neg)
    table = prevalence_scores_of_task(task, MEASURES, prevalences=[rarer])
    expected = evaluate(task.y_true[rows], task.y_scores[:, rows], MEASURES)
    np.testing.assert_allclose(table[["aupr", "auprg", "auroc"]], expected, rtol=1e-10)


def test_only_functions_of_the_areas_are_reweighted():
    chosen = [*MEASURES, get_measure("max_f1"), get_measure("sklearn.metrics:roc_auc_score")]
    assert reweightable(chosen) == MEASURES
    table = prevalence_scores_of_task(make_task_scores(n=40), chosen)
    assert "max_f1" not in table


def test_without_a_function_of_the_areas_there_is_nothing_to_reweight(study):
    models, _ = study
    chosen = [get_measure("max_f1")]
    scores = prevalence_scores_of_task(make_task_scores(n=40), chosen)
    changes, disagreements = prevalence_what_if(models, scores, chosen)
    assert changes.empty
    assert disagreements.empty


def test_one_class_only_has_no_other_prevalence():
    task = make_task_scores(n=40)
    table = prevalence_scores_of_task(replace(task, y_true=np.ones(40, dtype=bool)), MEASURES)
    assert table.empty
    assert "aupr" in table


@pytest.fixture(scope="module")
def study():
    tasks = [make_task_scores(t, n=100, ties=False) for t in range(1, 13)]
    scores = pd.concat([prevalence_scores_of_task(task, MEASURES) for task in tasks])
    return models_of(tasks), scores


def test_auroc_does_not_move(study):
    models, scores = study
    own = scores.merge(models, on="run_id", suffixes=("", "_own"))
    np.testing.assert_allclose(own["auroc"], own["auroc_own"], rtol=1e-12)
    changes, _ = prevalence_what_if(models, scores, MEASURES, resamples=50)
    assert (changes.loc[changes["measure"] == "auroc", "winner_changes"] == 0).all()


def test_changes_and_disagreements_by_hand(study):
    models, scores = study
    changes, disagreements = prevalence_what_if(models, scores, MEASURES, resamples=50)
    own = models.set_index("run_id").groupby("task_id")[["aupr", "auroc"]].idxmax()
    for prevalence, part in scores.groupby("prevalence"):
        picks = part.set_index("run_id").groupby("task_id")[["aupr", "auroc"]].idxmax()
        row = changes[(changes["prevalence"] == prevalence) & (changes["measure"] == "aupr")]
        assert row["winner_changes"].item() == (picks["aupr"] != own["aupr"]).mean()
        row = disagreements[disagreements["prevalence"] == prevalence]
        row = row[(row["measure_a"] == "aupr") & (row["measure_b"] == "auroc")]
        assert row["best_differs"].item() == (picks["aupr"] != picks["auroc"]).mean()
    assert (changes.loc[changes["measure"] == "aupr", "winner_changes"] > 0).any()
