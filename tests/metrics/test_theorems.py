"""The theorems of the paper and of the poster."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics as m

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
