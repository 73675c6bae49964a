"""Every figure can be drawn, is labelled and captioned, and is saved under its name."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt

from places import ROOT
from prgbench.plotting.style import style
from prgtheory.chapters import CHAPTERS, Chapter, chapter_named
from prgtheory.panels import draw_figures, mark
from theory_page_of_docs import assert_alike
from theory_page_of_docs import caption as caption_in_docs

FIGURES = [(chapter, figure) for chapter in CHAPTERS for figure in chapter.figures]
# These simulate, seconds each.
SLOW = {"population_coverage", *(f"hughes_oliver_{number}" for number in (7, 8, 9, 10, 11))}


@pytest.fixture(autouse=True)
def _styled():
    with style(ROOT / "config" / "figures.mplstyle"):
        yield


@pytest.mark.parametrize(
    ("chapter", "name"),
    [
        pytest.param(
            chapter, name, id=f"{chapter.name}_{name}",
            marks=[pytest.mark.slow] * (f"{chapter.name}_{name}" in SLOW),
        )
        for chapter, name in FIGURES
    ],
)  # fmt: skip
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
    for axes in figure.axes:
        for text in axes.texts:
            assert_within(axes, text)
    assert_alike(caption, caption_in_docs(f"{chapter.name}_{name}"))


def assert_within(axes, text):
    """Fail if a text stands further beside its panel than a tenth of it."""
    offset = getattr(text, "anncoords", "data") == "offset points"
    place = text.xy if offset else text.get_position()
    for value, (low, high) in zip(place, (axes.get_xlim(), axes.get_ylim()), strict=True):
        assert -0.1 < (value - low) / (high - low) < 1.1


def test_figures_of_a_chapter_are_saved_with_their_captions(tmp_path):
    chapter = chapter_named("boyd")
    some = Chapter(chapter.name, chapter.title, figures=chapter.figures[1:3])
    draw_figures(some, tmp_path, ["png", "svg"])
    written = {f"boyd_{name}.{ending}" for name in "23" for ending in ("png", "svg", "md")}
    assert {path.name for path in tmp_path.iterdir()} == written
    assert (tmp_path / "boyd_2.md").read_text().startswith("Minimum PR curves at several")


def test_no_points_are_no_line():
    axes = plt.figure().add_subplot()
    mark(axes, np.empty(0), np.empty(0))
    assert not axes.get_lines()
