"""The copy of the page for the docs."""

import runpy
import sys

import pandas as pd
import pytest
from PIL import Image

from docs_modules import docs_module
from places import ROOT
from prgbench.run.errors import PrgbenchError
from prgtheory.chapters import CHAPTERS
from prgtheory.printed_beside_found import Row

write_docs = docs_module("theory").write_docs


@pytest.fixture
def results(tmp_path):
    """Return a folder with a page that shows two of three figures."""
    folder = tmp_path / "results"
    folder.mkdir()
    row = Row("Boyd et al. (2012)", "p. 1", "a", "1", "1", "agrees")
    pd.DataFrame([row]).to_csv(folder / "theory.csv", index=False)
    for name in [table.name for chapter in CHAPTERS for table in chapter.tables if table.heading]:
        pd.DataFrame({"x": [1]}).to_csv(folder / f"{name}.csv", index=False)
    for name in ("boyd_1", "boyd_2", "population_prg"):
        (folder / f"{name}.md").write_text("Caption.\n")
        Image.new("RGBA", (1001, 333), (0, 158, 115, 255)).save(folder / f"{name}.png")
    shown = "![boyd 2](boyd_2.png)\n\n![population prg](population_prg.png)\n"
    (folder / "index.md").write_text(f"# Page\n\n{shown}")
    return folder


def test_docs_hold_the_page_and_smaller_figures(results, tmp_path):
    docs = tmp_path / "docs"
    images = write_docs(results, docs)
    names = ["boyd_2.png", "population_prg.png"]
    assert images == [docs / "theory" / name for name in names]
    assert sorted(path.name for path in (docs / "theory").iterdir()) == names
    with Image.open(images[0]) as image:
        # .63 of 1,001 and of 333 pixels.
        assert image.size == (631, 210)
        assert image.mode == "P"
        assert image.convert("RGB").getcolors() == [(631 * 210, (0, 158, 115))]
    assert (docs / "theory.csv").read_text() == (results / "theory.csv").read_text()
    shown = [line for line in (docs / "theory.md").read_text().splitlines() if line[:2] == "!["]
    assert shown == [
        "![boyd 2](theory/boyd_2.png)",
        "![population prg](theory/population_prg.png)",
    ]


def test_the_command_takes_both_folders(results, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["docs", str(results), str(tmp_path / "docs")])
    runpy.run_path(str(ROOT / "docs" / "theory.py"), run_name="__main__")
    assert len(list((tmp_path / "docs" / "theory").iterdir())) == 2


def test_a_page_that_was_not_written_is_one_sentence(tmp_path):
    with pytest.raises(PrgbenchError, match=r"index\.md is missing: run the target theory\."):
        write_docs(tmp_path, tmp_path / "docs")
    assert not (tmp_path / "docs").exists()
