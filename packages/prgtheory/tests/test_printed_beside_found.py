"""The table lets no difference pass without a reason."""

import pytest

from prgtheory.printed_beside_found import Row, Source

S = Source("s")


def test_a_number_agrees_within_its_last_digit_only():
    assert S.number("w", "q", "0.76", 0.7649).verdict == "agrees"
    with pytest.raises(ValueError, match=r"q printed 0\.76, found 0\.7651"):
        S.number("w", "q", "0.76", 0.7651)
    assert S.number("w", "q", "2/3", 2 / 3).found == "0.666667"
    with pytest.raises(ValueError, match="q printed 2/3"):
        S.number("w", "q", "2/3", 0.6667)


def test_a_number_within_its_allowance_only_says_so():
    allowance = (0.001, "the input is rounded")
    assert S.number("w", "q", "0.665", 0.6653, allowance=allowance).why == ""
    row = S.number("w", "q", "0.665", 0.6643, allowance=allowance)
    assert (row.verdict, row.why) == ("agrees", "agrees within 0.001: the input is rounded")
    with pytest.raises(ValueError, match=r"found 0\.6639"):
        S.number("w", "q", "0.665", 0.6639, allowance=allowance)


def test_a_difference_needs_a_verdict_and_a_reason():
    row = S.number("w", "q", "0.335", 1 / 3, verdict="rounding", why="with .67 for 2/3")
    assert (row.verdict, row.why) == ("rounding", "with .67 for 2/3")
    with pytest.raises(ValueError, match="differs without why"):
        S.number("w", "q", "0.335", 1 / 3, verdict="rounding")
    with pytest.raises(ValueError, match="differs without why"):
        Row("s", "w", "q", "1", "2", "data not printed")


def test_a_difference_may_not_be_claimed_where_there_is_none():
    with pytest.raises(ValueError, match="the verdict is 'rounding'"):
        S.number("w", "q", "0.02", 0.0201, verdict="rounding", why="no")
    with pytest.raises(ValueError, match=r"both are 0\.5"):
        S.misprint("w", "q", "a", "b", as_printed=0.5, recomputed=0.5, words="c", why="d")
    with pytest.raises(ValueError, match=r"0\.5 does not exceed 0\.5"):
        S.counterexample("w", "q", "a < b", larger=0.5, smaller=0.5, why="c")
    with pytest.raises(ValueError, match=r"0\.5 does not exceed 0\.4 alone"):
        S.counterexample("w", "q", "a < b", larger=0.5, smaller=0.4, why="c", holds=False)


def test_a_misprint_needs_the_words_of_the_source_and_both_numbers():
    row = S.misprint("w", "q", "a", "b", as_printed=0.5, recomputed=0.25, words="c", why="d")
    assert (row.words, row.why) == ("c", "d: 0.5 as printed, 0.25 recomputed")
    with pytest.raises(ValueError, match="no misprint without the source's words"):
        Row("s", "w", "q", "a", "b", "misprint", "why")
    with pytest.raises(ValueError, match="and a found value"):
        Row("s", "w", "q", "a", "", "misprint", "why", "words")


def test_formulas_and_claims_are_checked():
    with pytest.raises(ValueError, match=r"0\.5 is not 0\.6"):
        S.formula("w", "q", 0.5, 0.6)
    with pytest.raises(ValueError, match=r"nan is not 0\.6"):
        S.formula("w", "q", float("nan"), 0.6)
    with pytest.raises(ValueError, match="printed less than 5, found 6"):
        S.claim("w", "q", "less than 5", "6", holds=False)
    with pytest.raises(ValueError, match="the verdict is 'consistent'"):
        S.number("w", "q", "0.7", 0.8, verdict="consistent")
