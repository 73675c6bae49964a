"""The new API, in JSON: the same plan and files as by version 1, and its errors.

The answers to `tasks/59`, `datasets/features/4` and `run/24` are those that the tests of
https://github.com/openml/server-api expect of it.
"""

import json

import pytest

from archive_server import faults, render_json
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.exclusions import Reason
from prgbench.sources.openml.answers import NoAnswerError, ServerError, records, text
from prgbench.sources.openml.classes import Targets
from prgbench.sources.openml.descriptions import described_run
from prgbench.sources.openml.json_answers import read_json_answer
from prgbench.sources.store.bundle import BundleStore
from prgbench.study.fetching import fetch_plan
from prgbench.study.make_plan import make_plan
from prgbench.study.selection import Selection

TASK_59 = {
    "id": 59,
    "name": "Task 59: mfeat-pixel (Supervised Classification)",
    "task_type_id": 1,
    "task_type": "Supervised Classification",
    "input": [
        {"name": "source_data", "data_set": {"data_set_id": 10, "target_feature": "class"}},
        {
            "name": "estimation_procedure",
            "estimation_procedure": {
                "id": 5,
                "type": "holdout",
                "data_splits_url": "http://php-api:80/api_splits/get/59/Task_59_splits.arff",
                "parameter": [
                    {"name": "number_repeats", "value": 1},
                    {"name": "number_folds", "value": None},
                    {"name": "percentage", "value": 33},
                    {"name": "stratified_sampling", "value": "true"},
                ],
            },
        },
        {"name": "cost_matrix", "cost_matrix": []},
        {"name": "evaluation_measures", "evaluation_measures": {"evaluation_measure": []}},
    ],
    "output": [],
    "tags": [],
}
RUN_24 = {
    "run_id": 24,
    "uploader": 1159,
    "uploader_name": "Cynthia Glover",
    "task_id": 115,
    "task_type": "Supervised Classification",
    "flow_id": 19,
    "flow_name": "a flow(1)",
    "setup_id": 2,
    "setup_string": "Python_3.10.5",
    "parameter_setting": [],
    "error": [],
    "tag": ["openml-python"],
    "input_data": [{"did": 20, "name": "diabetes", "url": "http://x"}],
    "output_data": {
        "file": [{"file_id": 182, "name": "description"}, {"file_id": 183, "name": "predictions"}],
        "evaluation": [
            {"name": "area_under_roc_curve", "value": 0.5, "array_data": "[0.25,0.75]"},
            {"name": "area_under_roc_curve", "value": 1, "repeat": 0, "fold": 3},
            {"name": "kappa"},
        ],
    },
}
FEATURE = {
    "index": 4,
    "name": "class",
    "data_type": "nominal",
    "nominal_values": ["B", "L", "R"],
    "is_target": True,
    "is_ignore": False,
    "is_row_identifier": False,
    "number_of_missing_values": 0,
}


def read(call, content, status=200):
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return read_json_answer(call, status, body)


@pytest.fixture
def named(server, tmp_path):
    path = tmp_path / "runs.txt"
    path.write_text("\n".join(map(str, server.content.runs)))
    return Selection(runs=str(path), estimation_procedures=(1, 3), seed=1)


def test_a_study_of_named_runs_is_the_same_by_either_version(
    open_archive, server, named, tmp_path
):
    by_xml = open_archive("xml")
    wanted = make_plan(by_xml, "test", named)
    files = fetch_plan(by_xml, BundleStore(tmp_path / "a"), wanted)
    server.routes.api = "v2"
    server.requests.clear()
    by_json = open_archive("json", api="v2")
    given = make_plan(by_json, "test", named)
    assert given.tasks == wanted.tasks
    assert sum(len(task.candidates) for task in given.tasks) == 24
    fetched = fetch_plan(by_json, BundleStore(tmp_path / "b"), given)
    assert [task.models for task in fetched] == [task.models for task in files]
    assert not server.count("api/v1")
    assert not server.count("/list")


def test_stored_scores_of_folds_are_the_same_by_either_version(open_archive, server):
    server.content.states_folds = True
    runs = server.content.runs_of({2})
    wanted = list(open_archive("xml").stored_scores(runs))
    server.routes.api = "v2"
    assert list(open_archive("json", api="v2").stored_scores(runs)) == wanted
    assert len(wanted[0]["auroc"]) == 10


def test_a_study_that_needs_lists_says_which_studies_do_not(open_archive, server):
    server.routes.api = "v2"
    with pytest.raises(ArchiveUnreachableError, match=r"v2, in JSON has none, .*selection\.runs"):
        make_plan(open_archive(api="v2"), "test", Selection(tasks=(2,), min_flows=2))


