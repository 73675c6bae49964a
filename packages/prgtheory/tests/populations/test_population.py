"""Curves of populations against published and closed-form values."""

import json

import numpy as np
import pytest
from scipy import stats

from places import SHARED
from prgtheory.populations import (
    CASES,
    Population,
    aupr,
    binormal,
    hughes_oliver_case,
    overlapping_uniforms,
)

REFERENCE = SHARED / "checks" / "population.json"
MAKERS = {
    "A": binormal,
    "A-like": lambda pi: binormal(pi, 0.8, 0.0, 1.7, 1.0),
    "C": CASES["C"],
    "D": overlapping_uniforms,
}


@pytest.fixture(scope="module")
def reference():
    if not REFERENCE.exists():
        pytest.skip(f"{REFERENCE} is absent")
    return json.loads(REFERENCE.read_text())


def test_precision_and_area_equal_those_of_other_software(reference):
    assert len(reference) == 12
    for case in reference:
        population = MAKERS[case["case"]](case["pi"])
        found = population.precision(case["recall"])
        np.testing.assert_allclose(found, case["precision"], atol=case["tol_precision"], rtol=0)
        assert aupr(population) == pytest.approx(case["area_scipy_quad"], abs=1e-9)
        assert aupr(population) == pytest.approx(case["area_raucpr"], abs=5e-7)


def test_bi_normal_curves_in_closed_form():
    population = binormal(0.3, 1.0, 0.2, 1.5, 0.8)
    recall = np.array([0.1, 0.4, 0.9])
    threshold = 1.0 - 1.5 * stats.norm.ppf(recall)
    np.testing.assert_allclose(population.threshold(recall), threshold, rtol=1e-13)
    alpha = stats.norm.cdf((0.2 - threshold) / 0.8)
    np.testing.assert_allclose(population.false_positive_rate(recall), alpha, rtol=1e-12)
    np.testing.assert_allclose(population.true_positive_rate(alpha), recall, rtol=1e-12)


def test_uniform_curve_in_closed_form():
    population = overlapping_uniforms(0.2)
    recall = np.array([0.3, 0.5, 0.75, 1.0])
    alpha = np.array([0.0, 0.0, 0.25, 0.5])
    np.testing.assert_allclose(population.false_positive_rate(recall), alpha, atol=1e-15)
    np.testing.assert_allclose(population.precision(recall), recall / (recall + 4 * alpha))
    np.testing.assert_allclose(population.slope([0.3, 0.75]), [0.0, 1.0])


def test_discrete_curve_jumps_at_the_recalls_of_thresholds():
    population = hughes_oliver_case("F", 0.5)
    recall = np.array([0.399, 0.4, 0.599, 0.6, 0.799, 0.8, 1.0])
    alpha = np.array([0.0, 0.2, 0.2, 0.4, 0.4, 0.6, 0.6])
    np.testing.assert_allclose(population.false_positive_rate(recall), alpha, atol=1e-15)
    assert float(population.precision(1.0)) == pytest.approx(0.625, abs=1e-15)


def test_gains_agree_with_their_definition_from_precision_and_recall():
    population = hughes_oliver_case("C", 1 / 11)
    recall = np.array([0.2, 0.5, 0.95])
    gain = population.recall_gain(recall)
    pi = population.prevalence
    np.testing.assert_allclose(gain, (recall - pi) / ((1 - pi) * recall), rtol=1e-13)
    precision = population.precision(recall)
    expected = (precision - pi) / ((1 - pi) * precision)
    np.testing.assert_allclose(population.precision_gain(gain), expected, rtol=1e-9)
    np.testing.assert_allclose(population.recall_at_gain(gain), recall, rtol=1e-13)


@pytest.mark.parametrize("prevalence", [0.05, 0.2, 0.5, 0.7])
def test_gain_1_is_recall_1_although_doubles_round(prevalence):
    population = binormal(prevalence)
    assert float(population.recall_at_gain(1.0)) == pytest.approx(1.0, abs=1e-15)
    assert float(population.precision_gain(1.0)) == pytest.approx(0.0, abs=1e-6)


def test_threshold_points_lie_on_the_curves():
    population = hughes_oliver_case("B", 0.5)
    recall, precision = population.pr_point(0.7)
    fpr, tpr = population.roc_point(0.7)
    assert float(precision) == pytest.approx(float(population.precision(recall)), rel=1e-12)
    assert float(tpr) == pytest.approx(float(population.true_positive_rate(fpr)), rel=1e-12)
    assert (round(float(fpr), 3), round(float(precision), 3)) == (0.242, 0.749)
    assert np.isnan(overlapping_uniforms(0.5).pr_point(2.0)[1])


@pytest.mark.parametrize(
    ("positive", "negative", "limit"),
    [
        (stats.norm(1, 1), stats.norm(0, 1), 1.0),
        (stats.norm(0.1, 1), stats.norm(0, 1), 1.0),
        (stats.norm(-1, 1), stats.norm(0, 1), 0.0),
        (stats.norm(0, 1), stats.norm(0, 1), 0.3),
        (stats.norm(0, 2), stats.norm(0, 1), 1.0),
        (stats.cauchy(1), stats.cauchy(0), 0.3),
        (stats.uniform(0, 1), stats.uniform(0, 1), 0.3),
        (stats.uniform(0, 1), stats.uniform(0.5, 1), 0.0),
        (stats.beta(2, 2), stats.beta(3, 2), 0.3 / (0.3 + 0.7 * 2.0)),
    ],
)
def test_limit_of_precision_at_recall_zero_is_that_of_the_density_ratio(positive, negative, limit):
    population = Population(positive, negative, 0.3)
    assert float(population.precision(0.0)) == pytest.approx(limit, abs=1e-5)


RECALL = np.linspace(0.05, 0.95, 19)


def test_every_case_is_known_by_name():
    assert list(CASES) == ["A", "A*", "B", "C", "D", "E", "F"]


def test_bi_lognormal_curve_is_that_of_bi_normal():
    np.testing.assert_allclose(
        hughes_oliver_case("A*", 0.1).precision(RECALL),
        binormal(0.1).precision(RECALL),
        rtol=1e-10,
    )


def test_case_e_is_case_d_with_the_classes_exchanged():
    d, e = hughes_oliver_case("D", 0.5), hughes_oliver_case("E", 0.5)
    assert (d.positive.support(), d.negative.support()) == ((0.5, 1.5), (0.0, 1.0))
    assert (e.positive.support(), e.negative.support()) == ((0.0, 1.0), (0.5, 1.5))
    assert overlapping_uniforms(0.5, 0.25).positive.support() == (0.25, 1.25)
