import pandas as pd

from prgbench.plotting.drawn import not_drawn, panels_table


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
