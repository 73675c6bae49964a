"""Outcomes in words and numbers, and what a column is called."""

import numpy as np
import pandas as pd
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.items.outcomes import (
    as_outcomes,
    has_words,
    higher_is_better,
    is_graded,
    is_pass_or_fail,
)


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        ([True, False], [1, 0]),
        ([1, 0], [1, 0]),
        (["1", "0.0"], [1, 0]),
        (["True", "false"], [1, 0]),
        (["pass", "FAIL"], [1, 0]),
        (["resolved", "not_resolved"], [1, 0]),
        (["resolved", "empty_patch"], [1, 0]),
        (["C", "I"], [1, 0]),
        (["C", "P", "N"], [1, 0.5, 0]),
        (["yes", "no", ""], [1, 0, np.nan]),
        (["1", "0", "N/A"], [1, 0, np.nan]),
        ([True, None], [1, np.nan]),
    ],
)
def test_pass_or_fail_is_one_or_zero(cells, numbers):
    column = pd.Series(cells)
    assert is_pass_or_fail(column)
    assert is_graded(column)
    np.testing.assert_array_equal(as_outcomes("t", "passed", column), numbers)


def test_grades_are_numbers_from_0_to_1():
    column = pd.Series(["0.25", "1", "0.5"])
    assert (is_graded(column), is_pass_or_fail(column)) == (True, False)
    assert as_outcomes("t", "f1", column).tolist() == [0.25, 1, 0.5]
    assert not is_graded(pd.Series([0.5, 7.0]))
    assert not is_graded(pd.Series(["a", "b"]))


def test_a_word_that_is_no_outcome_is_refused_with_its_column():
    column = pd.Series(["resolved", "kaput"])
    assert has_words(column)
    assert not has_words(pd.Series(["0", "1"]))
    with pytest.raises(PrgbenchError) as raised:
        as_outcomes("results.csv", "status", column)
    assert str(raised.value) == (
        "results.csv has 'kaput' in the column status, which is neither pass nor fail nor a "
        "number: write 1 or 0."
    )


@pytest.mark.parametrize(
    ("name", "higher"),
    [
        ("resolved", True),
        ("isCorrect", True),
        ("exact_match", True),
        ("status", True),
        ("failed", False),
        ("is_error", False),
        ("unresolved", False),
        ("tokens", None),
    ],
)
def test_names_say_whether_more_is_better(name, higher):
    assert higher_is_better(name) is higher
