import pandas as pd
import pytest
from matplotlib import pyplot as plt

from places import ROOT
from prgbench.plotting.drawn import Drawn, SavedFigure, labels_of, not_drawn
from prgbench.plotting.style import save, style


def saved(tmp_path, drawn):
    with style(ROOT / "config" / "figures.mplstyle"):
        save(drawn, tmp_path / "figures" / "noise_alone", ["png"])
    return SavedFigure.read(tmp_path / "report.md", tmp_path / "figures" / "noise_alone.png")


def test_a_figure_is_shown_with_its_caption(tmp_path):
    drawn = Drawn(plt.figure(), "The *caption*.", "A point at 0.5.", pd.DataFrame())
    figure = saved(tmp_path, drawn)
    assert figure.drawn
    assert figure.markdown == ("![A point at 0.5.](figures/noise_alone.png)\n\n*The *caption*.*")


def test_too_little_data_is_one_sentence(tmp_path):
    figure = saved(tmp_path, not_drawn("There are 2 tasks (a*b)."))
    assert not figure.drawn
    assert figure.markdown == "There are 2 tasks (a\\*b)."
    assert figure.alt == "There are 2 tasks (a*b)."


@pytest.mark.parametrize(
    "text", ["a: b # c", "---", "[x](y) ![z]", "'quoted' \"twice\"", "- item", "true", "数据 µ"]
)
def test_any_text_is_read_as_it_was_written(tmp_path, text):
    figure = saved(tmp_path, Drawn(plt.figure(), f"{text}\n\n---\n\nmore", text, pd.DataFrame()))
    assert figure.alt == text
    assert figure.caption == f"{text}\n\n---\n\nmore"


def test_brackets_of_a_name_end_no_alternative_text(tmp_path):
    figure = saved(tmp_path, Drawn(plt.figure(), "Caption.", "flow](http://x) [b", pd.DataFrame()))
    assert figure.markdown.startswith("![flow\\](http\\://x) \\[b](figures/")


def test_labels_have_no_braces(tmp_path):
    saved(tmp_path, Drawn(plt.figure(), "A {data} set.", "A point.", pd.DataFrame()))
    png = tmp_path / "figures" / "noise_alone.png"
    assert labels_of(png, "passed over") == {"figure": "noise_alone", "caption": "A data set."}
