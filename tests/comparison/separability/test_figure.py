from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.separability.figure import separability


def test_outcomes_and_models_tied_for_best(tables):
    figure, caption = separability(tables, make_facts("made-up archive", 0.9))
    outcomes, sizes = figure.axes
    assert [bar.get_width() for bar in outcomes.patches] == [4, 3, 2, 1]
    assert [bar.get_x() for bar in outcomes.patches] == [0, 4, 7, 9]
    assert sizes.get_lines()[0].get_xdata().tolist() == [2.0, 3.5]
    assert "(made-up archive)" in caption
    assert "bootstrap 90% interval of the gap" in caption
    assert "at 0.1)" in caption
    plt.close(figure)
