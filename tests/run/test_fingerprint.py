import json
import os
import subprocess
import sys

import pytest

from copied_code import copy_code, edited
from places import ROOT
from prgbench.run import fingerprint
from prgbench.run.fingerprint import (
    imported_modules,
    modules_fingerprint,
    notebook_fingerprint,
    own_code_fingerprint,
    reachable,
    script_fingerprint,
    stages_code,
    stages_fingerprint,
)

SCRIPTS = ROOT / "workflow" / "scripts"
OF_MODULES = """
import sys
from prgbench.run.fingerprint import modules_fingerprint
print(modules_fingerprint(*sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def code(tmp_path_factory):
    return copy_code(tmp_path_factory.mktemp("fingerprint") / "code")


def of_modules(code, *modules):
    """Return the fingerprint of modules of a copy of the package."""
    done = subprocess.run(
        [sys.executable, "-c", OF_MODULES, *modules],
        env=os.environ | {"PYTHONPATH": str(code / "src")},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def test_a_copy_has_the_same_fingerprint(code):
    module = "prgbench.study.scoring"
    assert of_modules(code, module) == modules_fingerprint(module)


@pytest.mark.parametrize(
    ("file", "old", "new", "same"),
    [
        ("study/scoring.py", "models of a task", "models of the task", True),
        ("study/scoring.py", "\n\n\ndef ", "\n\n\n# More.\n\n\ndef ", True),
        ("study/scoring.py", "len(np.unique(score))", "len(score)", False),
        ("metrics/engine/integrals.py", "\n\n\ndef ", "\n\n\nNEW = 1\n\n\ndef ", False),
        ("sources/task_predictions.py", "np.sort(self.row_id)", "self.row_id", False),
        ("plotting/words.py", " – ", " / ", True),
        ("answer/parts.py", "choosing.PART", "choosing", True),
    ],
)
def test_what_a_module_can_reach_counts_and_nothing_else(code, file, old, new, same):
    module = "prgbench.study.scoring"
    with edited(code, file, old, new):
        assert (of_modules(code, module) == modules_fingerprint(module)) == same


@pytest.mark.parametrize(
    ("module", "file"),
    [
        ("prgbench.report.html.page", "report/html/index.html.j2"),
        ("prgbench.report.html.page", "report/html/js/tasks.js"),
    ],
)
def test_data_files_beside_and_below_a_module_count(code, module, file):
    with edited(code, file, "a", "b"):
        assert of_modules(code, module) != modules_fingerprint(module)


@pytest.mark.parametrize("name", [".page.py.swp", ".DS_Store", "page.py~"])
def test_what_an_editor_leaves_does_not_count(code, name):
    left = code / "src" / "prgbench" / "report" / name
    left.write_bytes(b"x")
    module = "prgbench.report.html.page"
    assert of_modules(code, module) == modules_fingerprint(module)
    left.unlink()


def test_modules_that_a_script_loads_by_name_count():
    plain = script_fingerprint(SCRIPTS, "theory_page.py")
    with_part = script_fingerprint(SCRIPTS, "theory_page.py", "prgtheory.boyd.model")
    assert plain != with_part


def test_an_unknown_name_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"prgbench\.report\.pages is not a module of prgbench"):
        modules_fingerprint("prgbench.report.pages")
    (tmp_path / "script.py").write_text("import prgbench.scorings\n")
    with pytest.raises(ValueError, match=r"prgbench\.scorings is not a module"):
        script_fingerprint(tmp_path, "script.py")


@pytest.mark.parametrize(
    ("stage", "inside", "outside"),
    [
        ("fetch", "prgbench.sources.store.fetch", "prgbench.study.scoring"),
        ("fetch", "prgbench.study.plan", "prgbench.study.config"),
        ("evaluate", "prgbench.sources.store.bundle", "prgbench.sources.openml.client"),
        ("evaluate", "prgbench.metrics.engine.compiled", "prgbench.report.html.page"),
        ("rank", "prgbench.study.ranking", "prgbench.study.agreement"),
        ("page", "prgbench.report.provenance", "prgbench.answer.run"),
        ("answer_tables", "prgbench.answer.run", "prgbench.plotting.style"),
        ("leaderboard", "prgbench.plotting.drawn", "prgbench.answer.run"),
    ],
)
def test_a_stage_reaches_what_it_and_its_helpers_import(stage, inside, outside):
    reached = reachable(imported_modules(stages_code(stage)))
    assert inside in reached
    assert outside not in reached


def test_a_package_reaches_what_it_imports_on_first_use():
    inside = {"prgbench.metrics.evaluation", "prgbench.metrics.theory", "prgbench.metrics.bounds"}
    assert inside <= reachable(["prgbench.metrics"])
    assert not inside & reachable(["prgbench.metrics.areas"])


def test_an_unknown_stage_is_refused():
    with pytest.raises(ValueError, match=r"fetching: not in prgbench\.pipeline"):
        stages_fingerprint("fetching")


def test_a_script_reaches_what_it_imports():
    reached = reachable(imported_modules((SCRIPTS / "theory_page.py").read_bytes()))
    assert "prgtheory.chapters" in reached
    assert "prgtheory.boyd.model" not in reached


def test_fetching_does_not_depend_on_measures_it_does_not_use():
    fetched = reachable(["prgbench.study.fetching", "prgbench.study.run_config"])
    assert "prgbench.metrics.areas" in fetched
    assert "prgbench.metrics.registry" not in fetched


def test_a_notebook_depends_on_what_its_cells_import(tmp_path):
    def of(*lines):
        cells = [{"cell_type": "code", "source": list(lines)}, {"cell_type": "markdown"}]
        (tmp_path / "notebook.ipynb").write_text(json.dumps({"cells": cells}))
        return notebook_fingerprint(SCRIPTS, "notebook.py", tmp_path / "notebook.ipynb")

    plain = of("%matplotlib inline\n", "x = 1\n")
    assert plain == of("import os\n")
    assert plain != of("from prgtheory.boyd import model")


@pytest.mark.parametrize(
    ("source", "same"),
    [
        ("# More.\ndef f():\n    'Say.'\n    return 1\n", True),
        ("def f(): return (1)\n", True),
        ("def f():\n    return 2\n", False),
        ("def g():\n    return 1\n", False),
    ],
)
def test_what_a_reader_alone_sees_does_not_count(tmp_path, source, same):
    def of(text):
        (tmp_path / "mine.py").write_text(text)
        return own_code_fingerprint(["mine"], tmp_path)

    assert (of("def f():\n    return 1\n") == of(source)) == same


@pytest.mark.parametrize(
    ("source", "imported"),
    [
        ("from prgbench.metrics import Measure\n", ["prgbench.metrics"]),
        (
            "from prgbench.metrics import areas, curves\n",
            ["prgbench.metrics.areas", "prgbench.metrics.curves"],
        ),
        ("import prgbench.stats.ranks\nimport numpy\n", ["prgbench.stats.ranks"]),
        ("from prgbench.no_such import thing\n", []),
    ],
)
def test_of_these_packages_what_own_code_can_reach_counts(tmp_path, monkeypatch, source, imported):
    """All files used to be parsed, for 3 s, and any edit of the page rescored all models."""
    asked = []
    monkeypatch.setattr(fingerprint, "KEPT", tmp_path / "kept.json")
    monkeypatch.setattr(
        fingerprint, "modules_fingerprint", lambda *names: asked.append(names) or ""
    )
    (tmp_path / "mine.py").write_text(source)
    before = own_code_fingerprint(["mine"], tmp_path)
    assert asked == [tuple(imported)]
    (tmp_path / "kept.json").unlink()
    monkeypatch.setattr(fingerprint, "modules_fingerprint", lambda *_: "edited")
    assert own_code_fingerprint(["mine"], tmp_path) != before


@pytest.fixture
def kept(tmp_path, monkeypatch):
    file = tmp_path / "kept.json"
    monkeypatch.setattr(fingerprint, "KEPT", file)
    return file


def test_what_is_kept_is_not_computed_again(kept, monkeypatch):
    computed = stages_fingerprint("rank")
    assert json.loads(kept.read_text())["rank"] == computed
    monkeypatch.delattr(fingerprint, "modules_fingerprint")
    assert stages_fingerprint("rank") == computed


@pytest.mark.parametrize("damaged", ["", "[1]", "{", '{"files": "of other packages"}'])
def test_damaged_and_older_fingerprints_are_computed_again(kept, damaged):
    computed = stages_fingerprint("rank")
    kept.write_text(damaged)
    assert stages_fingerprint("rank") == computed
    assert json.loads(kept.read_text())["rank"] == computed


def test_where_nothing_can_be_kept_they_are_computed(kept):
    computed = stages_fingerprint("rank")
    kept.unlink()
    kept.mkdir()
    assert stages_fingerprint("rank") == computed


def test_a_package_that_is_not_installed_has_no_folder(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "left_over" / "__pycache__").mkdir(parents=True)
    assert fingerprint._folder_of("left_over") is None
    assert fingerprint._folder_of("never_there") is None
    assert fingerprint._folder_of("prgbench") == ROOT / "src" / "prgbench"
