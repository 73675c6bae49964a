"""The authors' 25-point example, in exact numbers."""

from fractions import Fraction

import numpy as np
import pytest

from prgbench import metrics
from prgbench.papers.flach_kull.model import (
    baseline_precision_gain,
    example,
    integral_of_accuracy,
    integral_of_fg1,
    integral_of_inverse_f1,
    non_dominated,
)
from prgbench.papers.flach_kull.six_properties import six_properties
from prgbench.papers.printed_data import ranked_example


def test_the_example_has_the_exact_values_of_rational_arithmetic():
    found = example()
    assert found.prevalence == 16 / 25
    assert baseline_precision_gain(found.prg) == pytest.approx(float(Fraction(47, 72)), abs=1e-14)
    area = metrics.auprg_score(*ranked_example())
    assert area == pytest.approx(float(Fraction(1044283367, 2414739600)), abs=1e-13)
    assert integral_of_fg1(found.prg) == pytest.approx(
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
