from made_up_page import decoded
from prgbench.report.html.markup import encode
from prgbench.report.html.payload import store_curves

TASKS = [(7, {"run": [1]}), (8, {"run": [2]})]


def test_few_tasks_lie_in_the_page(tmp_path):
    found = store_curves(tmp_path, TASKS, inside=True)
    assert {task: decoded(text) for task, text in found.items()} == dict(TASKS)
    assert list(tmp_path.iterdir()) == []


def test_many_tasks_lie_beside_it_as_scripts(tmp_path):
    assert store_curves(tmp_path, TASKS, inside=False) == {}
    text = (tmp_path / "curves" / "8.js").read_text()
    assert text == f'receiveCurves(8, "{encode({"run": [2]})}");\n'


def test_files_of_another_study_do_not_stay(tmp_path):
    store_curves(tmp_path, [(9, {"run": [3]})], inside=False)
    store_curves(tmp_path, TASKS, inside=False)
    assert sorted(path.name for path in (tmp_path / "curves").iterdir()) == ["7.js", "8.js"]
    store_curves(tmp_path, TASKS, inside=True)
    assert not (tmp_path / "curves").exists()
