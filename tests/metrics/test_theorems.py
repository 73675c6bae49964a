"""The theorems of the paper and of the poster."""

import math
from decimal import Decimal, localcontext
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, fbeta_score

from prgbench import metrics as m
from prgbench.metrics import aupr_score, auprg_score, theory

counts = st.tuples(st.integers(1, 50), st.integers(1, 50))


def gains(tp, fp, n_pos, n_neg):
    return float(m.theory.precision_gain(tp, fp, n_pos, n_neg)), float(
        m.theory.recall_gain(tp, n_pos, n_neg)
    )


@st.composite
def tables(draw):
    n_pos, n_neg = draw(counts)
    cells = [(draw(st.integers(1, n_pos)), draw(st.integers(0, n_neg))) for _ in range(2)]
    return n_pos, n_neg, cells


@given(tables(), st.floats(0, 1))
def test_theorem_1_mixing_tables_mixes_gains(table, share):
    n_pos, n_neg, ((tp1, fp1), (tp2, fp2)) = table
    mixed = share * tp1 + (1 - share) * tp2, share * fp1 + (1 - share) * fp2
    mu = m.theory.interpolation_weight(tp1, tp2, share)
    first, second = gains(tp1, fp1, n_pos, n_neg), gains(tp2, fp2, n_pos, n_neg)
    expected = [mu * a + (1 - mu) * b for a, b in zip(first, second, strict=True)]
    assert gains(*mixed, n_pos, n_neg) == pytest.approx(expected, rel=1e-10, abs=1e-10)


@given(tables(), st.floats(0.1, 5))
def test_theorem_2_f_gain_is_a_weighted_mean_of_gains(table, beta):
    n_pos, n_neg, ((tp, fp), _) = table
    f = (1 + beta**2) * tp / (tp + fp + beta**2 * n_pos)
    direct = m.theory.gain(f, n_pos / (n_pos + n_neg))
    by_gains = m.theory.fbeta_gain(*gains(tp, fp, n_pos, n_neg), beta)
    assert by_gains == pytest.approx(float(direct), rel=1e-9, abs=1e-9)


