import pandas as pd
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from places import ROOT
from prgbench.plotting.drawn import (
    Drawn,
    Facts,
    SavedFigure,
    labels_of,
    not_drawn,
    panels_table,
    spoken,
)
from prgbench.plotting.style import save, style
from prgbench.plotting.words import decimal


def test_numbers_of_panels_stand_below_each_other_with_the_panel_first():
    left = pd.DataFrame({"row": ["a", "b"], "value": [1.0, 2.0]}, index=[5, 6])
    right = pd.DataFrame({"row": ["a"], "value": [3.0]})
    together = panels_table({"left": left, "right": right})
    assert together.columns.tolist() == ["panel", "row", "value"]
    assert together.index.tolist() == [0, 1, 2]
    assert together["panel"].tolist() == ["left", "left", "right"]
    assert together["value"].tolist() == [1, 2, 3]


def test_a_sentence_is_markdown_in_the_caption_and_plain_as_alternative_text():
    drawn = not_drawn("No task has folds (a*b).")
    assert drawn.figure is None
    assert drawn.caption == r"No task has folds (a\*b)."
    assert drawn.alt == "No task has folds (a*b)."
    assert drawn.data.empty


@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
def test_level_and_significance_level_add_up_to_one(level):
    facts = make_facts("OpenML", level)
    assert facts.significance_level + level == pytest.approx(1, abs=1e-15)
    assert facts.interval == f"{level * 100:g}% interval"


@pytest.mark.parametrize(("top", "name"), [(3, "top three"), (10, "top ten"), (11, "top 11")])
def test_the_ordered_top_has_a_name(top, name):
    assert Facts("OpenML", 0.9, "", top).top_name == name


def test_rows_with_their_series_are_said():
    drawn = pd.DataFrame({"row": ["n/2"], "series": ["AUPR"], "value": [0.4567]})
    assert spoken(drawn, decimal) == "n/2, AUPR 0.457"


def test_of_many_values_the_first_six_are_said():
    drawn = pd.DataFrame({"row": [f"r{k}" for k in range(11)], "value": 0.5})
    assert spoken(drawn).endswith("r5 50.0%; and 5 more")
    assert spoken(drawn.iloc[:7]).endswith("r5 50.0%; and 1 more")
    assert spoken(drawn.iloc[:6]).endswith("; r4 50.0%; r5 50.0%")


def saved(tmp_path, drawn):
    with style(ROOT / "config" / "figures.mplstyle"):
        save(drawn, tmp_path / "figures" / "noise_alone", ["png"])
    return SavedFigure.read(tmp_path / "figures" / "noise_alone.png")


def test_a_figure_is_read_with_its_caption(tmp_path):
    drawn = Drawn(plt.figure(), "The *caption*.", "A point at 0.5.", pd.DataFrame())
    figure = saved(tmp_path, drawn)
    assert figure == SavedFigure("The *caption*.", "A point at 0.5.", drawn=True)


def test_too_little_data_is_one_sentence(tmp_path):
    figure = saved(tmp_path, not_drawn("There are 2 tasks (a*b)."))
    assert figure == SavedFigure(
        "There are 2 tasks (a\\*b).", "There are 2 tasks (a*b).", drawn=False
    )


@pytest.mark.parametrize(
    "text", ["a: b # c", "---", "[x](y) ![z]", "'quoted' \"twice\"", "- item", "true", "数据 µ"]
)
def test_any_text_is_read_as_it_was_written(tmp_path, text):
    figure = saved(tmp_path, Drawn(plt.figure(), f"{text}\n\n---\n\nmore", text, pd.DataFrame()))
    assert figure.alt == text
    assert figure.caption == f"{text}\n\n---\n\nmore"


def test_labels_have_no_braces(tmp_path):
    saved(tmp_path, Drawn(plt.figure(), "A {data} set.", "A point.", pd.DataFrame()))
    png = tmp_path / "figures" / "noise_alone.png"
    assert labels_of(png, "passed over") == {"figure": "noise_alone", "caption": "A data set."}
