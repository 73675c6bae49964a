"""The histograms of a made-up cell, and humps counted by hand."""

import numpy as np
import pytest

from prgtheory.hughes_oliver.histograms import histograms, humps
from prgtheory.hughes_oliver.simulation_study import Cell
from prgtheory.populations import hughes_oliver_case, normal_approximation

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


def test_values_that_occur_are_marked_and_spread_ones_have_a_density(cell):
    figure = histograms([cell])
    density, *_, rug = figure.axes[0].get_lines()
    assert rug.get_xydata().tolist() == [[0.25, 0], [0.75, 0]]
    x, y = density.get_data()
    assert (x[0], x[-1], len(x)) == (0, 1, 401)
    # Nearly three in four lie around .25.
    assert y[100] > 2 * y[300] > 0
    # All samples at one value have none: what is left is the normal law where it has a variance.
    assert [line.get_marker() for line in figure.axes[2].get_lines()] == [3]


def test_the_normal_law_is_dashed_where_it_has_a_variance(cell):
    figure = histograms([cell])
    law = cell.normal
    for index, axes in enumerate(figure.axes):
        dashed = [line for line in axes.get_lines() if line.get_linestyle() == "--"]
        # Below recall 1/2 the limit of case D is degenerate.
        assert len(dashed) == (law.sd[index] > 0) == (index >= 4)
        for line in dashed:
            x, y = line.get_data()
            z = (x - law.mean[index]) / law.sd[index]
            assert y == pytest.approx(np.exp(-(z**2) / 2) / law.sd[index] / np.sqrt(2 * np.pi))
    discrete = histograms([cell._replace(normal=None)])
    assert not any(line.get_linestyle() == "--" for a in discrete.axes for line in a.get_lines())


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
