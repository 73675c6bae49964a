"""The mean areas of random rankings, by all rankings of few instances and by a simulation."""

from itertools import combinations

import numpy as np
import pytest

from prgbench.metrics import aupr_score, auprg_score, evaluate, theory

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
    scores = np.random.default_rng(0).random((20_000, 100))
    areas = evaluate(np.arange(100) < 5, scores, ["aupr", "auprg"])
    errors = areas.std(axis=0) / np.sqrt(len(areas))
    expected = np.array([theory.expected_aupr(5, 95), theory.expected_auprg(5, 95)])
    assert expected.round(3).tolist() == [0.071, -0.889]
    assert (np.abs(areas.mean(axis=0) - expected) < 3 * errors).all()


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
