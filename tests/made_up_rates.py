"""Rates of what a study takes, round ones, so that tests can be worked out by hand."""

import pytest

from prgbench.sources.tasks import Task
from prgbench.study import cost
from prgbench.study.cost import Stage, TaskModels

RATES = {
    "DESCRIPTION_BYTES": 1000,
    "DESCRIPTION_BYTES_PER_FOLD": 100,
    "BUNDLE_BYTES_PER_SCORE": 8,
    "BUNDLE_BYTES_PER_ROW": 4,
    "STAGED_BYTES_PER_SCORE": 17,
    "STAGED_BYTES_PER_ROW": 19,
    "RESULT_BYTES_PER_MODEL": 1000,
    "STUDY_CPU_SECONDS": 50,
    "FETCHING": Stage("fetching", 1, 0.5, 2, 0, 100, 10, 0),
    "READING": (Stage("scoring", 2, 0.25, 4, 0, 200, 0, 10),),
}


def set_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, rate in RATES.items():
        monkeypatch.setattr(cost, name, rate)


def made_up(task_id: int, n_instances: int, n_repeats: int, n_models: int) -> TaskModels:
    """Return a task whose files are estimated at 45 bytes a row."""
    classes = ("no", "yes")
    task = Task(task_id, 1, "made up", "class", classes, n_instances, 1, n_repeats, 10)
    return TaskModels(task, n_models)
