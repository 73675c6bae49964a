from made_up_page import decoded, make_curves, make_models
from prgbench.report.html.markup import encode
from prgbench.report.html.payload import lines, store_curves

TASKS = [(int(task), rows) for task, rows in make_curves(make_models()).groupby("task_id")]
NAMES = [f"{task}.js" for task, _ in TASKS]


def contents(folder):
    return {path.name: path.read_text() for path in (folder / "curves").iterdir()}


def test_few_tasks_lie_in_the_page(tmp_path):
    found = store_curves(tmp_path, TASKS, inside=True)
    assert {task: decoded(text) for task, text in found.items()} == {
        task: lines(rows) for task, rows in TASKS
    }
    assert list(tmp_path.iterdir()) == []


def test_many_tasks_lie_beside_it_as_scripts(tmp_path):
    assert store_curves(tmp_path, TASKS, inside=False) == {}
    assert contents(tmp_path) == {
        f"{task}.js": f'receiveCurves({task}, "{encode(lines(rows))}");\n' for task, rows in TASKS
    }


def test_files_of_another_study_do_not_stay(tmp_path):
    store_curves(tmp_path, TASKS[:1], inside=False)
    store_curves(tmp_path, TASKS[1:], inside=False)
    assert sorted(contents(tmp_path)) == NAMES[1:]
    store_curves(tmp_path, TASKS, inside=True)
    assert not (tmp_path / "curves").exists()
