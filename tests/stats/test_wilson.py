"""Wilson's bounds, compared with statsmodels' and with the equation that they solve."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from prgbench.stats.wilson import wilson_bounds

Z = 1.959963984540054


def bounds_of(share, trials):
    relative = Z**2 / trials
    return wilson_bounds(share, relative * share * (1 - share), relative)


@pytest.mark.parametrize(("counted", "trials"), [(0, 5), (5, 5), (3, 4), (120, 400)])
def test_bounds_of_trials_are_those_of_statsmodels(counted, trials):
    peer = proportion_confint(counted, trials, method="wilson")
    assert bounds_of(counted / trials, trials) == pytest.approx(peer, abs=1e-12)


@given(share=st.floats(0, 1), trials=st.floats(0.01, 1e9))
def test_bounds_lie_a_quantile_from_the_share_and_never_on_its_wrong_side(share, trials):
    low, high = bounds_of(share, trials)
    assert 0 <= low <= share <= high <= 1
    relative = Z**2 / trials
    for bound in (low, high):
        # As squares: near 0 and 1 the root of a bound has half of its digits.
        squared_reach = relative * bound * (1 - bound)
        rounding = 1e-14 * (1 + relative)
        assert (share - bound) ** 2 == pytest.approx(squared_reach, rel=1e-6, abs=rounding)
