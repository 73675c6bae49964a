"""Weights that differ by many orders of magnitude keep the digits, or are refused."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics as m

PERFECT = [0, 1, 0, 1], [0.1, 0.9, 0.2, 0.8]
HEAVY_POSITIVES = [1e-6, 1e6, 1e-6, 1e6]
BY_DEFINITION = ["matthews_corrcoef", "accuracy", "balanced_accuracy", "f1"]


@pytest.mark.parametrize("name", ["matthews_corrcoef", "max_mcc", "accuracy", "f1", "ks"])
def test_a_perfect_model_has_1_whatever_the_weights(name):
    for weights in (HEAVY_POSITIVES, HEAVY_POSITIVES[::-1]):
        assert m.evaluate(*PERFECT, name, sample_weight=weights) == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize(
    ("name", "what"), [("aucnpr", "AUCNPR"), ("expected_fg1", "E[FG1]"), ("auprg", "AUPRG")]
)
def test_what_has_no_digits_is_refused(name, what):
    with pytest.raises(ValueError, match=r"1e.12 times as much as the negatives") as refused:
        m.evaluate(*PERFECT, name, sample_weight=HEAVY_POSITIVES)
    assert f"{what} is accurate" in str(refused.value)
    with pytest.raises(ValueError, match="AUCNPR is accurate"):
        m.aucnpr_score(*PERFECT, sample_weight=HEAVY_POSITIVES)
    assert m.evaluate(*PERFECT, ["auroc", "aupr"], sample_weight=HEAVY_POSITIVES).tolist() == [
        1,
        1,
    ]
    mild = np.where(PERFECT[0], 1e4, 1e-4)
    best = {"aucnpr": 1, "auprg": 1, "expected_fg1": 0.75}[name]
    assert m.evaluate(*PERFECT, name, sample_weight=mild) == pytest.approx(best, abs=1e-6)


def exact(truth, predicted, weights):
    """Compute the four measures from exact sums of weights."""
    cells = {cell: Fraction(0) for cell in ((1, 1), (0, 1), (1, 0), (0, 0))}
    for label, decision, weight in zip(truth, predicted, weights, strict=True):
        cells[label, decision] += Fraction(weight)
    tp, fp, fn, tn = cells.values()
    product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    square = (tp * tn - fp * fn) ** 2 / product if product else Fraction(0)
    sign = 1 if tp * tn >= fp * fn else -1
    return {
        "matthews_corrcoef": sign * sqrt(square),
        "accuracy": (tp + tn) / (tp + tn + fp + fn),
        "balanced_accuracy": (tp / (tp + fn) + tn / (tn + fp)) / 2,
        "f1": 2 * tp / (2 * tp + fp + fn),
    }


ROWS = st.tuples(st.integers(0, 1), st.integers(0, 1), st.sampled_from([1e-6, 0.1, 3.0, 1e6]))


@given(st.lists(ROWS, min_size=1, max_size=12))
def test_decisions_agree_with_exact_sums(rows):
    truth, decisions, weights = zip(*rows, (0, 0, 0.7), (1, 1, 0.7), strict=True)
    wanted = exact(truth, decisions, weights)
    found = m.evaluate(truth, decisions, BY_DEFINITION, sample_weight=weights)
    # The difference TP TN - FP FN of MCC may cancel.
    assert found == pytest.approx([float(wanted[name]) for name in BY_DEFINITION], abs=1e-9)
    assert found[1:] == pytest.approx(
        [float(wanted[name]) for name in BY_DEFINITION[1:]], rel=1e-13
    )
