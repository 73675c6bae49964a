"""An edit of the code runs those jobs again that can reach it, and no others."""

from dataclasses import dataclass

import pytest

from copied_code import copy_code, edited
from prgbench.comparison.parts import PARTS
from workflow_project import Project

ALL = tuple(part.name for part in PARTS)
DRAWN = {"figure", "comparison_figures"}
PAGES = {"comparison_section", "report"}
COMPARED = {"comparison_tables", "comparison_figures", *PAGES}
# A job's results count as new for those that read them, whatever is in them.
PER_TASK = {"comparison_instances", "comparison_replicates"}
RANKED = {"rank", "compare", "examples", "figure", *PER_TASK, *COMPARED}
SCORED = {"score", *RANKED}
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


EDITS = [
    changed("metrics/integrals.py", '"""', '"""Another docstring. ', set()),
    changed("comparison/ties/tables.py", "\n\n\ndef ", "\n\n\n# A comment.\ndef ", set()),
    changed("metrics/h_measure.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ", SCORED),
    changed("metrics/integrals.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ", FETCHED),
    changed("archive/store/fetch.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ", FETCHED),
    changed("replication/ranking.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ", RANKED),
    changed(
        "plotting/labels.py", '} – {', '} / {', DRAWN, PAGES
    ),
    changed("plotting/style.py", "PAGE = 7.0", "PAGE = 7.1", DRAWN, PAGES),
    changed(
        "replication/figures/area_scatter.py", '"o^"', '"^o"', {"figure", "report"}
    ),
    changed(
        "comparison/ties/figure.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ",
        {"comparison_figures"}, PAGES,
    ),
    changed("comparison/ties/text.py", "TITLE = ", "TITLE = 1 * ", PAGES),
    changed("comparison/ties/tables.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ", COMPARED),
    changed(
        "comparison/duplicates/per_task.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ",
        {"comparison_instances"}, COMPARED,
    ),
    changed(
        "comparison/noise_floor/replicates.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ",
        {"comparison_replicates"}, COMPARED,
    ),
    changed("report/report.md.j2", "## Figures", "## All figures", {"report"}),
    changed("report/page.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ", {"report"}),
    changed("study/plan.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ", FETCHED),
    changed("archive/openml/client.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ", FETCHED),
    changed("papers/boyd/model.py", "\n\n\ndef ", "\n\nNEW = 1\n\n\ndef ", set()),
]  # fmt: skip


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("renewal")
    project = Project.__new__(Project)
    project.code, project.parts = copy_code(folder / "code"), ALL
    project.__init__(folder / "project")
    project.run()
    return project


@pytest.mark.parametrize("made", EDITS)
def test_an_edit_renews_the_rules_that_can_reach_it(finished, made):
    with edited(finished.code, made.file, made.old, made.new):
        assert set(finished.jobs()) - {"all"} == made.renewed
