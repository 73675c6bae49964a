"""The minimum PR curve and its area."""

from decimal import Decimal, localcontext

import numpy as np
import pytest
from sklearn.metrics import average_precision_score

from prgbench import metrics as m


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.5, 1), (0.2, 0.8)])
@pytest.mark.parametrize("prevalence", [1e-9, 0.001, 0.3, 0.9, 0.99])
def test_the_minimum_area_integrates_the_minimum_curve(prevalence, low, high):
    nodes, weights = np.polynomial.legendre.leggauss(200)
    recall = low + (high - low) * (nodes + 1) / 2
    area = np.sum(weights * m.theory.minimum_precision(recall, prevalence)) * (high - low) / 2
    assert m.theory.min_aupr(prevalence, (low, high)) == pytest.approx(area, abs=1e-9)


def test_limits_of_the_minimum():
    np.testing.assert_array_equal(m.theory.min_aupr([0.0, 1.0]), [0, 1])
    assert m.theory.min_aupr(1.0, (0.25, 0.5)) == 0.25
    assert m.theory.minimum_precision([0.0, 0.5], 1.0).tolist() == [1, 1]
    assert m.aucnpr_score([1, 1], [1, 2]) == 1
    assert m.aucnpr_score([0, 0], [1, 2]) == 0


def test_the_minimum_average_precision_is_that_of_the_worst_ranking():
    y = [0] * 7 + [1] * 4
    worst = average_precision_score(y, -np.arange(11))
    assert m.theory.min_average_precision(4, 7) == pytest.approx(worst, abs=1e-14)
    with pytest.raises(ValueError, match="n_pos must be >= 1"):
        m.theory.min_average_precision(0, 7)


@pytest.mark.parametrize(
    "prevalence", [5e-324, 1e-300, 1e-17, 1e-9, 1e-6, 1e-3, 0.0909, 0.0910, 0.5]
)
@pytest.mark.parametrize("bounds", [(0.0, 1.0), (0.2, 0.8), (0.0, 1e-6), (0.999, 1.0)])
def test_the_least_area_has_all_digits_at_any_prevalence(prevalence, bounds):
    with localcontext() as context:
        context.prec = 700
        odds, (low, high) = Decimal(prevalence) / (1 - Decimal(prevalence)), map(Decimal, bounds)
        log = ((1 + odds * high) / (1 + odds * low)).ln()
        expected = float(high - low - log / odds)
    tolerance = 1e-14 / (bounds[1] - bounds[0])
    assert m.theory.min_aupr(prevalence, bounds) == pytest.approx(
        expected, rel=tolerance, abs=1e-323
    )
