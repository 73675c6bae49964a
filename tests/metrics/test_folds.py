"""Means over folds: each measure on its own scale."""

import numpy as np
import pytest

from prgbench import metrics as m

RNG = np.random.default_rng(5)
FOLDS = np.repeat(["a", "b", "c"], [20, 30, 50])
Y = RNG.random(100) < np.repeat([0.5, 0.2, 0.4], [20, 30, 50])
S = np.round(RNG.normal(Y, 1, (2, 100)), 1)


def by_fold(score):
    return np.array([[score(Y[fold == FOLDS], row[fold == FOLDS]) for fold in "abc"] for row in S])


@pytest.mark.parametrize(
    ("measure", "score"),
    [("auroc", m.auroc_score), ("auprg", m.auprg_score), ("aucnpr", m.aucnpr_score)],
)
def test_arithmetic_means(measure, score):
    found = m.mean_over_folds(Y, S, FOLDS, measure)
    np.testing.assert_allclose(found, by_fold(score).mean(axis=1), atol=1e-12)


def test_an_auprg_alone_is_no_expected_f1():
    """The numbers of docs/metrics.md: theorem 3 needs the prevalence and y0, too."""
    assert m.theory.expected_fg1(0.5, 0.5, 0.0) == pytest.approx(0.75)
    assert m.theory.expected_fg1(0.5, 0.05, 1.0) == pytest.approx(0.50)


@pytest.mark.parametrize(
    ("measure", "score", "mean"),
    [("aupr", m.aupr_score, m.mean_aupr), ("max_f1", m.max_fbeta_score, m.mean_fbeta)],
)
def test_means_on_another_scale(measure, score, mean):
    shares = [Y[fold == FOLDS].mean() for fold in "abc"]
    expected = [mean(values, shares) for values in by_fold(score)]
    np.testing.assert_allclose(m.mean_over_folds(Y, S, FOLDS, measure), expected, atol=1e-12)


@pytest.mark.parametrize(
    ("folds", "message"),
    [
        (FOLDS[1:], r"folds must have shape \(100,\), not \(99,\)"),
        (np.where(Y, "p", "n"), "The fold 'n' has one class only"),
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
