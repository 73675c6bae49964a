"""A statement that is not borne out stops the table."""

from types import SimpleNamespace

import numpy as np
import pytest

from broken_functions import break_at
from prgbench import metrics
from prgbench.metrics.theory import minimum_precision
from prgtheory.boyd import printed, printed_statements
from prgtheory.boyd.printed_statements import statement_rows
from prgtheory.printed_data import PREDICATES

GENDER = next(score for score in PREDICATES if score.name == "gender")
PERFECT = metrics.aupr_score([1, 1, 0, 0, 0], range(5, 0, -1), recall_range=(0.2, 0.7))
JUMP_OF_THE_MINIMUM = SimpleNamespace(aupr=np.array([0.5, 0.8018]))
AT_PI = float(minimum_precision(1.0, 0.33))
TWO_RANKINGS = ([0, 1, 1, 1, 0, 0, 0], range(7, 0, -1))
OF_TABLES = [
    # Genre at a least AUCPR of .02 must be at most .001 from .05, and below it at .015.
    ("prevalence_of_minimum", (0.025,), 0.0489, "prevalences, closer to .05"),
    ("prevalence_of_minimum", (0.015,), 0.0511, "prevalences, closer to .05"),
    # AUCPR .4 on gender must be worse than random guessing, .278, on genre ten times better.
    ("normalize_aupr", (0.4, 0.5), 0.28, "AUCNPR of an AUCPR of 0.4"),
    ("normalize_aupr", (0.4, 0.05), 0.25, "AUCNPR of an AUCPR of 0.4"),
    ("normalize_aupr", (0.2, 0.3), -0.1, "area 0.2 at prevalence .3 normalised"),
    # The mean of the worst rankings' least precision is (1/3 + 1/19)/2 = .193.
    ("minimum_precision", (0.5, 0.3), 0.2, "two worst rankings"),
    ("minimum_precision", (0.0, 0.33), 0.1, "least precision at recall 0 and 1"),
    ("minimum_precision", (1.0, 0.33), 0.34, "least precision at recall 0 and 1"),
]
OF_STATEMENTS = [
    ("minimum_precision", (0.502, 1 / 3), 0.2, "least precision at recall .502"),
    ("true_negatives", (0.2, 0.502, 100, 200), 0.0, "least precision at recall .502"),
    ("min_aupr", (0.1, (0.5, 1.0)), 0.02, "share of the minimum area"),
    ("min_aupr", (0.5, (0.8, 1.0)), 0.08, "minimum area over the largest"),
    ("_worst_area", (30, 70), 0.17, "area of the worst ranking"),
    ("normalize_aupr", (PERFECT, 0.4, (0.2, 0.7)), 0.9, "AUCNPR of this ranking over recall"),
    ("min_average_precision", (30, 70), 0.21, "minimum average precision"),
    ("expected_aupr", (3, 7), 0.3, "all 120 rankings"),
    ("_worst_area", (10, 10), 0.24, "three tasks of prevalence .08"),
    ("min_aupr", (0.001,), 0.001, "minimum area at prevalence .001"),
    # At prevalence .5 no more than .1 further below random guessing than at .1.
    ("min_aupr", (0.5,), 0.424, "normalised by random guessing, at prevalence .1 and .5"),
    # Table 2 would imply the printed range at this prevalence.
    ("prevalence_behind", (GENDER,), 0.504, "least AUCPR of gender, prevalence close"),
    ("true_negatives", (AT_PI, 1.0, 33, 67), 1.0, "true negatives at recall 1"),
    ("achievable_points", (30, 70), ([0.1] * 2130, [0.2] * 2130), "PR points of all 2,130"),
    # The minimum alone jumps by .3018.
    ("downsampling", ((99, 1),), JUMP_OF_THE_MINIMUM, "bi-normal model of AUROC .84"),
]


@pytest.mark.parametrize(
    ("rows", "owner", "name", "arguments", "value", "quantity"),
    [
        *((printed.rows, printed, *case) for case in OF_TABLES),
        *((statement_rows, printed_statements, *case) for case in OF_STATEMENTS),
        (statement_rows, metrics, "aucnpr_score", TWO_RANKINGS, 0.5, "with normalised precision"),
    ],
)
def test_another_value_stops_the_table(monkeypatch, rows, owner, name, arguments, value, quantity):
    break_at(monkeypatch, owner, name, arguments, value)
    with pytest.raises(ValueError, match=quantity):
        rows()


def test_a_modified_f1_below_random_guessing_stops_the_table(monkeypatch):
    right = printed_statements.modified_fbeta
    monkeypatch.setattr(printed_statements, "modified_fbeta", lambda *of: right(*of) + 1e-3)
    with pytest.raises(ValueError, match="largest modified F1 of precisions below pi"):
        statement_rows()
