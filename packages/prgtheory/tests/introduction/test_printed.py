"""A statement that is not borne out stops the table."""

from types import SimpleNamespace

import numpy as np
import pytest

from broken_functions import break_at
from prgbench import metrics
from prgtheory.introduction import printed
from prgtheory.introduction.printed import rows


def a_curve(recall, precision):
    return SimpleNamespace(recall=np.array(recall, float), precision=np.array(precision, float))


PR, FPR = "precision_recall_curve", "false_positives"
POINT = (0.25, 0.625)
PAGE = printed.curve()
OF_PAGE = (PAGE.recall[1:], PAGE.precision[1:])
LATE = [0, 0, 1, 1, 1, 1, 1, 0, 0, 0]
WORST = ([0, 0, 1, 1], [4, 3, 2, 1])


@pytest.mark.parametrize(
    ("owner", "name", "arguments", "value", "quantity"),
    [
        (metrics, PR, ([0, 1], [2, 1]), a_curve([0, 0, 1], [0.5, 0, 0.5]), "first two points"),
        (metrics, PR, ([0, 0], [2, 1]), a_curve([0, 0, 1], [0, 0, 0.5]), "all negative, and half"),
        (printed, "error_of_straight_lines", (10, 10), 1.6e-4, "mean error of the AUPR"),
        (printed, "error_of_straight_lines", (10, 990), 1.6e-4, "mean error of the AUPR"),
        (metrics, "aupr_score", ([1, 1, 0, 0], [0, 0, 0, 0]), 0.6, "random classifier R"),
        (printed, "expected_aupr", (4, 4), 0.5, "all 70 rankings"),
        (metrics, "aupr_score", (LATE, range(10, 0, -1)), 0.51, "AUC of 0011111000"),
        (metrics, "auroc_score", (LATE, range(10, 0, -1)), 0.5, "AUC of 0011111000"),
        (printed, "min_aupr", (0.5,), 0.0, "least AUC that a ranking can have"),
        (printed, FPR, OF_PAGE, np.array([0.25, 0.5, 0.9]), "rates of points 2 to 4"),
        # A table that a ranking can have.
        (printed, FPR, (POINT, POINT), np.array([0.5, 0.5]), "of four thresholds"),
        (printed, "pr_zero", WORST, a_curve([0, 0.5], [0, 0.5]), "that find negatives only"),
    ],
)
def test_a_broken_function_stops_the_table(monkeypatch, owner, name, arguments, value, quantity):
    break_at(monkeypatch, owner, name, arguments, value)
    with pytest.raises(ValueError, match=quantity):
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


def test_curves_that_cross_at_other_recalls_stop_the_table(monkeypatch):
    right = printed.zigzag
    monkeypatch.setattr(printed, "zigzag", lambda *ends: right(*ends)._replace(crossings_pr=9))
    with pytest.raises(ValueError, match="crossings of two models"):
        rows()
