import math
from fractions import Fraction

import pytest

from docs_modules import docs_module

exact = docs_module("exact_areas")

# A positive, a negative, a positive; then all three at one threshold.
APART = exact.points([1, 0, 1], [3, 2, 1])
TIED = exact.points([1, 0, 1], [5, 5, 5])


def test_points_count_from_the_highest_score_on_and_tied_ones_at_once():
    assert APART == [(0, 0), (1, 0), (1, 1), (2, 1)]
    assert TIED == [(0, 0), (2, 1)]
    assert exact.points([True, False], [-1.0, 0.5]) == [(0, 0), (0, 1), (1, 1)]


@pytest.mark.parametrize(
    ("area", "apart", "tied"),
    [
        # One of two pairs is in order; a tied one counts half.
        (exact.auroc, Fraction(1, 2), Fraction(1, 2)),
        # (1 + 2/3) / 2; the prevalence.
        (exact.average_precision, Fraction(5, 6), Fraction(2, 3)),
        # From (0, -1/2) to (1, 0), the crossing interpolated; always positive all the way.
        (exact.auprg, Fraction(-1, 4), Fraction(0)),
    ],
)
def test_rational_areas(area, apart, tied):
    assert area(APART) == apart
    assert area(TIED) == tied


def test_aupr_has_fifty_digits():
    # Half the recall at precision 1, then t / (t + 1) from t = 1 to 2: 1 - ln(3/2).
    value = exact.aupr(APART)
    assert float(value) == pytest.approx(1 - math.log(1.5) / 2, abs=1e-15)
    assert len(value.as_tuple().digits) >= exact.DIGITS - 1
    assert str(exact.aupr(TIED)).startswith(f"0.{'6' * 48}")


def test_the_authors_example():
    labels = [1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1]
    curve = exact.points(labels, range(25, 0, -1))
    assert next(exact.gains(curve)) == (0, Fraction(47, 72))
    assert exact.auprg(curve) == Fraction(1044283367, 2414739600)


def test_many_thresholds_are_added_exactly():
    # Positives alone at the top: every precision is 1.
    curve = exact.points([1] * 500 + [0] * 500, range(1000, 0, -1))
    assert exact.average_precision(curve) == exact.auroc(curve) == exact.auprg(curve) == 1
