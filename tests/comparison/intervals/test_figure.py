import numpy as np
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.intervals.figure import percentages


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_percentages_show_the_estimates_and_both_intervals(make_tables):
    tables = make_tables()
    figure, _ = percentages(tables, make_facts("made-up archive"))
    for axes, estimate in zip(figure.axes, (0.24, 0.58), strict=True):
        assert {x for line in axes.get_lines() for x in line.get_xdata()} == {estimate}
        bounds = [s[:, 0] for lines in axes.collections for s in lines.get_segments() if len(s)]
        np.testing.assert_allclose(
            bounds,
            [[estimate - 0.1, estimate + 0.1], [estimate - 0.05, estimate + 0.05]],
        )


def test_the_caption_says_the_level_and_the_numbers(make_tables):
    _, caption = percentages(make_tables(), make_facts("made-up archive", 0.9))
    assert caption.startswith("How often measures disagree (made-up archive): share of 40 tasks")
    assert "with Wilson's 90% interval, with the 30 data sets as clusters" in caption
