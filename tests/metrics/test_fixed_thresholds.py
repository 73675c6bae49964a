"""Ranges of many models with their thresholds held, beside those of few and exact values."""

import numpy as np
import pytest

from prgbench import metrics as m
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.fixed_thresholds import MOST_BLOCKS, _of_model, ranges_of_many
from prgbench.metrics.operating_conditions import PairVerdict

GRID = np.array([0.02, 0.2, 0.5, 0.8, 0.98])


def made(n=1000, k=4, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 5 == 0
    scores = {
        f"m{place}": np.round(place * y + rng.normal(size=n), 2 - place % 2) for place in range(k)
    }
    return y, scores


def test_losses_are_those_of_the_cost_curves():
    y, scores = made()
    found = ranges_of_many(Sample.checked(y, scores), [*scores], grid=GRID)
    curves = [m.cost_curve(y, row).at(GRID) for row in scores.values()]
    np.testing.assert_allclose(found.heights, curves, atol=1e-12)


@pytest.mark.parametrize("top", [np.inf, 9.0])
def test_the_parts_of_blocks_are_the_changes_of_the_loss_at_held_thresholds(top):
    y, scores = made(60, 1)
    scores["m0"][:3] = top
    groups = np.arange(60) // 4
    sample = Sample.checked(y, scores, groups=groups)
    loss, influence = _of_model(sample, 0, GRID, sample.groups)
    np.testing.assert_allclose(influence.sum(axis=0), 0, atol=1e-12)
    hull = m.cost_curve(y, scores["m0"]).hull
    for point, c in enumerate(GRID):
        vertex = np.argmin(c * (1 - hull.tpr) + (1 - c) * hull.fpr)
        threshold = hull.thresholds[vertex]
        flagged = (scores["m0"] >= threshold) & (vertex > 0)
        miss, alarm = y & ~flagged, ~y & flagged
        assert loss[point] == pytest.approx(c * miss.sum() / y.sum() + (1 - c) * alarm.sum() / 48)
        for block in range(15):
            inside = groups == block
            expected = c * ((miss & inside).sum() - miss.sum() / 12 * (y & inside).sum()) / 12
            expected += (
                (1 - c) * ((alarm & inside).sum() - alarm.sum() / 48 * (~y & inside).sum()) / 48
            )
            assert influence[block, point] == pytest.approx(expected, abs=1e-12)


def test_standard_errors_are_about_those_of_resamples():
    y, scores = made(2000, 3, seed=1)
    sample = Sample.checked(y, scores)
    few = m.winning_ranges(y, scores, grid=GRID, n_resamples=500)
    many = ranges_of_many(sample, [*scores], grid=GRID)
    # Where the bounds are wide, they are nearly the same.
    np.testing.assert_allclose(many.low[0, 1], few.low[0, 1], atol=0.02)
    assert many.verdict("m0", "m2") is few.verdict("m0", "m2") is PairVerdict.SECOND


def test_many_groups_are_put_into_blocks():
    y, scores = made(5 * MOST_BLOCKS, 3)
    whole = ranges_of_many(Sample.checked(y, scores), [*scores], grid=GRID)
    again = ranges_of_many(Sample.checked(y, scores), [*scores], grid=GRID, random_state=1)
    np.testing.assert_allclose(whole.low, again.low, atol=0.02)


def test_models_that_rank_alike_are_equal():
    y, scores = made(400, 2)
    scores["again"] = 3 * scores["m1"]
    found = ranges_of_many(Sample.checked(y, scores), [*scores], grid=GRID)
    assert found.verdict("m1", "again") is PairVerdict.EQUAL


def test_too_few():
    y, scores = made(100, 2)
    with pytest.raises(ValueError, match="only 20 positives"):
        ranges_of_many(Sample.checked(y, scores), [*scores], grid=GRID)
