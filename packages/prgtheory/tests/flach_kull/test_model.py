"""The authors' 25-point example in exact numbers, and the six properties in the three spaces."""

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
from prgtheory.flach_kull.six_properties import pareto_gaps, six_properties, table_properties
from prgtheory.printed_data import Points, labels_and_scores, ranked_example
from theory_page_of_docs import assert_table_of_docs


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


@pytest.mark.parametrize(
    "points", [Points((0, 2, 2, 3), (0, 0, 3, 4)), Points((0, 1, 1, 3), (0, 0, 2, 5))]
)
def test_a_sample_of_points_has_their_counts(points):
    counts = threshold_counts(*labels_and_scores(points))
    assert (tuple(counts.tp), tuple(counts.fp)) == (points.tp, points.fp)


def test_the_docs_show_the_properties():
    assert_table_of_docs("properties", table_properties())


def test_roc_and_prg_have_all_six_properties_and_pr_none():
    found = six_properties()
    assert [p.name for p in found] == [
        "baselines universal",
        "interpolation linear",
        "isometrics linear",
        "Pareto front convex",
        "area is an expected score",
        "calibrated scores by slope",
    ]
    assert all(p.holds == (True, False, True) for p in found)


def test_auprg_orders_the_two_rankings_as_wrongly_as_aupr():
    values = six_properties()[4].values
    assert "AUPR 0.683 > 0.659 but E[FG1] 0.271 < 0.417" in values[1]
    assert "AUPRG 0.083 > 0.000, y0 0.333 and -0.333" in values[2]


def test_what_pr_space_lacks_by_hand():
    found = {p.name: p.values[1] for p in six_properties()}
    assert found["baselines universal"] == "(1, 0.2); (1, 0.64)"
    # Mixing (TP 3, FP 0) and (14, 6) has precision 11 t/(17 t - 18) at TP t, whose chord is
    # 1 - .3 (t - 3)/11: they are furthest apart where (17 t - 18)^2 = 7260.
    t = (7260**0.5 + 18) / 17
    bend = 1 - 0.3 * (t - 3) / 11 - 11 * t / (17 * t - 18)
    assert found["interpolation linear"] == f"{bend:.4f}" == "0.1325"
    # F1 .75 from recall .65: precision .75 r/(2 r - .75) is .4875/.55 there and .6 at recall 1.
    slope = (0.6 - 0.4875 / 0.55) / 0.35
    r = ((0.5625 / -slope) ** 0.5 + 0.75) / 2
    bend = 0.4875 / 0.55 + slope * (r - 0.65) - 0.75 * r / (2 * r - 0.75)
    assert found["isometrics linear"] == f"{bend:.4f}" == "0.0580"
    # The last segment of the hull, (13, 3) to (16, 9), has beta^2 23/16 and in PR space a slope
    # of -(13/16 - 16/25)/(3/16).
    gap = 23 / 16 - (13 / 16 - 16 / 25) / (3 / 16)
    assert found["calibrated scores by slope"] == f"{gap:.4f}" == "0.5175"


def test_the_front_of_pr_space_is_out_of_reach():
    roc, pr, prg = pareto_gaps(example())
    assert (roc, prg) == pytest.approx((0, 0), abs=1e-12)
    assert pr == pytest.approx(0.031, abs=5e-4)
