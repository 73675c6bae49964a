import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import read_csv_table


def test_columns_are_found_by_name_and_rows_know_their_lines(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b'\xef\xbb\xbfb, a ,c\r\n1,"x\r\ny ""z""",3\r\n\r\n4,,6\r\n')
    table = read_csv_table(path, ["a"], ["c", "d"])
    assert table.columns == {"a": ['x\r\ny "z"', ""], "c": ["3", "6"]}
    assert table.lines == [3, 5]
    with pytest.raises(PrgbenchError, match=r"a\.csv, line 5: wrong\.$"):
        table.refuse(1, "wrong")


def test_columns_that_nobody_asks_for_may_stand_twice(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a,,,b,b\n1,2,3,4,5\n")
    assert read_csv_table(path, ["a"]).columns == {"a": ["1"]}
    with pytest.raises(PrgbenchError, match="has the column b twice: keep one of them"):
        read_csv_table(path, ["a"], ["b"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", r"lacks the column a; it needs a, b and has none\.$|lacks the column a, b"),
        ("a\n1\n", r"lacks the column b; it needs a, b and has a\.$"),
        ("a;b\n1;2\n", "uses semicolons as separators: use commas"),
        ("a,b\n1\n", "line 2: 1 cells under 2 columns"),
        ("a,b\n\n1,2,3\n", "line 3: 3 cells under 2 columns"),
        ('a,b\n1,"2\n', r"line 2 is not CSV \(unexpected end of data\): correct it\.$"),
        ('a,b\n1,"2"3\n', "line 2 is not CSV"),
        ("x" * 200_000, r"line 1 is not CSV \(field larger than field limit \(131072\)\)"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, content, message):
    (tmp_path / "a.csv").write_text(content)
    with pytest.raises(PrgbenchError, match=message) as raised:
        read_csv_table(tmp_path / "a.csv", ["a", "b"])
    assert str(raised.value).isprintable()


def test_a_file_that_is_too_big_is_not_read(tmp_path):
    (tmp_path / "a.csv").write_text("a\n" * 1000)
    with pytest.raises(PrgbenchError, match=r"has 2\.0 kB, more than the 1\.0 kB"):
        read_csv_table(tmp_path / "a.csv", ["a"], largest=1000)
