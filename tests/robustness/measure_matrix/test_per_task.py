import numpy as np
import pytest

from made_up_tasks import NAMES, make_setting, make_task_scores, models_of
from prgbench.metrics import get_measure, measures
from prgbench.metrics.registry import SELF_TESTS
from prgbench.robustness.measure_matrix import Options, all_measures, per_task

OWN = "sklearn.metrics:average_precision_score"


def test_all_measures_are_the_registry_a_users_own_and_the_self_tests():
    own = get_measure(OWN)
    names = [measure.name for measure in all_measures([get_measure("aupr"), own])]
    assert names == [*measures(), own.name, *SELF_TESTS]


def test_scores_are_those_of_the_study():
    task = make_task_scores(n=60)
    models = models_of([task])
    [table] = per_task(task, make_setting((*NAMES, OWN)), Options()).values()
    assert table["run_id"].tolist() == task.run_ids.tolist()
    np.testing.assert_array_equal(table[list(NAMES)], models.frame[list(NAMES)])
    assert len(table.columns) == 2 + len(measures()) + 1 + len(SELF_TESTS)


def test_self_tests_are_what_they_say():
    task = make_task_scores(n=60)
    [table] = per_task(task, make_setting(), Options()).values()
    prior = task.y_true.mean()
    assert table["gini"].tolist() == pytest.approx((2 * table["auroc"] - 1).tolist())
    above = (table["aupr"] - prior) / (1 - prior)
    assert table["aupr_above_chance"].tolist() == pytest.approx(above.tolist())
