"""The other areas of PRG space, from labels and scores, by hand and by their definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench.metrics import auprg_score, evaluate, precision_recall_gain_curve

FUNCTIONS = ("auprg_hull", "auprg_clipped", "expected_fg1", "expected_inverse_f1")
SEEDS = st.integers(0, 10**6)


def draw(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 30))
    y_true = np.arange(n) < rng.integers(1, n)
    return rng, y_true, rng.integers(0, 6, n) + y_true


@given(SEEDS)
def test_the_hull_is_above_the_clipped_area_and_that_above_the_area(seed):
    _, y_true, y_score = draw(seed)
    area = auprg_score(y_true, y_score)
    clipped = evaluate(y_true, y_score, "auprg_clipped")
    assert area <= clipped + 1e-12
    assert clipped <= evaluate(y_true, y_score, "auprg_hull") + 1e-12
    assert 0 <= clipped <= 1


def test_an_area_of_the_unit_square_is_at_most_1():
    # It was 1.0000000000000002 while gains were summed, not losses.
    assert evaluate([1, 1, 0], [5, 2, 1], "auprg_clipped") == 1.0


@given(SEEDS)
def test_the_clipped_area_is_that_of_the_curve_in_the_unit_square(seed):
    _, y_true, y_score = draw(seed)
    parts = precision_recall_gain_curve(y_true, y_score).unit_square_parts()
    area = sum(np.trapezoid(heights, places) for places, heights in parts)
    assert evaluate(y_true, y_score, "auprg_clipped") == pytest.approx(area, abs=1e-9)


@given(SEEDS)
def test_the_expected_inverse_is_1_minus_the_gain_scaled_by_the_prevalence(seed):
    _, y_true, y_score = draw(seed)
    prevalence = y_true.mean()
    gain = evaluate(y_true, y_score, "expected_fg1")
    inverse = evaluate(y_true, y_score, "expected_inverse_f1")
    if np.isnan(gain):
        assert np.isnan(inverse)
    else:
        # FG1 = (F1 - pi) / ((1 - pi) F1), so that 1/F1 = (1 - (1 - pi) FG1) / pi.
        assert inverse == pytest.approx((1 - (1 - prevalence) * gain) / prevalence)


@pytest.mark.parametrize("name", FUNCTIONS)
@given(seed=SEEDS)
def test_weights_are_copies_and_labels_may_have_names(name, seed):
    rng, y_true, y_score = draw(seed)
    weights = rng.integers(1, 4, y_true.size)
    copies = evaluate(np.repeat(y_true, weights), np.repeat(y_score, weights), name)
    named = np.array(["no", "yes"])[y_true.astype(int)]
    weighted = evaluate(named, y_score, name, pos_label="yes", sample_weight=weights)
    assert weighted == pytest.approx(copies, nan_ok=True)


@pytest.mark.parametrize(
    ("name", "perfect", "positive_only"),
    [
        ("auprg_hull", 1.0, 0.0),
        ("auprg_clipped", 1.0, 0.0),
        ("expected_fg1", 0.75, np.nan),
        ("expected_inverse_f1", 1.25, np.nan),
    ],
)
def test_a_perfect_model_and_one_class(name, perfect, positive_only):
    assert evaluate([1, 0], [2, 1], name) == pytest.approx(perfect)
    assert evaluate([1, 1], [2, 1], name) == pytest.approx(positive_only, nan_ok=True)
    assert np.isnan(evaluate([0, 0], [2, 1], name))
