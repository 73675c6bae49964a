"""Means of F-scores as F-gain, and of AUPRs as AUCNPR."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics as m
from prgbench.metrics.averaging import mean_aupr

SCORES = st.floats(0.01, 1)
PREVALENCES = st.floats(0.01, 0.99)
PAIRS = st.lists(st.tuples(SCORES, PREVALENCES), min_size=1, max_size=6)
SMALL = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


def exact_gain(f, pi):
    return (f - pi) / ((1 - pi) * f)


def exact_ungain(gain, pi):
    return pi / (1 - (1 - pi) * gain)


@given(st.lists(st.tuples(SMALL, SMALL, st.integers(1, 5)), min_size=1, max_size=5))
def test_means_against_exact_arithmetic(triples):
    scores, prevalences, weights = zip(*triples, strict=True)
    total = sum(weights)
    gain = sum(w * exact_gain(f, pi) for f, pi, w in triples) / total
    odds = sum(w * pi / (1 - pi) for _, pi, w in triples) / total
    values = [float(f) for f in scores], [float(pi) for pi in prevalences]
    found = np.average(m.theory.gain(*values), weights=weights)
    assert found == pytest.approx(float(gain), rel=1e-9, abs=1e-9)
    back = exact_ungain(gain, odds / (1 + odds))
    assert m.mean_fbeta(*values, sample_weight=weights) == pytest.approx(float(back), rel=1e-12)


@given(PAIRS)
def test_the_mean_lies_between_the_scores(pairs):
    scores, prevalences = zip(*pairs, strict=True)
    assert min(scores) <= m.mean_fbeta(scores, prevalences) <= max(scores)


def test_a_score_of_zero_makes_the_mean_0():
    assert m.mean_fbeta([0.0, 1.0], 0.5) == 0.0
    assert m.mean_fbeta([0.0, 1.0], 0.5, sample_weight=[0, 1]) == 1.0


@pytest.mark.parametrize(
    ("scores", "prevalence", "weights", "message"),
    [
        ([], 0.5, None, "f_scores must be a list"),
        (0.5, 0.5, None, "f_scores must be a list"),
        ([0.5, np.nan], 0.5, None, "f_scores must lie"),
        ([1.5], 0.5, None, "f_scores must lie"),
        ([0.5, 0.5], [0.5, 0.5, 0.5], None, "prevalence must be one number"),
        ([0.5], 1.0, None, "prevalence must lie inside"),
        ([0.5], [np.nan], None, "prevalence must lie inside"),
        ([0.5], 0.5, [-1.0], "sample_weight"),
    ],
)
def test_bad_input_is_refused(scores, prevalence, weights, message):
    with pytest.raises(ValueError, match=message):
        m.mean_fbeta(scores, prevalence, sample_weight=weights)


def test_mean_aupr_by_hand():
    # The minimum at pi = 1/2 is 1 - ln 2: 1 - AUPR counts 1/ln 2, and 1 at (nearly) pi = 0.
    found = mean_aupr([0.6, 0.8], [0.5, 1e-13])
    assert found == pytest.approx(1 - (0.4 / np.log(2) + 0.2) / (1 / np.log(2) + 1), rel=1e-12)


@given(PAIRS)
def test_mean_aupr_is_the_mean_aucnpr_at_one_minimum(pairs):
    areas, prevalences = (np.array(column) for column in zip(*pairs, strict=True))
    normalized = m.theory.normalize_aupr(areas, prevalences).mean()
    minimum = 1 - 1 / np.mean(1 / (1 - m.theory.min_aupr(prevalences)))
    back = minimum + (1 - minimum) * normalized
    assert mean_aupr(areas, prevalences) == pytest.approx(back, abs=1e-9)


@given(PAIRS)
def test_mean_aupr_lies_between_the_areas(pairs):
    areas, prevalences = zip(*pairs, strict=True)
    assert min(areas) <= mean_aupr(areas, prevalences) <= max(areas)
    same = [areas[0]] * len(areas)
    assert mean_aupr(same, prevalences) == areas[0]


RNG = np.random.default_rng(5)
FOLDS = np.repeat(["a", "b", "c"], [20, 30, 50])
Y = RNG.random(100) < np.repeat([0.5, 0.2, 0.4], [20, 30, 50])
S = np.round(RNG.normal(Y, 1, (2, 100)), 1)


def by_fold(score):
    return np.array([[score(Y[fold == FOLDS], row[fold == FOLDS]) for fold in "abc"] for row in S])


@pytest.mark.filterwarnings("ignore:AUPRG is higher where positives are rare")
@pytest.mark.parametrize(
    ("measure", "score"),
    [("auroc", m.auroc_score), ("auprg", m.auprg_score), ("aucnpr", m.aucnpr_score)],
)
def test_arithmetic_means(measure, score):
    found = m.mean_over_folds(Y, S, FOLDS, measure)
    np.testing.assert_allclose(found, by_fold(score).mean(axis=1), atol=1e-12)


@pytest.mark.parametrize(
    ("measure", "score", "mean"),
    [("aupr", m.aupr_score, mean_aupr), ("max_f1", m.max_fbeta_score, m.mean_fbeta)],
)
def test_means_on_another_scale(measure, score, mean):
    shares = [Y[fold == FOLDS].mean() for fold in "abc"]
    expected = [mean(values, shares) for values in by_fold(score)]
    np.testing.assert_allclose(m.mean_over_folds(Y, S, FOLDS, measure), expected, atol=1e-12)


@pytest.mark.parametrize(
    ("folds", "message"),
    [
        (FOLDS[1:], r"folds must have shape \(100,\), not \(99,\)"),
        (np.where(Y, "p", "n"), "The fold 'n' has only one class"),
    ],
)
def test_bad_folds(folds, message):
    with pytest.raises(ValueError, match=message):
        m.mean_over_folds(Y, S, folds)


@pytest.mark.parametrize("measure", ["aupr", "max_f1", "brier"])
def test_weights_repeat_instances(measure):
    weights = RNG.integers(0, 4, 100)
    scores = 1 / (1 + np.exp(-S))
    repeated = m.mean_over_folds(
        np.repeat(Y, weights),
        np.repeat(scores, weights, axis=1),
        np.repeat(FOLDS, weights),
        measure,
    )
    found = m.mean_over_folds(Y, scores, FOLDS, measure, sample_weight=weights)
    np.testing.assert_allclose(found, repeated, atol=1e-12)
    with pytest.raises(ValueError, match="The fold 'b' has no weight: leave its instances out"):
        m.mean_over_folds(Y, S, FOLDS, sample_weight=FOLDS != "b")


def test_the_mean_of_auprg_over_unlike_prevalences_is_warned_of_and_a_stated_one_is_not():
    rng = np.random.default_rng(0)
    # Fold "a" has half positives, fold "b" a twentieth.
    y = np.concatenate([np.arange(100) % 2 == 0, np.arange(400) % 20 == 0])
    folds = np.repeat(["a", "b"], [100, 400])
    scores = (y + rng.normal(size=y.size))[np.newaxis]
    message = r"from 0\.05 to 0\.5: .* use the measure 'auprg@prevalence=0\.3'"
    with pytest.warns(UserWarning, match=message):
        m.mean_over_folds(y, scores, folds, "auprg")
    stated = m.mean_over_folds(y, scores, folds, "auprg@prevalence=0.3")
    expected = [
        m.auprg_score(y[folds == fold], scores[0, folds == fold], prevalence=0.3) for fold in "ab"
    ]
    assert stated[0] == pytest.approx(np.mean(expected))
    # All folds have the stated prevalence, and so the same minimum of AUPR.
    area = m.mean_over_folds(y, scores, folds, "aupr@prevalence=0.3")
    expected = [
        m.aupr_score(y[folds == fold], scores[0, folds == fold], prevalence=0.3) for fold in "ab"
    ]
    assert area[0] == pytest.approx(np.mean(expected))
    best = m.mean_over_folds(y, scores, folds, "max_f1@1@prevalence=0.3")
    expected = [
        m.max_fbeta_score(y[folds == fold], scores[0, folds == fold], prevalence=0.3)
        for fold in "ab"
    ]
    assert best[0] == pytest.approx(len(expected) / np.sum(1 / np.array(expected)))