@given(st.data())
def test_theorem_4_equal_f_at_the_beta_of_indifference(data):
    n_pos, fp2 = data.draw(st.integers(2, 50)), data.draw(st.integers(1, 50))
    tp1 = data.draw(st.integers(1, n_pos - 1))
    tp2 = data.draw(st.integers(tp1 + 1, n_pos))
    fp1 = data.draw(st.integers(0, (tp1 * fp2 - 1) // tp2))
    precision_1, precision_2 = tp1 / (tp1 + fp1), tp2 / (tp2 + fp2)
    beta2 = m.theory.indifferent_beta2(precision_1, tp1 / n_pos, precision_2, tp2 / n_pos)
    f1, f2 = ((1 + beta2) * tp / (tp + fp + beta2 * n_pos) for tp, fp in ((tp1, fp1), (tp2, fp2)))
    assert f1 == pytest.approx(f2, rel=1e-9)


@given(st.integers(0, 2**32))
def test_theorem_0_expected_accuracy_over_a_uniform_rate(seed):
    rng = np.random.default_rng(seed)
    y = np.append(rng.integers(0, 2, 30), [0, 1])
    s = rng.integers(0, 9, 32)
    curve = m.roc_curve(y, s)
    rate = (curve.tp + curve.fp) / y.size
    accuracy = (curve.tp + curve.n_neg - curve.fp) / y.size
    expected = m.theory.expected_accuracy(m.auroc_score(y, s), curve.prevalence)
    assert np.trapezoid(accuracy, rate) == pytest.approx(float(expected), abs=1e-12)


def test_theorem_3_special_case_of_perfect_precision_at_the_baseline():
    assert m.theory.expected_fg1(0.4, 0.3, 1.0) == pytest.approx(0.4 / 2 + 1 / 4)


def test_theorem_3_needs_a_range_of_operating_points():
    assert np.isnan(m.theory.expected_fg1(-0.5, 0.5, -1.0))
    assert np.isnan(m.theory.expected_fg1(-0.5, 0.5, -3.0))
    assert np.isnan(m.theory.expected_inverse_f1(0.5, 0.0))


def test_two_rankings_that_auprg_and_expected_f1_order_differently():
    scores = [6, 5, 4, 3, 2, 1]
    a, b = [1, 0, 1, 0, 0, 1], [1, 0, 0, 1, 1, 0]
    assert m.auprg_score(a, scores) == pytest.approx(1 / 12)
    assert m.auprg_score(b, scores) == pytest.approx(0, abs=1e-15)
    assert m.evaluate(a, scores, "expected_fg1") == pytest.approx(0.271, abs=5e-4)
    assert m.evaluate(b, scores, "expected_fg1") == pytest.approx(0.417, abs=5e-4)


def test_errors_of_the_theorems():
    with pytest.raises(ValueError, match="no true positive"):
        m.theory.interpolation_weight(0, 3, share=1)
    with pytest.raises(ValueError, match="Theorem 4 needs"):
        m.theory.indifferent_beta2(0.5, 0.5, 0.8, 0.9)
    with pytest.raises(ValueError, match=r"prevalence must lie in \[0, 1\], not 1.5"):
        m.theory.expected_fg1(0, 1.5, 0)


@given(st.floats(0.01, 0.99), st.floats(0.01, 1))
def test_gain_and_its_inverse(prevalence, value):
    assert m.theory.ungain(m.theory.gain(value, prevalence), prevalence) == pytest.approx(
        value, rel=1e-9
    )


def test_gain_outside_its_domain():
    assert m.theory.gain(0.0, 0.5) == -np.inf
    with pytest.raises(ValueError, match=r"inside \(0, 1\)"):
        m.theory.gain(0.5, 1.0)


@given(st.floats(0.05, 1), st.floats(0, 1), st.floats(0.2, 4))
def test_points_on_an_isometric_have_its_f(f, recall, beta):
    precision = float(m.theory.fbeta_isometric(f, recall, beta))
    if np.isnan(precision):
        best = (1 + beta**2) * recall / (beta**2 + recall) if recall else 0
        assert best <= f + 1e-12
    else:
        ours = (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
        assert ours == pytest.approx(f, rel=1e-9)
    line = m.theory.fbeta_gain_isometric(f, recall, beta)
    assert m.theory.fbeta_gain(line, recall, beta) == pytest.approx(f, rel=1e-12)


@pytest.mark.parametrize("beta", [0.5, 1, 3])
def test_the_always_positive_classifier(beta):
    y = [1] * 3 + [0] * 7
    ours = m.theory.always_positive_fbeta(0.3, beta)
    assert ours == pytest.approx(fbeta_score(y, [1] * 10, beta=beta))
    assert m.theory.gain(ours, 0.3) == pytest.approx(beta**2 / (1 + beta**2))


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


CLASSES = [(1, 1), (4, 4), (1, 5), (5, 1), (3, 2), (2, 7), (3, 8), (6, 2)]


def mean_over_all_rankings(score, n_pos, n_neg):
    n = n_pos + n_neg
    areas = []
    for places in combinations(range(n), n_pos):
        y_true = np.zeros(n, dtype=bool)
        y_true[list(places)] = True
        areas.append(score(y_true, -np.arange(n)))
    return np.mean(areas)


@pytest.mark.parametrize(("n_pos", "n_neg"), CLASSES)
def test_the_mean_over_all_rankings(n_pos, n_neg):
    for expected, score in (
        (theory.expected_aupr, aupr_score),
        (theory.expected_auprg, auprg_score),
    ):
        mean = mean_over_all_rankings(score, n_pos, n_neg)
        assert expected(n_pos, n_neg) == pytest.approx(mean, abs=1e-12)


def test_chance_of_5_positives_and_95_negatives():
    assert theory.expected_aupr(5, 95) == pytest.approx(0.071, abs=5e-4)
    assert theory.expected_auprg(5, 95) == pytest.approx(-0.889, abs=5e-4)


@pytest.mark.parametrize("prevalence", [0.01, 0.5, 0.9])
def test_with_many_instances_chance_is_the_baseline(prevalence):
    n_pos = round(prevalence * 10**6)
    n_neg = 10**6 - n_pos
    assert theory.expected_aupr(n_pos, n_neg) == pytest.approx(prevalence, abs=1e-4)
    assert theory.expected_auprg(n_pos, n_neg) == pytest.approx(0, abs=0.01)


def test_without_negatives_every_ranking_is_perfect():
    assert theory.expected_aupr(3, 0) == 1


@pytest.mark.parametrize(
    ("expected", "classes", "message"),
    [
        (theory.expected_aupr, (0, 3), "n_pos must be >= 1 and n_neg >= 0, not 0 and 3"),
        (theory.expected_aupr, (2, -1), "n_pos must be >= 1 and n_neg >= 0, not 2 and -1"),
        (theory.expected_auprg, (3, 0), "n_pos must be >= 1 and n_neg >= 1, not 3 and 0"),
    ],
)
def test_a_missing_class_is_refused(expected, classes, message):
    with pytest.raises(ValueError, match=message):
        expected(*classes)


def test_the_mean_of_one_positive_among_many():
    # That of all positions: f negatives before the positive give 1 - f log(1 + 1 / f).
    negatives = np.arange(1.0, 10**6 + 1)
    lost = math.fsum(negatives * np.log1p(1 / negatives))
    exact = (10**6 + 1 - lost) / (10**6 + 1)
    assert theory.expected_aupr(1, 10**6) == pytest.approx(exact, rel=1e-9)
    # Half of the logarithm of 2 pi n, less 1, of n.
    assert theory.expected_aupr(1, 10**9) * 1e9 == pytest.approx(np.log(2e9 * np.pi) / 2, rel=1e-8)
