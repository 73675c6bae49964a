import json
import os
from dataclasses import replace

import pytest
from folder_files import write_index, write_truth

from folder_archives import labels_of, make_folder, make_run, make_task
from prgbench.run.errors import PrgbenchError
from prgbench.sources.errors import RunUnusableError
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.folder import FolderSource
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task
from prgbench.sources.tasks import TaskQuery


def test_reads_back_what_was_written(tmp_path):
    tasks = [make_task(1), make_task(2, n=90, n_repeats=10)]
    archive = make_folder(tmp_path, tasks, n_flows=2)
    assert archive.label == "test archive"
    assert archive.tasks(TaskQuery()).tasks == tasks
    [(_, first), (_, second)] = archive.candidate_runs(tasks)
    assert [run.run_id for run in first + second] == [1001, 1002, 2001, 2002]
    assert first[0].upload_time == "2014-04-02 12:00:00"


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (TaskQuery(task_ids=(1,)), Reason.NOT_REQUESTED),
        (TaskQuery(max_instances=60), Reason.TOO_LARGE),
        (TaskQuery(min_instances=61), Reason.TOO_SMALL),
        (TaskQuery(estimation_procedures=(3,)), Reason.PROCEDURE),
    ],
)
def test_filters_say_what_they_removed(tmp_path, query, reason):
    archive = make_folder(tmp_path, [make_task(1), make_task(2, n=90)])
    listing = archive.tasks(query)
    assert len(listing.tasks) + len(listing.excluded) == 2
    assert {exclusion.reason for exclusion in listing.excluded} == {reason}


def test_truth_is_optional(tmp_path):
    task = make_task(1)
    archive = make_folder(tmp_path, [task])
    assert archive.truth(task) is None
    write_truth(tmp_path, task, labels_of(task).tolist())
    truth = archive.truth(task)
    assert truth.codes.tolist() == labels_of(task).tolist()


def test_a_missing_file_is_the_runs_matter(tmp_path):
    task = make_task(1)
    archive = make_folder(tmp_path, [task], 1, lambda *_: None)
    [(_, [run])] = archive.candidate_runs([task])
    with pytest.raises(RunUnusableError, match=r"1001\.arff does not exist"):
        archive.send(task, run)


def test_a_run_of_a_plan_that_the_table_lacks_is_left_out(tmp_path):
    task = make_task(1)
    archive = make_folder(tmp_path, [task], n_flows=3)
    [(_, runs)] = archive.candidate_runs([task])
    table = tmp_path / "runs.csv"
    header, _, *rows = table.read_text().splitlines()
    table.write_text("\n".join([header, *rows]))
    fetched = fetch_task(FolderSource(tmp_path), BundleStore(tmp_path / "store"), task, runs, None)
    assert [model.run.run_id for model in fetched.models] == [1002, 1003]
    assert fetched.exclusions == [Exclusion(1, 1001, Reason.NO_FILE, f"{table} lacks it")]


def test_mistakes_are_named(tmp_path):
    with pytest.raises(PrgbenchError, match=r"archive\.json is missing"):
        FolderSource(tmp_path).tasks(TaskQuery())
    archive = make_folder(tmp_path, [make_task(1)])
    with pytest.raises(PrgbenchError, match="no suites and no tags"):
        archive.tasks(TaskQuery(suite="99"))
    (tmp_path / "tasks.csv").write_text("task_id,target\n1,class\n")
    with pytest.raises(PrgbenchError, match=r"tasks\.csv lacks the column dataset_id, dataset_na"):
        FolderSource(tmp_path).tasks(TaskQuery())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[]", r"\(Input should be an object\): correct it"),
        (b"null", r"\(Input should be an object\)"),
        (b"{}", r"\(name is missing\)"),
        (b'{"name": 5}', r"\(name is 5; it should be a valid string\)"),
        (b'{"name": ""}', r"\(name is ''; it should have at least 1 character\)"),
        (b'{"name": "a", "name": "b"}', r"\(the key 'name' appears twice\)"),
        (b'{"name": "\xe4"}', r"archive\.json is not in UTF-8 \(byte 10\)"),
        (b"", r"\(Invalid JSON"),
    ],
)
def test_a_marker_that_is_wrong_is_named(tmp_path, content, message):
    make_folder(tmp_path, [make_task(1)])
    (tmp_path / "archive.json").write_bytes(content)
    source = FolderSource(tmp_path)
    assert source.label == f"folder {tmp_path}"
    assert source.store.name.startswith(f"folder-{tmp_path.name}-")
    with pytest.raises(PrgbenchError, match=message):
        source.tasks(TaskQuery())


