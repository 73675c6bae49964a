import pandas as pd
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.aggregation.figure import aggregation


def test_shares_and_what_is_left_out(tables):
    figure, caption = aggregation(tables, make_facts("made-up archive", 0.9))
    assert figure.axes[0].get_lines()[0].get_xdata().tolist() == [0.5, 0.25]
    assert "(made-up archive)" in caption
    assert "with its 90% interval by resampling data sets" in caption
    assert "3 of 2,000 values" in caption
    plt.close(figure)


def test_what_can_not_be_computed_is_said_in_the_figure():
    figure, caption = aggregation({"aggregation": pd.DataFrame()}, make_facts("made-up archive"))
    assert figure.axes[0].texts
    assert "made-up archive" in caption
    plt.close(figure)