def test_version_1_says_how_to_ask_a_server_that_has_left_it(open_archive, server, named):
    server.routes.api = "v2"
    with pytest.raises(ArchiveUnreachableError, match="use --config api=v2"):
        make_plan(open_archive(patience=1.0), "test", named)


def test_a_task_has_its_procedure_and_no_folds_where_they_are_null():
    root = read("task/59", TASK_59)
    assert text(root, "task_id") == "59"
    assert [field.text for field in records(root, "target_feature")] == ["class"]
    parameters = {field.get("name"): field.text for field in records(root, "parameter")}
    assert parameters == {
        "number_repeats": "1",
        "number_folds": None,
        "percentage": "33",
        "stratified_sampling": "true",
    }


def test_a_run_has_its_stored_auroc_apart_from_those_of_folds():
    described = described_run(24, read("run/24", RUN_24))
    assert described.run.auroc == 0.5
    assert described.of_task(2).aurocs == (0.25, 0.75)
    assert (described.run.task_id, described.run.uploader_id) == (115, 1159)


def test_labels_are_those_of_the_feature(open_archive, server):
    server.routes.api = "v2"
    source = open_archive(api="v2")
    task = server.content.tasks[4]
    targets = source._connection.targets
    assert isinstance(targets, Targets)
    assert targets.target(task.dataset_id, task.target, 13).classes == task.classes
    root = read("data/features/4", [FEATURE])
    assert [label.text for label in records(root, "nominal_value")] == ["B", "L", "R"]


@pytest.mark.parametrize(
    ("call", "content"),
    [
        ("run/24", b"{"),
        ("run/24", b"[" * 100_000),
        ("run/24", []),
        ("run/24", {"run_id": 24}),
        ("run/24", RUN_24 | {"run_id": {"a": 1}}),
        ("run/24", RUN_24 | {"output_data": {"file": [5], "evaluation": []}}),
        ("run/24", RUN_24 | {"flow_name": ["x"]}),
        ("task/59", {"detail": "Not Found"}),
        ("task/59", TASK_59 | {"input": [{"data_set": 5}]}),
        ("data/features/4", {"features": []}),
        ("data/features/4", [FEATURE | {"nominal_values": "BLR"}]),
        ("data/features/4", [FEATURE | {"nominal_values": [None, {}]}]),
        ("data/qualities/4", [["name", 5]]),
        ("evaluation/list/run/7", []),
        ("run/24", b'{"run_id": 24, "output_data": null}'),
    ],
)
def test_anything_else_is_no_answer(call, content):
    with pytest.raises(NoAnswerError):
        read(call, content)


@pytest.mark.parametrize(
    ("problem", "status", "code"),
    [
        ({"type": "https://openml.org/problems/run-not-found", "code": "236"}, 404, 236),
        ({"type": "https://openml.org/problems/task-not-found"}, 404, 151),
        ({"type": "https://openml.org/problems/dataset-no-access", "code": "112"}, 403, 112),
        ({"type": "https://openml.org/problems/dataset-not-processed", "code": 273}, 412, 273),
    ],
)
def test_problems_are_refusals_with_the_codes_of_version_1(problem, status, code):
    with pytest.raises(ServerError, match="because") as raised:
        read("run/1", problem | {"detail": "because"}, status)
    assert raised.value.code == code


@pytest.mark.parametrize(
    ("content", "status", "damaged"),
    [
        (b"<html>", 502, False),
        ({"type": "https://openml.org/problems/internal-error"}, 500, False),
        ({"detail": "slow down"}, 429, False),
        ({"detail": "Not Found"}, 404, True),
        (b"<html>", 404, True),
        ({"type": "https://openml.org/problems/validation-error", "errors": []}, 422, True),
    ],
)
def test_other_errors_are_no_answer(content, status, damaged):
    with pytest.raises(NoAnswerError) as raised:
        read("run/1", content, status)
    assert raised.value.damaged is damaged


def test_a_data_set_that_is_not_there_takes_its_tasks_out(open_archive, server, named):
    server.routes.api = "v2"
    body = render_json.problem(404, "dataset-not-found", "No such data set.", 361)
    gone = faults.Answer(404, body, "application/problem+json")
    # That of the tasks 1 and 2.
    lost = server.content.tasks[1].dataset_id
    server.fail(f"qualities/{lost}$", lambda handler, _: faults.send(handler, gone), float("inf"))
    plan = make_plan(open_archive(api="v2"), "test", named)
    assert {e.task_id: e.reason for e in plan.excluded_tasks} == {
        1: Reason.SIZE_UNKNOWN,
        2: Reason.SIZE_UNKNOWN,
    }
    assert [task.task_id for task in plan.tasks] == [3, 4]
