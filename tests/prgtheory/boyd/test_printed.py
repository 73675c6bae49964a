"""The rows are those of the docs; a statement that is not borne out stops the table."""

import numpy as np
import pytest

from broken_functions import break_at
from prgtheory.boyd import printed
from prgtheory.boyd.printed import rows
from theory_page_of_docs import assert_rows_of_docs


def test_the_docs_show_the_rows():
    assert_rows_of_docs(rows())


@pytest.mark.parametrize(
    ("name", "arguments", "value", "quantity"),
    [
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
    ],
)
def test_another_value_stops_the_table(monkeypatch, name, arguments, value, quantity):
    break_at(monkeypatch, printed, name, arguments, value)
    with pytest.raises(ValueError, match=quantity):
        rows()


def test_an_inexact_curve_stops_the_table(monkeypatch):
    right = printed.vertical_average
    monkeypatch.setattr(printed, "vertical_average", lambda *given: right(*given) + 1.5e-7)
    with pytest.raises(ValueError, match="vertical average of two folds"):
        rows()
    monkeypatch.undo()
    lowest = printed.lowest_achievable
    monkeypatch.setattr(
        printed, "lowest_achievable", lambda *sizes: (lowest(*sizes)[0], lowest(*sizes)[1] + 2e-12)
    )
    with pytest.raises(ValueError, match="all 2,130 confusion matrices"):
        rows()


@pytest.mark.parametrize(
    ("found", "quantity"),
    [
        # The same spread as AUCPR is not less.
        (lambda _right, area, _prevalence: area, "varies less than AUCPR"),
        # As much at the original skew, a prevalence for all, as at 1:1 is not less than half.
        (
            lambda right, area, prevalence: (
                right(area, prevalence)
                if np.ndim(prevalence)
                else np.full(7, right(0.851, 0.5) / 2)
            ),
            "AUCNPR at 1:1 over that at the original skew",
        ),
    ],
)
def test_table_3_is_read_as_the_paper_does(monkeypatch, found, quantity):
    right = printed.normalize_aupr

    def normalize(area, prevalence):
        return found(right, area, prevalence) if np.ndim(area) else right(area, prevalence)

    monkeypatch.setattr(printed, "normalize_aupr", normalize)
    with pytest.raises(ValueError, match=quantity):
        rows()
