import logging
import signal
import time
import warnings

import numpy as np
import pandas as pd
import pytest

from prgbench.second_opinion.reading import (
    NotReadError,
    StalledError,
    TooLongError,
    other_code,
    rows_of,
    time_limit,
)

CLASSES = ("no", "yes")
TABLE = pd.DataFrame(
    {
        "repeat": [0.0, 0.0, 1.0],
        "fold": [0.0, 1.0, 0.0],
        "row_id": [4.0, 2.0, 4.0],
        "confidence.no": [0.75, 0.25, 1.0],
        "confidence.yes": [0.25, 0.75, 0.0],
        "prediction": ["no", "yes", "no"],
        "correct": ["no", "yes", "no"],
    }
)


def test_columns_become_rows():
    rows = rows_of(TABLE, CLASSES)
    assert rows.repeat.tolist() == [0, 0, 1]
    assert rows.row_id.tolist() == [4, 2, 4]
    assert rows.truth.tolist() == [0, 1, 0]
    assert rows.scores.tolist() == [[0.75, 0.25, 1.0], [0.25, 0.75, 0.0]]


def test_columns_have_other_names_or_are_missing():
    names = {"row_id": "rowid", "repeat": "Repeat_nr", "correct": "truth"}
    renamed = rows_of(TABLE.rename(columns=names), CLASSES)
    assert (renamed.repeat.tolist(), renamed.truth.tolist()) == ([0, 0, 1], [0, 1, 0])
    assert rows_of(TABLE.drop(columns="repeat"), CLASSES).repeat.tolist() == [0, 0, 0]


@pytest.mark.parametrize("column", ["confidence.no", "confidence.yes"])
def test_one_column_of_scores_says_both(column):
    rows = rows_of(TABLE.drop(columns=column), CLASSES)
    assert rows.scores.tolist() == [[0.75, 0.25, 1.0], [0.25, 0.75, 0.0]]


def test_a_label_may_have_escapes_in_the_name_of_its_column():
    names = {"confidence.no": "confidence.it\\'s", "confidence.yes": "confidence.a\\b"}
    table = TABLE.rename(columns=names).replace({"no": "it's", "yes": "a\\b"})
    assert rows_of(table, ("it's", "a\\b")).scores.tolist() == [[0.75, 0.25, 1], [0.25, 0.75, 0]]


def test_rows_without_scores_have_that_of_the_predicted_class():
    zeros = {"confidence.no": [0.0, 0.0, 0.5], "confidence.yes": [0.0, 0.0, 0.5]}
    assert rows_of(TABLE.assign(**zeros), CLASSES).scores.tolist() == [[1, 0, 0.5], [0, 1, 0.5]]
    third = {**zeros, "confidence.other": [0.0, 0.2, 0.0]}
    assert rows_of(TABLE.assign(**third), CLASSES).scores[1].tolist() == [0, 0, 0.5]


def test_unlabelled_rows_do_not_count():
    table = TABLE.assign(correct=["no", "yes", None], **{"confidence.yes": [0.25, 0.75, np.nan]})
    assert rows_of(table, CLASSES).row_id.tolist() == [4, 2]


def test_a_file_without_truth_has_that_of_the_data_set():
    labels = np.array([None, None, "yes", None, "no"], dtype=object)
    table = TABLE.drop(columns="correct")
    assert rows_of(table, CLASSES, labels.__getitem__).truth.tolist() == [0, 1, 0]
    with pytest.raises(NotReadError, match="states no true classes"):
        rows_of(table, CLASSES)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"row_id": [1.5, 2.0, 3.0]}, "row_id holds something else than whole numbers"),
        ({"row_id": ["a", "b", "c"]}, "row_id holds no numbers"),
        ({"repeat": [0.0, np.nan, 1.0]}, "repeat holds something else than whole numbers"),
        ({"confidence.yes": ["x", "y", "z"]}, "confidence.yes holds no numbers"),
        ({"confidence.yes": [0.1, np.inf, 0.2]}, "missing or not finite"),
        ({"correct": ["no", "yes", "perhaps"]}, "true class 'perhaps' is not one of the task's"),
        ({"correct": [0.0, 1.0, 0.0]}, "true class '0.0' is not one of the task's"),
        ({"correct": ["no", "no", "no"]}, "not of two classes"),
    ],
)
def test_what_is_no_prediction_says_why(changes, why):
    with pytest.raises(NotReadError, match=why):
        rows_of(TABLE.assign(**changes), CLASSES)


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        (["row_id"], "no column row_id"),
        (["confidence.no", "confidence.yes"], r"no column confidence\.yes"),
        (["confidence.no"], r"no column confidence\.no"),
    ],
)
def test_a_missing_column_is_named(columns, why):
    table = TABLE.assign(**{"confidence.other": 0.0}).drop(columns=columns)
    with pytest.raises(NotReadError, match=why):
        rows_of(table, CLASSES)


def test_whatever_is_raised_is_a_reason_on_one_line():
    with pytest.raises(NotReadError, match=r"^KeyError: 'a b'$"), other_code(60):
        raise KeyError("a b")
    with pytest.raises(NotReadError, match=r"^ValueError: two lines$"), other_code(60):
        raise ValueError("two\n\x1blines")
    with pytest.raises(NotReadError, match=r"^known$"), other_code(60):
        raise NotReadError("known")


def test_a_stall_is_a_reason_of_its_own():
    with pytest.raises(StalledError, match="not done within 0 seconds"), other_code(0.05):
        time.sleep(60)


def test_it_says_nothing_itself(capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with other_code(60):
            logging.getLogger("openml").error("a message")
            logging.warning("another")
            warnings.warn("a warning", stacklevel=1)
    assert capsys.readouterr() == ("", "")
    assert logging.root.manager.disable == logging.NOTSET


def test_what_waits_for_ever_is_ended():
    with pytest.raises(TooLongError), time_limit(0.05):
        time.sleep(60)


def test_what_is_done_in_time_is_left_alone():
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(60):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before
