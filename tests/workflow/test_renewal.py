"""An edit of the code runs those jobs again that can reach it, and no others."""

import shutil
from dataclasses import dataclass

import pytest

from copied_code import edited
from prgbench.pipeline.jobs import functions_of
from prgbench.run.fingerprint import imported_modules, reachable, stages_code
from workflow_project import Project

PAGES = {"report"}
SHOWN = {"figures", *PAGES}
ANSWERED = {"answer", *SHOWN}
ROBUST = {"robustness", *SHOWN}
EVALUATED = {"evaluate", "rank", *ANSWERED, *ROBUST}
FETCHED = {"fetch", *EVALUATED}


@dataclass(frozen=True)
class Edit:
    """A text of a module that is replaced, and the rules whose jobs this renews."""

    file: str
    old: str
    new: str
    renewed: frozenset[str]


def changed(file, old, new, *renewed):
    return pytest.param(
        Edit(file, old, new, frozenset().union(*renewed)), id=f"{file}: {old[:20]}"
    )


NEW_LINE = ("\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ")
EDITS = [
    changed("metrics/engine/integrals.py", '"""', '"""Another docstring. '),
    changed("metrics/probabilities.py", *NEW_LINE, EVALUATED),
    changed("sources/store/fetch.py", *NEW_LINE, FETCHED),
    changed("report/figures.py", '"o^"', '"^o"', SHOWN),
    changed("report/detailed_answer.py", *NEW_LINE, PAGES),
    changed("answer/choosing.py", *NEW_LINE, EVALUATED),
    changed("second_opinion/verification.py", *NEW_LINE),
    changed("report/html/js/tasks.js", "task", "job", PAGES),
    changed("pipeline/stages.py", "Collect the answer", "Gather the answer"),
    changed("pipeline/stages.py", "list(plan_head.notes)", "[*plan_head.notes]", ANSWERED),
]  # fmt: skip


@pytest.fixture(scope="module")
def copied(complete, tmp_path_factory):
    """Return a copy of the project and of its code, in which a test may edit."""
    folder = tmp_path_factory.mktemp("renewal")
    shutil.copytree(complete.folder, folder / "project")
    return Project(folder / "project", code=shutil.copytree(complete.code, folder / "code"))


@pytest.mark.parametrize("made", EDITS)
def test_an_edit_renews_the_rules_that_can_reach_it(copied, made):
    with edited(copied.code, made.file, made.old, made.new):
        assert set(copied.jobs()) - {"all"} == made.renewed


def with_packages(modules):
    """Add what importing a module runs besides: the packages around it, and what they import."""
    found, new = set(), set(modules)
    while new:
        found |= new
        parents = {name.rpartition(".")[0] for name in found} - {""}
        new = reachable(parents) - found
    return found


def test_what_the_jobs_load_is_what_their_fingerprints_know(complete):
    notes = [(path.stem, set(path.read_text().split())) for path in complete.loaded.iterdir()]
    assert {name for name, _ in notes} >= {"evaluate.py", "rank.py", "answer.py", "report.py"}
    scripts = complete.code / "workflow" / "scripts"
    for script, loaded in notes:
        rule, code = script.removesuffix(".py"), (scripts / script).read_bytes()
        known = imported_modules(code)
        if "prgbench.pipeline.jobs" in known:
            known |= imported_modules(stages_code(*functions_of(rule)))
            # What a script itself needs: its log, its record and the source of the study.
            known |= {"prgbench.sources.by_name", "prgbench.study.run_config"}
            known |= {"prgbench.run.listener", "prgbench.run.progress"}
        assert loaded <= with_packages(reachable(known)), script
