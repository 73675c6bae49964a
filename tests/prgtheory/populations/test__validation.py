"""Checks of arguments: what passes at the edges, and what the errors say."""

from math import nan

import pytest

from prgtheory.populations._validation import (
    check_class_sizes,
    check_count,
    check_prevalence,
    check_unit,
    floor_count,
)


@pytest.mark.parametrize("prevalence", [0.0, 1.0, -0.1, 1.1, nan])
def test_a_prevalence_lies_strictly_between_0_and_1(prevalence):
    assert check_prevalence(0.25) == 0.25
    with pytest.raises(ValueError, match=f"between 0 and 1, got {prevalence}"):
        check_prevalence(prevalence)


def test_the_unit_interval_has_1_and_if_asked_for_no_0():
    assert check_unit([0.0, 0.5, 1.0], "share").tolist() == [0, 0.5, 1]
    assert check_unit([0.5, 1.0], "recall", zero=False).tolist() == [0.5, 1]
    with pytest.raises(ValueError, match=r"recall must lie in \(0, 1\], got 0\.0"):
        check_unit([0.5, 0.0], "recall", zero=False)
    for value in (-0.1, 1.1, nan):
        with pytest.raises(ValueError, match=rf"share must lie in \[0, 1\], got {value}"):
            check_unit([0.5, value], "share")


def test_a_count_is_a_whole_number_of_at_least_the_minimum():
    assert (check_count(2, "n", 2), check_count(5.0, "n", 2)) == (2, 5)
    for value in (1, 2.5):
        with pytest.raises(
            ValueError, match=f"n must be a whole number of at least 2, got {value}"
        ):
            check_count(value, "n", 2)


def test_class_sizes_are_random_or_fixed():
    assert check_class_sizes("random")
    assert not check_class_sizes("fixed")
    with pytest.raises(ValueError, match="must be 'random' or 'fixed', got 'both'"):
        check_class_sizes("both")


def test_a_product_just_short_of_a_whole_number_is_that_number():
    assert 1 / 49 * 49 < 1
    assert floor_count([0.0, 1 / 49, 0.5, 1.0], 49).tolist() == [0, 1, 24, 49]
    # A billionth is as far as rounding goes: 2 - 5e-10 is 2, 2 - 2e-9 is not.
    assert floor_count([0.2 - 5e-11, 0.2 - 2e-10, 0.2 + 5e-11], 10).tolist() == [2, 1, 2]
