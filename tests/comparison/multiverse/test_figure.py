import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.multiverse.figure import multiverse
from prgbench.comparison.multiverse.names import CHOICES, NUMBERS, number_column


def made_up_table():
    table = pd.DataFrame({"default": [True, False, False], "tasks": [12, 12, 9]})
    for choice in CHOICES:
        table[choice] = ["a", "b", "c"] if choice == "ties" else "x"
    for place, number in enumerate(NUMBERS):
        table[number] = np.array([0.1, 0.2, 0.6]) + place / 100
    return table


def test_nine_strips_with_the_default_and_the_printed_number():
    table = made_up_table()
    drawn = multiverse({"multiverse": table}, make_facts("made-up archive"))
    strips = [line.get_xdata().tolist() for line in drawn.figure.axes[0].get_lines()]
    own = table[number_column("best_differs", "aupr", "auprg")]
    points, _, median, found, printed = strips[:5]
    assert points == own.tolist()
    assert median == [own.median()]
    assert found == [own[0]]
    assert printed == [0.24]
    assert len(drawn.figure.axes) == 3
    assert all(len(axes.get_lines()) == 15 for axes in drawn.figure.axes)
    assert (
        "3 universes (made-up archive), one for each combination of the tie rule" in drawn.caption
    )
    assert "9 to 12 tasks" in drawn.caption
    [legend] = drawn.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == [
        "a universe", "quartiles", "median", "as the study chooses", "printed",
    ]  # fmt: skip
    plt.close(drawn.figure)


def test_numbers_that_are_undefined_leave_the_printed_one():
    table = made_up_table()
    table[list(NUMBERS)] = np.nan
    drawn = multiverse({"multiverse": table}, make_facts())
    assert drawn.figure.axes[2].get_lines()[2].get_xdata().tolist() == [0.95]
    plt.close(drawn.figure)


def test_no_universe_is_said():
    drawn = multiverse({"multiverse": made_up_table().iloc[:0]}, make_facts("archive"))
    assert drawn.figure is None
    assert drawn.caption == "No task has a universe."
