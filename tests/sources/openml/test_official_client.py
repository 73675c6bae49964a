"""The package `openml` and we find the same on the same server.

Its listing functions return tables: by `output_format` up to 0.15, and always in versions that do
not have this argument.
"""

from inspect import signature

import pytest

from openml_package import openml_package
from prgbench.sources.prediction_files.reader import read_predictions
from prgbench.sources.tasks import TaskQuery


@pytest.fixture
def openml(server, tmp_path):
    with openml_package(tmp_path, server.address) as package:
        yield package


def table_of(function, *args, **kwargs):
    """Return what a listing function of the package lists, as a table."""
    takes_format = "output_format" in signature(function).parameters
    form = {"output_format": "dataframe"} if takes_format else {}
    return function(*args, **kwargs, **form)


@pytest.mark.parametrize("takes_format", [True, False])
def test_a_table_is_asked_for_where_that_is_possible(takes_format):
    def of_0_15(size, output_format="dict"):
        return size, output_format

    def of_later(size):
        return size, "dataframe"

    assert table_of(of_0_15 if takes_format else of_later, size=3) == (3, "dataframe")


def test_same_tasks(openml, archive):
    kind = openml.tasks.TaskType.SUPERVISED_CLASSIFICATION
    table = table_of(openml.tasks.list_tasks, kind, status="all", number_classes=2)
    tasks = archive.tasks(TaskQuery()).tasks
    assert [
        (task.task_id, task.dataset_id, task.dataset_name, task.target, task.n_instances)
        for task in tasks
    ] == list(
        table[["tid", "did", "name", "target_feature", "NumberOfInstances"]].itertuples(
            index=False, name=None
        )
    )


def test_same_suite(openml, archive, server):
    server.content.suites["99"] = (1, 2, 4)
    assert openml.study.get_suite(99).tasks == [
        task.task_id for task in archive.tasks(TaskQuery(suite="99")).tasks
    ]


def test_same_evaluations(openml, archive, server):
    table = table_of(
        openml.evaluations.list_evaluations,
        "area_under_roc_curve",
        tasks=[1, 2, 3, 4],
        size=None,
    )
    columns = ["run_id", "task_id", "flow_id", "flow_name", "setup_id", "uploader", "value"]
    ours = [
        (r.run_id, r.task_id, r.flow_id, r.flow_name, r.setup_id, r.uploader_id, r.auroc)
        for _, runs in archive.candidate_runs(list(server.content.tasks.values()))
        for r in runs
    ]
    assert sorted(ours) == sorted(table[columns].itertuples(index=False, name=None))


def test_same_predictions(openml, archive, server):
    run = server.content.runs[100_001]
    task = server.content.tasks[run.task_id]
    ours = read_predictions(archive.send(task, run).path, task.classes)
    table = openml.runs.get_run(run.run_id).predictions
    assert ours.row_id.tolist() == table["row_id"].tolist()
    assert ours.confidences[1].tolist() == table[f"confidence.{task.classes[1]}"].tolist()
    assert ours.truth is not None
    assert [task.classes[code] for code in ours.truth] == table["correct"].tolist()
