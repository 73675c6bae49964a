"""Decoded prediction files become labelled rows, and what other code raises becomes a reason."""

import logging
import time
import warnings

import numpy as np
import pandas as pd
import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.second_opinion import other_code as module
from prgbench.second_opinion.other_code import NotReadError, other_code
from prgbench.second_opinion.readers import labelled_rows, reader_of
from prgbench.sources.table.source import TableSource
from tables_of_predictions import long_table, write_table

TABLE = pd.DataFrame(
    {
        "repeat": [1.0, 0.0, 0.0],
        "fold": [0.0, 1.0, 0.0],
        "row_id": [4.0, 2.0, 4.0],
        "confidence.no": [1.0, 0.25, 0.75],
        "confidence.yes": [0.0, 0.75, 0.25],
        "prediction": ["no", "yes", "no"],
        "correct": ["no", "yes", "no"],
    }
)


def rows_of(table):
    return labelled_rows(table, "no", "yes")


def test_columns_become_rows_in_order():
    rows = rows_of(TABLE)
    assert rows["repeat"].tolist() == [0, 0, 1]
    assert rows["row_id"].tolist() == [2, 4, 4]
    assert rows["truth"].tolist() == [1, 0, 0]
    assert rows["score"].tolist() == [0.75, 0.25, 0.0]


def test_columns_have_other_names_or_are_missing():
    names = {"row_id": "rowid", "repeat": "Repeat_nr", "correct": "truth"}
    assert rows_of(TABLE.rename(columns=names)).equals(rows_of(TABLE))
    assert rows_of(TABLE.drop(columns="repeat"))["repeat"].tolist() == [0, 0, 0]
    assert rows_of(TABLE.drop(columns="confidence.no")).equals(rows_of(TABLE))


def test_a_label_may_have_escapes_in_the_name_of_its_column():
    names = {"confidence.no": "confidence.it\\'s", "confidence.yes": "confidence.A\\b"}
    table = TABLE.rename(columns=names).replace({"no": "it's", "yes": "A\\b"})
    rows = labelled_rows(table, "it's", "A\\b")
    assert rows["score"].tolist() == [0.75, 0.25, 0]


def test_rows_without_scores_have_that_of_the_predicted_class():
    zeros = {"confidence.no": [0.5, 0.0, 0.0], "confidence.yes": [0.5, 0.0, 0.0]}
    assert rows_of(TABLE.assign(**zeros))["score"].tolist() == [1, 0, 0.5]
    third = {**zeros, "confidence.other": [0.0, 0.2, 0.0]}
    assert rows_of(TABLE.assign(**third))["score"].tolist() == [0, 0, 0.5]


def test_unlabelled_rows_do_not_count():
    table = TABLE.assign(correct=[None, "yes", "no"], **{"confidence.yes": [np.nan, 0.75, 0.25]})
    assert rows_of(table)["row_id"].tolist() == [2, 4]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"confidence.yes": ["x", "y", "z"]}, "ValueError: could not convert string to float"),
        ({"correct": ["no", "yes", "perhaps"]}, "true class 'perhaps' is not one of the task's"),
    ],
)
def test_what_is_no_prediction_says_why(changes, why):
    with pytest.raises(NotReadError, match=why), other_code():
        rows_of(TABLE.assign(**changes))


@pytest.mark.parametrize(
    ("column", "why"),
    [
        ("row_id", "KeyError: 'row_id'"),
        ("correct", "the file states no true classes"),
        ("confidence.yes", r"the file has no column confidence\.yes"),
    ],
)
def test_a_missing_column_is_named(column, why):
    with pytest.raises(NotReadError, match=why), other_code():
        rows_of(TABLE.drop(columns=column))


def test_whatever_is_raised_is_a_reason_on_one_line():
    with pytest.raises(NotReadError, match=r"^ValueError: two lines$"), other_code():
        raise ValueError("two\n\x1blines")


def test_a_package_that_waits_for_ever_is_ended(monkeypatch):
    monkeypatch.setattr(module, "MOST_SECONDS", 1)
    with pytest.raises(NotReadError, match="not done within 1 seconds"), other_code():
        time.sleep(60)


def test_it_says_nothing_itself(capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with other_code():
            logging.getLogger("openml").error("a message")
            warnings.warn("a warning", stacklevel=1)
    assert capsys.readouterr() == ("", "")
    assert logging.root.manager.disable == logging.NOTSET


def test_a_table_has_no_second_opinion(tmp_path):
    source = TableSource(str(write_table(long_table(2, 2), tmp_path / "a.csv")), tmp_path)
    with pytest.raises(PrgbenchError, match=r"has no second opinion: `verify` rereads only"):
        reader_of(source, "https://www.openml.org", 1.0, tmp_path)
