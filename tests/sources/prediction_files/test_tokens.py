"""Values with and without quotes, in rows and in lists."""

import pytest

from prgbench.sources.errors import RunUnusableError
from prgbench.sources.prediction_files.arff import (
    dense_values,
    nominal_values,
    separator_of,
    sparse_values,
    unquote,
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("plain \t", "plain"),
        ("' kept '", " kept "),
        ('"a\'b"', "a'b"),
        (r"'it\'s'", "it's"),
        (r"'a\\b'", "a\\b"),
        (r"'tab\tline\nback\r'", "tab\tline\nback\r"),
        (r"'\x'", "x"),
        ("", ""),
    ],
)
def test_quotes_and_escapes_are_removed(text, meant):
    assert unquote(text) == meant


@pytest.mark.parametrize(
    ("row", "separator"),
    [
        ("0,1", ","),
        ("0\t1", "\t"),
        ("0\t1,2", ","),
        ("0 1", " "),
        ("0 'a,\tb' 1", " "),
        ("0\t'a, b'", "\t"),
        ("0 'not, closed", " "),
        ("7", " "),
    ],
)
def test_what_stands_in_quotes_separates_nothing(row, separator):
    assert separator_of(row) == separator


@pytest.mark.parametrize(
    ("row", "separator", "values"),
    [
        ("1, 2 ,3", ",", ["1", "2", "3"]),
        ("1,,3", ",", ["1", "", "3"]),
        ("1,'a,b',3", ",", ["1", "a,b", "3"]),
        ("1, 'a b' ", ",", ["1", "a b"]),
        ("1\t'a\tb'", "\t", ["1", "a\tb"]),
        ("  1   'a b' 3 ", " ", ["1", "a b", "3"]),
        ("'', 1", ",", ["", "1"]),
    ],
)
def test_values_of_a_row(row, separator, values):
    assert dense_values(row, separator, 9) == values


@pytest.mark.parametrize(
    ("row", "separator"), [("1,2,3,4", ","), ("1,'2',3,4", ","), ("1 2 3 4", " ")]
)
def test_of_too_many_values_one_more_than_asked_for_is_returned(row, separator):
    assert dense_values(row, separator, 2)[:2] == ["1", "2"]
    assert len(dense_values(row, separator, 2)) == 3
    assert dense_values(row, separator, 4) == ["1", "2", "3", "4"]


@pytest.mark.parametrize("row", ["1,'a", "1,a'b'", "1,'a'b", '1,"'])
def test_a_quote_that_is_not_closed_or_inside_a_value_is_refused(row):
    with pytest.raises(RunUnusableError, match="a quote that is not closed, or inside a value"):
        dense_values(row, ",", 9)


def test_sparse_rows_have_indices_and_values():
    assert list(sparse_values("{}")) == []
    assert list(sparse_values("{ \t}")) == []
    assert list(sparse_values("{12 'a b' ,3 x}")) == [(12, "a b"), (3, "x")]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("{0 1} 2", "more than values in braces"),
        ("{0}", "not 'index value, ...' in braces"),
        ("{0 1,}", "not 'index value, ...' in braces"),
        ("{-1 1}", "not 'index value, ...' in braces"),
        ("{1234567890 1}", "not 'index value, ...' in braces"),
        ("{0 1", "not 'index value, ...' in braces"),
    ],
)
def test_anything_else_in_a_sparse_row_is_refused(row, why):
    with pytest.raises(RunUnusableError, match=why):
        list(sparse_values(row))


def test_declared_labels_may_be_quoted_and_commented():
    assert nominal_values("{a}") == ["a"]
    assert nominal_values("{ 'a,}', b b ,\"c\" } % {d}") == ["a,}", "b b", "c"]


@pytest.mark.parametrize("declared", ["{a", "{a} b", "{a,'b}", "{a{b}"])
def test_labels_that_are_not_closed_are_refused(declared):
    with pytest.raises(RunUnusableError, match="not ARFF: labels"):
        nominal_values(declared)
