"""The table lets no difference pass without a reason."""

import pytest

from prgbench.papers.printed_beside_found import Row, claim, formula, number


def test_a_number_agrees_within_its_last_digit_only():
    assert number("s", "w", "q", "0.76", 0.7649).verdict == "agrees"
    with pytest.raises(ValueError, match=r"q printed 0\.76, found 0\.7651"):
        number("s", "w", "q", "0.76", 0.7651)
    assert number("s", "w", "q", "2/3", 2 / 3).found == "0.666667"
    with pytest.raises(ValueError, match="q printed 2/3"):
        number("s", "w", "q", "2/3", 0.6667)


def test_a_difference_needs_a_verdict_and_a_reason():
    row = number("s", "w", "q", "0.02", 0.0254, verdict="misprint", why="cut, not rounded")
    assert (row.verdict, row.why) == ("misprint", "cut, not rounded")
    with pytest.raises(ValueError, match="differs without why"):
        number("s", "w", "q", "0.02", 0.0254, verdict="misprint")
    with pytest.raises(ValueError, match="differs without why"):
        Row("s", "w", "q", "1", "2", "data not printed")


def test_a_difference_may_not_be_claimed_where_there_is_none():
    with pytest.raises(ValueError, match="the verdict is 'misprint'"):
        number("s", "w", "q", "0.02", 0.0201, verdict="misprint", why="no")


def test_formulas_and_claims_are_checked():
    with pytest.raises(ValueError, match=r"0\.5 is not 0\.6"):
        formula("s", "w", "q", 0.5, 0.6)
    with pytest.raises(ValueError, match="printed less than 5, found 6"):
        claim("s", "w", "q", "less than 5", "6", holds=False)
