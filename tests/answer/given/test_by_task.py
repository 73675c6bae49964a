"""Values of tasks as estimates, with the tasks and data sets that they rest on."""

import numpy as np
import pandas as pd
import pytest

from prgbench.answer.given import StudyTasks
from prgbench.data.models import Models
from prgbench.stats.cluster_bootstrap import Resampling

FRAME = pd.DataFrame({"task_id": [1, 1, 2, 3, 4], "dataset_id": [10, 10, 10, 11, 12]})
TASKS = StudyTasks.of(Models(FRAME, ()), Resampling(50, confidence_level=0.95, seed=0))


def test_each_task_has_the_data_set_of_its_models():
    assert TASKS.datasets.to_dict() == {1: 10, 2: 10, 3: 11, 4: 12}


@pytest.mark.parametrize("kind", ["share", "mean"])
def test_tasks_without_a_value_are_counted_and_left_out(kind):
    found = getattr(TASKS, kind)(pd.Series({1: 1.0, 3: 0.0, 4: 0.5}))
    assert found.estimate == 0.5
    assert (found.tasks, found.datasets, found.undefined) == (3, 3, 1)
    assert found.lower < 0.5 < found.upper


@pytest.mark.parametrize("kind", ["share", "mean"])
def test_without_any_value_there_is_no_estimate(kind):
    found = getattr(TASKS, kind)(pd.Series({4: np.nan}))
    assert np.isnan(found.estimate)
    assert (found.tasks, found.datasets, found.undefined) == (0, 0, 4)
    assert found.note == "undefined in these tasks"
