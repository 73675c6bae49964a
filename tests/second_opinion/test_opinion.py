from dataclasses import replace

import pandas as pd
import pytest

from made_up_opinion import make_opinion
from prgbench.run.errors import PrgbenchError
from prgbench.second_opinion.opinion import (
    RECORD,
    TABLE,
    Finding,
    read_opinion,
    state_of_opinion,
    write_opinion,
)

OPINION = make_opinion()
WRONG = replace(OPINION, agreeing=1, disagreeing=[Finding(1, 12, "another true class in 9 rows")])
ROWS = pd.DataFrame({"task_id": [1], "flow_name": ["=1+1"], "why": [""], "largest_difference": 0})


def test_disagreement_is_one_sentence_and_nothing_else_is():
    OPINION.check()
    with_missing = replace(OPINION, agreeing=2, not_compared=[Finding(1, 11, "gone")])
    with_missing.check()
    assert OPINION.sentence == "3 of 3 models agree with the second opinion."
    assert with_missing.sentence == (
        "2 of 2 models agree with the second opinion; 1 could not be read: "
        "run 11 of task 1 (gone)."
    )
    four = replace(OPINION, not_compared=[Finding(1, run, "gone") for run in range(11, 15)])
    assert four.sentence.endswith(
        "; 4 could not be read: run 11 of task 1 (gone); run 12 of task 1 (gone); "
        "run 13 of task 1 "
        "(gone); the others are in the table tables/verification.csv."
    )
    wrong = replace(with_missing, agreeing=1, disagreeing=WRONG.disagreeing)
    with pytest.raises(PrgbenchError) as raised:
        wrong.check()
    assert str(raised.value) == (
        "Study test: 1 of 2 models disagree with the second opinion, the first: run 12 of task 1 "
        "(another true class in 9 rows). See the table tables/verification.csv of its results."
    )


def test_record_and_table_survive_the_disk(tmp_path):
    write_opinion(tmp_path, WRONG, ROWS)
    opinion, table = read_opinion(tmp_path)
    assert opinion == WRONG
    assert table["flow_name"].tolist() == ["=1+1"]
    assert (tmp_path / TABLE).read_text().splitlines()[1].startswith("1,'=1+1,")


def test_the_state_changes_with_the_record_and_needs_both_files(tmp_path):
    assert state_of_opinion(tmp_path) == ""
    write_opinion(tmp_path, OPINION, ROWS)
    first = state_of_opinion(tmp_path)
    write_opinion(tmp_path, WRONG, ROWS)
    assert first
    assert state_of_opinion(tmp_path) not in ("", first)
    (tmp_path / TABLE).unlink()
    assert state_of_opinion(tmp_path) == ""


def test_a_record_that_is_none_is_one_sentence(tmp_path):
    write_opinion(tmp_path, OPINION, ROWS)
    (tmp_path / RECORD).write_text("{}")
    with pytest.raises(
        PrgbenchError, match=r"verification\.json is not a second opinion .*study is"
    ):
        read_opinion(tmp_path)
