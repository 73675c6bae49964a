"""The record of a second opinion, its sentence and its section of the report."""

from dataclasses import replace

import pandas as pd
import pytest

from prgbench.report.html.markup import as_html
from prgbench.run.errors import PrgbenchError
from prgbench.run.files import sha256_of
from prgbench.second_opinion.opinion import (
    RECORD,
    TABLE,
    Opinion,
    opinion_section,
    read_opinion,
    state_of_opinion,
    write_opinion,
)

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
    assert state_of_opinion(tmp_path) == ""
    write_opinion(tmp_path, OPINION, ROWS)
    first = state_of_opinion(tmp_path)
    write_opinion(tmp_path, WRONG, ROWS)
    assert read_opinion(tmp_path) == WRONG
    assert state_of_opinion(tmp_path) not in ("", first)
    assert (tmp_path / TABLE).read_text().splitlines()[1].startswith("1,'=1+1,")


def test_a_record_that_is_none_is_one_sentence(tmp_path):
    (tmp_path / RECORD).write_text("{}")
    with pytest.raises(PrgbenchError, match=r"verification\.json is not a second opinion .*study"):
        read_opinion(tmp_path)


def test_the_section_counts_and_lists_and_says_of_which_models_it_is(tmp_path):
    models = tmp_path / "models.parquet"
    models.write_bytes(b"models")
    write_opinion(tmp_path, replace(WRONG, models_sha256=sha256_of(models)), ROWS)
    section = opinion_section(tmp_path)
    assert section.startswith(
        "3 of the 1,830 models, drawn over the tasks with seed 7, were decod"
    )
    assert "by scikit-learn 1.9.1 (2026-11-22)" in section
    assert "**1 of 2 agree**" in section
    assert "Disagreeing:\n\n- run 12 of task 1 (another true class in 9 rows)\n\nNot" in section
    page = str(as_html(section))
    assert "gone" in page
    assert "<b>" not in page
    models.write_bytes(b"other models")
    assert opinion_section(tmp_path).startswith("**Out of date**: this was made on 2026-11-22")
