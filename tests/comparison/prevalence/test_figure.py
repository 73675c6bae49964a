import pandas as pd
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.prevalence.figure import prevalence


def test_changes_and_disagreements_stand_side_by_side(tables):
    drawn = prevalence(tables, make_facts("made-up archive", 0.9))
    changes, pairs = drawn.figure.axes
    assert [line.get_xdata().tolist() for line in changes.get_lines()] == [[0.5, 0.25], [0, 0]]
    assert pairs.get_lines()[0].get_xdata().tolist() == [0.4, 0.2]
    assert [text.get_text() for text in changes.get_yticklabels()] == [
        "prevalence 0.1",
        "prevalence 0.5",
    ]
    assert "(made-up archive, 12 tasks on 11 data sets)" in drawn.caption
    assert "with its 90% interval (data sets as clusters)" in drawn.caption
    plt.close(drawn.figure)


def test_what_can_not_be_computed_is_said():
    drawn = prevalence({"prevalence": pd.DataFrame()}, make_facts("made-up archive"))
    assert drawn.figure is None
    assert drawn.caption == "None of the measures is a function of the areas."
