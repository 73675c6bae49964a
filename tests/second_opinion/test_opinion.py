"""The record of a second opinion and its sentence."""

import os
from dataclasses import replace

import pandas as pd
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.second_opinion.opinion import (
    RECORD,
    TABLE,
    Opinion,
    read_opinion,
    write_opinion,
)
from prgbench.second_opinion.records import opinions_for_now, state_of_opinions

OPINION = Opinion(
    study="test",
    made="2026-11-22T05:00:00+00:00",
    how="decoded again by a reader",
    scikit_learn="1.9.1",
    seed=7,
    models=1830,
    drawn=3,
    disagreeing=[],
    not_read=[],
    models_sha256="abc",
)
WRONG = replace(
    OPINION,
    disagreeing=["run 12 of task 1 (another true class in 9 rows)"],
    not_read=["run 11 of task 1 (<b>gone</b>)"],
)
ROWS = pd.DataFrame({"task_id": [1], "flow_name": ["=1+1"], "why": [""]})


def test_disagreement_is_one_sentence_and_nothing_else_is():
    OPINION.check()
    assert OPINION.sentence == "3 of 3 models agree with the second opinion."
    assert WRONG.sentence == (
        "1 of 2 models agree with the second opinion; 1 could not be read, the first: "
        "run 11 of task 1 (<b>gone</b>)."
    )
    with pytest.raises(PrgbenchError, match=r"1 of 2 models disagree .*: run 12 of task 1 \(anot"):
        WRONG.check()


def test_record_and_table_survive_the_disk(tmp_path):
    assert state_of_opinions(tmp_path) == ""
    write_opinion(tmp_path, OPINION, ROWS)
    first = state_of_opinions(tmp_path)
    write_opinion(tmp_path, WRONG, ROWS)
    assert read_opinion(tmp_path) == WRONG
    assert state_of_opinions(tmp_path) not in ("", first)
    assert (tmp_path / TABLE).read_text().splitlines()[1].startswith("1,'=1+1,")


def test_a_record_that_is_none_is_one_sentence(tmp_path):
    (tmp_path / RECORD).write_text("{}")
    with pytest.raises(PrgbenchError, match=r"verification\.json is not a second opinion .*study"):
        read_opinion(tmp_path)


def test_what_was_not_had_for_now_is_asked_again_after_a_day_or_at_once(tmp_path):
    write_opinion(tmp_path, WRONG, ROWS)
    assert opinions_for_now(tmp_path, again=True) == []
    write_opinion(tmp_path, replace(WRONG, for_now=1), ROWS)
    assert opinions_for_now(tmp_path) == []
    assert opinions_for_now(tmp_path, again=True) == [tmp_path / RECORD]
    os.utime(tmp_path / RECORD, (1e9, 1e9))
    assert opinions_for_now(tmp_path) == [tmp_path / RECORD]


def test_none_that_was_read_is_an_error():
    none = replace(OPINION, not_read=["run 1 of task 1 (gone)"] * 3)
    with pytest.raises(PrgbenchError, match=r"none of 3 models could be read .*: run 1 of task 1"):
        none.check()
