import numpy as np

from made_up_facts import make_facts
from prgbench.report.enough_data import without_rough_intervals
from prgbench.report.parts.intervals import percentages


def test_percentages_show_the_estimates_and_both_intervals(make_tables):
    drawn = percentages(make_tables(), make_facts("made-up archive"))
    for axes, estimate in zip(drawn.figure.axes, (0.24, 0.58), strict=True):
        assert {x for line in axes.get_lines() for x in line.get_xdata()} == {estimate}
        bounds = [s[:, 0] for lines in axes.collections for s in lines.get_segments() if len(s)]
        np.testing.assert_allclose(
            bounds,
            [[estimate - 0.1, estimate + 0.1], [estimate - 0.05, estimate + 0.05]],
        )
    best, top = drawn.figure.axes
    assert best.get_xlabel() == "Tasks with different best models"
    assert top.get_xlabel() == "Tasks with a different ordered top three"
    assert [text.get_text() for text in best.get_yticklabels()] == ["AUPR – AUPRG"]
    [legend] = drawn.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        "data sets as clusters",
        "tasks as if independent",
    ]


def test_the_caption_says_the_level_and_the_numbers(make_tables):
    drawn = percentages(make_tables(), make_facts("made-up archive", 0.9))
    assert drawn.caption == (
        "How often measures disagree (made-up archive): share of 40 tasks on 30 data sets with "
        "Wilson's 90% interval, with the data sets as clusters (exact where all tasks are alike) "
        "and with tasks taken as independent."
    )
    assert drawn.alt == (
        "Tasks with different best models: AUPR – AUPRG 24.0%. Tasks with a different ordered top "
        "three: AUPR – AUPRG 58.0%."
    )
    assert drawn.data["panel"].tolist() == [
        "Tasks with different best models",
        "Tasks with different best models",
        "Tasks with a different ordered top three",
        "Tasks with a different ordered top three",
    ]
    assert drawn.data["value"].tolist() == [0.24, 0.24, 0.58, 0.58]


def test_few_data_sets_leave_open_marks(make_tables):
    tables = without_rough_intervals(make_tables(datasets=5))
    drawn = percentages(tables, make_facts())
    assert drawn.caption.endswith(
        "taken as independent. Open marks have no interval: they stand on fewer than 6 data sets, "
        "or do not vary between them."
    )
    assert drawn.data["lower"].isna().all()
