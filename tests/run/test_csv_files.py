import pandas as pd
import pytest

from prgbench.run.csv_files import read_csv, read_csv_table, write_csv
from prgbench.run.errors import PrgbenchError

FORMULAS = ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "＝1", "-", "'=1"]


def lines_of(table, path):
    write_csv(table, path)
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_would_compute_is_text_there_and_unchanged_here(text, tmp_path):
    table = pd.DataFrame({"name": [text, "plain"], "value": [-1.5, 2.0]})
    write_csv(table, tmp_path / "table.csv")
    assert pd.read_csv(tmp_path / "table.csv")["name"].tolist() == [f"'{text}", "plain"]
    pd.testing.assert_frame_equal(read_csv(tmp_path / "table.csv"), table)


@pytest.mark.parametrize("text", ["-1", "+1", "-0.5", "'-1", "a=1", "'quoted'", "weka.J48(1)"])
def test_numbers_and_other_texts_stay_as_they_are(text, tmp_path):
    assert lines_of(pd.DataFrame({"label": [text]}), tmp_path / "table.csv") == ["label", text]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a;=cmd|' /C calc'!A0", "a;'=cmd|' /C calc'!A0"),
        ("=1;+2; @x;;-3", "'=1;'+2;' @x;;'-3"),
        ("a;'=1;' =2", "a;''=1;'' =2"),
        ("-1;b", "'-1;b"),
        ("a; b;3", "a; b;3"),
        ("a;'b", "a;'b"),
    ],
)
def test_formulas_behind_semicolons_are_text_where_these_separate_cells(tmp_path, text, written):
    table = pd.DataFrame({"name": [text]})
    assert lines_of(table, tmp_path / "table.csv") == ["name", written]
    assert read_csv(tmp_path / "table.csv")["name"].tolist() == [text]


def test_texts_are_plain_and_formulas_behind_blanks_are_found(tmp_path):
    names = ["\t=1", "\r=1", "\x00@a", "two\r\nlines", "\u202eleft"]
    lines = lines_of(pd.DataFrame({"name": names}), tmp_path / "table.csv")
    assert lines == ["name", "'=1", "'=1", "'@a", "two lines", "left"]


def test_types_and_full_precision_stay(tmp_path):
    table = pd.DataFrame(
        {
            "float": [0.1 + 0.2, -1e-300], "whole": pd.array([1, None], dtype="Int64"),
            "mixed": pd.Series([True, None], dtype=object), "bin": pd.Categorical(["≤ 1", "-x"]),
        }
    )  # fmt: skip
    assert lines_of(table, tmp_path / "table.csv") == [
        "float,whole,mixed,bin",
        "0.30000000000000004,1,True,≤ 1",
        "-1e-300,,,'-x",
    ]


def test_names_that_look_like_something_else_stay_names(tmp_path):
    names = ["NA", "null", "1", "True", "nan"]
    write_csv(pd.DataFrame({"flow": names}), tmp_path / "table.csv")
    assert read_csv(tmp_path / "table.csv", {"flow": str})["flow"].tolist() == names
    write_csv(pd.DataFrame({"flow": ["a", None], "x": [1.0, None]}), tmp_path / "table.csv")
    found = read_csv(tmp_path / "table.csv", {"flow": str})
    assert found.isna().to_numpy().tolist() == [[False, False], [True, True]]


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
        ("a,b\n1\n", "line 2: 1 cells, but 2 columns"),
        ("a,b\n\n1,2,3\n", "line 3: 3 cells, but 2 columns"),
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
    with pytest.raises(PrgbenchError, match=r"has 2\.0 kB, above the limit of 1\.0 kB"):
        read_csv_table(tmp_path / "a.csv", ["a"], largest=1000)
