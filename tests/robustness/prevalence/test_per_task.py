from dataclasses import replace

import numpy as np

from made_up_tasks import MEASURES, make_task_scores
from prgbench.metrics import evaluate, get_measure
from prgbench.robustness.prevalence import prevalence_scores_of_task


def test_rarer_positives_are_the_same_as_more_copies_of_the_negatives():
    task = make_task_scores(n=90)
    n_pos, n_neg = task.y_true.sum(), (~task.y_true).sum()
    copies = np.where(task.y_true, 1, 7)
    rows = np.repeat(np.arange(90), copies)
    rarer = n_pos / (n_pos + 7 * n_neg)
    table = prevalence_scores_of_task(task, MEASURES, [rarer])
    expected = evaluate(task.y_true[rows], task.y_scores[:, rows], MEASURES)
    np.testing.assert_allclose(table[["aupr", "auprg", "auroc"]], expected, rtol=1e-10)


def test_only_functions_of_the_areas_are_reweighted():
    chosen = [*MEASURES, get_measure("max_f1"), get_measure("sklearn.metrics:roc_auc_score")]
    table = prevalence_scores_of_task(make_task_scores(n=40), chosen, [0.5])
    assert "max_f1" not in table


def test_one_class_only_has_no_other_prevalence():
    task = make_task_scores(n=40)
    one_class = replace(task, y_true=np.ones(40, dtype=bool))
    table = prevalence_scores_of_task(one_class, MEASURES, [0.5])
    assert table.empty
    assert "aupr" in table
