"""The fast path reads plain values, and leaves all else to the tolerant one."""

import numpy as np
import pytest

from prgbench.sources.predictions import fast
from prgbench.sources.predictions.fast import NotPlainError, read_blocks
from prgbench.sources.predictions.layout import LabelMatcher, find_layout, read_header

CLASSES = ("no", "yes")
NAMES = ("row_id", "confidence.no", "confidence.yes", "prediction")


def read(path, *rows, names=NAMES, end="\n"):
    """Return counts, scores and codes of the whole file."""
    declared = [f"@attribute {name} string" for name in names]
    path.write_bytes(end.join(["@relation x", *declared, "@data", *rows]).encode())
    header, layout = read_header(path), find_layout(names, CLASSES)
    blocks = list(read_blocks(path, header, layout, LabelMatcher(CLASSES)))
    numbers = [
        np.concatenate(columns).tolist() for columns in zip(*(b[0] for b in blocks), strict=True)
    ]
    labels = [
        np.concatenate(columns).tolist() for columns in zip(*(b[1] for b in blocks), strict=True)
    ]
    return numbers, labels


@pytest.mark.parametrize("mark", [",", "\t", " "])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_plain_rows(tmp_path, mark, end):
    rows = (mark.join(row) for row in (["0", "0.25", "0.75", "yes"], ["12", "1e-3", "1", "no"]))
    numbers, labels = read(tmp_path / "file", *rows, end=end)
    assert numbers == [[0.0, 12.0], [0.25, 0.001], [0.75, 1.0]]
    assert labels == [[1, 0]]


def test_what_is_missing_is_nan_and_an_unknown_label_no_class(tmp_path):
    numbers, labels = read(tmp_path / "file", "?,?,0.5,?", "1,NaN,0.5,maybe", "2,0,1,'yes'")
    assert np.isnan(numbers[0]).tolist() == [True, False, False]
    assert np.isnan(numbers[1]).tolist() == [True, True, False]
    assert labels == [[-1, -1, 1]]


def test_blocks_keep_their_own_codes_of_labels(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.sources.predictions.fast.BLOCK_BYTES", 256)
    rows = [f"{n},0.5,0.5,{'no' if n < 50 else 'yes'}" for n in range(100)]
    numbers, labels = read(tmp_path / "file", *rows)
    assert numbers[0] == list(range(100))
    assert labels == [[0] * 50 + [1] * 50]


@pytest.mark.parametrize(
    "rows",
    [
        ["0,0.5,0.5,yes", "1,0.5,0.5"],
        ["0,0.5,0.5,yes", "1,0.5,0.5,no,more"],
        ["0,0.5,0.5,'it\\'s'"],
        ["0,0.5,0.5,'a"],
        ["0,0.5,0.5, yes"],
        ["0,0.5,0.5,"],
        ["0,0.5,0.5,a\0b"],
        ["0,half,0.5,yes"],
        ["nan,0.5,0.5,yes"],
        ["% a comment", "0,0.5,0.5,yes"],
        ["{0 1, 1 0.5}"],
        ["\ufeff0,0.5,0.5,yes"],
        [],
    ],
)
def test_all_else_is_left_to_the_tolerant_path(tmp_path, rows):
    with pytest.raises(NotPlainError):
        read(tmp_path / "file", *rows)


def test_columns_that_nobody_knows_are_left_to_the_tolerant_path(tmp_path):
    with pytest.raises(NotPlainError):
        read(tmp_path / "file", "0,0.5,0.5,yes,7", names=(*NAMES, "note"))


def test_a_look_at_the_first_row_takes_no_more_memory_than_a_block():
    assert fast.SNIFFED_BYTES <= fast.BLOCK_BYTES