def test_the_name_is_shown_as_plain_text(tmp_path):
    archive = make_folder(tmp_path, [make_task(1)], name="a\x1b[31m\n\u202eb")
    assert archive.label == "a[31m b"


HEADER = (
    "task_id,dataset_id,dataset_name,target,classes,n_instances,estimation_procedure,n_repeats,"
    "n_folds,n_unlabelled"
)


def with_cell(line, column, value):
    cells = line.split(",")
    cells[HEADER.split(",").index(column)] = value
    return ",".join(cells)


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("task_id", "x", "line 3: task_id is 'x'; it should be a valid integer"),
        ("task_id", "1", "line 3: task 1 appears twice; keep one of the rows"),
        ("task_id", "0", "line 3: task_id is 0; it should be greater than or equal to 1"),
        ("task_id", "9223372036854775808", "line 3: task_id is 9223372036854775808; it should be"),
        ("n_folds", "10.0", r"line 3: n_folds is '10\.0'; it should be a valid integer"),
        ("n_unlabelled", "60", "line 3: task 2: none of its 60 instances has a class"),
        ("classes", "", "line 3: entry 1 of classes is ''; it should have at least 1 character"),
        (
            "classes",
            "a|a",
            r"line 3: classes is \['a', 'a'\]; it should not contain anything twice",
        ),
        ("target", "a,b", "line 3: 11 cells, but 10 columns; use decimal points, and quote"),
        ("target", '"a', r"line 3 is not CSV \(unexpected end of data\): correct it"),
        ("target", "x" * 200_000, r"line 3 is not CSV \(field larger than field limit"),
        ("target", "a\0", r"tasks\.csv is not text: byte \d+ is 0"),
    ],
)
def test_a_cell_of_a_task_that_is_wrong_is_named(tmp_path, column, value, message):
    make_folder(tmp_path, [make_task(1), make_task(2)])
    path = tmp_path / "tasks.csv"
    header, first, second = path.read_text().splitlines()
    assert header == HEADER
    path.write_text("\n".join([header, first, with_cell(second, column, value), ""]))
    with pytest.raises(PrgbenchError, match=message) as raised:
        FolderSource(tmp_path).tasks(TaskQuery())
    assert str(raised.value).startswith(str(path))
    assert str(raised.value).isprintable()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("1001,1,", "mine,1,"), "line 2: run_id is 'mine'; it should be a valid integer"),
        (("1001,1,", "1002,1,"), "line 3: run 1002 appears twice; keep one of the rows"),
        (("1001,1,", "1001,9,"), "line 2: run 1001: its task 9 is not in the table of tasks"),
        ((",0.9,", ",nan,"), "line 2: auroc is 'nan'; it should be a valid number"),
        (("0.25|0.5", "0.25"), "line 3: run 1002: its number of aurocs is 1, but task 1 has 2 cl"),
        ((",77\n", "\n"), "line 3: 9 cells, but 10 columns"),
        (("flow_id,", "run_id,"), "has the column run_id twice|lacks the column flow_id"),
        (("file_id\n", "file\n"), r"runs\.csv lacks the column file_id; it needs run_id, task_id"),
        (("run_id,", "run_id;"), r"runs\.csv uses semicolons as separators"),
    ],
)
def test_a_cell_of_a_run_that_is_wrong_is_named(tmp_path, change, message):
    task = make_task(1)
    first, second = make_run(task, 1, 0.9), replace(make_run(task, 2), aurocs=(0.25, 0.5))
    write_index(tmp_path, {"name": "a"}, [task], [(first, 76), (second, 77)])
    assert FolderSource(tmp_path).tasks(TaskQuery()).tasks == [task]
    [(_, runs)] = FolderSource(tmp_path).candidate_runs([task])
    assert runs == [first, second]
    path = tmp_path / "runs.csv"
    path.write_text(path.read_text().replace(*change, 1))
    with pytest.raises(PrgbenchError, match=message) as raised:
        FolderSource(tmp_path).tasks(TaskQuery())
    assert str(raised.value).startswith(str(path))


