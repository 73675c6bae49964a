import numpy as np
import pytest
from scipy import stats

from prgbench.stats.cluster_bootstrap import ONE_CLUSTER, UNDEFINED, ClusterBootstrap

CLUSTERS = np.array([3, 3, 3, 7, 7, 9, 11, 11, 12, 12, 12, 12])
VALUES = np.array([1, 0, 1, 1, np.nan, 0.5, 2, 3, 0, 0, 1, 4.0])


def resampled(bootstrap, values, weights):
    """Return the tasks of the drawn data sets, one by one."""
    return np.repeat(values, weights[bootstrap.codes].astype(int))


@pytest.mark.parametrize("q", [None, 0.0, 0.25, 0.5, 0.9, 1.0])
def test_statistics_equal_those_of_the_resampled_tasks(q):
    bootstrap = ClusterBootstrap(CLUSTERS, resamples=200, seed=1)
    statistic = bootstrap.mean(VALUES) if q is None else bootstrap.quantile(VALUES, q)
    expected = [
        np.nanmean(tasks) if q is None else np.nanquantile(tasks, q)
        for tasks in (resampled(bootstrap, VALUES, w) for w in bootstrap.weights)
    ]
    np.testing.assert_allclose(statistic(bootstrap.weights), expected, rtol=1e-12)


def test_every_resample_draws_as_many_data_sets_as_there_are():
    bootstrap = ClusterBootstrap(CLUSTERS, resamples=500, seed=1)
    assert set(bootstrap.weights.sum(axis=1)) == {5.0}
    assert bootstrap.weights.mean() == pytest.approx(1.0)


def test_with_one_task_per_data_set_the_intervals_are_scipys():
    values = np.random.default_rng(3).exponential(size=60)
    bootstrap = ClusterBootstrap(np.arange(60), resamples=40_000, seed=2)
    ours = bootstrap.interval(bootstrap.mean(values))
    for method, low, high in (
        ("percentile", ours.lower, ours.upper),
        ("BCa", ours.bca_lower, ours.bca_upper),
    ):
        peer = stats.bootstrap(
            (values,), np.mean, n_resamples=40_000, method=method, rng=np.random.default_rng(5)
        ).confidence_interval
        assert low == pytest.approx(peer.low, abs=0.01)
        assert high == pytest.approx(peer.high, abs=0.01)


def test_bca_corrects_the_bias_of_a_skewed_statistic_upwards():
    values = np.random.default_rng(3).exponential(size=40) ** 2
    bootstrap = ClusterBootstrap(np.arange(40), resamples=20_000, seed=2)
    interval = bootstrap.interval(bootstrap.mean(values))
    assert interval.bca_lower > interval.lower
    assert interval.bca_upper > interval.upper


def test_one_data_set_has_an_estimate_and_no_interval():
    bootstrap = ClusterBootstrap([4, 4, 4])
    interval = bootstrap.interval(bootstrap.mean([0, 0, 1]))
    assert interval.estimate == pytest.approx(1 / 3)
    assert np.isnan([interval.lower, interval.bca_upper, interval.standard_error]).all()
    assert interval.note == ONE_CLUSTER
    assert np.isnan(bootstrap.p_value(bootstrap.mean([0, 0, 1])))


def test_the_interval_of_some_tasks_is_that_of_their_ratio_in_each_resample():
    bootstrap = ClusterBootstrap(CLUSTERS, resamples=300, seed=3)
    values, members = np.nan_to_num(VALUES), CLUSTERS > 5
    interval = bootstrap.interval_among(values, members)
    drawn = [
        values[members] @ w[bootstrap.codes][members] / w[bootstrap.codes][members].sum()
        for w in bootstrap.weights
        if w[bootstrap.codes][members].any()
    ]
    assert interval.estimate == pytest.approx(values[members].mean())
    assert (interval.lower, interval.upper) == pytest.approx(np.quantile(drawn, [0.025, 0.975]))
    assert interval.undefined == 300 - len(drawn)
    alone = bootstrap.interval_among(values, CLUSTERS == 12)
    assert alone.estimate == pytest.approx(1.25)
    assert alone.note == ONE_CLUSTER
    assert np.isnan(alone.lower)


