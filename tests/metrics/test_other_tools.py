"""The areas that other tools compute: by hand, and against scikit-learn."""

from fractions import Fraction
from itertools import pairwise
from math import isnan, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import auc, average_precision_score, precision_recall_curve

from prgbench.metrics import auprg_score, evaluate, measures
from prgbench.metrics.engine.counts import threshold_counts
from prgbench.metrics.other_tools import (
    AUPR_OF_TOOLS,
    keras_auprg,
    mleval_auprg,
    perfmeas_aupr,
    rocr_aupr,
)

EXACT, DAVIS, STEPS, CHORDS, KERAS, ROCR, PERFMEAS, MLEVAL = AUPR_OF_TOOLS
# The example in every program of Chen et al. (2024).
LABELS, SCORES = [1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5]
HYPERBOLA = 1 - log(1.5)


def by_all_tools(labels, scores):
    values = evaluate(labels, [scores], list(AUPR_OF_TOOLS.values()))[0]
    return dict(zip(AUPR_OF_TOOLS, values.tolist(), strict=True))


def test_an_example_without_ties():
    # Precision 1, 1/2, 2/3, 1/2, 2/5 at recall 1/2, 1/2, 1, 1, 1.
    chords = Fraction(1, 2) + Fraction(1, 2) * (Fraction(1, 2) + Fraction(2, 3)) / 2
    assert by_all_tools(LABELS, SCORES) == pytest.approx(
        {
            EXACT: 1 / 2 + HYPERBOLA / 2,
            DAVIS: float(chords),
            STEPS: float((1 + Fraction(2, 3)) / 2),
            CHORDS: float(chords),
            KERAS: 1 / 2 + HYPERBOLA / 2,
            ROCR: float(Fraction(1, 2) + Fraction(1, 2) * (1 + Fraction(2, 3)) / 2),
            PERFMEAS: float(chords - Fraction(1, 2)),
            MLEVAL: 0.29,
        },
        abs=1e-15,
    )


def test_a_constant_score():
    # PerfMeas takes the rows in their order: precision 0, 1/2, 2/3 at recall 0, 1/2, 1.
    labels = [0, 1, 1, 0, 0]
    pi = Fraction(2, 5)
    assert by_all_tools(labels, [0.5] * 5) == pytest.approx(
        {
            **dict.fromkeys([EXACT, DAVIS, STEPS, KERAS], float(pi)),
            CHORDS: float((1 + pi) / 2),
            # Two true positives at once aren't cut: one chord from (0, 1).
            ROCR: float((1 + pi) / 2),
            PERFMEAS: float(Fraction(1, 2) * (2 * Fraction(1, 2) + Fraction(2, 3)) / 2),
            MLEVAL: 0.0,
        },
        abs=1e-15,
    )
    assert perfmeas_aupr(np.array(labels[::-1]) == 1, np.ones(5)) == pytest.approx(
        float(Fraction(1, 2) * (2 * Fraction(1, 3) + Fraction(1, 2)) / 2), abs=1e-15
    )


def test_rocr_cuts_steps_of_three_true_positives():
    # (0, 0) to (3, 3) in one step: precision 1, then 1/2 at TP = 1, 2, 3.
    counts = threshold_counts([1, 1, 1, 0, 0, 0], [0] * 6)
    assert rocr_aupr(counts) == pytest.approx(
        float((Fraction(3, 4) + 2 * Fraction(1, 2)) / 3), abs=1e-15
    )
    # Then from the least FP, 3, to (6, 4): precision (3 + x) / (6 + 4 x / 3).
    counts = threshold_counts([1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0], [9] * 6 + [8] + [7] * 4)
    curve = [
        Fraction(1),
        *[Fraction(1, 2)] * 3,
        *(Fraction(3 + x) / (Fraction(6 + x) + Fraction(2, 3) * x) for x in (1, 2, 3)),
    ]
    area = sum((a + b) / 2 for a, b in pairwise(curve)) / 6
    assert rocr_aupr(counts) == pytest.approx(float(area), abs=1e-15)


def test_keras_has_199_bins_and_takes_probabilities_alone():
    # .9995 and .9985 share the last bin, .4 and .6 do not share one.
    apart = by_all_tools([1, 0, 1], [0.6, 0.5, 0.4])
    assert apart[KERAS] == apart[EXACT] == pytest.approx(1 / 2 + HYPERBOLA / 2, abs=1e-15)
    together = by_all_tools([1, 0, 1], [0.9995, 0.9985, 0.4])
    assert together[KERAS] == pytest.approx(1 / 4 + HYPERBOLA / 2, abs=1e-15)
    assert together[EXACT] == apart[EXACT]
    assert isnan(by_all_tools([1, 0], [2.0, 0.5])[KERAS])
    assert isnan(keras_auprg(np.array([True, False]), np.array([2.0, 0.5])))


