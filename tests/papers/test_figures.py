"""Every figure can be drawn, is labelled and captioned, and is saved under its name."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib import pyplot as plt

from places import ROOT
from prgbench.papers.boyd import figures as boyd
from prgbench.papers.boyd.model import FIGURE_4_PREVALENCE, modified_fbeta
from prgbench.papers.chapters import CHAPTERS, Chapter, chapter_named
from prgbench.papers.flach_kull import figures as flach_kull
from prgbench.papers.flach_kull.model import example
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


def texts_of(axes):
    return {text.get_text() for text in axes.texts}


def test_isometrics_have_their_values_and_what_is_drawn_its_legend():
    figure, _ = flach_kull.figure_2()
    left, right = figure.axes
    pi, gains = 0.64, (-0.25, 0, 0.25, 0.75)
    ends = {f"{pi / (1 - (1 - pi) * gain):.2f}": pi / (1 - (1 - pi) * gain) for gain in gains}
    assert texts_of(left) == set(ends) == {"0.59", "0.64", "0.70", "0.88"}
    heights = {text.get_text(): text.get_position()[1] for text in left.texts}
    assert heights == pytest.approx({name: f1 / (2 - f1) for name, f1 in ends.items()})
    assert texts_of(right) == {"0.25", "0.75"}
    [legend] = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        "isometrics of F1 and of its gain", "always-positive classifier", "curve", "convex front"
    ]  # fmt: skip


def test_the_curves_stand_beside_their_hulls():
    figure, _ = flach_kull.figure_3()
    found = example()
    left, right = ([line.get_xydata().tolist() for line in axes.lines] for axes in figure.axes)
    for curve in (found.roc, found.roc_hull):
        assert np.column_stack([curve.fpr, curve.tpr]).tolist() in left
    for part in found.prg.unit_square_parts():
        assert np.column_stack(part).tolist() in right
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["grid of the other space", "curve", "hull, with its calibrated scores"]


def test_contours_of_f1_have_their_values():
    figure, _ = boyd.figure_4()
    levels = [round(0.1 * step, 1) for step in range(1, 10)]
    left, right = ({text.get_text(): text.get_position()[1] for text in axes.texts}
                   for axes in figure.axes)  # fmt: skip
    for level in levels:
        assert left[f"{level:.1f}"] == pytest.approx(level / (2 - level))
        at_end = modified_fbeta(right[f"{level:.1f}"], 1.0, FIGURE_4_PREVALENCE)
        assert at_end == pytest.approx(level, abs=2e-3)


def test_figures_of_a_chapter_are_saved_with_their_captions(tmp_path):
    chapter = chapter_named("boyd")
    some = Chapter(chapter.name, chapter.title, figures=chapter.figures[1:3])
    draw_figures(some, tmp_path, ["png", "svg"])
    written = {f"boyd_{name}.{ending}" for name in "23" for ending in ("png", "svg", "md")}
    assert {path.name for path in tmp_path.iterdir()} == written
    assert (tmp_path / "boyd_2.md").read_text().startswith("Minimum PR curves at several")
