"""Estimates without bounds, and the quantile of intervals over data sets."""

from dataclasses import astuple

import numpy as np
import pytest
from scipy import stats

from prgbench.stats.interval import UNDEFINED, jackknife_quantile, without_bounds


def test_without_bounds_the_estimate_and_the_reason_stay():
    estimate, *bounds, undefined, note = astuple(without_bounds(0.25, UNDEFINED))
    assert (estimate, undefined, note) == (0.25, 0, "undefined in these tasks")
    assert np.isnan(bounds).all()
    assert len(bounds) == 3


@pytest.mark.parametrize(
    ("jackknife", "degrees"),
    [
        ([5.0], 1),
        ([1.0, 2.0], 1),
        ([2.0, 2.0, 2.0], 2),
        # Squares 1, 0, 1 with variance 1/3: 2 * 2^2 / (3 / 3) = 8, more than n - 1.
        ([1.0, 2.0, 3.0], 2),
        # Nine squares of 1 and one of 81, sum 90, variance 640: 2 * 8100 / 6400.
        ([0.0] * 9 + [10.0], 2.53125),
    ],
)
def test_degrees_of_freedom_are_few_where_a_data_set_makes_up_the_spread(jackknife, degrees):
    found = jackknife_quantile(np.array(jackknife), 0.025)
    assert found == pytest.approx(stats.t(degrees).ppf(0.025), rel=1e-10)
