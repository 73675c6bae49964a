"""The notebooks run, and draw something."""

import nbformat
import pytest
from matplotlib import pyplot as plt

from places import ROOT
from prgtheory.chapters import CHAPTERS

NOTEBOOKS = sorted((ROOT / "notebooks").glob("theory_*.ipynb"))


def test_there_is_one_for_each_chapter():
    assert {path.stem for path in NOTEBOOKS} == {
        f"theory_{chapter.name}" for chapter in CHAPTERS if chapter.has_notebook
    }


# This one simulates what test_theory_figures.py and hughes_oliver/ simulate too: 10 s.
SLOW = {"theory_hughes_oliver"}


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem in SLOW))
        for path in NOTEBOOKS
    ],
)
def test_notebook_runs_and_draws(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    plt.switch_backend("agg")
    cells = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    names: dict = {}
    with plt.rc_context():
        for cell in cells:
            exec(cell.source, names)
        assert plt.get_fignums()
