"""The cells of a table's columns as arrays, and the row of what is wrong."""

import numpy as np
import pyarrow as pa
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.table.cells import Cells, Vocabulary
from prgbench.sources.table.label_text import name_text


def cells(values, kind=None, first_row=0):
    batch = pa.record_batch({"x": pa.array(values, type=kind)})
    return Cells("the table", batch, first_row)


def test_texts_have_codes_in_the_order_in_which_they_appear():
    vocabulary = Vocabulary(name_text)
    assert cells(["b", None, "a", "b", ""]).codes("x", vocabulary).tolist() == [0, -1, 1, 0, -1]
    assert cells(["c", "a"]).codes("x", vocabulary).tolist() == [2, 1]
    packed = pa.array(["a", "z"]).dictionary_encode()
    assert cells(packed).codes("x", vocabulary).tolist() == [1, 3]
    assert vocabulary.texts == ["b", "a", "c", "z"]


def test_an_empty_cell_is_named_by_its_row_counted_from_1():
    with pytest.raises(PrgbenchError, match=r"^the table, row 12: x is empty: fill it"):
        cells(["a", None], first_row=10).filled_codes("x", Vocabulary(name_text))


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        ([1, None, 3], [1.0, np.nan, 3.0]),
        ([0.5, float("inf")], [0.5, np.inf]),
        ([True, False], [1.0, 0.0]),
        (["1.5", "", " 2 ", "NaN"], [1.5, np.nan, 2.0, np.nan]),
        ([None, None], [np.nan, np.nan]),
        (pa.array(["0.25", "1"]).dictionary_encode(), [0.25, 1.0]),
    ],
)
def test_numbers_of_all_types(values, numbers):
    np.testing.assert_array_equal(cells(values).numbers("x"), numbers)


@pytest.mark.parametrize(
    ("values", "why"),
    [
        (["1", "1,5"], "row 2: x is '1,5', which is no number: write a decimal with a point"),
        (["1", "0x1"], "row 2: x is '0x1', which is no number"),
        ([[1], [2]], "row 1: x holds list<.*>, no numbers: write numbers there"),
    ],
)
def test_what_is_no_number_is_named(values, why):
    with pytest.raises(PrgbenchError, match=why):
        cells(values).numbers("x")


def test_whole_numbers_have_bounds():
    assert cells([0, 30]).whole_numbers("x", 30).tolist() == [0, 30]
    for wrong in (31, -1, 0.5, None):
        with pytest.raises(PrgbenchError, match=r"row 2: x .*a whole number from 0 to 30"):
            cells([0, wrong]).whole_numbers("x", 30)


def test_ids_are_whole_numbers_or_checksums_of_texts():
    assert cells([3, 0]).row_ids("x").tolist() == [3, 0]
    assert cells([3.0, 0.0]).row_ids("x").tolist() == [3, 0]
    assert cells(["3", "4"]).row_ids("x").tolist() == [3, 4]
    mixed = cells(["3", "b", "b", "c"]).row_ids("x")
    assert mixed[0] == 3
    assert mixed[1] == mixed[2] != mixed[3]
    assert (mixed[1:] < 0).all()
    # What is spelt otherwise, or too long for 64 bits, is a text.
    assert cells(["+4"]).row_ids("x")[0] < 0
    assert cells(["9" * 19]).row_ids("x")[0] < 0


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([1, None], "row 2: x is empty: name the instance"),
        (["a", ""], "row 2: x is empty: name the instance"),
        ([1.0, 1.5], "row 2: x is 1.5: it should be a whole number or a text"),
        ([1, -2], "row 2: x is -2: it should be a whole number from 0 or a text"),
        (["1", "-2"], "row 2: x is '-2': it should be a whole number from 0 or a text"),
    ],
)
def test_ids_that_are_none(values, why):
    with pytest.raises(PrgbenchError, match=why):
        cells(values).row_ids("x")
