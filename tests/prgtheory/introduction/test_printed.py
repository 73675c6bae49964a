"""The rows are those of the docs; a statement that is not borne out stops the table."""

import numpy as np
import pytest

from broken_functions import break_at
from prgtheory.introduction import printed
from prgtheory.introduction.model import Zigzag
from prgtheory.introduction.printed import rows
from theory_page_of_docs import assert_rows_of_docs


def test_the_docs_show_the_rows(tmp_path):
    assert_rows_of_docs(rows(), tmp_path)


def test_a_table_that_a_ranking_can_have_stops_the_table(monkeypatch):
    point = (0.25, 0.625)
    break_at(monkeypatch, printed, "false_positives", (point, point), np.array([0.5, 0.5]))
    with pytest.raises(ValueError, match="The first table is the table of a ranking"):
        rows()


def test_as_many_rises_at_high_recall_stop_the_table(monkeypatch):
    break_at(monkeypatch, printed, "zigzag", (0.91, 1.0), Zigzag(64, 2, 2))
    with pytest.raises(ValueError, match="noisy curves: rises of precision"):
        rows()


@pytest.mark.parametrize(
    "change",
    [
        # Nine instances, another recall, and another precision than those of (2, 1, 2, 3).
        {"n_neg": 5},
        {"recall": np.array([0.0, 0.4, 0.75, 1.0])},
        {"precision": np.array([2 / 3, 2 / 3 + 2e-12, 0.6, 0.5])},
    ],
)
def test_outcomes_that_are_not_those_of_the_point_stop_the_table(monkeypatch, change):
    class Page:
        def __getattr__(self, name):
            return change.get(name, getattr(right, name))

    right = printed.curve()
    monkeypatch.setattr(printed, "curve", Page)
    with pytest.raises(ValueError, match="four outcomes: TP, FP, FN and TN"):
        rows()
