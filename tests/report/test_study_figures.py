"""The figures of a study, drawn by their names."""

import re

import pytest

from made_up_answer import make_answer
from made_up_facts import make_facts
from made_up_tasks import make_setting, make_tables, make_task_scores
from places import ROOT
from prgbench.answer.tables import write_csv_tables
from prgbench.report.study_figures import StudyFigures
from prgbench.study.examples import StudyFiles

PARTS = ["measure_matrix", "intervals", "standings", "noise_alone"]
FEW, DRAWN = ["noise_alone"], ["answer", "measure_matrix", "standings", "win_probabilities"]
NAMES = [*DRAWN, *FEW]


class Study:
    """The files of a study of four data sets, and the figures that a run of now draws."""

    def __init__(self, folder):
        self.folder = folder
        self.tables = folder / "tables"
        tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 5)]
        write_csv_tables(self.tables, make_tables(PARTS, tasks, make_setting(replicates=10)))
        self.answer = folder / "answer.json"
        self.answer.write_text(make_answer().to_json())
        self.sheet = folder / "own.mplstyle"
        self.sheet.write_text((ROOT / "config" / "figures.mplstyle").read_text())

    def figures(self, **facts):
        files = StudyFiles(*(self.folder / name for name in ("models", "pairs", "choice", "s")))
        facts = make_facts("made-up archive", **facts)
        return StudyFigures(files, self.answer, [self.tables], facts, printed=False)


@pytest.fixture
def study(tmp_path):
    return Study(tmp_path)


@pytest.mark.parametrize("name", FEW)
def test_figures_of_parts_that_need_more_data_sets_are_not_drawn(study, name):
    drawn = study.figures().draw(name)
    assert drawn.figure is None
    assert re.fullmatch(r"Drawn from \d+ data sets on\.", drawn.caption)


def test_two_processes_draw_the_same_files_as_one(study):
    drawn = []
    for processes in (1, 2):
        folder = study.folder / f"by {processes}"
        options = {"sheet": study.sheet, "formats": ("png",), "processes": processes}
        study.figures().save(NAMES, folder=folder, **options)
        drawn.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert drawn[0] == drawn[1]
    endings = ("png", "csv", "md")
    assert set(drawn[0]) == {f"{name}.{ending}" for name in NAMES for ending in endings}
