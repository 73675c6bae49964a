"""A statement in words of Boyd et al. that is not borne out stops the table."""

import numpy as np
import pytest

from broken_functions import break_at
from prgbench import metrics
from prgbench.metrics.theory import minimum_precision, normalize_aupr
from prgtheory.boyd import printed_statements
from prgtheory.boyd.printed_statements import statement_rows
from prgtheory.printed_data import PREDICATES

GENDER = next(score for score in PREDICATES if score.name == "gender")
PERFECT = metrics.aupr_score([1, 1, 0, 0, 0], range(5, 0, -1), recall_range=(0.2, 0.7))
AT_PI = float(minimum_precision(1.0, 0.33))


@pytest.mark.parametrize(
    ("name", "arguments", "value", "quantity"),
    [
        ("minimum_precision", (0.502, 1 / 3), 0.2, "least precision at recall .502"),
        ("true_negatives", (0.2, 0.502, 100, 200), 0.0, "least precision at recall .502"),
        ("min_aupr", (0.1, (0.5, 1.0)), 0.02, "share of the minimum area"),
        ("min_aupr", (0.5, (0.8, 1.0)), 0.08, "minimum area over the largest"),
        ("_worst_area", (30, 70), 0.17, "area of the worst ranking"),
        ("normalize_aupr", (PERFECT, 0.4, (0.2, 0.7)), 0.9, "AUCNPR of this ranking over recall"),
        ("min_average_precision", (30, 70), 0.21, "minimum average precision"),
        ("mean_area_of_rankings", (3, 7), 0.3, "all 120 rankings"),
        # Table 2 would imply the printed range at this prevalence.
        ("prevalence_behind", (GENDER,), 0.504, "table 2 implies"),
        ("true_negatives", (AT_PI, 1.0, 33, 67), 1.0, "true negatives at recall 1"),
    ],
)
def test_another_value_stops_the_table(monkeypatch, name, arguments, value, quantity):
    break_at(monkeypatch, printed_statements, name, arguments, value)
    with pytest.raises(ValueError, match=quantity):
        statement_rows()


@pytest.mark.parametrize(
    ("name", "change", "quantity"),
    [
        # Another order, a lowest score above 0, and a score above AUCPR.
        ("aucnpr_score", lambda value: 1 - value, "AUCNPR of all 35 rankings"),
        ("aucnpr_score", lambda value: max(value, 0.01), "AUCNPR of all 35 rankings"),
        ("max_fbeta_score", lambda value: value / 2, "least F1 at recall 1e-6"),
    ],
)
def test_another_score_stops_the_table(monkeypatch, name, change, quantity):
    right = getattr(metrics, name)
    monkeypatch.setattr(metrics, name, lambda *given: change(right(*given)))
    with pytest.raises(ValueError, match=quantity):
        statement_rows()


def test_another_area_stops_the_table(monkeypatch):
    right = metrics.aupr_score

    def area(labels, scores, **options):
        return right(labels, scores, **options) + 0.01 * (options != {})

    monkeypatch.setattr(metrics, "aupr_score", area)
    with pytest.raises(ValueError, match="AUCPRmax = b - a"):
        statement_rows()


@pytest.mark.parametrize(
    ("gap", "quantity"),
    [
        ([0.3, 0.36, 0.29, 0.37, 0.24, 0.11, 0.0], "rank correlation with the ratio"),
        ([0.5, 0.1, 0.2, 0.3, 0.4, 0.45, 0.46], "rank correlation with the ratio"),
        ([0.5, 0.4, 0.3, 0.2, 0.15, 0.1, 0.0], "original test set at 1:4"),
    ],
)
def test_table_3_is_read_as_the_paper_does(monkeypatch, gap, quantity):
    monkeypatch.setattr(
        printed_statements,
        "normalize_aupr",
        lambda area, prevalence, *ends: (
            normalize_aupr(area, prevalence, *ends)
            if ends
            else np.array(gap) * np.ndim(prevalence)
        ),
    )
    with pytest.raises(ValueError, match=quantity):
        statement_rows()
