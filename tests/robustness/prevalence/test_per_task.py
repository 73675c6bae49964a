from dataclasses import replace

import numpy as np

from made_up_tasks import NAMES, make_setting, make_task_scores
from prgbench.metrics import evaluate
from prgbench.robustness.prevalence import Options, per_task


def scores_of(task, prevalence, names=NAMES):
    options = Options(prevalences=(prevalence,))
    return per_task(task, None, make_setting(names), options)["prevalence_scores"]


def test_rarer_positives_are_the_same_as_more_copies_of_the_negatives():
    task = make_task_scores(n=90)
    n_pos, n_neg = task.y_true.sum(), (~task.y_true).sum()
    copies = np.where(task.y_true, 1, 7)
    rows = np.repeat(np.arange(90), copies)
    rarer = n_pos / (n_pos + 7 * n_neg)
    table = scores_of(task, rarer)
    expected = evaluate(task.y_true[rows], task.y_scores[:, rows], NAMES)
    np.testing.assert_allclose(table[list(NAMES)], expected, rtol=1e-10)


def test_only_functions_of_the_areas_are_reweighted():
    names = (*NAMES, "max_f1", "sklearn.metrics:roc_auc_score")
    table = scores_of(make_task_scores(n=40), 0.5, names)
    assert tuple(table.columns[3:]) == NAMES


def test_one_class_only_has_no_other_prevalence():
    task = make_task_scores(n=40)
    one_class = replace(task, y_true=np.ones(40, dtype=bool))
    table = scores_of(one_class, 0.5)
    assert table.empty
    assert "aupr" in table
