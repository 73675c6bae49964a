"""The tolerant path reads row by row what clients have written."""

import numpy as np
import pytest

from prgbench.sources.interface import RunUnusableError
from prgbench.sources.predictions import tolerant
from prgbench.sources.predictions.layout import LabelMatcher, find_layout, read_header
from prgbench.sources.predictions.tolerant import read_blocks, read_rows

CLASSES = ("no", "it's")
NAMES = ("row_id", "fold", "confidence.no", "confidence.it's", "prediction", "correct")
TYPES = ("numeric", "numeric", "numeric", "numeric", "string", '{no,"it\'s"}')


@pytest.fixture
def written(tmp_path):
    """Write a file with these rows and return its path and header."""

    def write(*rows):
        declared = [f'@attribute "{name}" {kind}' for name, kind in zip(NAMES, TYPES, strict=True)]
        path = tmp_path / "file"
        path.write_text("\n".join(["@relation x", *declared, "@data", *rows]), encoding="utf-8")
        return path, read_header(path)

    return write


def rows_of(file):
    return list(read_rows(*file))


def blocks_of(file):
    return list(read_blocks(*file, find_layout(NAMES, CLASSES), LabelMatcher(CLASSES)))


@pytest.mark.parametrize(
    "row",
    [
        "0,1,0.25,0.75,'it\\'s',no",
        '0, 1 ,0.25,\t0.75,"it\'s" , no',
        '0\t1\t0.25\t0.75\t"it\'s"\tno',
        '0 1 0.25  0.75 "it\'s"\tno',
        '{1 1, 2 0.25, 3 0.75, 4 "it\'s"}',
        "{0 0,1 1,2 0.25,3 0.75,4 'it\\'s' , 5 no} \t",
    ],
)
def test_a_row_in_all_its_spellings(written, row):
    assert rows_of(written(row)) == [["0", "1", "0.25", "0.75", "it's", "no"]]


def test_numbers_and_labels_become_columns_in_the_order_of_the_layout(written):
    ((numbers, labels),) = blocks_of(
        written('5,3,0.25,0.75,"it\'s",no', '7,?,1,?,?,"it\'s"', "8,?,x,0.5,other,?")
    )
    # The counts come as fold and row_id, then the scores.
    np.testing.assert_array_equal(
        np.array(numbers),
        [[3, np.nan, np.nan], [5, 7, 8], [0.25, 1, np.nan], [0.75, np.nan, 0.5]],
    )
    assert [codes.tolist() for codes in labels] == [[1, -1, -1], [0, 1, -1]]


def test_rows_come_in_blocks(written, monkeypatch):
    monkeypatch.setattr(tolerant, "BLOCK_VALUES", 2 * len(NAMES) + 1)
    blocks = blocks_of(written(*["0,0,0.5,0.5,no,no"] * 5))
    assert [len(numbers[0]) for numbers, _ in blocks] == [2, 2, 1]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("0,0,0.5,0.5,no", "5 values for 6 columns in row '0,0,0.5,0.5,no'"),
        ("0,0,0.5,0.5,no,no,no,no", "more than 6 values for 6 columns in row"),
        ("{6 1}", "no column 6 in row '{6 1}'"),
        ("{1 1, 1 2}", "twice the column 1 in row '{1 1, 1 2}'"),
        ("0,0,0.5,0.5,no,'n", "a quote that is not closed"),
    ],
)
def test_a_row_that_does_not_fit_is_quoted(written, row, why):
    with pytest.raises(RunUnusableError, match=why):
        rows_of(written("0,0,0.5,0.5,no,no", row))


def test_blanks_part_values_where_tabs_give_another_number_of_columns(written):
    assert rows_of(written("0 1\t0.25 0.75 no no")) == [["0", "1", "0.25", "0.75", "no", "no"]]


@pytest.mark.parametrize(("row", "role"), [("x,0", "row_id"), ("0,1st", "fold")])
def test_what_counts_must_be_a_number(written, row, role):
    with pytest.raises(RunUnusableError, match=f"no number as {role}:"):
        blocks_of(written(f"{row},0.5,0.5,no,no"))


def test_a_true_class_must_be_one_of_the_task(written):
    with pytest.raises(RunUnusableError, match="a true class that the task does not have: 'nay'"):
        blocks_of(written("0,0,0.5,0.5,no,nay"))
