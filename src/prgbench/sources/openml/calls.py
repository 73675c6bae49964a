"""The calls of OpenML's REST API: the only module that spells its paths.

A call is named by its path in version 1; version 2 has other paths, and so far no lists of tasks,
runs or evaluations that a study could be planned from.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Self
from urllib.parse import quote

V1 = "api/v1/xml"
SUPERVISED_CLASSIFICATION = 1
AUROC = "area_under_roc_curve"


class Kind(StrEnum):
    """Kinds of requests, one of which may fail while the others are answered: how paths begin.

    ``root`` is the name of the root element of its answers; "" for files and anything else.
    """

    root: str

    PROCEDURES = "estimationprocedure/list", "estimationprocedures"
    TASK_LISTS = "task/list", "tasks"
    TASKS = "task", "task"
    EVALUATIONS = "evaluation/list", "evaluations"
    RUN_LISTS = "run/list", "runs"
    RUNS = "run", "run"
    FEATURES = "data/features", "data_features"
    QUALITIES = "data/qualities", "data_qualities"
    DATASET_FILES = "data/v1/download", ""
    FILES = "data/download", ""
    DATASETS = "data", "data_set_description"
    SUITES = "study", "study"
    OTHERS = "", ""

    def __new__(cls, path: str, root: str) -> Self:
        """Make a kind of its path."""
        kind = str.__new__(cls, path)
        kind._value_ = path
        kind.root = root
        return kind

    @classmethod
    def of(cls, path: str) -> "Kind":
        """Return the kind of a request by its path.

        Examples
        --------
        >>> Kind.of("run/list/task/7").name, Kind.of("run/145651").name
        ('RUN_LISTS', 'RUNS')
        """
        return next(
            kind for kind in cls if f"{path}/".startswith(f"{kind}/") or kind is cls.OTHERS
        )


COUNTED = {
    Kind.RUNS: "run description",
    Kind.FILES: "prediction file",
    Kind.DATASET_FILES: "data set's file",
    Kind.FEATURES: "features of a data set",
}
"""Of which only an answer of the kind shows that the server has any, in words."""

IN_V2 = {
    Kind.PROCEDURES: "estimationprocedure/list",
    Kind.TASKS: "tasks",
    Kind.RUNS: "run",
    Kind.FEATURES: "datasets/features",
    Kind.QUALITIES: "datasets/qualities",
    Kind.DATASETS: "datasets",
}
"""How paths of version 2 begin, of the kinds that it has."""

PROCEDURES = str(Kind.PROCEDURES)
CLASSIFICATION_TASKS = f"{Kind.TASK_LISTS}/type/{SUPERVISED_CLASSIFICATION}/status/all"


def path_in_v1(call: str) -> str:
    """Return where a call goes in version 1."""
    return f"{V1}/{call}"


def path_in_v2(call: str) -> str | None:
    """Return where a call goes in version 2; None if it has no such call.

    Examples
    --------
    >>> path_in_v2("data/features/31"), path_in_v2("evaluation/list/run/7")
    ('datasets/features/31', None)
    """
    kind = Kind.of(call)
    return None if kind not in IN_V2 else f"{IN_V2[kind]}{call.removeprefix(kind)}"


def tagged_tasks(tag: str) -> str:
    """Return the list of the classification tasks with a tag."""
    return f"{CLASSIFICATION_TASKS}/tag/{quote(tag, safe='')}"


def tasks_by_id(task_ids: Iterable[int]) -> str:
    """Return the list of some classification tasks."""
    return f"{CLASSIFICATION_TASKS}/task_id/{_joined(task_ids)}"


def evaluations(task_ids: Iterable[int]) -> str:
    """Return the list of the AUROCs of all runs of some tasks."""
    return f"{Kind.EVALUATIONS}/function/{AUROC}/task/{_joined(task_ids)}"


def evaluations_of_run(run_id: int) -> str:
    """Return the list of a run's AUROCs, one of each evaluation engine."""
    return f"{Kind.EVALUATIONS}/function/{AUROC}/run/{run_id}"


def runs_of_task(task_id: int) -> str:
    """Return the list of a task's runs."""
    return f"{Kind.RUN_LISTS}/task/{task_id}"


def page(listing: str, limit: int, offset: int) -> str:
    """Return a page of a list."""
    return f"{listing}/limit/{limit}/offset/{offset}"


def described(kind: Kind, name: int | str) -> str:
    """Return the description of something by its id or, of a suite, alias."""
    return f"{kind}/{quote(str(name), safe='')}"


def prediction_file(file_id: int) -> str:
    """Return the path of a run's predictions."""
    return f"{Kind.FILES}/{file_id}/predictions.arff"


def dataset_file(file_id: int | None) -> str:
    """Return the path of a data set's file."""
    return f"{Kind.DATASET_FILES}/{file_id}/data.arff"


def _joined(task_ids: Iterable[int]) -> str:
    return ",".join(map(str, task_ids))
