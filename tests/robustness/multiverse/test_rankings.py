import numpy as np

from made_up_tasks import make_setting, make_task_scores, models_of
from prgbench.robustness.multiverse import Options, per_task, ranking_checksum


def test_the_checksum_sees_order_ties_and_rows_alone():
    scores = np.random.default_rng(0).normal(size=30).round(1)
    assert ranking_checksum(scores) == ranking_checksum(np.exp(3 * scores) - 7)
    assert ranking_checksum(scores) != ranking_checksum(scores[::-1])
    broken = scores.copy()
    broken[np.argmax(scores == scores[0])] += 1e-9
    assert ranking_checksum(scores) != ranking_checksum(broken)


def test_models_that_rank_alike_have_the_same_checksum():
    task = make_task_scores(n=50)
    task.y_scores[4] = 2 * task.y_scores[2] + 1
    [table] = per_task(task, models_of([task]), make_setting(), Options()).values()
    assert table["run_id"].tolist() == task.run_ids.tolist()
    assert set(table["task_id"]) == {task.task_id}
    assert table["ranking"].duplicated().tolist() == [False] * 4 + [True, False]
