"""Which figures are drawn, and which are taken from those of an earlier run."""

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
CODES = dict.fromkeys(NAMES, "1")


class Study:
    """The files of a study of four data sets, and the figures that a run of now draws."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self.tables = folder / "tables"
        tasks = [make_task_scores(task_id, n=60, ties=False) for task_id in range(1, 5)]
        write_csv_tables(self.tables, make_tables(PARTS, tasks, make_setting(replicates=10)))
        self.answer = folder / "answer.json"
        self.answer.write_text(make_answer().to_json())
        self.sheet = folder / "own.mplstyle"
        self.sheet.write_text((ROOT / "config" / "figures.mplstyle").read_text())
        self.drawn = []
        draw = StudyFigures.draw

        def noted(figures, name):
            self.drawn.append(name)
            return draw(figures, name)

        monkeypatch.setattr(StudyFigures, "draw", noted)

    def figures(self, **facts):
        files = StudyFiles(*(self.folder / name for name in ("models", "pairs", "choice", "s")))
        facts = make_facts("made-up archive", **facts)
        return StudyFigures(files, self.answer, [self.tables], facts, printed=False)

    def draw(self, codes=CODES, formats=("png",), **facts):
        """Return the names of the figures that are drawn, into a new folder."""
        self.drawn.clear()
        figures = self.folder / f"figures {len(list(self.folder.iterdir()))}"
        kept = self.folder / "kept"
        self.figures(**facts).save_changed(
            NAMES, sheet=self.sheet, folder=figures, formats=formats, kept=kept, codes=codes
        )
        endings = (*formats, "csv", "md")
        assert {path.name for path in figures.iterdir()} == {
            f"{name}.{ending}" for name in NAMES for ending in endings
        }
        self.newest = figures
        return list(self.drawn)


@pytest.fixture
def study(tmp_path, monkeypatch):
    return Study(tmp_path, monkeypatch)


@pytest.mark.parametrize("name", FEW)
def test_figures_of_parts_that_need_more_data_sets_are_not_drawn(study, name):
    drawn = study.figures().draw(name)
    assert drawn.figure is None
    assert re.fullmatch(r"Drawn from \d+ data sets on\.", drawn.caption)


def test_a_figure_is_drawn_once_and_its_files_stay_the_same(study):
    assert study.draw() == NAMES
    first = {path.name: path.read_bytes() for path in study.newest.iterdir()}
    assert study.draw() == []
    assert {path.name: path.read_bytes() for path in study.newest.iterdir()} == first


def test_two_processes_draw_the_same_files_and_keep_them(study):
    study.draw()
    first = {path.name: path.read_bytes() for path in study.newest.iterdir()}
    other = study.folder / "other"
    options = {"sheet": study.sheet, "formats": ("png",), "codes": CODES, "processes": 2}
    for _ in range(2):
        study.drawn.clear()
        study.figures().save_changed(NAMES, folder=other, kept=study.folder / "both", **options)
    assert study.drawn == []
    assert {path.name: path.read_bytes() for path in other.iterdir()} == first


def test_figures_are_drawn_whose_tables_or_code_changed(study):
    study.draw()
    study.answer.write_text(study.answer.read_text() + "\n")
    assert study.draw() == ["answer"]
    table = study.tables / "pairs_of_models.csv"
    table.write_text(table.read_text().replace("True", "False"))
    assert study.draw() == ["win_probabilities"]
    assert study.draw({**CODES, "standings": "2"}) == ["standings"]
    assert study.draw({**CODES, "standings": "2"}) == []
    (study.tables / "not_drawn.csv").write_text("a\n1\n")
    assert study.draw({**CODES, "standings": "2"}) == []


@pytest.mark.parametrize("changed", [{"formats": ("png", "svg")}, {"confidence_level": 0.8}])
def test_settings_of_all_figures_draw_all(study, changed):
    study.draw()
    assert study.draw(**changed) == NAMES


def test_another_style_draws_all(study):
    study.draw()
    study.sheet.write_text(study.sheet.read_text().replace("font.size: 9", "font.size: 8"))
    assert study.draw() == NAMES


def test_a_damaged_figure_is_drawn(study):
    study.draw()
    kept = study.folder / "kept" / "standings.zip"
    content = bytearray(kept.read_bytes())
    content[len(content) // 2] ^= 1
    kept.write_bytes(content)
    (study.folder / "kept" / "answer.zip").unlink()
    assert study.draw() == ["answer", "standings"]
