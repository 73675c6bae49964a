"""One rounding for the library, the answer and the page."""

import math

import pytest

from prgbench.run.rounding import rounded, three_decimals


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        (0.8125, 3, "0.813"),
        (-0.8125, 3, "-0.813"),
        (0.81249999999999, 3, "0.813"),
        (0.8124999, 3, "0.812"),
        (-0.0001, 3, "-0.000"),
        (2e9 + 0.5, 0, "2000000000"),
        (math.nan, 3, "nan"),
        (-math.inf, 3, "-inf"),
    ],
)
def test_halves_go_away_from_0(value, digits, written):
    assert rounded(value, digits) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.8125, "0.813"), (-0.0625, "-0.063"), (-0.0001, "0.000"), (math.nan, "nan")],
)
def test_values_of_measures_have_three_decimals_and_no_signed_zero(value, written):
    assert three_decimals(value) == written
