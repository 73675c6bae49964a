from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.regret.figure import regret


def test_measures_are_drawn_and_what_they_are_compared_with_is_told(tables):
    figure, caption = regret(tables, make_facts("made-up archive", 0.9))
    [axes] = figure.axes
    assert [line.get_xdata().tolist() for line in axes.get_lines()] == [[0.02] * 3, [0.01] * 3]
    assert "(made-up archive)" in caption
    assert "mean over 17 tasks with its 90% interval" in caption
    assert "A random model costs 0.300 to 0.300." in caption
    plt.close(figure)


def test_split_samples_have_a_panel_of_their_own(tables):
    figure, _ = regret(tables | {"split_regret": tables["regret"]}, make_facts("made-up archive"))
    titles = [axes.get_title() for axes in figure.axes]
    assert titles == ["All instances", "Chosen on one half, judged on the other"]
    plt.close(figure)
