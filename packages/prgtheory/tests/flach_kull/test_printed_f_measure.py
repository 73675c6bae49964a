"""What is found of the F-measure, and that a statement that is not borne out stops the table."""

from itertools import product

import numpy as np
import pytest
from sklearn.metrics import f1_score, fbeta_score

from broken_functions import break_at
from prgtheory.flach_kull import printed, printed_f_measure
from prgtheory.flach_kull.printed_f_measure import best_set, expected_f1, f1_of_counts


def test_f1_of_counts_is_that_of_scikit_learn():
    labels = np.repeat((1, 0, 1, 0), (6, 3, 4, 7))
    decided = np.repeat((1, 1, 0, 0), (6, 3, 4, 7))
    assert f1_of_counts(6, 3, 4) == pytest.approx(f1_score(labels, decided), abs=1e-12)


def test_the_expected_f1_is_the_mean_over_all_samples():
    hit, error = 0.3, 0.5
    outcomes = {"hit": hit, "false alarm": error, "neither": 1 - hit - error}
    mean = 0.0
    for sample in product(outcomes, repeat=4):
        # Whether an error is a false alarm or a miss does not change F1.
        tp, errors = sample.count("hit"), sample.count("false alarm")
        f1 = f1_score([1] * tp + [0] * errors + [0], [1] * (tp + errors) + [0], zero_division=0)
        mean += f1 * np.prod([outcomes[outcome] for outcome in sample])
    assert expected_f1(4, hit, error) == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
def test_the_best_set_is_that_of_a_data_set_with_these_shares(beta):
    shares = np.array([0.1, 0.9, 0.4, 0.6])
    # Ten instances for each score, as many of them positive as the score says.
    labels = np.concatenate([np.arange(10) < round(10 * share) for share in shares])
    values = {
        decisions: fbeta_score(labels, np.repeat(decisions, 10), beta=beta, zero_division=0)
        for decisions in product((0, 1), repeat=4)
    }
    best = max(values, key=values.get)
    assert best_set(shares, beta) == tuple(np.flatnonzero(best))


@pytest.mark.parametrize(
    ("name", "arguments", "value", "quantity"),
    [
        ("f1_of_counts", (1, 1, 0), 0.5, "F1 of a hit and a false alarm together"),
        ("f1_of_counts", (6 / 30, 3 / 30, 4 / 30), 0.6, "F1 as a ratio of averages"),
        ("expected_f1", (20, 0.2, 0.2), 0.66, "mean F1 of samples"),
        ("expected_f1", (2000, 0.2, 0.2), 0.66, "mean F1 of samples"),
        ("best_set", (printed_f_measure._PROBABILITIES, 1.0), (0, 2), "best of all 255 sets"),
    ],
)
def test_another_value_stops_the_table(monkeypatch, name, arguments, value, quantity):
    break_at(monkeypatch, printed_f_measure, name, arguments, value)
    with pytest.raises(ValueError, match=quantity):
        printed_f_measure.f_measure_rows()


def test_a_range_of_delta_that_is_never_empty_stops_the_table(monkeypatch):
    right = printed.baseline_precision_gain
    monkeypatch.setattr(printed, "baseline_precision_gain", lambda curve: right(curve) + 0.1)
    with pytest.raises(ValueError, match=r"rankings of 6 \+ 2 instances whose range of Delta"):
        printed._theorem_3_without_range()
