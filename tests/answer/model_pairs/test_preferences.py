"""Which pairs of models a measure orders for certain."""

from itertools import combinations

import numpy as np
import pandas as pd
from scipy.stats import t

from prgbench.answer.model_pairs import _preferences, _sums


def brute_force(scores, covariance, degrees, alpha):
    pairs = list(combinations(range(len(scores)), 2))
    squares = [covariance[a, a] + covariance[b, b] - 2 * covariance[a, b] for a, b in pairs]
    floor = np.median(squares) / 4
    p_values = [
        2 * t.sf(abs(scores[a] - scores[b]) / np.sqrt(max(square, floor)), degrees)
        for (a, b), square in zip(pairs, squares, strict=True)
    ]
    preferred = np.zeros((len(scores), len(scores)))
    # Holm: the smallest first, each by as many as are left, until one fails.
    for step, index in enumerate(np.argsort(p_values)):
        if p_values[index] * (len(pairs) - step) > alpha:
            break
        a, b = pairs[index]
        preferred[a, b] = np.sign(scores[a] - scores[b])
        preferred[b, a] = -preferred[a, b]
    return preferred


def test_preferences_are_those_of_holm_and_student():
    rng = np.random.default_rng(0)
    certain = 0
    for _ in range(40):
        scores, noise = 2 * rng.normal(size=6), rng.normal(size=(50, 6)) * rng.uniform(0.05, 1, 6)
        covariance = np.cov(noise, rowvar=False)
        gaps = scores[:, None] - scores
        expected = brute_force(scores, covariance, 7.5, 0.05)
        np.testing.assert_array_equal(_preferences(gaps, covariance, 7.5, 0.05), expected)
        certain += np.count_nonzero(expected)
    assert 0 < certain < 40 * 30


def test_among_equal_models_at_most_one_task_in_twenty_has_a_certain_pair():
    rng, false, n = np.random.default_rng(1), 0, 8
    for _ in range(1_000):
        values = rng.normal(size=(n, 5))
        mean, covariance = values.mean(axis=0), np.cov(values, rowvar=False) / n
        false += _preferences(mean[:, None] - mean, covariance, n - 1, 0.05).any()
    assert false / 1_000 <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 1_000)


def test_counts_add_up_over_the_tasks():
    rows = [(1, "a", "b", 3, 2, 10), (2, "a", "b", 1, 0, 6)]
    columns = ["task_id", "measure_a", "measure_b", "same", "reversed", "pairs"]
    (sums,) = _sums(pd.DataFrame(rows, columns=columns))
    assert (sums.same, sums.reversed, sums.open, sums.pairs) == (4, 2, 10, 16)
    assert (sums.reversed_tasks, sums.tasks) == (1, 2)
