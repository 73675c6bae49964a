import pandas as pd
import pytest

from made_up_models import with_columns
from prgbench.data.models import Models
from prgbench.report.guesses import concerned

FRAME = pd.DataFrame(
    {
        "task_id": [1, 1, 2, 2, 3],
        "dataset_id": [10, 10, 10, 10, 11],
        "estimation_procedure": [1, 1, 3, 3, 3],
        "flow_name": ["weka.J48(1)", "weka.J48(2)", "weka.J48(1)", "weka.SMO(1)", "x"],
    }
)
MODELS = Models(FRAME, [])
PINNED = "tasks with pinned runs: 1 of 3, so no share of tasks changes by more than 33.33 points"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", ""),
        ("procedures", "{1}: 1 task on 1 data set; {1, 3}: 3 tasks on 2 data sets"),
        ("pinned", PINNED),
        ("versions", "models with another version beside them: 2 of 5"),
    ],
)
def test_what_a_guess_concerns_is_counted(name, said):
    settings = {"selection": {"pinned_runs": {"2": [5], "7": [6]}}}
    assert concerned(name, MODELS, settings) == said


def test_runs_of_other_tasks_change_nothing():
    settings = {"selection": {"pinned_runs": {"7": [6]}}}
    said = concerned("pinned", MODELS, settings)
    assert said == "no task here has them, so nothing changes"


def test_a_source_without_procedures_has_none_to_count():
    models = with_columns(MODELS, estimation_procedure=None)
    assert concerned("procedures", models, {}) == ""
