"""Properties P1 to P7 for every case of the source."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

from prgbench.metrics.theory import minimum_precision
from prgtheory.populations import (
    DiscreteScores,
    Population,
    hughes_oliver_case,
    overlapping_uniforms,
    pr_limits,
    pr_trend,
    predicted_pr_trend,
    roc_limits,
    roc_shape,
    separated_curves,
    trend,
)
from prgtheory.populations.properties import _tail_vanishes
from transformed_scores import with_map

ROC_ENDS = {"A": (0, 1), "B": (0, 1), "C": (0, 1), "D": (0.5, 1), "E": (0, 0.5), "F": (0.4, 1)}
# Ends of the PR curve at prevalences 1/2 and 1/11 (P2).
PR_ENDS = {
    "A": ((1, 1 / 2), (1, 1 / 11)),
    "A*": ((1, 1 / 2), (1, 1 / 11)),
    "B": ((0, 1 / 2), (0, 1 / 11)),
    "C": ((1, 1 / 2), (1, 1 / 11)),
    "D": ((1, 2 / 3), (1, 1 / 6)),
    "E": ((0, 1 / 2), (0, 1 / 11)),
    "F": ((1, 0.625), (1, 1 / 7)),
}


@pytest.mark.parametrize("case", ROC_ENDS)
def test_p1_roc_curve_rises_between_its_limits(case):
    population = hughes_oliver_case(case, 0.5)
    assert roc_limits(population) == pytest.approx(ROC_ENDS[case])
    fpr = np.linspace(0, 1, 1001)
    tpr = population.true_positive_rate(fpr)
    assert trend(tpr) == "nondecreasing"
    assert (tpr[0], tpr[-1]) == pytest.approx(ROC_ENDS[case])


HALVES, UNIFORM = DiscreteScores([0, 1]), stats.uniform(0, 1)


@pytest.mark.parametrize(
    ("positive", "negative", "ends"),
    [
        # The largest negative score is never reached: positives of that score are above it.
        (HALVES, UNIFORM, (0.5, 0.5)),
        (stats.binom(1, 0.25), UNIFORM, (0.25, 0.25)),
        (DiscreteScores([0, 1, 2]), UNIFORM, (2 / 3, 2 / 3)),
        (DiscreteScores([0, 0.5]), UNIFORM, (0, 0.5)),
        # It is reached: positives of that score are not above it.
        (HALVES, HALVES, (0, 0.5)),
        (UNIFORM, HALVES, (0, 1)),
        (stats.uniform(0, 2), HALVES, (0.5, 1)),
        (stats.poisson(1), stats.expon(), (0, 1 - np.exp(-1))),
    ],
)
def test_p1_where_scores_of_a_class_are_discrete(positive, negative, ends):
    population = Population(positive, negative, 0.5)
    assert roc_limits(population) == pytest.approx(ends, abs=1e-12)
    near = population.true_positive_rate([1e-9, 1 - 1e-9])
    assert near == pytest.approx(ends, abs=1e-6)
    exponential = with_map(population, np.exp, np.log)
    assert roc_limits(exponential) == pytest.approx(ends, abs=1e-12)


@pytest.mark.parametrize("case", PR_ENDS)
@pytest.mark.parametrize("index", [0, 1])
def test_p2_limits_of_the_pr_curve(case, index):
    population = hughes_oliver_case(case, (0.5, 1 / 11)[index])
    assert pr_limits(population) == pytest.approx(PR_ENDS[case][index], abs=1e-9)
    near_one = float(population.precision(1 - 1e-9))
    assert near_one == pytest.approx(PR_ENDS[case][index][1], abs=1e-3)


@pytest.mark.parametrize(
    ("case", "shape", "predicted", "found"),
    [
        ("A", "concave", "nonincreasing", "nonincreasing"),
        ("B", "neither", None, "neither"),
        ("C", "concave", "nonincreasing", "nonincreasing"),
        ("D", "concave", "nonincreasing", "nonincreasing"),
        ("E", "convex", "nondecreasing", "nondecreasing"),
        ("F", "neither", None, "neither"),
    ],
)
def test_p3_monotonicity(case, shape, predicted, found):
    population = hughes_oliver_case(case, 0.5)
    assert roc_shape(population) == shape
    assert predicted_pr_trend(population) == predicted
    assert pr_trend(population) == found


def test_p3_of_identical_classes_is_constant():
    chance = Population(stats.norm(), stats.norm(), 0.5)
    assert (roc_shape(chance), predicted_pr_trend(chance)) == ("straight", "constant")


def test_p4_chance_curves():
    recall = np.linspace(0.05, 0.95, 19)
    chance = Population(stats.gamma(2), stats.gamma(2), 0.2)
    np.testing.assert_allclose(chance.precision(recall), 0.2)
    steps = Population(DiscreteScores([1, 2, 3]), DiscreteScores([1, 2, 3]), 0.2)
    assert (steps.precision(recall) >= 0.2 - 1e-12).all()
    assert (steps.true_positive_rate(recall) <= recall + 1e-12).all()
    np.testing.assert_allclose(steps.precision([1 / 3, 2 / 3]), 0.2)


def test_p5_perfect_separation():
    population = overlapping_uniforms(0.25, shift=2.0)
    curves = separated_curves(population)
    on_top = curves["tpr"] < 1
    assert (curves["fpr"][on_top] == 0).all()
    assert (curves["precision"][on_top & (curves["recall"] > 0)] == 1).all()
    assert (curves["recall"][-1], curves["precision"][-1]) == (1.0, 0.25)


def test_classes_that_touch_are_not_separated():
    with pytest.raises(ValueError, match="the classes overlap"):
        separated_curves(overlapping_uniforms(0.5, shift=1.0))
    assert separated_curves(overlapping_uniforms(0.5, shift=1.01))["precision"][-1] == 0.5


def test_p6_reverse_separation_is_the_lower_bound():
    population = overlapping_uniforms(0.25, shift=2.0, reverse=True)
    curves = separated_curves(population)
    some = curves["recall"] > 0
    np.testing.assert_allclose(
        curves["precision"][some], minimum_precision(curves["recall"][some], 0.25)
    )
    assert (curves["tpr"][curves["fpr"] < 1] == 0).all()
    with pytest.raises(ValueError, match="the classes overlap"):
        separated_curves(overlapping_uniforms(0.5))


@pytest.mark.parametrize("case", ["A", "C", "D", "F"])
def test_p7_increasing_transformations_change_nothing(case):
    population = hughes_oliver_case(case, 0.2)
    changed = with_map(population, np.arcsinh, np.sinh)
    recall = np.linspace(0.05, 0.95, 19)
    np.testing.assert_allclose(changed.precision(recall), population.precision(recall), rtol=1e-9)
    np.testing.assert_allclose(
        changed.true_positive_rate(recall), population.true_positive_rate(recall), rtol=1e-9
    )


@pytest.mark.parametrize(
    ("products", "vanishes"),
    [
        ([1.0, 0.6, 0.4], True),
        ([1.0, 0.4, 0.6], False),
        ([1.0, 1.0, 1.0], False),
        ([1.5e-6, 1.5e-6, 1.5e-6], False),
        ([0.9e-6, 0.9e-6, 0.9e-6], True),
        ([1.5e-6, 0.9e-6, 1.5e-6], False),
    ],
)
def test_the_tail_vanishes_by_its_last_product_of_recall_and_slope(products, vanishes):
    population = SimpleNamespace(slope=lambda recall: np.array(products) / recall)
    assert _tail_vanishes(population) is vanishes
