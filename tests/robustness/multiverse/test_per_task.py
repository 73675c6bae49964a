from dataclasses import replace

import numpy as np

from made_up_tasks import make_setting, make_task_scores
from prgbench.metrics import evaluate
from prgbench.robustness.choices import (
    FOLD_MEAN,
    MEASURES,
    OTHER,
    POOLED,
    STATED,
    Options,
    score_column,
)
from prgbench.robustness.multiverse import per_task, ranking_checksum

TASK = make_task_scores(n=120, folds=4)


def scores_of(task):
    return per_task(task, make_setting(), Options())["multiverse_scores"]


def balanced(task):
    return replace(task, y_true=np.arange(len(task.y_true)) % 2 == 0)


def column(table, *key):
    return table[score_column(*key)].to_numpy()


def test_pooled_scores_and_means_over_folds():
    table = scores_of(TASK)
    expected = evaluate(TASK.y_true, TASK.y_scores, MEASURES)
    folds = [TASK.folds == fold for fold in range(4)]
    means = np.mean([evaluate(TASK.y_true[f], TASK.y_scores[:, f], MEASURES) for f in folds], 0)
    for place, name in enumerate(MEASURES):
        np.testing.assert_array_equal(column(table, STATED, POOLED, name), expected[:, place])
        np.testing.assert_allclose(column(table, STATED, FOLD_MEAN, name), means[:, place])
    assert table["run_id"].tolist() == TASK.run_ids.tolist()
    assert set(table["instances"]) == {120}


def test_the_other_class_only_where_classes_are_balanced():
    assert np.isnan(column(scores_of(TASK), OTHER, POOLED, "aupr")).all()
    task = balanced(TASK)
    table = scores_of(task)
    for average in (POOLED, FOLD_MEAN):
        np.testing.assert_allclose(
            column(table, OTHER, average, "auroc"), column(table, STATED, average, "auroc")
        )
    expected = evaluate(~task.y_true, -task.y_scores, ["aupr"])[:, 0]
    np.testing.assert_allclose(column(table, OTHER, POOLED, "aupr"), expected)
    assert (column(table, OTHER, POOLED, "aupr") != column(table, STATED, POOLED, "aupr")).any()


def test_folds_of_one_class_do_not_count_and_unstated_ones_have_no_mean():
    y_true = TASK.y_true & (TASK.folds != 2)
    table = scores_of(replace(TASK, y_true=y_true))
    folds = [TASK.folds == fold for fold in (0, 1, 3)]
    means = [evaluate(y_true[f], TASK.y_scores[:, f], ["auroc"])[:, 0] for f in folds]
    found = column(table, STATED, FOLD_MEAN, "auroc")
    np.testing.assert_allclose(found, np.mean(means, axis=0))
    unstated = scores_of(replace(TASK, folds=np.full_like(TASK.folds, -1)))
    assert np.isnan(column(unstated, STATED, FOLD_MEAN, "auroc")).all()


def test_the_checksum_sees_order_ties_and_rows_alone():
    scores = np.random.default_rng(0).normal(size=30).round(1)
    assert ranking_checksum(scores) == ranking_checksum(np.exp(3 * scores) - 7)
    assert ranking_checksum(scores) != ranking_checksum(scores[::-1])
    broken = scores.copy()
    broken[np.argmax(scores == scores[0])] += 1e-9
    assert ranking_checksum(scores) != ranking_checksum(broken)


def test_models_that_rank_alike_have_one_checksum():
    task = replace(TASK, y_scores=np.vstack([TASK.y_scores[:5], 2 * TASK.y_scores[:1]]))
    rankings = scores_of(task)["ranking"]
    assert rankings[0] == rankings[5]
    assert rankings.nunique() == 5
