"""Every figure can be drawn, is labelled and captioned, and is known to the workflow."""

from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt

from places import ROOT
from prgbench.papers.catalogue import DRAWINGS
from prgbench.papers.theory_tables import TABLES
from prgbench.plotting.style import style


@pytest.fixture(autouse=True)
def _styled():
    with style(ROOT / "config" / "figures.mplstyle"):
        yield
    plt.close("all")


@pytest.mark.parametrize("name", DRAWINGS)
def test_figures_are_labelled_and_captioned(name):
    drawing = DRAWINGS[name]
    figure = drawing.draw()
    labels = [axes.get_xlabel() for axes in figure.axes] + [figure.get_supxlabel()]
    assert any(labels)
    if "hughes_oliver_7" <= name <= "hughes_oliver_9" or name[-2:] in ("10", "11"):
        assert len(figure.axes) == 30
    else:
        assert all(
            (axes.get_xlabel() and axes.get_ylabel())
            or not axes.get_yticks().size
            or axes.get_subplotspec().colspan.start
            for axes in figure.axes
        )
    sizes = {text.get_fontsize() for text in figure.findobj(mpl.text.Text) if text.get_text()}
    assert sizes == {mpl.rcParams["font.size"]}
    assert drawing.caption.endswith(".")
    assert len(drawing.caption) > 60


def test_the_workflow_knows_all_figures_and_tables():
    text = (ROOT / "workflow" / "rules" / "theory.smk").read_text()
    lists = text[: text.index("rule theory:")]
    expand = pytest.importorskip("snakemake.io").expand
    known: dict = {"Path": Path, "expand": expand, "RESOURCES": Path("resources")}
    exec(lists, known)
    assert set(known["THEORY_FIGURE_NAMES"]) == set(DRAWINGS)
    assert set(known["THEORY_TABLES"]) == set(TABLES)
