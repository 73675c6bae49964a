import numpy as np

from made_up_tasks import NAMES, make_setting, make_task_scores, models_of
from prgbench.answer.interface import PartOptions
from prgbench.metrics import get_measure, measures
from prgbench.robustness.measure_matrix import all_measures, per_task

OWN = "sklearn.metrics:average_precision_score"


def test_all_measures_are_the_registry_and_a_users_own():
    own = get_measure(OWN)
    names = [measure.name for measure in all_measures([get_measure("aupr"), own])]
    assert names == [*measures(), own.name]


def test_scores_are_those_of_the_study():
    task = make_task_scores(n=60)
    models = models_of([task])
    [table] = per_task(task, make_setting((*NAMES, OWN)), PartOptions()).values()
    assert table["run_id"].tolist() == task.run_ids.tolist()
    np.testing.assert_array_equal(table[list(NAMES)], models.frame[list(NAMES)])
    assert len(table.columns) == 2 + len(measures()) + 1
