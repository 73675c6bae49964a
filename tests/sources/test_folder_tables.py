"""The tables of a folder archive: every cell has its type, and what is wrong has its line."""

from dataclasses import replace
from pathlib import Path

import pytest

from folder_archives import CLASSES
from prgbench.run.errors import PrgbenchError
from prgbench.sources.folder import ListedRun, read_index, read_truth
from prgbench.sources.interface import Run, Task

TASK = Task(7, 100, "clover, white", "class", CLASSES, 60, 1, 10, 10, n_unlabelled=2)
TASKS = {
    "task_id": "7",
    "dataset_id": "100",
    "dataset_name": '"clover, white"',
    "target": "class",
    "classes": "no|yes",
    "n_instances": "60",
    "estimation_procedure": "1",
    "n_repeats": "10",
    "n_folds": "10",
    "n_unlabelled": "2",
}
RUN = Run(9, 7, 12, "weka.J48(1)", 0, 5, "2015-01-01", 0.75, (0.5, 0.75))
RUNS = {
    "run_id": "9",
    "task_id": "7",
    "flow_id": "12",
    "flow_name": "weka.J48(1)",
    "setup_id": "0",
    "uploader_id": "5",
    "upload_time": "2015-01-01",
    "auroc": "0.75",
    "aurocs": "0.5|0.75",
    "file_id": "99",
}


def written(path: Path, *rows: dict[str, str]) -> Path:
    lines = [",".join(rows[0]), *(",".join(row.values()) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def index(folder: Path, tasks: list[dict[str, str]], runs: list[dict[str, str]]):
    return read_index(written(folder / "tasks.csv", *tasks), written(folder / "runs.csv", *runs))


def test_rows_are_tasks_and_runs(tmp_path: Path) -> None:
    other = RUNS | {"run_id": "10", "file_id": "98", "auroc": "", "aurocs": ""}
    found = index(tmp_path, [TASKS], [RUNS, other])
    assert found.tasks == [TASK]
    assert found.runs == {7: [RUN, replace(RUN, run_id=10, auroc=None, aurocs=())]}
    assert found.file_ids == {9: 99, 10: 98}
    assert not isinstance(found.runs[7][0], ListedRun)


def test_columns_with_defaults_may_be_missing(tmp_path: Path) -> None:
    tasks = {name: cell for name, cell in TASKS.items() if name != "n_unlabelled"}
    runs = {name: cell for name, cell in RUNS.items() if name != "aurocs"}
    found = index(tmp_path, [tasks], [runs])
    assert found.tasks == [replace(TASK, n_unlabelled=0)]
    assert found.runs == {7: [replace(RUN, aurocs=())]}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"task_id": "0"}, "line 2: task_id is 0; it should be greater than or equal to 1"),
        ({"n_instances": "6e1"}, "line 2: .*n_instances is '6e1'; it should be a valid integer"),
        ({"n_instances": ""}, "line 2: .*n_instances is empty"),
        ({"classes": "no|no"}, "line 2: .*classes is .*; it should hold nothing twice"),
        ({"classes": "no|"}, "line 2: .*classes.* is ''; it should have at least 1 character"),
        ({"n_unlabelled": "60"}, "line 2: task 7: none of its 60 instances has a class; correct"),
    ],
)
def test_a_cell_of_a_task_that_is_wrong(tmp_path: Path, change: dict[str, str], why: str) -> None:
    with pytest.raises(PrgbenchError, match=rf"tasks\.csv, {why}"):
        index(tmp_path, [TASKS | change], [RUNS])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"auroc": "1.5"}, "auroc is 1.5; it should be less than or equal to 1"),
        ({"auroc": "good"}, "auroc is 'good'; it should be a valid number"),
        ({"auroc": "nan"}, "auroc is 'nan'; it should be a valid number"),
        ({"file_id": ""}, "file_id is empty"),
        ({"task_id": "8"}, "run 10: its task 8 is not in the table of tasks; correct that or lea"),
        (
            {"aurocs": "0.5"},
            "run 10: the number of its aurocs is 1, that of the classes of task 7",
        ),
        ({"run_id": "9"}, "run 9 appears twice; keep one of the rows"),
    ],
)
def test_a_cell_of_a_run_that_is_wrong(tmp_path: Path, change: dict[str, str], why: str) -> None:
    with pytest.raises(PrgbenchError, match=rf"runs\.csv, line 3: .*{why}"):
        index(tmp_path, [TASKS], [RUNS, RUNS | {"run_id": "10"} | change])


def test_a_task_that_stands_there_twice(tmp_path: Path) -> None:
    with pytest.raises(PrgbenchError, match=r"line 3: task 7 appears twice; keep one of the"):
        index(tmp_path, [TASKS, TASKS], [RUNS])


def truth(folder: Path, *rows: str):
    path = folder / "7.csv"
    path.write_text("\n".join(["row_id,class", *rows]) + "\n", encoding="utf-8")
    return read_truth(path, TASK)


def test_the_true_classes_by_instance(tmp_path: Path) -> None:
    found = truth(tmp_path, "5,yes", "0,no", "9,", "7,yes")
    assert found.classes == CLASSES
    assert found.row_ids.tolist() == [5, 0, 9, 7]
    assert found.codes.tolist() == [1, 0, -1, 1]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([], "has no rows: state the classes or leave out the file"),
        (["5,yes", "5,no"], "line 3: row_id 5 appears twice; keep one of the rows"),
        (["5,yes", "6,maybe"], "line 3: class is 'maybe'; task 7 has 'no', 'yes'"),
        (["5,yes", "-6,no"], "line 3: row_id is -6; it should be greater than or equal to 0"),
        (["5.0,yes"], "line 2: row_id is '5.0'; it should be a valid integer"),
    ],
)
def test_true_classes_that_are_wrong(tmp_path: Path, rows: list[str], why: str) -> None:
    with pytest.raises(PrgbenchError, match=rf"7\.csv,? {why}"):
        truth(tmp_path, *rows)
