"""An edit of the code runs those jobs again that can reach it, and no others."""

import shutil
from dataclasses import dataclass

import pytest

from copied_code import edited
from prgbench.run.fingerprint import imported_modules, reachable, stage_code
from workflow_project import Project

DRAWN = {"figures", "answer"}
REPORTS = {"report", "page"}
PAGES = {"section", *REPORTS}
SHOWN = {"figures", *PAGES}
ANSWERED = {"answer_tables", "answer", *SHOWN}
ROBUST = {"robustness_tables", *SHOWN}
# A job's results count as new for those that read them, whatever is in them.
PER_TASK = {"answer_per_task", "robustness_per_task"}
RANKED = {"rank", "compare", "examples", *PER_TASK, *ANSWERED, *ROBUST}
SCORED = {"score", "curves", *RANKED}
FETCHED = {"fetch", "exclusions", *SCORED}


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
    changed("metrics/probabilities.py", *NEW_LINE, SCORED, {"exclusions"}),
    changed("sources/store/fetch.py", *NEW_LINE, FETCHED),
    changed("report/figures.py", '"o^"', '"^o"', SHOWN),
    changed("report/parts/measure_matrix.py", *NEW_LINE, SHOWN),
    changed("robustness/measure_matrix.py", *NEW_LINE, {"robustness_per_task"}, ROBUST),
    changed("answer/excess.py", *NEW_LINE, {"answer_per_task"}, ANSWERED),
    changed("report/answer_figure.py", *NEW_LINE, SHOWN),
    changed("report/first_screen.py", *NEW_LINE, REPORTS),
    changed("second_opinion/opinion.py", *NEW_LINE, REPORTS),
    changed("second_opinion/verification.py", *NEW_LINE),
    changed("report/html/js/tasks.js", "task", "job", REPORTS),
    changed("stages/scoring.py", "Prepare the curves", "Make the curves"),
    changed("stages/scoring.py", "(tables, curves)", "(tables[:], curves)", {"curves", "page"}),
    changed("report/report.md.j2", "## Figures", "## All figures", SHOWN),
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


# What stage.py itself needs besides the stage.
STAGE_SCRIPT = {
    "prgbench.run.job",
    "prgbench.run.listener",
    "prgbench.run.progress",
    "prgbench.run.result_records",
    "prgbench.sources.by_name",
    "prgbench.study.run_config",
}


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
    stages = {name for name, _ in notes if not name.endswith(".py")}
    assert stages >= {"fetch", "score", "report", "answer_tables", "robustness_per_task", "page"}
    for name, loaded in notes:
        if name in stages:
            known = {*STAGE_SCRIPT, *imported_modules(stage_code(name))}
            loaded = {module for module in loaded if not module.startswith("prgbench.stages")}
        else:
            known = imported_modules((complete.code / "workflow" / "scripts" / name).read_bytes())
        assert loaded <= with_packages(reachable(known)), name
