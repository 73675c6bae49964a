"""What the figures of populations draw, and what the captions of the simulated ones say."""

import numpy as np
import pytest
from scipy.stats import norm

from prgtheory.hughes_oliver.case_panels import four_panels
from prgtheory.hughes_oliver.histograms import histograms, humps
from prgtheory.hughes_oliver.simulation_study import Cell
from prgtheory.populations import hughes_oliver_case, normal_approximation


def points(line):
    return line.get_xydata().tolist()


def test_curves_of_normal_scores_stand_on_chance_and_the_lower_bound():
    _, (_, roc, *both) = four_panels([("A", "C1"), ("E", "C0")])
    chance, a, e = roc.get_lines()
    assert points(chance) == [[0, 0], [1, 1]]
    # Thresholds t = 0 and 1.4: rates of N(0, 1) and N(1.4, 1) above them.
    fpr, tpr = a.get_data()
    for t in (0, 1.4):
        assert np.interp(norm.sf(t), fpr, tpr) == pytest.approx(norm.sf(t - 1.4), abs=1e-4)
    assert (fpr[0], tpr[0]) == pytest.approx((0, 0), abs=1e-9)
    assert (fpr[-1], tpr[-1]) == pytest.approx((1, 1), abs=1e-9)
    assert (np.diff(fpr) >= 0).all()
    # Case E, uniform on [0, 1] against [1/2, 3/2]: tpr = 0 up to fpr 1/2, then fpr - 1/2.
    assert np.interp([0.25, 0.5, 0.75, 1], *e.get_data()) == pytest.approx([0, 0, 0.25, 0.5])
    assert [text.get_text() for text in roc.get_legend().get_texts()] == ["A", "E"]
    for axes, pi in zip(both, (1 / 2, 1 / 11), strict=True):
        chance, lowest, a, e = axes.get_lines()
        assert points(chance) == [[0, pi], [1, pi]]
        share = pi / 2 / (pi / 2 + 1 - pi)
        assert np.interp([0, 0.5, 1], *lowest.get_data()) == pytest.approx([0, share, pi])
        # Recall 1/2 of case A is at threshold 1.4, that of E at fpr 1.
        for line, alpha in ((a, norm.sf(1.4)), (e, 1.0)):
            expected = pi / 2 / (pi / 2 + (1 - pi) * alpha)
            assert np.interp(0.5, *line.get_data()) == pytest.approx(expected, abs=1e-4)
            assert line.get_xdata()[[0, -1]] == pytest.approx([1e-9, 0.9995])
        assert a.get_color() == "C1"


def test_curves_of_discrete_scores_are_broken_where_they_jump():
    _, (_, roc, balanced, _) = four_panels([("F", "C1")])
    # Five scores of the positives, those of the negatives above them 0, 0, 2, 5 and 8 of 10:
    # the thresholds .9, .75, .5, .35 and .2 have recall .2, .4, .6, .8 and 1.
    recall, precision = balanced.get_lines()[-1].get_data()
    gaps = np.flatnonzero(np.isnan(precision))
    assert np.isnan(recall[gaps]).all()
    assert recall[gaps - 1] == pytest.approx([0.4, 0.6, 0.8], abs=1e-3)
    assert recall[gaps + 1] == pytest.approx([0.4, 0.6, 0.8], abs=1e-3)
    tpr = roc.get_lines()[-1].get_ydata()
    assert tpr[0] == pytest.approx(0.4)
    assert tpr[-1] == pytest.approx(1)
    assert np.isnan(tpr).any()


RECALL = np.arange(1, 11) / 10


@pytest.fixture(scope="module")
def cell():
    """Three of four samples at .25 and one at .75, but for some columns."""
    values = np.tile([[0.25], [0.25], [0.25], [0.75]], 10)
    values[:, 1] = 0.35
    values[:, 2] = 1.0
    values[0, 3] = np.nan
    values[:3, 5] = 1.0
    population = hughes_oliver_case("D", 0.5)
    return Cell("D", 1, 100, population, values, normal_approximation(population, 100, RECALL))


def test_a_bar_is_the_share_of_its_fiftieth(cell):
    figure = histograms([cell, cell._replace(n=500)])
    assert len(figure.axes) == 20
    heights, edges, _ = figure.axes[0].patches[0].get_data()
    assert edges == pytest.approx(np.arange(51) / 50)
    # .25 lies in [.24, .26) and .75 in [.74, .76): 3/4 and 1/4 of the samples, over 1/50.
    assert dict(zip(*np.nonzero(heights), heights[heights > 0], strict=True)) == pytest.approx(
        {12: 37.5, 37: 12.5}
    )
    assert figure.axes[0].get_ylim() == pytest.approx((0, 1.15 * 37.5))
    # A sample without a value leaves two of three.
    assert figure.axes[3].patches[0].get_data().values.max() == pytest.approx(100 / 3)
    # A bar at precision 1 runs off the panel, unless all samples have it: 1/4 is left at .75.
    assert figure.axes[5].get_ylim() == pytest.approx((0, 1.15 * 12.5))
    assert figure.axes[2].get_ylim() == pytest.approx((0, 1.15 * 50))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0.5, 0.51, 0.52], 1),
        # At both ends of the grid, where the density falls inwards.
        ([0.0, 0.0, 0.01, 0.99, 1.0, 1.0], 2),
        ([0.1] * 5 + [0.11] + [0.5] * 5 + [0.51] + [0.9] * 5 + [0.91], 3),
        # Of 200 values one alone is too few for a hump: its density is below a twentieth.
        ([*np.linspace(0.2, 0.21, 199), 0.8], 1),
        ([*np.linspace(0.2, 0.21, 180), *np.linspace(0.8, 0.81, 20)], 2),
    ],
)
def test_humps_are_counted(values, expected):
    assert humps(np.array(values)) == expected
