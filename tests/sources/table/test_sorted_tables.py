"""What was sorted comes back: scores of each class, mirrored where a table has one column."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from prgbench.sources.interface import Exclusion, Reason, Task
from prgbench.sources.table.sorted_tables import (
    SHARED,
    Index,
    SortedRun,
    SortedTables,
    SortedTask,
    mirrored,
)

TASK = Task(7, 7, "heart", "y_true", ("no", "yes"), 3, 1, 1, 1)
VALUES = {"repeat": [0, 0, 0], "row_id": [0, 1, 2], "fold": [-1, -1, -1], "truth": [1, 0, 1]}
ONE = np.array([[0.25, 0.5, 1.0]])
TWO = np.array([[0.125, 0.5, 0.0], [0.75, 0.5, 0.25]])
NO_DECISIONS = np.array([], dtype=np.int8)


@pytest.fixture
def tables(tmp_path):
    made = SortedTables(tmp_path)
    made.write_shared(
        7, {name: np.array(VALUES[name], dtype=kind) for name, kind in SHARED.items()}
    )
    return made


def index(*runs):
    return Index([SortedTask(TASK, list(runs))], [Exclusion(8, None, Reason.NOT_BINARY, "iris")])


def test_the_index_ends_the_sorting_and_comes_back(tables):
    assert not tables.is_there
    run = SortedRun(9, "tree", ("",), True, 27, "0" * 64, "a problem")
    tables.write_index(index(run))
    again = SortedTables(tables.folder)
    assert again.is_there
    assert again.index == index(run)
    assert again.runs == {9: run}


def test_scores_of_each_class_come_back_in_the_order_of_the_classes(tables):
    assert tables.write_own(7, 9, TWO, np.array([1, 0, -1], dtype=np.int8)) == 6 * 8 + 3
    tables.write_index(index(SortedRun(9, "tree", ("yes", "no"), has_decisions=True)))
    found = tables.read(TASK, 9, "yes")
    assert found.confidences.tolist() == [TWO[1].tolist(), TWO[0].tolist()]
    assert found.predicted.tolist() == [1, 0, -1]
    assert {name: getattr(found, name).tolist() for name in VALUES} == VALUES
    assert {name: getattr(found, name).dtype for name in VALUES} == dict(SHARED)


@pytest.mark.parametrize(
    ("labels", "scored", "no", "yes"),
    [
        (("",), "yes", [0.75, 0.5, 0.0], [0.25, 0.5, 1.0]),
        (("",), "no", [0.25, 0.5, 1.0], [0.75, 0.5, 0.0]),
        (("no",), "yes", [0.25, 0.5, 1.0], [0.75, 0.5, 0.0]),
        (("yes",), "no", [0.75, 0.5, 0.0], [0.25, 0.5, 1.0]),
    ],
)
def test_one_column_of_scores_is_mirrored_for_the_other_class(tables, labels, scored, no, yes):
    assert tables.write_own(7, 9, ONE, NO_DECISIONS) == 24
    tables.write_index(index(SortedRun(9, "tree", labels)))
    found = tables.read(TASK, 9, scored)
    assert found.confidences.tolist() == [no, yes]
    assert found.predicted is None


@pytest.mark.parametrize(
    ("scores", "others"),
    [
        ([0.0, 0.25, 1.0], [1.0, 0.75, 0.0]),
        ([0.25, 1.5], [-0.25, -1.5]),
        ([-0.5, 0.25], [0.5, -0.25]),
        ([1e-20, 2e-20, 0.5], [-1e-20, -2e-20, -0.5]),
        ([0.5, 0.5], [0.5, 0.5]),
        ([], []),
    ],
)
def test_mirrored_scores(scores, others):
    assert mirrored(np.array(scores)).tolist() == others


@given(arrays.arrays(np.float64, st.integers(1, 20), elements=st.floats(-2, 2)))
def test_mirrored_scores_have_the_opposite_order_and_the_same_ties(scores):
    np.testing.assert_array_equal(
        np.sign(np.subtract.outer(mirrored(scores), mirrored(scores))),
        -np.sign(np.subtract.outer(scores, scores)),
    )
