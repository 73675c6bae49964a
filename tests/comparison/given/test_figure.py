from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.given.figure import given


def test_all_changes_are_drawn(tables):
    figure, caption = given(tables, make_facts("made-up archive", 0.9))
    left, right = figure.axes
    assert [line.get_xdata().tolist() for line in left.get_lines()] == [[0.125]]
    assert [line.get_xdata().tolist() for line in right.get_lines()] == [[0.5, 0.25], [0.3, 0.2]]
    assert left.get_xlim() == right.get_xlim()
    colours = {line.get_color() for line in (*left.get_lines(), *right.get_lines())}
    assert len(colours) == 3
    assert "(made-up archive)" in caption
    assert "90% interval" in caption
    assert "fold mean instead of pooled: 60 tasks" in caption
    plt.close(figure)


def test_nothing_to_draw_is_said(tables):
    tables["given"]["best_models_change"] = float("nan")
    figure, caption = given(tables, make_facts("made-up archive"))
    assert figure.axes[0].texts
    assert "made-up archive" in caption
    plt.close(figure)
