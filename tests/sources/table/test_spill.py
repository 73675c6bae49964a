"""Rows wait, are written together, and come back by data set and model in their order."""

import numpy as np
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.table import spill
from prgbench.sources.table.coded_rows import Block
from prgbench.sources.table.spill import Spill
from records_of_tables import make_records


def block(datasets, models, first=0):
    records = make_records(len(datasets), row_id=np.arange(first, first + len(datasets)))
    codes = (np.array(values, dtype=np.int32) for values in (datasets, models))
    return Block(*codes, records)


def taken(spilled, dataset, model):
    return spilled.take(dataset, model)["row_id"].tolist()


@pytest.mark.parametrize("in_memory", [1, 1 << 26])
def test_rows_of_a_pair_come_back_in_their_order(tmp_path, monkeypatch, in_memory):
    monkeypatch.setattr(spill, "BYTES_IN_MEMORY", in_memory)
    spilled = Spill(tmp_path / "spill", 1)
    spilled.add(block([0, 0, 1, 1, 1], [0, 1, 0, 0, 1]))
    spilled.add(block([1, 0, 1, 0, 0], [1, 1, 0, 0, 1], first=5))
    spilled.flush()
    assert dict(spilled.models) == {0: {0: 2, 1: 3}, 1: {0: 3, 1: 2}}
    assert taken(spilled, 0, 0) == [0, 8]
    assert taken(spilled, 0, 1) == [1, 6, 9]
    assert taken(spilled, 1, 0) == [2, 3, 7]
    assert taken(spilled, 1, 1) == [4, 5]


def test_few_rows_wait_in_memory(tmp_path, monkeypatch):
    one_block = block([0], [0])
    monkeypatch.setattr(spill, "BYTES_IN_MEMORY", 2 * one_block.records.nbytes)
    spilled = Spill(tmp_path / "spill", 1)
    spilled.add(one_block)
    assert not (tmp_path / "spill").exists()
    spilled.add(one_block)
    assert (tmp_path / "spill" / "0" / "0.rows").stat().st_size == 2 * one_block.records.nbytes


def test_what_was_taken_is_on_disk_no_more(tmp_path):
    spilled = Spill(tmp_path / "spill", 1)
    spilled.add(block([2], [3]))
    spilled.flush()
    assert taken(spilled, 2, 3) == [0]
    assert not (tmp_path / "spill" / "2" / "3.rows").exists()


def test_rows_that_wait_do_not_hold_their_table(tmp_path):
    whole = block(range(1000), [0] * 1000)
    spilled = Spill(tmp_path / "spill", 1)
    spilled.add(whole)
    whole.records["row_id"] = -7
    spilled.flush()
    assert taken(spilled, 999, 0) == [999]


def test_scores_of_several_labels_come_back(tmp_path):
    records = make_records(2, row_id=[4, 5], scores=[[0.25, 0.75], [np.nan, 1.0]])
    spilled = Spill(tmp_path / "spill", 2)
    spilled.add(Block(np.zeros(2, np.int32), np.zeros(2, np.int32), records))
    spilled.flush()
    np.testing.assert_array_equal(spilled.take(0, 0)["scores"], [[0.25, 0.75], [np.nan, 1.0]])


def test_a_column_of_rows_is_not_taken_for_one_of_models(tmp_path, monkeypatch):
    monkeypatch.setattr(spill, "MOST_PAIRS", 3)
    spilled = Spill(tmp_path / "spill", 1)
    spilled.add(block([0, 0, 1, 1], [0, 1, 0, 0]))
    with pytest.raises(
        PrgbenchError, match=r"^The table has more than 3 pairs of a data set and a"
    ):
        spilled.add(block([1], [1], first=4))
