"""Columns of a bundle are read as they were written, few at once."""

from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from made_up_store import write_task
from made_up_tasks import make_task_scores
from prgbench.run.errors import PrgbenchError
from prgbench.sources.store import layout
from prgbench.sources.store.bundle import Bundle, BundleStore
from prgbench.sources.store.layout import few_at_once

TASK = make_task_scores(7, n=100, n_models=3)


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.sources.store.bundle.ROWS_PER_GROUP", 40)
    store = BundleStore(tmp_path / "store")
    write_task(store, TASK)
    return Bundle(store.path(7))


@pytest.mark.parametrize("at_once", [1, 200, 10_000])
def test_columns_come_in_the_order_in_which_they_are_asked_for(bundle, monkeypatch, at_once):
    monkeypatch.setattr(layout, "VALUES_AT_ONCE", at_once)
    scores = bundle.y_scores([702, 700, 701])
    np.testing.assert_array_equal(scores, TASK.y_scores[[2, 0, 1]])
    assert scores.dtype == np.float64


def test_columns_have_their_types(bundle):
    columns = {
        "repeat": bundle.repeat(),
        "row_id": bundle.row_id(),
        "fold": bundle.fold(),
        "truth": bundle.y_true(),
        "predicted": bundle.decisions([700]),
    }
    assert {name: str(column.dtype) for name, column in columns.items()} == {
        "repeat": "int16",
        "row_id": "int64",
        "fold": "int16",
        "truth": "int8",
        "predicted": "int8",
    }


def test_no_column_is_an_empty_array(bundle):
    assert bundle.y_scores([]).shape == (0, 100)


def test_a_group_has_all_columns_of_its_rows(bundle):
    group = bundle.columns(2)
    assert list(group)[:4] == ["repeat", "row_id", "fold", "truth"]
    assert group["row_id"].to_pylist() == [10 * row for row in range(80, 100)]
    np.testing.assert_array_equal(group["score_701"].to_numpy(), TASK.y_scores[1, 80:])


@pytest.mark.parametrize("read", [Bundle.y_scores, Bundle.decisions])
def test_a_run_that_it_lacks_is_named(bundle, read):
    with pytest.raises(PrgbenchError, match=r"can't be used \(it lacks run 9\)"):
        read(bundle, [700, 9])


@given(st.integers(0, 50), st.integers(0, 40), st.integers(1, 100))
def test_parts_hold_all_columns_once_and_few_values(n_columns, n_rows, at_once):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "VALUES_AT_ONCE", at_once)
        parts = list(few_at_once(n_columns, n_rows))
    held = [list(range(n_columns))[part] for part in parts]
    assert list(chain(*held)) == list(range(n_columns))
    assert all(len(part) == 1 or len(part) * n_rows <= at_once for part in held)