def test_columns_that_came_later_may_be_missing_and_files_may_come_from_windows(tmp_path):
    tasks = [make_task(1), make_task(2)]
    make_folder(tmp_path, tasks, n_flows=1)
    for name, more in (("tasks.csv", ",n_unlabelled"), ("runs.csv", ",aurocs")):
        lines = (tmp_path / name).read_text().splitlines()
        place = lines[0].split(",").index(more[1:])
        short = [
            ",".join(c for n, c in enumerate(line.split(",")) if n != place) for line in lines
        ]
        text = "\ufeff" + "\r\n\r\n".join([*short, ""])
        (tmp_path / name).write_bytes(text.encode())
    archive = FolderSource(tmp_path)
    assert archive.tasks(TaskQuery()).tasks == tasks
    assert [len(runs) for _, runs in archive.candidate_runs(tasks)] == [1, 1]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("", r"truth.1\.csv has no rows: fill in the classes or remove the file"),
        ("0,no\n0,yes\n", "line 3: row_id 0 appears twice; keep one of the rows"),
        ("-1,no\n", "line 2: row_id is -1; it should be greater than or equal to 0"),
        ("0,No\n", "line 2: class is 'No'; task 1 has 'no', 'yes'"),
        ("0,no,\n", "line 2: 3 cells, but 2 columns"),
    ],
)
def test_a_truth_that_is_wrong_is_named(tmp_path, rows, message):
    task = make_task(1)
    archive = make_folder(tmp_path, [task])
    (tmp_path / "truth").mkdir()
    (tmp_path / "truth/1.csv").write_text(f"row_id,class\n{rows}")
    with pytest.raises(PrgbenchError, match=message):
        archive.truth(task)


def test_an_empty_class_is_an_unknown_one(tmp_path):
    task = make_task(1)
    archive = make_folder(tmp_path, [task])
    (tmp_path / "truth").mkdir()
    (tmp_path / "truth/1.csv").write_text("row_id,class\n7,yes\n5,\n6,no\n")
    truth = archive.truth(task)
    assert truth.row_ids.tolist() == [7, 5, 6]
    assert truth.codes.tolist() == [1, -1, 0]


def test_nothing_outside_the_folder_is_read(tmp_path):
    task = make_task(1)
    archive = make_folder(tmp_path / "archive", [task], n_flows=4)
    predictions = tmp_path / "archive" / "predictions"
    [(_, runs)] = archive.candidate_runs([task])
    (tmp_path / "secret").write_text("secret")
    for run in runs[:3]:
        (predictions / f"{run.run_id}.arff").unlink()
    (predictions / "1001.arff").symlink_to(tmp_path / "secret")
    os.mkfifo(predictions / "1002.arff")
    (predictions / "1003.arff").mkdir()
    problems = [
        "is a link that points outside the archive",
        "is not a regular",
        "is not a regular",
    ]
    for run, problem in zip(runs, problems, strict=False):
        with pytest.raises(RunUnusableError, match=rf"{run.run_id}\.arff {problem}") as raised:
            archive.send(task, run)
        assert raised.value.reason is Reason.NO_FILE
        assert archive.checksum(run) == ""
    (predictions / "1001.arff").unlink()
    (predictions / "1001.arff").symlink_to("1004.arff")
    assert archive.send(task, runs[0]).sha256 == archive.send(task, runs[3]).sha256
    (predictions / "1009.arff").symlink_to("nowhere")
    assert len(archive.state) == 16


@pytest.mark.parametrize("name", ["archive.json", "tasks.csv", "runs.csv", "truth/1.csv"])
def test_tables_are_regular_files_of_the_folder(tmp_path, name):
    task = make_task(1)
    folder = tmp_path / "archive"
    make_folder(folder, [task])
    write_truth(folder, task, labels_of(task).tolist())
    (folder / name).rename(tmp_path / "moved")
    (folder / name).symlink_to(tmp_path / "moved")

    def read():
        source = FolderSource(folder)
        source.tasks(TaskQuery())
        source.truth(task)

    with pytest.raises(
        PrgbenchError, match=f"{name} is a link that points outside the archive: put"
    ):
        read()
    (folder / name).unlink()
    os.mkfifo(folder / name)
    with pytest.raises(PrgbenchError, match=f"{name} is not a regular file: put the file itself"):
        read()
    (folder / name).unlink()
    (folder / name).symlink_to("nowhere")
    with pytest.raises(PrgbenchError, match=f"{name} does not exist: put the file itself there"):
        read()


def test_a_marker_may_say_more(tmp_path):
    make_folder(tmp_path, [make_task(1)])
    (tmp_path / "archive.json").write_text(json.dumps({"name": "a", "recipe": [1]}))
    assert FolderSource(tmp_path).label == "a"
