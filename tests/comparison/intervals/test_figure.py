import numpy as np
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.enough_data import without_rough_intervals
from prgbench.comparison.intervals.figure import percentages


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_percentages_show_the_estimates_and_both_intervals(make_tables):
    tables = make_tables()
    drawn = percentages(tables, make_facts("made-up archive"))
    for axes, estimate in zip(drawn.figure.axes, (0.24, 0.58), strict=True):
        assert {x for line in axes.get_lines() for x in line.get_xdata()} == {estimate}
        bounds = [s[:, 0] for lines in axes.collections for s in lines.get_segments() if len(s)]
        np.testing.assert_allclose(
            bounds,
            [[estimate - 0.1, estimate + 0.1], [estimate - 0.05, estimate + 0.05]],
        )


def test_the_caption_says_the_level_and_the_numbers(make_tables):
    drawn = percentages(make_tables(), make_facts("made-up archive", 0.9))
    assert drawn.caption.startswith(
        "How often measures disagree (made-up archive): share of 40 tasks on 30 data sets with "
        "Wilson's 90% interval, with the data sets as clusters"
    )
    assert drawn.alt == (
        "Tasks with different best models: AUPR – AUPRG 24.0%. Tasks with a different ordered top "
        "three: AUPR – AUPRG 58.0%."
    )


def test_few_data_sets_leave_open_marks(make_tables):
    tables = without_rough_intervals(make_tables(datasets=5))
    drawn = percentages(tables, make_facts())
    assert "Open marks have no interval" in drawn.caption
    assert drawn.data["lower"].isna().all()
