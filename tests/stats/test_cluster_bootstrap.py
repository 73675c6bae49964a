import tracemalloc
from dataclasses import asdict

import numpy as np
import pytest
from scipy import stats

from made_up_clusters import CLUSTERS, VALUES, clustered_shares
from prgbench.stats import cluster_bootstrap
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling
from prgbench.stats.interval import CONSTANT, ONE_CLUSTER, UNDEFINED


def resampled(bootstrap, values, weights):
    """Return the tasks of the drawn data sets, one by one."""
    return np.repeat(values, weights[bootstrap.codes].astype(int))


def test_a_mean_is_that_of_the_resampled_tasks():
    bootstrap = ClusterBootstrap(CLUSTERS, resamples=200, seed=1)
    mean = bootstrap.mean(VALUES)(bootstrap.weights)
    expected = [np.nanmean(resampled(bootstrap, VALUES, w)) for w in bootstrap.weights]
    np.testing.assert_allclose(mean, expected, rtol=1e-12)


def test_every_resample_draws_as_many_data_sets_as_there_are():
    bootstrap = ClusterBootstrap(CLUSTERS, resamples=500, seed=1)
    assert set(bootstrap.weights.sum(axis=1)) == {5.0}
    assert bootstrap.weights.mean() == pytest.approx(1.0)


def degrees_of_freedom(deviations):
    """Pan & Wall (2002): twice the squared variance over the variance of the variance."""
    squares = np.square(deviations)
    return 2 * squares.sum() ** 2 / (len(squares) * squares.var(ddof=1))


def test_with_one_task_per_data_set_the_intervals_are_scipys():
    n, values = 60, np.random.default_rng(3).exponential(size=60)
    bootstrap = ClusterBootstrap(np.arange(n), resamples=40_000, seed=2)
    ours = bootstrap.interval(bootstrap.mean(values))
    freedom = degrees_of_freedom(values - values.mean())
    assert freedom < 0.6 * n
    wide = stats.norm.cdf(np.sqrt(n / (n - 1)) * stats.t.ppf(0.025, freedom))
    peer = stats.bootstrap(
        (values,),
        np.mean,
        n_resamples=40_000,
        method="percentile",
        confidence_level=1 - 2 * wide,
        rng=np.random.default_rng(5),
    ).confidence_interval
    assert (ours.lower, ours.upper) == pytest.approx((peer.low, peer.high), abs=0.015)


def test_bounds_are_quantiles_of_the_resamples_by_the_jackknifes_degrees_of_freedom():
    bootstrap = ClusterBootstrap(CLUSTERS, resamples=3000, seed=4)
    interval = bootstrap.interval(bootstrap.mean(VALUES))
    left_out = [np.nanmean(VALUES[cluster != CLUSTERS]) for cluster in np.unique(CLUSTERS)]
    freedom = min(4, degrees_of_freedom(left_out - np.mean(left_out)))
    wide = stats.norm.cdf(np.sqrt(5 / 4) * stats.t.ppf(0.025, freedom))
    drawn = bootstrap.mean(VALUES)(bootstrap.weights)
    expected = np.quantile(drawn, [wide, 1 - wide])
    assert (interval.lower, interval.upper) == pytest.approx(expected)


def test_one_data_set_has_an_estimate_and_no_interval():
    bootstrap = ClusterBootstrap([4, 4, 4])
    for interval in (
        bootstrap.interval(bootstrap.mean([0, 0, 1])),
        bootstrap.interval_of_share([0, 0, 1]),
    ):
        assert interval.estimate == pytest.approx(1 / 3)
        assert np.isnan([interval.lower, interval.upper, interval.standard_error]).all()
        assert interval.note == ONE_CLUSTER


def test_a_resampling_is_that_of_the_bootstrap():
    ours = Resampling(resamples=40, confidence_level=0.8, seed=7).of(CLUSTERS)
    peer = ClusterBootstrap(CLUSTERS, resamples=40, confidence_level=0.8, seed=7)
    np.testing.assert_array_equal(ours.weights, peer.weights)
    assert ours.interval(ours.mean(VALUES)) == peer.interval(peer.mean(VALUES))


def test_an_undefined_statistic_says_so():
    bootstrap = ClusterBootstrap([1, 2, 3], resamples=50)
    interval = bootstrap.interval(bootstrap.mean([np.nan] * 3))
    assert np.isnan(interval.estimate)
    assert interval.note == UNDEFINED


def test_resamples_without_a_value_are_counted_and_left_out():
    bootstrap = ClusterBootstrap([1, 2, 3], resamples=2000, seed=0)
    interval = bootstrap.interval(bootstrap.mean([1.0, np.nan, np.nan]))
    assert interval.note == CONSTANT


def test_a_statistic_without_spread_has_no_interval_and_says_so():
    bootstrap = ClusterBootstrap([1, 2, 2, 3], resamples=100)
    for interval in (
        bootstrap.interval(bootstrap.mean([0.25] * 4)),
        bootstrap.interval_of_share([0.25] * 4),
    ):
        assert (interval.estimate, interval.note) == (0.25, CONSTANT)
        assert np.isnan([interval.lower, interval.upper]).all()


def test_without_the_square_matrix_the_intervals_are_the_same(monkeypatch):
    n = 300
    values = np.random.default_rng(0).normal(size=n)
    bootstrap = ClusterBootstrap(range(n), resamples=2000)
    at_once = asdict(bootstrap.interval(bootstrap.mean(values)))
    monkeypatch.setattr(cluster_bootstrap, "_CELLS_AT_ONCE", n * n - 1)
    in_parts = asdict(bootstrap.interval(bootstrap.mean(values)))
    np.testing.assert_allclose(list(in_parts.values())[:5], list(at_once.values())[:5], rtol=1e-12)


def test_memory_grows_with_the_data_sets_not_with_their_square():
    def peak(n):
        cluster_bootstrap._weights.cache_clear()
        bootstrap = ClusterBootstrap(range(n), resamples=20)
        values = np.random.default_rng(0).normal(size=n)
        tracemalloc.start()
        bootstrap.interval(bootstrap.mean(values))
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(8_000) < 2.2 * peak(4_000)


def test_drawing_some_resamples_at_a_time_draws_the_same(monkeypatch):
    at_once = ClusterBootstrap(range(30), resamples=500, seed=3).weights
    cluster_bootstrap._weights.cache_clear()
    monkeypatch.setattr(cluster_bootstrap, "_CELLS_AT_ONCE", 7 * 30)
    np.testing.assert_array_equal(
        ClusterBootstrap(range(30), resamples=500, seed=3).weights, at_once
    )
    assert at_once.sum(axis=1).tolist() == [30] * 500


def test_the_seed_fixes_the_resamples():
    first, again, other = (ClusterBootstrap(CLUSTERS, resamples=20, seed=s) for s in (1, 1, 2))
    np.testing.assert_array_equal(first.weights, again.weights)
    assert (first.weights != other.weights).any()


def test_the_interval_of_a_mean_covers_it():
    rng = np.random.default_rng(12)
    n_simulations, covered = 400, 0
    for _ in range(n_simulations):
        datasets, _ = clustered_shares(rng, 0.5, 50)
        effect = rng.exponential(size=50) - 1
        values = np.sqrt(0.3) * effect[datasets] + np.sqrt(0.7) * rng.normal(size=len(datasets))
        bootstrap = ClusterBootstrap(datasets, resamples=400)
        interval = bootstrap.interval(bootstrap.mean(values))
        covered += interval.lower <= 0 <= interval.upper
    assert covered / n_simulations == pytest.approx(0.95, abs=0.033)
