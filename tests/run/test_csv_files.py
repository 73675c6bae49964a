import pandas as pd
import pytest

from prgbench.run.files import read_csv, write_csv

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


def test_an_empty_cell_is_missing(tmp_path):
    write_csv(pd.DataFrame({"flow": ["a", None], "x": [1.0, None]}), tmp_path / "table.csv")
    assert read_csv(tmp_path / "table.csv", {"flow": str}).isna().to_numpy().tolist() == [
        [False, False],
        [True, True],
    ]
