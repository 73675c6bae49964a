"""Values with and without quotes, in rows and in lists."""

import io

import pytest

from prgbench.sources.interface import RunUnusableError
from prgbench.sources.predictions.fast import Section, read_lines
from prgbench.sources.predictions.tokens import (
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
    "row",
    [
        "{0}", "{0 1,}", "{-1 1}", "{1234567890 1}", "{0 1", "{", "{0 1,,2 3}", "{0 1,x,2 3}",
        "{0 1;2 3}", "{0 1 2,3 4}", "{0 ,1 2}", "{1. 2}", "{\u0662 4}", "{" + "9" * 5000 + " 4}",
        "{0 1}}", "{0 {1},2 3}", "{0 'neg}", "{0 n'eg'}", "{0 'ne'g}",
    ],
)  # fmt: skip
def test_anything_else_in_a_sparse_row_is_refused(row):
    with pytest.raises(RunUnusableError, match=r"\.\.\.. in braces|more than val"):
        list(sparse_values(row))


@pytest.mark.parametrize("row", ["{0 1} 2", "{0 1}, {5}"])
def test_nothing_stands_behind_the_braces(row):
    with pytest.raises(RunUnusableError, match="more than values in braces"):
        list(sparse_values(row))


def test_declared_labels_may_be_quoted_and_commented():
    assert nominal_values("{a}") == ["a"]
    assert nominal_values("{ 'a,}', b b ,\"c\" } % {d}") == ["a,}", "b b", "c"]


@pytest.mark.parametrize("declared", ["{a", "{a} b", "{a,'b}", "{a{b}"])
def test_labels_that_are_not_closed_are_refused(declared):
    with pytest.raises(RunUnusableError, match="not ARFF: labels"):
        nominal_values(declared)


def section(data, start=0):
    return Section(io.BytesIO(data), start)


def lines(path, data, start=0):
    path.write_bytes(data)
    return list(read_lines(path, start))


@pytest.mark.parametrize(
    ("data", "start", "found"),
    [
        (b"@data\n1,2\n", 6, b"1,2"),
        (b"@data\n1,2\r\n\r\n \0\0\x1a", 6, b"1,2"),
        (b"@data\n1,2\t", 6, b"1,2\t"),
        (b"@data\n", 6, b""),
        (b"@data\n" + b"\0" * 10_000, 6, b""),
        (b"1" + b" " * 4095, 0, b"1"),
        (b"1" + b" " * 4096, 0, b"1"),
        (b"1" * 5000 + b"\n" * 5000, 0, b"1" * 5000),
    ],
)
def test_the_section_ends_with_its_last_byte_that_is_no_blank(data, start, found):
    assert section(data, start).read() == found


def test_a_section_is_read_in_parts():
    parts = section(b"@data\n1,2,3 \n", 6)
    assert parts.readable()
    assert parts.first_bytes(3) == b"1,2"
    assert parts.first_bytes(100) == b"1,2,3"
    assert [parts.read(2), parts.read(0), parts.read(100), parts.read(), parts.read(1)] == [
        b"1,", b"", b"2,3", b"", b"",
    ]  # fmt: skip


def test_bytes_that_are_no_utf_8_stay_distinct(tmp_path):
    assert lines(tmp_path / "file", b"\xe9,\xc3\xa9") == ["\udce9,é"]


def test_tabs_at_the_ends_of_a_row_are_values(tmp_path):
    assert lines(tmp_path / "file", b"\t1\t2\t\n3") == ["\t1\t2\t", "3"]


def test_a_row_has_a_longest_length(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.sources.predictions.fast.LONGEST_LINE", 10)
    assert lines(tmp_path / "file", b"12345678\n12345678") == ["12345678"] * 2
    with pytest.raises(RunUnusableError, match="a row of 10 characters or more: '1234567890'"):
        lines(tmp_path / "file", b"1\n1234567890123")