def test_auprg_of_other_tools():
    # Keras: no point at recall gain 0, so a chord from (0, 1) to that of a constant score, (1, 0).
    constant = np.array([True, True, False, False]), np.full(4, 0.5)
    assert keras_auprg(*constant) == 0.5
    assert auprg_score(*constant) == 0
    # Recall 1 first at TP = 2, FP = 1: precision gain 1 - 2/3 * 1/2 from 1 - 2/3 * 1.
    labels, scores = np.array(LABELS) == 1, np.array(SCORES)
    first_gain, drop = Fraction(1, 3), Fraction(1, 3)
    low = 1 - Fraction(2, 3)
    area = first_gain * 1 + (1 - first_gain) * (drop + Fraction(2, 3)) / 2
    assert low == first_gain
    assert keras_auprg(labels, scores) == pytest.approx(float(area), abs=1e-15)
    # MLeval: precision "gains" 1, 1/12, 8/27, 1/12, 0 and recall "gains" 1/12, 1/12, 1, 1, 1.
    area = (
        Fraction(1, 12) * (1 + Fraction(1, 12)) / 2
        + (Fraction(8, 27) - Fraction(1, 12))
        + Fraction(19, 27) * Fraction(13, 24)
    )
    assert mleval_auprg(threshold_counts(LABELS, SCORES)) == round(float(area), 2) == 0.64


def test_a_positive_that_is_not_ranked_first():
    # Issue 10 of meeliskull/prg: no threshold with a true positive has recall gain <= 0, so the
    # curve begins on the segment from (0, 4) to (1, 4), or with the block of .05, (1, 5).
    labels = np.array([0] * 9 + [1]) == 1
    scores = np.array([*np.arange(1, 10) / 100, 0.05])
    # TP = P pi = 1/10 on the segment from (0, 4) to (1, 5): FP = 4.1, precision gain 1 - 41/9.
    start, end = 1 - Fraction(41, 9), 1 - Fraction(5, 9)
    assert auprg_score(labels, scores) == pytest.approx(float((start + end) / 2), abs=1e-14)
    assert keras_auprg(labels, scores) == pytest.approx(float((1 + end) / 2), abs=1e-15)


def test_areas_are_undefined_without_positives_and_gains_without_one_class():
    values = evaluate([0, 0], [[0.1, 0.2]], list(AUPR_OF_TOOLS.values()))
    assert np.isnan(values).all()
    for labels in ([True, True], [False, False]):
        assert isnan(keras_auprg(np.array(labels), np.array([0.1, 0.2])))
        assert isnan(mleval_auprg(threshold_counts(labels, [0.1, 0.2])))


def test_none_is_a_measure_of_studies():
    names = {measure.name for measure in AUPR_OF_TOOLS.values()} - set(measures())
    assert names == {"keras", "rocr", "perfmeas", "mleval"}


samples = st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=2, max_size=40).filter(
    lambda rows: 0 < sum(label for label, _ in rows) < len(rows)
)


@given(samples)
def test_peers_and_bounds(rows):
    labels, scores = [int(label) for label, _ in rows], [score / 9 for _, score in rows]
    values = by_all_tools(labels, scores)
    precision, recall, _ = precision_recall_curve(labels, scores)
    assert values[STEPS] == pytest.approx(average_precision_score(labels, scores), abs=1e-12)
    assert values[CHORDS] == pytest.approx(auc(recall, precision), abs=1e-12)
    # Ten values lie in ten bins of Keras.
    assert values[KERAS] == pytest.approx(values[EXACT], abs=1e-12)
    # MLeval is chords without what lies left of the first threshold.
    first = threshold_counts(labels, scores)
    width = first.tp[1] / first.n_pos
    before = width * (1 + first.tp[1] / (first.tp[1] + first.fp[1])) / 2
    assert values[MLEVAL] == pytest.approx(values[CHORDS] - before, abs=0.005 + 1e-12)


@given(samples)
def test_without_ties_steps_are_the_highest_of_the_areas_with_every_point(rows):
    # Precision rises along a step of one positive, on a curve that is concave.
    labels = [int(label) for label, _ in rows]
    values = by_all_tools(labels, np.arange(len(labels))[::-1] / len(labels))
    assert values[DAVIS] - 1e-12 <= values[EXACT] <= values[STEPS] + 1e-12
    # ROCR alone leaves drops out.
    assert values[CHORDS] <= values[ROCR] + 1e-12
