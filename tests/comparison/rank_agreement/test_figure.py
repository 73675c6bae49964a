import pandas as pd
import pytest

from made_up_facts import make_facts
from prgbench.comparison.rank_agreement.figure import rank_agreement
from prgbench.comparison.rank_agreement.names import COEFFICIENTS


def make_tables(**edits):
    """Return the part's table: two pairs, the second half as far from 1 as the first."""
    rows = [
        {
            "measure_a": "aupr",
            "measure_b": other,
            "coefficient": coefficient,
            "median": 1 - (place + 1) * distance,
            "lower_quartile": 1 - 2 * (place + 1) * distance,
            "upper_quartile": 1.0,
            "tasks": 8,
            **edits,
        }
        for other, distance in (("auprg", 1 / 32), ("auroc", 1 / 64))
        for place, coefficient in enumerate(COEFFICIENTS)
    ]
    return {"rank_agreement": pd.DataFrame(rows)}


def test_every_coefficient_has_a_row_with_medians_and_quartiles():
    drawn = rank_agreement(make_tables(), make_facts("made-up archive"))
    [axes] = drawn.figure.axes
    assert [text.get_text() for text in axes.get_yticklabels()] == list(COEFFICIENTS.values())
    assert axes.get_xlabel() == "Median and quartiles over the tasks"
    steps = range(1, len(COEFFICIENTS) + 1)
    medians = [[1 - step / parts for step in steps] for parts in (32, 64)]
    assert [line.get_xdata().tolist() for line in axes.get_lines()] == medians
    lowest = [[1 - 2 * step / parts for step in steps] for parts in (32, 64)]
    assert [
        [segment[:, 0].tolist() for segment in bounds.get_segments()]
        for bounds in axes.collections
    ] == [[[low, 1.0] for low in own] for own in lowest]
    # Agreement ends at 1; there is room for half a marker and no more.
    left, right = axes.get_xlim()
    assert right == pytest.approx(1 + 0.02 * (1 - left))
    [legend] = drawn.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["AUPR – AUPRG", "AUPR – AUROC"]


def test_caption_and_alt_text():
    drawn = rank_agreement(make_tables(), make_facts("made-up archive"))
    assert drawn.caption == (
        "Agreement of the rankings (made-up archive, 8 tasks): correlation of whole rankings "
        "(Spearman, Kendall's tau-b), weighted tau and rank-biased overlap, which give the top "
        "more weight, and the mean overlap of the first one, two and three models; these two with "
        "ties broken in one random order, the same for both measures. Lines are quartiles over "
        "the tasks, no intervals."
    )
    spearman = COEFFICIENTS["spearman"]
    assert drawn.alt == (
        f"Median agreement of the rankings: {spearman}, AUPR – AUPRG 0.969; {spearman}, "
        "AUPR – AUROC 0.984."
    )


def test_few_tasks_are_a_sentence():
    drawn = rank_agreement(make_tables(tasks=7), make_facts())
    assert drawn.figure is None
    assert drawn.caption == "Rankings of fewer than 8 tasks have no quartiles to draw."


def test_a_pair_keeps_its_look_where_another_has_too_few_tasks():
    tables = make_tables()
    few = tables["rank_agreement"].assign(
        tasks=lambda rows: rows["measure_b"].map({"auprg": 7, "auroc": 8})
    )
    [both, one] = [
        rank_agreement(given, make_facts()).figure.axes[0]
        for given in (tables, {"rank_agreement": few})
    ]
    drawn = [line for line in one.get_lines() if len(line.get_xdata())]
    assert [line.get_color() for line in drawn] == [both.get_lines()[1].get_color()]
