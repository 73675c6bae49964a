import numpy as np
import pytest

from made_up_tasks import MEASURES, make_setting, make_task_scores
from prgbench.answer.bootstrap_replicates import replicates_of_task
from prgbench.metrics import evaluate, get_measure


@pytest.fixture
def task():
    return make_task_scores(n=80, ties=False)


def test_higher_is_better_whatever_the_measure(task):
    found = replicates_of_task(task, make_setting(("auroc", "brier")))
    expected = evaluate(task.y_true, task.y_scores, ["auroc", "brier"]).T
    assert not get_measure("brier").higher_is_better
    np.testing.assert_allclose(found.original, expected * [[1], [-1]])
    assert (found.scores[:, 1] < 0).all()
    assert found.scores.shape == (20, 2, 6)


def test_blocks_do_not_change_the_result(task, monkeypatch):
    whole = replicates_of_task(task, make_setting(replicates=25))
    monkeypatch.setattr("prgbench.answer.bootstrap_replicates._CELLS_AT_ONCE", 80 * 7)
    replicates_of_task.cache_clear()
    parts = replicates_of_task(task, make_setting(replicates=25))
    np.testing.assert_array_equal(whole.scores, parts.scores)


def test_the_last_task_is_remembered_and_no_other(task):
    first = replicates_of_task(task, make_setting())
    assert replicates_of_task(task, make_setting()) is first
    assert replicates_of_task(task, make_setting(seed=1)) is not first
    assert replicates_of_task(make_task_scores(n=80, ties=False), make_setting()) is not first
    np.testing.assert_array_equal(replicates_of_task(task, make_setting()).scores, first.scores)


def test_a_task_of_one_class_has_no_replicates(task):
    task.y_true[:] = False
    found = replicates_of_task(task, make_setting(replicates=5))
    assert found.scores.shape == (0, len(MEASURES), 6)
