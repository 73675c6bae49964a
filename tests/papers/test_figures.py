"""Every figure can be drawn, is labelled and captioned, and is saved under its name."""

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt

from places import ROOT
from prgbench.papers.chapters import CHAPTERS, Chapter, chapter_named
from prgbench.papers.theory_figures import draw_figures
from prgbench.plotting.style import style

FIGURES = [
    (chapter, figure)
    for chapter in CHAPTERS
    if not chapter.needs_demo
    for figure in chapter.figures
]


@pytest.fixture(autouse=True)
def _styled():
    with style(ROOT / "config" / "figures.mplstyle"):
        yield
    plt.close("all")


@pytest.mark.parametrize(
    ("chapter", "name"), FIGURES, ids=[f"{chapter.name}_{name}" for chapter, name in FIGURES]
)
def test_figures_are_labelled_and_captioned(chapter, name):
    figure, caption = chapter.load("figures", f"figure_{name}")()
    labels = [axes.get_xlabel() for axes in figure.axes] + [figure.get_supxlabel()]
    assert any(labels)
    if chapter.name == "hughes_oliver" and name in {"7", "8", "9", "10", "11"}:
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
    assert caption.endswith(".")
    assert len(caption) > 60


def test_figures_of_a_chapter_are_saved_with_their_captions(tmp_path):
    boyd = chapter_named("boyd")
    some = Chapter(boyd.name, boyd.title, figures=boyd.figures[1:3])
    draw_figures(some, tmp_path, ["png", "svg"])
    written = {f"boyd_{name}.{ending}" for name in "23" for ending in ("png", "svg", "md")}
    assert {path.name for path in tmp_path.iterdir()} == written
    assert (tmp_path / "boyd_2.md").read_text().startswith("Minimum PR curves at several")
