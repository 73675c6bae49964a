"""Intervals of shares of tasks and of their differences."""

import numpy as np
import pytest
from scipy import stats

from made_up_clusters import CLUSTERS, VALUES, clustered_shares
from prgbench.stats.cluster_bootstrap import ClusterBootstrap
from prgbench.stats.interval import EXACT, ONE_CLUSTER, UNDEFINED
from prgbench.stats.shares import difference_of_shares


@pytest.mark.parametrize("share", [0, 1])
def test_a_share_without_spread_has_the_exact_bounds(share):
    """Five data sets, however many tasks: 0.025 to the power of 1/5."""
    interval = ClusterBootstrap(CLUSTERS, resamples=10).interval_of_share([share] * 12)
    peer = stats.binomtest(5 * share, 5).proportion_ci(method="exact")
    assert (interval.lower, interval.upper) == pytest.approx((peer.low, peer.high))
    assert interval.upper - interval.lower == pytest.approx(1 - 0.025**0.2)
    assert (interval.estimate, interval.note) == (share, EXACT)


def test_exact_bounds_have_the_level_and_count_the_data_sets_of_members():
    bootstrap = ClusterBootstrap(CLUSTERS, resamples=10, confidence_level=0.8)
    interval = bootstrap.interval_of_share(CLUSTERS == 3, CLUSTERS > 5)
    assert (interval.lower, interval.upper) == pytest.approx((0, 1 - 0.1**0.25))


def test_the_interval_of_a_share_by_hand():
    """Data sets (1 of 2), (0 of 2), (2 of 2): deviations of the jackknife 0, 1/4 and -1/4."""
    clusters, values = [1, 1, 2, 2, 3, 3], [1, 0, 0, 0, 1, 1]
    interval = ClusterBootstrap(clusters, resamples=50).interval_of_share(values)
    variance = 2 / 3 * (1 / 16 + 1 / 16)
    freedom = 2 * (1 / 8) ** 2 / (3 * np.var([0, 1 / 16, 1 / 16], ddof=1))
    assert freedom > 2
    trials, z = 0.25 / variance, stats.t.ppf(0.975, 2)
    half = z / (1 + z**2 / trials) * np.sqrt(0.25 / trials + z**2 / (4 * trials**2))
    exact = stats.beta.ppf(0.025, 1.5, 2.5)
    assert interval.standard_error == pytest.approx(np.sqrt(variance))
    assert interval.lower == pytest.approx(max(0.5 - half, exact))
    assert interval.upper == pytest.approx(1 - max(0.5 - half, exact))


def test_with_many_single_tasks_the_interval_of_a_share_is_wilsons():
    values = np.arange(4000) % 10 < 3
    interval = ClusterBootstrap(range(4000), resamples=2).interval_of_share(values)
    peer = stats.binomtest(1200, 4000).proportion_ci(method="wilson")
    assert (interval.lower, interval.upper) == pytest.approx((peer.low, peer.high), abs=1e-4)


def test_the_bounds_of_a_share_grow_with_it():
    bounds = []
    for count in range(41):
        bootstrap = ClusterBootstrap(range(40), resamples=20)
        interval = bootstrap.interval_of_share([1] * count + [0] * (40 - count))
        exact = stats.binomtest(count, 40).proportion_ci(method="exact")
        assert exact.low - 1e-12 <= interval.lower <= count / 40 <= interval.upper
        assert interval.upper <= exact.high + 1e-12
        bounds.append((interval.lower, interval.upper))
    assert (np.diff(bounds, axis=0) > 0).all()


def test_the_interval_of_some_tasks_is_that_of_these_tasks():
    bootstrap = ClusterBootstrap(CLUSTERS, resamples=300, seed=3)
    values, members = np.clip(VALUES, 0, 1), CLUSTERS > 5
    interval = bootstrap.interval_of_share(values, members)
    alone = ClusterBootstrap(CLUSTERS[members], resamples=300).interval_of_share(values[members])
    assert interval.estimate == np.nanmean(values[members])
    assert (interval.lower, interval.upper) == pytest.approx((alone.lower, alone.upper))


def test_members_of_one_data_set_or_none_have_no_interval():
    bootstrap = ClusterBootstrap(CLUSTERS, resamples=20)
    one = bootstrap.interval_of_share(np.clip(VALUES, 0, 1), CLUSTERS == 12)
    assert (one.estimate, one.note) == (0.5, ONE_CLUSTER)
    none = bootstrap.interval_of_share(np.clip(VALUES, 0, 1), CLUSTERS == 0)
    assert none.note == UNDEFINED
    assert np.isnan([one.lower, none.estimate, none.upper]).all()


@pytest.mark.parametrize("p", [0.1, 0.5])
def test_the_interval_of_a_share_covers_it(p):
    """And the ones that take tasks as independent do not."""
    rng = np.random.default_rng(11)
    n_simulations = 300
    covered = {"data sets": 0, "percentile": 0, "independent": 0}
    for _ in range(n_simulations):
        datasets, values = clustered_shares(rng, p, 80)
        bootstrap = ClusterBootstrap(datasets, resamples=200)
        share = bootstrap.interval_of_share(values)
        low, high = np.quantile(bootstrap.mean(values)(bootstrap.weights), [0.025, 0.975])
        naive = stats.binomtest(int(values.sum()), len(values)).proportion_ci(method="wilson")
        covered["data sets"] += share.lower <= p <= share.upper
        covered["percentile"] += low <= p <= high
        covered["independent"] += naive.low <= p <= naive.high
    rate = {name: hits / n_simulations for name, hits in covered.items()}
    assert rate["data sets"] == pytest.approx(0.95, abs=3 * np.sqrt(0.95 * 0.05 / n_simulations))
    assert rate["percentile"] < rate["data sets"]
    assert rate["independent"] < 0.85


def interval_of(count, trials):
    return ClusterBootstrap(range(trials)).interval_of_share(np.arange(trials) < count)


def test_newcombes_interval_by_hand():
    first, second = interval_of(30, 40), interval_of(10, 50)
    lower, upper = difference_of_shares(first, second)
    below = np.sqrt((0.75 - first.lower) ** 2 + (second.upper - 0.2) ** 2)
    above = np.sqrt((first.upper - 0.75) ** 2 + (0.2 - second.lower) ** 2)
    assert (lower, upper) == pytest.approx((0.55 - below, 0.55 + above))
    turned = difference_of_shares(second, first)
    assert turned == pytest.approx((-upper, -lower))


def test_the_difference_of_two_shares_without_spread_has_bounds():
    lower, upper = difference_of_shares(interval_of(0, 40), interval_of(0, 40))
    assert -lower == upper == pytest.approx(1 - 0.025 ** (1 / 40))


def test_a_difference_with_a_share_of_one_data_set_has_none():
    assert np.isnan(difference_of_shares(interval_of(5, 9), interval_of(1, 1))).all()
