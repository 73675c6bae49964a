import pandas as pd
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from prgbench.comparison.confidence_sets.figure import confidence_sets


def test_outcomes_and_sizes_of_the_sets(tables):
    figure, caption = confidence_sets(tables, make_facts("made-up archive", 0.9))
    outcomes, sizes = figure.axes
    assert [bar.get_width() for bar in outcomes.patches] == [3, 7]
    assert [bar.get_x() for bar in outcomes.patches] == [0, 3]
    assert [tick.get_text() for tick in outcomes.get_yticklabels()] == ["AUPR – AUPRG"]
    assert sizes.get_lines()[0].get_xdata().tolist() == [1.0, 3.5]
    assert [s[:, 0].tolist() for s in sizes.collections[0].get_segments()] == [[1, 4], [2, 5]]
    assert "(made-up archive, 17 tasks)" in caption
    assert "if their 95% model confidence sets have no model in common" in caption
    plt.close(figure)


def test_no_disagreement_draws_no_bar(tables):
    tables["certain"] = tables["certain"].assign(disagreements=0, certain=0)
    figure, _ = confidence_sets(tables, make_facts("test"))
    assert [bar.get_width() for bar in figure.axes[0].patches] == [0, 0]
    assert figure.axes[0].get_xlim() == (0, 1)
    plt.close(figure)


def test_nothing_to_draw_is_said(tables):
    figure, caption = confidence_sets(
        {name: table.iloc[:0] for name, table in tables.items()}, make_facts("test")
    )
    assert figure.axes[0].texts
    assert caption.endswith("(test): none.")
    plt.close(figure)


def test_many_pairs_stand_above_the_sizes(tables):
    many = {"certain": pd.concat([tables["certain"]] * 36, ignore_index=True)}
    figure, _ = confidence_sets(tables | many, make_facts("test"))
    figure.draw_without_rendering()
    first, second = (axes.get_position() for axes in figure.axes)
    assert first.y0 > second.y1
    plt.close(figure)