def test_an_undefined_statistic_says_so():
    bootstrap = ClusterBootstrap([1, 2, 3], resamples=50)
    for statistic in (bootstrap.mean([np.nan] * 3), bootstrap.quantile([np.nan] * 3, 0.5)):
        interval = bootstrap.interval(statistic)
        assert np.isnan(interval.estimate)
        assert interval.note == UNDEFINED


def test_resamples_without_a_value_are_counted_and_left_out():
    bootstrap = ClusterBootstrap([1, 2, 3], resamples=2000, seed=0)
    interval = bootstrap.interval(bootstrap.mean([1.0, np.nan, np.nan]))
    assert interval.undefined == int((bootstrap.weights[:, 0] == 0).sum())
    assert interval.undefined / 2000 == pytest.approx((2 / 3) ** 3, abs=0.04)
    assert (interval.lower, interval.upper) == (1.0, 1.0)


def test_a_constant_statistic_has_a_point_as_interval():
    bootstrap = ClusterBootstrap([1, 2, 2, 3], resamples=100)
    interval = bootstrap.interval(bootstrap.mean([0.25] * 4))
    assert interval.lower == interval.upper == interval.bca_lower == interval.bca_upper == 0.25


def test_p_value_is_small_for_a_clear_difference_and_one_for_none():
    bootstrap = ClusterBootstrap(np.arange(50), resamples=999, seed=0)
    assert bootstrap.p_value(bootstrap.mean(np.ones(50))) == pytest.approx(2 / 1000)
    assert bootstrap.p_value(bootstrap.mean(np.zeros(50))) == 1.0


def test_the_seed_fixes_the_resamples():
    first, again, other = (ClusterBootstrap(CLUSTERS, resamples=20, seed=s) for s in (1, 1, 2))
    np.testing.assert_array_equal(first.weights, again.weights)
    assert (first.weights != other.weights).any()


@pytest.mark.parametrize("options", [{"confidence_level": 1.0}, {"resamples": 0}])
def test_impossible_options_are_refused(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        ClusterBootstrap([1, 2], **options)


def test_intervals_cover_the_truth_where_those_of_independent_tasks_do_not():
    """Tasks of a data set agree or disagree together; the true share is 0.3."""
    rng = np.random.default_rng(11)
    n_simulations, n_datasets, per_dataset = 400, 80, 6
    covered = {"percentile": 0, "bca": 0, "independent": 0}
    for simulation in range(n_simulations):
        share = rng.beta(0.6, 1.4, n_datasets)
        tasks = rng.random((n_datasets, per_dataset)) < share[:, None]
        clusters = np.repeat(np.arange(n_datasets), per_dataset)
        bootstrap = ClusterBootstrap(clusters, resamples=400, seed=simulation)
        interval = bootstrap.interval(bootstrap.mean(tasks.ravel()))
        naive = ClusterBootstrap(np.arange(tasks.size), resamples=200, seed=simulation)
        independent = naive.interval(naive.mean(tasks.ravel()))
        covered["percentile"] += interval.lower <= 0.3 <= interval.upper
        covered["bca"] += interval.bca_lower <= 0.3 <= interval.bca_upper
        covered["independent"] += independent.lower <= 0.3 <= independent.upper
    rate = {name: hits / n_simulations for name, hits in covered.items()}
    error = 3 * np.sqrt(0.95 * 0.05 / n_simulations)
    assert rate["percentile"] == pytest.approx(0.95, abs=error + 0.01)
    assert rate["bca"] == pytest.approx(0.95, abs=error + 0.01)
    assert rate["independent"] < 0.8
