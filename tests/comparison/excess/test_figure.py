from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.excess.figure import excess


def test_levels_excess_and_replication_stand_side_by_side(make_excess):
    figure, caption = excess(make_excess(), make_facts("made-up archive", 0.9))
    levels, middle, right = figure.axes
    assert [line.get_xdata().tolist() for line in levels.get_lines()] == [[0.5], [0.3]]
    assert [line.get_xdata().tolist() for line in middle.get_lines()[:2]] == [[0.2], [0.1]]
    assert [line.get_xdata().tolist() for line in right.get_lines()[:2]] == [[0.15], [0.05]]
    for axes, bounds in (
        (middle, [[0.1, 0.3], [-0.1, 0.2]]),
        (right, [[0.05, 0.25], [-0.05, 0.1]]),
    ):
        segments = [lines.get_segments()[0][:, 0].tolist() for lines in axes.collections]
        assert segments == bounds
        assert set(axes.get_lines()[2].get_xdata()) == {0}
    labels = [[text.get_text() for text in own.get_texts()] for own in figure.legends]
    assert labels == [["two measures", "one measure with itself"], ["halves", "quarters"]]
    assert "(made-up archive)" in caption
    assert "mean over 40 tasks" in caption
    assert caption.endswith("Lines are 90% intervals by resampling data sets.")
    plt.close(figure)


def test_nothing_to_draw_is_said_in_the_figure(make_excess):
    figure, caption = excess(make_excess(tasks=0), make_facts("made-up archive"))
    assert figure.axes[0].texts
    assert "made-up archive" in caption
    plt.close(figure)
