import numpy as np
import pytest
from scipy.stats import t

from made_up_flows import models_with, random_orders
from made_up_tasks import resampling
from prgbench.answer.pairwise_wins import (
    Fits,
    drawn_flows,
    fit_flows,
    halves_of,
    rank_bounds,
    ranks_of,
    strength_bounds,
)
from prgbench.stats.bradley_terry import BradleyTerry

NAMES = ["aupr", "auprg"]


def make_fits(strengths, spreads, resamples=4000, seed=0):
    rng = np.random.default_rng(seed)
    drawn = strengths + spreads * rng.normal(size=(resamples, len(strengths)))
    return Fits(np.array(strengths, float), drawn, np.empty((0, 2, len(strengths))))


@pytest.fixture(scope="module")
def field():
    models = models_with(random_orders(30), datasets=[task // 2 for task in range(30)])
    return drawn_flows(models, NAMES, fewest_tasks=1)


def test_resamples_and_halves_are_fits_of_their_data_sets(field):
    fits = fit_flows(field, NAMES, resampling(20), halvings=3, seed=4)
    weights = resampling(20).of(field.datasets).weights
    halves = halves_of(15, 3, seed=4)
    for name, own in fits.items():
        for row, fitted in [(weights[7], own.resampled[7]), (halves[2, 1], own.halves[2, 1])]:
            times = row[field.datasets][field.entries["task"]].astype(int)
            chosen = np.repeat(np.arange(len(times)), times)
            first = np.r_[True, np.diff(field.entries["flow"].to_numpy()[chosen]) < 0]
            copy = np.concatenate([np.arange(count) for count in times])
            keys = field.entries["task"].to_numpy()[chosen] * 100 + copy
            assert first.any()
            _, contests = np.unique(keys, return_inverse=True)
            entries = field.entries.iloc[chosen]
            model = BradleyTerry(contests, entries["flow"], np.zeros(contests.max() + 1, int))
            [alone] = model.strengths(model.wins(entries[name]))
            np.testing.assert_allclose(fitted, alone, atol=1e-3)


def test_halves_have_no_data_set_in_common_and_are_equal():
    halves = halves_of(9, 50, seed=1)
    assert (halves.sum(axis=2) == 4).all()
    assert (halves.sum(axis=1) <= 1).all()
    assert len(np.unique(halves[:, 0], axis=0)) > 10


def test_bounds_are_students_by_the_number_of_data_sets():
    fits = make_fits([1.0, -1.0, 0.0], 0.5)
    lower, upper = strength_bounds(fits, np.array([4, 400, 1]), 0.9)
    spread = fits.resampled.std(axis=0, ddof=1)
    np.testing.assert_allclose((lower + upper)[:2] / 2, fits.strengths[:2])
    np.testing.assert_allclose((upper - lower)[:2] / 2, t.ppf(0.95, [3, 399]) * spread[:2])
    assert np.isnan(lower[2])
    assert np.isnan(upper[2])


def test_flows_that_are_surely_apart_have_one_rank_and_close_ones_share():
    fits = make_fits([3.0, 0.02, 0.0, -3.0], 0.2)
    lower, upper = rank_bounds(fits, np.full(4, 100), 0.95)
    assert lower.tolist() == [1, 2, 2, 4]
    assert upper.tolist() == [1, 3, 3, 4]


def test_a_flow_on_one_data_set_may_have_any_rank():
    fits = make_fits([3.0, 0.0, -3.0], 0.1)
    lower, upper = rank_bounds(fits, np.array([1, 50, 50]), 0.95)
    assert (lower.tolist(), upper.tolist()) == ([1, 1, 2], [3, 2, 3])


def test_ranks_hold_where_all_flows_are_alike():
    rng = np.random.default_rng(3)
    missed = 0
    for _ in range(200):
        truth = np.zeros(20)
        fits = make_fits(truth + 0.3 * rng.normal(size=20), 0.3, resamples=200)
        lower, upper = rank_bounds(fits, np.full(20, 500), 0.95)
        missed += ((lower > 1) | (upper < 20)).sum()
    assert missed / (200 * 20) < 0.05


def test_flows_missing_from_resamples_keep_the_spread_of_the_others():
    fits = make_fits([1.0, 0.0, -1.0], 0.3)
    holes = fits.resampled.copy()
    holes[::3, 0] = np.nan
    whole, part = (
        strength_bounds(Fits(fits.strengths, own, fits.halves), np.full(3, 50), 0.95)
        for own in (fits.resampled, holes)
    )
    np.testing.assert_allclose(part[0][1:], whole[0][1:])
    assert part[0][0] == pytest.approx(whole[0][0], abs=0.03)
    for own in (fits.resampled, holes):
        bounds = rank_bounds(Fits(fits.strengths, own, fits.halves), np.full(3, 50), 0.95)
        assert np.isfinite(bounds).all()


def test_equal_strengths_are_ranked_in_their_order():
    assert ranks_of(np.array([0.0, 2.0, 0.0, 5.0])).tolist() == [3, 2, 4, 1]
