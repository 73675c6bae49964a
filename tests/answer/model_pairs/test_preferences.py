"""Which pairs of models a measure orders for certain."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
from scipy.stats import t

from made_up_tasks import make_setting, make_task_scores
from prgbench.answer.model_pairs import _PAIRS, _preferences, _sums, per_task


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
    rows = [
        (1, "a", "b", 3, 2, 10, 5, 0),
        (2, "a", "b", 1, 0, 6, 0, 0),
        (3, "a", "b", 0, 0, 0, 1, 6),
    ]
    (sums,) = _sums(pd.DataFrame(rows, columns=_PAIRS))
    assert (sums.same, sums.reversed, sums.open, sums.pairs) == (4, 2, 10, 16)
    assert (sums.lacking, sums.noise_unknown) == (6, 6)
    # The third task has no pair that could be ordered.
    assert (sums.reversed_tasks, sums.tasks) == (1, 2)


def pairs_of(task):
    (row,) = per_task(task, make_setting(("auroc", "brier")), None)["ordered_pairs"].itertuples()
    return row.same + row.reversed, row.pairs, row.lacking, row.noise_unknown


def test_pairs_that_lack_a_measure_are_not_open():
    task = make_task_scores(1, n=400, n_models=4)
    scores = task.y_scores.copy()
    ordered, *counts = pairs_of(task)
    assert counts == [6, 0, 0]
    # The Brier score of the last model is unknown, as its scores are no probabilities.
    scores[3] *= 3
    ordered_of_three, *counts = pairs_of(replace(task, y_scores=scores.copy()))
    assert counts == [3, 3, 0]
    assert ordered_of_three <= min(ordered, 3)
    scores[1:] *= 3
    assert pairs_of(replace(task, y_scores=scores)) == (0, 0, 6, 0)


def test_pairs_of_unknown_noise_are_not_open():
    task = make_task_scores(1, n=60, n_models=3)
    # All rows of the positive class are of one instance.
    instances = np.where(task.y_true, 0, np.arange(1, 61))
    assert pairs_of(replace(task, instances=instances)) == (0, 0, 0, 3)
