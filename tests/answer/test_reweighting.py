import numpy as np

from made_up_tasks import MEASURES, make_task_scores
from prgbench.answer.scores_of_rows import reweighted_scores
from prgbench.metrics import evaluate, get_measure

MAX_F1 = get_measure("max_f1")
FG1 = get_measure("expected_fg1")
AUROC_TWICE = get_measure("sklearn.metrics:roc_auc_score")


def test_reweighted_scores_are_those_of_repeated_rows():
    task = make_task_scores(n=80, ties=False)
    weights = np.random.default_rng(0).integers(0, 4, size=(20, 80)).astype(np.int32)
    measures = [*MEASURES, FG1, MAX_F1, AUROC_TWICE]
    found = reweighted_scores(task, measures, weights)
    for weight, values in zip(weights, found, strict=True):
        rows = np.repeat(np.arange(80), weight)
        expected = evaluate(task.y_true[rows], task.y_scores[:, rows], measures)
        np.testing.assert_allclose(values, expected.T, rtol=1e-10, atol=1e-12)
