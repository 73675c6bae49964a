"""Blocks of numbers and labels become checked predictions."""

import numpy as np
import pytest

from prgbench.sources.interface import RunUnusableError
from prgbench.sources.predictions.layout import find_layout
from prgbench.sources.predictions.rows import GrowingColumns, RowCollector

NAMES = ("repeat", "fold", "row_id", "confidence.no", "confidence.yes", "prediction", "truth")
LAYOUT = find_layout(NAMES, ("no", "yes"))


def block(repeat=(0, 0), fold=(1, 2), row_id=(5, 7), no=(0.25, 1.0), yes=(0.75, 0.0), labels=True):
    numbers = [np.array(column, dtype=float) for column in (repeat, fold, row_id, no, yes)]
    codes = [np.array([1, 0], dtype=np.int8), np.array([1, 1], dtype=np.int8)]
    return numbers, codes if labels else []


def collected(*blocks, layout=LAYOUT, expected=0):
    collector = RowCollector(layout, 2, expected)
    for one in blocks:
        collector.add(one)
    return collector.predictions()


def test_columns_grow_and_keep_what_they_have():
    columns = GrowingColumns(2, np.int64, 1)
    for start in range(0, 9, 3):
        columns.append(np.arange(start, start + 3), -np.arange(start, start + 3))
    assert columns.values.tolist() == [list(range(9)), [-x for x in range(9)]]


@pytest.mark.parametrize("expected", [0, 4, 100])
def test_rows_come_in_their_order(expected):
    found = collected(block(), block(row_id=(1, 2), fold=(3, 3)), expected=expected)
    assert found.row_id.tolist() == [5, 7, 1, 2]
    assert found.fold.tolist() == [1, 2, 3, 3]
    assert found.repeat.tolist() == [0] * 4
    assert found.truth.tolist() == [1, 1, 1, 1]
    assert found.predicted.tolist() == [1, 0, 1, 0]
    assert found.confidences.tolist() == [[0.25, 1.0] * 2, [0.75, 0.0] * 2]


def test_an_unknown_fold_is_minus_1():
    assert collected(block(fold=(np.nan, 2))).fold.tolist() == [-1, 2]


def test_the_scores_of_one_class_are_1_minus_those_of_the_other():
    layout = find_layout(("row_id", "confidence.yes"), ("no", "yes"))
    numbers = [np.array([0.0, 1.0]), np.array([0.25, 1.0])]
    found = collected((numbers, []), layout=layout)
    assert found.confidences.tolist() == [[0.75, 0.0], [0.25, 1.0]]
    assert found.truth is None
    assert found.predicted is None
    assert found.fold.tolist() == [-1, -1]


def test_a_row_without_any_score_has_1_for_its_predicted_class():
    found = collected(block(no=(0.0, 0.0), yes=(0.0, 0.0)))
    assert found.confidences.tolist() == [[0.0, 1.0], [1.0, 0.0]]


def test_an_instance_may_come_once_in_each_repeat():
    assert collected(block(repeat=(0, 1), row_id=(5, 5))).row_id.tolist() == [5, 5]
    far = collected(block(repeat=(0, 1), row_id=(5, 10**12)))
    assert far.row_id.tolist() == [5, 10**12]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"row_id": (5, 5)}, "1 of 2"),
        ({"row_id": (5, np.nan)}, "row_id is missing"),
        ({"row_id": (5, -1)}, "row_id -1 is not a whole number"),
        ({"row_id": (5, 0.5)}, "row_id 0.5 is not a whole number"),
        ({"row_id": (5, 2.0**53)}, "row_id 9007199254740992 is not a whole number"),
        ({"fold": (1, 40_000)}, "fold 40000 is not a whole number from 0 to 32767"),
        ({"repeat": (0, np.nan)}, "repeat is missing"),
        ({"no": (0.25, np.nan)}, "1 or more, as for row_id 7"),
        ({"yes": (np.inf, 0.0)}, "1 or more, as for row_id 5"),
    ],
)
def test_what_is_missing_or_wrong_is_named(changed, why):
    with pytest.raises(RunUnusableError, match=why):
        collected(block(**changed))


def test_no_rows_and_twice_the_same_far_apart_are_refused():
    with pytest.raises(RunUnusableError, match="no rows"):
        collected()
    with pytest.raises(RunUnusableError, match="1 of 4"):
        collected(block(row_id=(5, 10**12)), block(row_id=(6, 10**12)))


def test_samples_of_a_learning_curve_are_refused():
    layout = find_layout(("sample", "row_id", "confidence.yes"), ("no", "yes"))
    numbers = [np.array([0.0, 0.0]), np.array([0.0, 1.0]), np.array([0.25, 1.0])]
    assert len(collected((numbers, []), layout=layout).row_id) == 2
    other = [np.array([1.0, 1.0]), np.array([2.0, 3.0]), np.array([0.25, 1.0])]
    with pytest.raises(RunUnusableError, match="learning curve"):
        collected((numbers, []), (other, []), layout=layout)


def test_blank_rows_need_a_predicted_class():
    layout = find_layout(("row_id", "confidence.no", "confidence.yes"), ("no", "yes"))
    numbers = [np.array([0.0, 1.0]), np.zeros(2), np.array([0.0, 1.0])]
    with pytest.raises(RunUnusableError, match="all scores 0 and no predicted class"):
        collected((numbers, []), layout=layout)
