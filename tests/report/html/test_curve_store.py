import pytest

from made_up_page import decoded, make_curves, make_models
from prgbench.report.html.curve_files import CurveRecord, lines, store_curves
from prgbench.report.html.markup import encode

TASKS = [(int(task), rows) for task, rows in make_curves(make_models()).groupby("task_id")]
NAMES = [f"{task}.js" for task, _ in TASKS]


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Store curves, and return the names of the scripts that were written."""

    def store(tasks=TASKS, code="a"):
        names = []
        write = store_curves.__globals__["write_text"]

        def noted(path, *arguments, **options):
            names.append(path.name)
            write(path, *arguments, **options)

        record = CurveRecord(tmp_path / "record.json", code)
        with monkeypatch.context() as patch:
            patch.setattr("prgbench.report.html.curve_files.write_text", noted)
            store_curves(tmp_path, tasks, inside=False, record=record)
        return [name for name in names if name.endswith(".js")]

    return store


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


def test_scripts_that_would_be_the_same_are_not_written_again(written):
    assert written(TASKS[:2]) == NAMES[:2]
    assert written(TASKS) == NAMES[2:]
    assert written(TASKS) == []
    assert written(TASKS, code="b") == NAMES


def test_scripts_of_other_lines_are_written_again(tmp_path, written):
    written()
    task, rows = TASKS[1]
    moved = rows.assign(pr_x=[line / 2 for line in rows["pr_x"]])
    for other in (moved, rows.iloc[1:], rows.assign(run_id=rows["run_id"] + 1)):
        assert written([TASKS[0], (task, other), *TASKS[2:]]) == [NAMES[1]]
        assert decoded(contents(tmp_path)[NAMES[1]].split('"')[1]) == lines(other)
        assert written() == [NAMES[1]]


def test_scripts_that_were_altered_or_deleted_are_written_again(tmp_path, written):
    written()
    before = contents(tmp_path)
    (tmp_path / "curves" / NAMES[0]).write_text("altered")
    (tmp_path / "curves" / NAMES[2]).unlink()
    assert written() == [NAMES[0], NAMES[2]]
    assert contents(tmp_path) == before


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"code": "a", "scripts": 1}'])
def test_a_damaged_record_is_none(tmp_path, written, text):
    written()
    (tmp_path / "record.json").write_text(text)
    assert written() == NAMES
