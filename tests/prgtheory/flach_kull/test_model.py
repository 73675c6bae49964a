"""The authors' 25-point example, in exact numbers."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics
from prgbench.metrics.engine.counts import threshold_counts
from prgtheory.flach_kull.model import (
    baseline_precision_gain,
    beta2_of_score,
    example,
    expected_fbeta_gain,
    integral_of_accuracy,
    integral_of_fbeta_gain,
    integral_of_inverse_f1,
    non_dominated,
    skew_sensitive_accuracy,
)
from prgtheory.printed_data import Points, labels_and_scores, ranked_example


def test_the_example_has_the_exact_values_of_rational_arithmetic():
    found = example()
    assert found.prevalence == 16 / 25
    assert baseline_precision_gain(found.prg) == pytest.approx(float(Fraction(47, 72)), abs=1e-14)
    area = metrics.auprg_score(*ranked_example())
    assert area == pytest.approx(float(Fraction(1044283367, 2414739600)), abs=1e-13)
    assert integral_of_fbeta_gain(found.prg) == pytest.approx(
        float(Fraction(1808205617, 3756261600)), abs=1e-13
    )
    assert integral_of_inverse_f1(found.prg) == pytest.approx(1.29172129290396, abs=1e-13)


def test_expected_accuracy_by_counting():
    labels, _ = ranked_example()
    pos, n = labels.sum(), labels.size
    tp = np.concatenate(([0], np.cumsum(labels)))
    fp = np.arange(n + 1) - tp
    accuracy = (tp + (n - pos) - fp) / n
    expected = np.trapezoid(accuracy, np.arange(n + 1) / n)
    assert integral_of_accuracy(example().roc) == pytest.approx(expected, abs=1e-14)


def test_hull_segments_of_the_example():
    hull = example().prg_hull
    np.testing.assert_allclose(hull.beta2, [1 / 32, 1 / 8, 5 / 8, 23 / 16], rtol=1e-13)
    roc = example().roc_hull
    np.testing.assert_allclose(roc.calibrated, [1, 6 / 7, 3 / 4, 1 / 2, 1 / 3], rtol=1e-13)


def test_non_dominated_points_keep_ties_and_drop_the_beaten():
    up, right = [1.0, 0.9, 0.9, 0.2, 0.1], [0.1, 0.5, 0.5, 0.9, 0.8]
    assert non_dominated(up, right).tolist() == [True, True, True, True, False]


def test_expected_fbeta_gain_in_rational_arithmetic():
    """Trapezoids over Delta of a curve of three points, (0, 1), (1/2, 1/2) and (1, 0)."""
    pi, points = Fraction(1, 3), [(Fraction(0), Fraction(1)), (Fraction(1, 2),) * 2, (1, 0)]
    area = Fraction(1, 2)
    for weight in (Fraction(1, 4), Fraction(1), Fraction(4)):
        gain = [(y + weight * x) / (1 + weight) for x, y in points]
        delta = [x / pi - y / (1 - pi) for x, y in points]
        total = sum((gain[i] + gain[i + 1]) / 2 * (delta[i + 1] - delta[i]) for i in range(2)) / (
            delta[-1] - delta[0]
        )
        found = expected_fbeta_gain(float(area), float(pi), 1.0, float(weight) ** 0.5)
        assert found == pytest.approx(float(total), abs=1e-14)


@given(area=st.floats(-1, 1), pi=st.floats(0.05, 0.95), y0=st.floats(0.05, 1))
def test_expected_fbeta_gain_is_theorem_3_at_beta_1(area, pi, y0):
    expected = float(metrics.theory.expected_fg1(area, pi, y0))
    assert expected_fbeta_gain(area, pi, y0) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@given(st.floats(0.01, 0.99))
def test_score_and_beta_are_those_of_equation_7(d):
    assert 1 / (1 + beta2_of_score(d)) == pytest.approx(d, rel=1e-9)


def test_skew_sensitive_accuracy_by_hand():
    # 4 positives, 1 negative: 2 (3/4 * 4/5 * 1/2 + 1/4 * 1/5 * 1).
    assert float(skew_sensitive_accuracy(0.5, 0.0, 0.8, 0.75)) == pytest.approx(0.7)


def test_a_sample_of_points_has_their_counts():
    counts = threshold_counts(*labels_and_scores(Points((0, 2, 2, 3), (0, 0, 3, 4))))
    assert (counts.tp.tolist(), counts.fp.tolist()) == ([0, 2, 2, 3], [0, 0, 3, 4])
