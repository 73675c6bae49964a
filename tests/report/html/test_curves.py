"""The curves of the page: as steps, and inside the page or beside it."""

import numpy as np
import pandas as pd

from made_up_page import decoded, make_curves, make_models
from prgbench.report.html.markup import encode
from prgbench.report.html.payload import as_steps, lines_of_runs, store_curves, task_curves

TASKS = [(int(task), rows) for task, rows in make_curves(make_models()).groupby("task_id")]
NAMES = [f"{task}.js" for task, _ in TASKS]


def contents(folder):
    return {path.name: path.read_text() for path in (folder / "curves").iterdir()}


def test_few_tasks_lie_in_the_page(tmp_path):
    found = store_curves(tmp_path, TASKS, inside=True)
    assert {task: decoded(text) for task, text in found.items()} == {
        task: lines_of_runs(rows) for task, rows in TASKS
    }
    assert list(tmp_path.iterdir()) == []


def test_many_tasks_lie_beside_it_as_scripts(tmp_path):
    assert store_curves(tmp_path, TASKS, inside=False) == {}
    assert contents(tmp_path) == {
        f"{task}.js": f'receiveCurves({task}, "{encode(lines_of_runs(rows))}");\n'
        for task, rows in TASKS
    }


def test_files_of_another_study_do_not_stay(tmp_path):
    store_curves(tmp_path, TASKS[:1], inside=False)
    store_curves(tmp_path, TASKS[1:], inside=False)
    assert sorted(contents(tmp_path)) == NAMES[1:]
    store_curves(tmp_path, TASKS, inside=True)
    assert not (tmp_path / "curves").exists()


def test_files_that_stay_the_same_are_not_written_again(tmp_path):
    store_curves(tmp_path, TASKS, inside=False)
    files = [tmp_path / "curves" / name for name in NAMES]
    whole = contents(tmp_path)
    files[1].write_bytes(b"\xff of another study")
    before = [file.stat().st_mtime_ns for file in files]
    store_curves(tmp_path, TASKS, inside=False)
    after = [file.stat().st_mtime_ns for file in files]
    assert [a == b for a, b in zip(after, before, strict=True)] == [True, False, True]
    assert contents(tmp_path) == whole


LINE = {
    "roc": [[0, 250, 750], [0, 750, 250]],
    "pr": [[0, 1000], [1000, -500]],
    "prg": [[0, 500, None, 250, 250], [1000, -500, None, -250, -250]],
}


def test_lines_are_their_steps_in_thousandths():
    lines_and_steps = [
        ([], []),
        ([0.0004, 0.0006, 1], [0, 1, 999]),
        ([0.2, np.nan, 0.1], [200, None, -100]),
        ([np.nan], [None]),
        ([0.3, 0.3], [300, 0]),
    ]
    values = [np.array(line, dtype=np.float32) for line, _ in lines_and_steps]
    assert as_steps(values) == [steps for _, steps in lines_and_steps]
    assert as_steps([]) == []


def test_the_tasks_of_all_tables_come_one_by_one(tmp_path):
    table = make_curves(make_models())
    paths = [tmp_path / "0.parquet", tmp_path / "1.parquet", tmp_path / "2.parquet"]
    table[table["task_id"] == 12].to_parquet(paths[0])
    table[table["task_id"] != 12].to_parquet(paths[1])
    pd.DataFrame().to_parquet(paths[2])
    found = dict(task_curves(paths))
    assert list(found) == [12, 11, 13]
    assert lines_of_runs(found[13]) == {"run": [1300, 1301, 1302]} | {
        s: [line] * 3 for s, line in LINE.items()
    }
