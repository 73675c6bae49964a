"""A statement of section 3.1 that is not borne out stops the table."""

import numpy as np
import pytest

from broken_functions import Broken, break_at
from prgtheory.hughes_oliver import printed_asymptotics
from prgtheory.hughes_oliver.printed_asymptotics import asymptotic_rows
from prgtheory.populations import hughes_oliver_case

GRID = np.linspace(0.01, 0.99, 99)


@pytest.mark.parametrize("errors", [(0.2, 0.1, 0.01), (0.2, 0.05, 0.025)])
def test_errors_that_do_not_halve_stop_the_table(monkeypatch, errors):
    for n, error in zip((1_000, 10_000, 100_000), errors, strict=True):
        break_at(monkeypatch, printed_asymptotics, "largest_error", ("A", n), error)
    with pytest.raises(ValueError, match=r"sup .PRhat - PR. over recall"):
        asymptotic_rows()


def test_a_variance_that_falls_with_the_skew_stops_the_table(monkeypatch):
    right = printed_asymptotics.asymptotic_variance

    def falling(population, recall, **options):
        found = right(population, recall, **options)
        return found / 9 if population.prevalence == 1 / 11 else found

    monkeypatch.setattr(printed_asymptotics, "asymptotic_variance", falling)
    with pytest.raises(ValueError, match="at the skews of the study"):
        asymptotic_rows()


@pytest.mark.parametrize("method", ["true_positive_rate", "false_positive_rate", "precision"])
def test_case_a_must_dominate_case_e_everywhere(monkeypatch, method):
    better, worse = hughes_oliver_case("A", 0.1), hughes_oliver_case("E", 0.1)
    values = getattr(better, method)(GRID).copy()
    values[7] = getattr(worse, method)(GRID)[7]
    broken = Broken(better, method, GRID, values)
    break_at(monkeypatch, printed_asymptotics, "hughes_oliver_case", ("A", 0.1), broken)
    with pytest.raises(ValueError, match="case A over case E"):
        asymptotic_rows()
