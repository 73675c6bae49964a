"""Unachievable region by brute force, modified F1, down-sampling."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench.metrics import aupr_score, average_curve, precision_recall_curve
from prgbench.metrics.theory import min_aupr, minimum_precision
from prgtheory.boyd.model import (
    FIGURE_4_POINTS,
    FIGURE_4_PREVALENCE,
    achievable_points,
    lowest_achievable,
    modified_fbeta,
    point_of_cells,
    prevalence_behind,
    prevalence_of_minimum,
    table_downsampling,
    true_negatives,
)
from prgtheory.printed_data import PrintedScore
from theory_page_of_docs import assert_table_of_docs


@given(n_pos=st.integers(1, 12), n_neg=st.integers(0, 12))
def test_no_confusion_matrix_lies_below_the_minimum_curve(n_pos, n_neg):
    pi = n_pos / (n_pos + n_neg)
    recall, precision = achievable_points(n_pos, n_neg)
    assert recall.size == n_pos * (n_neg + 1)
    assert (precision >= minimum_precision(recall, pi) - 1e-12).all()
    levels, lowest = lowest_achievable(n_pos, n_neg)
    np.testing.assert_allclose(lowest, minimum_precision(levels, pi), rtol=1e-12)


@given(
    pi=st.floats(0.05, 0.95),
    recall=st.floats(0.01, 1.0),
    precision=st.floats(0.0, 1.0),
    more=st.floats(0.0, 1.0),
)
def test_modified_f1_is_zero_up_to_chance_and_never_falls(pi, recall, precision, more):
    value = float(modified_fbeta(precision, recall, pi))
    assert 0.0 <= value <= 1.0
    if precision <= pi:
        assert value == 0.0
    higher = precision + more * (1 - precision)
    assert float(modified_fbeta(higher, recall, pi)) >= value - 1e-12
    assert float(modified_fbeta(precision, recall + more * (1 - recall), pi)) >= value - 1e-12
    assert float(modified_fbeta(1.0, 1.0, pi)) == pytest.approx(1.0)


def test_points_of_figure_4_are_where_the_text_says():
    for point in FIGURE_4_POINTS:
        f1 = 2 * point.recall * point.precision / (point.recall + point.precision)
        assert f1 == pytest.approx(0.45)
    a, b, c = FIGURE_4_POINTS
    assert a.precision < minimum_precision(a.recall, FIGURE_4_PREVALENCE)
    assert 0 < b.precision - FIGURE_4_PREVALENCE < 0.01
    assert c.precision > 0.7


def test_prevalence_behind_two_areas_gives_them_back():
    minimum = float(min_aupr(0.3))
    aucnpr = (0.6 - minimum) / (1 - minimum)
    score = PrintedScore("x", "0.6", repr(aucnpr))
    assert prevalence_behind(score) == pytest.approx(0.3, abs=1e-9)


def test_modified_fbeta_by_hand():
    # Recall 1/2, normalised precision (3/4 - 1/2)/(1/2) = 1/2, then beta 2: 1/4 and 3/4.
    assert float(modified_fbeta(0.75, 0.5, 0.5, 2.0)) == 0.5
    value = float(modified_fbeta(0.625, 0.75, 0.5, 2.0))
    assert value == pytest.approx(5 / (1 / 0.25 + 4 / 0.75), rel=1e-14)
    assert float(modified_fbeta(0.9, 0.0, 0.5, 0.0)) == 0.0


@given(tp=st.integers(1, 50), fp=st.integers(0, 50), fn=st.integers(0, 50), tn=st.integers(1, 50))
def test_true_negatives_are_those_of_the_table(tp, fp, fn, tn):
    if fp + fn == 0:
        return
    point = point_of_cells(tp, fp, fn, tn)
    assert (point.recall, point.precision) == (tp / (tp + fn), tp / (tp + fp))
    found = true_negatives(point.precision, point.recall, tp + fn, fp + tn)
    assert found == pytest.approx(tn, abs=1e-9)


@given(st.floats(0.001, 0.99))
def test_prevalence_of_a_minimum_is_its_inverse(pi):
    assert prevalence_of_minimum(float(min_aupr(pi))) == pytest.approx(pi, abs=1e-9)


def test_area_of_the_vertical_average_is_the_mean_area():
    rng = np.random.default_rng(0)
    samples = [(labels, rng.normal(labels)) for labels in (rng.integers(0, 2, 30) for _ in "123")]
    curves = [precision_recall_curve(*sample) for sample in samples]
    middles = (np.arange(100_000) + 0.5) / 100_000
    area = float(average_curve(curves, grid=middles).y.mean())
    assert area == pytest.approx(np.mean([aupr_score(*sample) for sample in samples]), abs=1e-5)


def test_the_docs_show_the_table_of_downsampling():
    lines = table_downsampling()
    assert_table_of_docs("downsampling", lines)
    assert [line["negatives for each positive"] for line in lines] == [1, 2, 3, 4, 5, 10, 24]
    assert lines[5]["AUPR"] == pytest.approx(0.41784657, abs=1e-8)
    assert all(line["AUCNPR"] < line["AUPR"] for line in lines)
    assert all(rarer["AUCNPR"] < line["AUCNPR"] for line, rarer in pairwise(lines))
    # The least area at prevalence 1/2 is 1 - log 2 = .306853.
    area = 0.83629365
    assert lines[0]["AUPR"] == pytest.approx(area, abs=1e-8)
    assert lines[0]["AUCNPR"] == pytest.approx((area - 0.306852819) / 0.693147181, abs=1e-8)
