"""An edit of the code runs those jobs again that can reach it, and no others."""

import shutil
from dataclasses import dataclass

import pytest

from copied_code import edited
from prgbench.answer.interface import PARTS, part_modules
from prgbench.report.figures import FIGURES, figure_module
from prgbench.run.fingerprint import imported_modules, reachable
from workflow_project import Project

DRAWN = {"figure", "comparison_figures", "answer", "answer_figure"}
REPORTS = {"report", "page"}
PAGES = {"comparison_section", *REPORTS}
COMPARED = {"comparison_tables", "comparison_figures", "answer", "answer_figure", *PAGES}
# A job's results count as new for those that read them, whatever is in them.
PER_TASK = {"comparison_instances", "comparison_replicates"}
RANKED = {"rank", "compare", "examples", "figure", *PER_TASK, *COMPARED}
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
    changed("metrics/integrals.py", '"""', '"""Another docstring. '),
    changed("metrics/h_measure.py", *NEW_LINE, SCORED),
    changed("archive/store/fetch.py", *NEW_LINE, FETCHED),
    changed("plotting/labels.py", "} – {", "} / {", DRAWN, PAGES),
    changed("replication/figures/area_scatter.py", '"o^"', '"^o"', {"figure"}, REPORTS),
    changed("comparison/ties/figure.py", *NEW_LINE, {"comparison_figures"}, PAGES),
    changed("comparison/ties/text.py", "TITLE = ", "TITLE = 1 * ", PAGES),
    changed("comparison/ties/tables.py", *NEW_LINE, COMPARED),
    changed("comparison/duplicates/per_task.py", *NEW_LINE, {"comparison_instances"}, COMPARED),
    changed(
        "comparison/replicates.py", "\n\n\n@", "\n\nNEW = 1\n\n\n@",
        {"comparison_replicates"}, COMPARED,
    ),
    changed("report/answer_figure.py", *NEW_LINE, {"answer_figure"}, REPORTS),
    changed("report/first_screen.py", *NEW_LINE, REPORTS),
    changed("second_opinion/section.py", *NEW_LINE, REPORTS),
    changed("second_opinion/comparing.py", *NEW_LINE),
    changed("report/html/js/tasks.js", "task", "job", {"page"}),
    changed("replication/curve_table.py", "0.003", "0.004", {"curves", "page"}),
    changed("report/report.md.j2", "## Figures", "## All figures",
        {"answer_figure"}, REPORTS,
    ),
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


LOADED_BY_NAME = {
    "comparison_per_task.py": part_modules([p for p in PARTS if p.needs], "per_task"),
    "comparison_tables.py": part_modules(PARTS, "tables"),
    "comparison_figures.py": part_modules(PARTS, "figure"),
    "comparison_section.py": part_modules(PARTS, "text"),
    "page.py": part_modules(PARTS, "text"),
    "figure.py": [figure_module(name) for name in FIGURES],
}


def test_what_the_jobs_load_is_what_their_fingerprints_know(complete):
    notes = [(path.stem, set(path.read_text().split())) for path in complete.loaded.iterdir()]
    assert {script for script, _ in notes} >= {
        "fetch.py",
        "score.py",
        "report.py",
        *LOADED_BY_NAME,
    }
    for script, loaded in notes:
        code = (complete.code / "workflow" / "scripts" / script).read_bytes()
        known = reachable([*imported_modules(code), *LOADED_BY_NAME.get(script, ())])
        assert loaded <= with_packages(known), script
