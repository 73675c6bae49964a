import numpy as np
import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.report.parts.multiverse import multiverse
from prgbench.robustness.choices import CHOICES, NUMBERS


def made_up_table():
    table = pd.DataFrame(
        {"default": [True, False, False], "tasks": [12, 12, 9], "distance": [2, 1, 3]}
    )
    for choice in CHOICES:
        table[choice] = ["a", "b", "c"] if choice == "ties" else "x"
    for place, number in enumerate(NUMBERS):
        table[number] = np.array([0.1, 0.2, 0.6]) + place / 100
    return table


def test_nine_strips_with_the_default_and_the_printed_number():
    drawn = multiverse({"multiverse": made_up_table()}, make_facts("made-up archive"))
    assert len(drawn.figure.axes) == 3
    assert all(len(axes.get_lines()) == 15 for axes in drawn.figure.axes)
    assert "nine numbers in 3 universes (made-up archive, 9 to 12 tasks)" in drawn.caption


def test_the_top_five_have_their_name_and_no_printed_number():
    drawn = multiverse({"multiverse": made_up_table()}, make_facts(top=5))
    assert [len(axes.get_lines()) for axes in drawn.figure.axes] == [15, 12, 15]
    assert drawn.figure.axes[1].get_xlabel() == "A different ordered top five"


def test_numbers_that_are_undefined_leave_the_printed_one():
    table = made_up_table()
    table[list(NUMBERS)] = np.nan
    drawn = multiverse({"multiverse": table}, make_facts())
    assert drawn.figure.axes[2].get_lines()[2].get_xdata().tolist() == [0.95]


def test_no_universe_is_said():
    drawn = multiverse({"multiverse": made_up_table().iloc[:0]}, make_facts("archive"))
    assert drawn.figure is None
    assert drawn.caption == "No task has a universe."


def test_a_strip_by_hand():
    table = made_up_table()
    drawn = multiverse({"multiverse": table}, make_facts("made-up archive"))
    best, top, ranks = drawn.figure.axes
    # Three numbers, .1, .2 and .6 and some hundredths: quartiles half way to the middle one.
    for axes, first in ((best, 0), (top, 3), (ranks, 6)):
        for place in range(3):
            strip = axes.get_lines()[5 * place : 5 * place + 5]
            points, quartiles, median, found, printed = strip
            shift = (first + place) / 100
            assert points.get_xdata() == pytest.approx(np.array([0.1, 0.2, 0.6]) + shift)
            # Around the row, at most .3 away: a golden share of .6 further each time.
            share = (5**0.5 - 1) / 2
            heights = [place + 0.6 * ((share * k) % 1 - 0.5) for k in range(3)]
            assert points.get_ydata() == pytest.approx(heights)
            assert quartiles.get_xdata() == pytest.approx([0.15 + shift, 0.4 + shift])
            assert median.get_xdata() == pytest.approx([0.2 + shift])
            assert found.get_xdata() == pytest.approx([0.1 + shift])
            for line in (quartiles, median, found, printed):
                assert set(line.get_ydata()) == {place}
    printed = [
        [axes.get_lines()[5 * place + 4].get_xdata()[0] for place in range(3)]
        for axes in (best, top, ranks)
    ]
    # Section 4 of the paper.
    assert printed == [[0.24, 0.29, 0.22], [0.58, 0.65, 0.57], [0.95, 0.95, 0.96]]
    labels = [text.get_text() for text in best.get_yticklabels()]
    assert labels == ["AUPR – AUPRG", "AUPR – AUROC", "AUPRG – AUROC"]
    assert best.get_ylim() == (2.5, -0.5)
    shown = [axes.xaxis.get_major_formatter()(0.5, 0) for axes in (best, top)]
    assert shown == ["50%", "50%"]
    assert ranks.xaxis.get_major_formatter() is not best.xaxis.get_major_formatter()
    assert "AUPR – AUPRG 10.0% to 60.0%; AUPR – AUROC 11.0% to 61.0%; AUPRG" in drawn.alt


def test_as_many_tasks_in_all_universes_are_no_range():
    table = made_up_table().assign(tasks=12)
    drawn = multiverse({"multiverse": table}, make_facts())
    assert "3 universes (test, 12 tasks)" in drawn.caption
