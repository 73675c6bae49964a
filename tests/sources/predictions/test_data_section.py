"""The bytes and the lines of a file's data section."""

import io

import pytest

from prgbench.sources.interface import RunUnusableError
from prgbench.sources.predictions.fast import Section, read_lines


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


def test_blank_lines_and_comments_are_left_out(tmp_path):
    data = b"@data\n1,2\n\n  \t\n% all\n \t%more\n 3,%4 \r\n'5'"
    assert lines(tmp_path / "file", data, 6) == ["1,2", "3,%4", "'5'"]


def test_line_ends_of_all_systems_part_rows(tmp_path):
    assert lines(tmp_path / "file", b"1\r\n2\r3\n4") == ["1", "2", "3", "4"]


def test_bytes_that_are_no_utf_8_stay_distinct(tmp_path):
    assert lines(tmp_path / "file", b"\xe9,\xc3\xa9") == ["\udce9,é"]


def test_tabs_at_the_ends_of_a_row_are_values(tmp_path):
    assert lines(tmp_path / "file", b"\t1\t2\t\n3") == ["\t1\t2\t", "3"]


def test_a_row_has_a_longest_length(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.sources.predictions.fast.LONGEST_LINE", 10)
    assert lines(tmp_path / "file", b"12345678\n12345678") == ["12345678"] * 2
    with pytest.raises(RunUnusableError, match="a row of 10 characters or more: '1234567890'"):
        lines(tmp_path / "file", b"1\n1234567890123")
