import numpy as np
import pytest
from scipy import stats

from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling
from prgbench.stats.interval import CONSTANT, EXACT, ONE_CLUSTER, UNDEFINED
from prgbench.stats.shares import difference_of_shares

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
    for method, level, low, high in (
        ("percentile", 1 - 2 * wide, ours.lower, ours.upper),
        ("BCa", 0.95, ours.bca_lower, ours.bca_upper),
    ):
        peer = stats.bootstrap(
            (values,),
            np.mean,
            n_resamples=40_000,
            method=method,
            confidence_level=level,
            rng=np.random.default_rng(5),
        ).confidence_interval
        assert low == pytest.approx(peer.low, abs=0.015)
        assert high == pytest.approx(peer.high, abs=0.015)


def test_percentile_bounds_are_as_wide_as_students():
    values = np.random.default_rng(1).normal(size=12)
    bootstrap = ClusterBootstrap(np.arange(12), resamples=100_000, seed=1)
    interval = bootstrap.interval(bootstrap.mean(values))
    freedom = degrees_of_freedom(values - values.mean())
    half = stats.t.ppf(0.975, freedom) * values.std(ddof=1) / np.sqrt(12)
    assert (interval.upper - interval.lower) / 2 == pytest.approx(half, rel=0.05)


def test_bounds_are_quantiles_of_the_resamples_by_the_jackknifes_degrees_of_freedom():
    bootstrap = ClusterBootstrap(CLUSTERS, resamples=3000, seed=4)
    interval = bootstrap.interval(bootstrap.mean(VALUES))
    left_out = [np.nanmean(VALUES[cluster != CLUSTERS]) for cluster in np.unique(CLUSTERS)]
    freedom = min(4, degrees_of_freedom(left_out - np.mean(left_out)))
    wide = stats.norm.cdf(np.sqrt(5 / 4) * stats.t.ppf(0.025, freedom))
    drawn = bootstrap.mean(VALUES)(bootstrap.weights)
    expected = np.quantile(drawn, [wide, 1 - wide])
    assert (interval.lower, interval.upper) == pytest.approx(expected)


def test_one_outlier_is_worth_few_degrees_of_freedom():
    values = np.r_[np.random.default_rng(2).normal(size=39), 20.0]
    relative = []
    for own in (values, values[:39]):
        bootstrap = ClusterBootstrap(range(len(own)), resamples=4000, seed=0)
        interval = bootstrap.interval(bootstrap.mean(own))
        relative.append((interval.upper - interval.lower) / interval.standard_error)
    assert relative[0] > 1.3 * relative[1]


def test_bca_corrects_the_bias_of_a_skewed_statistic_upwards():
    values = np.random.default_rng(3).exponential(size=40) ** 2
    bootstrap = ClusterBootstrap(np.arange(40), resamples=20_000, seed=2)
    interval = bootstrap.interval(bootstrap.mean(values))
    assert interval.bca_lower > interval.lower
    assert interval.bca_upper > interval.upper


def test_one_data_set_has_an_estimate_and_no_interval():
    bootstrap = ClusterBootstrap([4, 4, 4])
    for interval in (
        bootstrap.interval(bootstrap.mean([0, 0, 1])),
        bootstrap.interval_of_share([0, 0, 1]),
    ):
        assert interval.estimate == pytest.approx(1 / 3)
        assert np.isnan([interval.lower, interval.bca_upper, interval.standard_error]).all()
        assert interval.note == ONE_CLUSTER


def test_a_resampling_is_that_of_the_bootstrap():
    ours = Resampling(resamples=40, confidence_level=0.8, seed=7).of(CLUSTERS)
    peer = ClusterBootstrap(CLUSTERS, resamples=40, confidence_level=0.8, seed=7)
    np.testing.assert_array_equal(ours.weights, peer.weights)
    assert ours.interval(ours.mean(VALUES)) == peer.interval(peer.mean(VALUES))


@pytest.mark.parametrize("share", [0, 1])
def test_a_share_without_spread_has_the_exact_bounds(share):
    """Five data sets, however many tasks: 0.025 to the power of 1/5."""
    interval = ClusterBootstrap(CLUSTERS, resamples=10).interval_of_share([share] * 12)
    peer = stats.binomtest(5 * share, 5).proportion_ci(method="exact")
    assert (interval.lower, interval.upper) == pytest.approx((peer.low, peer.high))
    assert interval.upper - interval.lower == pytest.approx(1 - 0.025**0.2)
    assert np.isnan([interval.bca_lower, interval.bca_upper]).all()
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


def test_an_undefined_statistic_says_so():
    bootstrap = ClusterBootstrap([1, 2, 3], resamples=50)
    for statistic in (bootstrap.mean([np.nan] * 3), bootstrap.quantile([np.nan] * 3, 0.5)):
        interval = bootstrap.interval(statistic)
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
        assert np.isnan([interval.lower, interval.upper, interval.bca_lower]).all()


def test_the_seed_fixes_the_resamples():
    first, again, other = (ClusterBootstrap(CLUSTERS, resamples=20, seed=s) for s in (1, 1, 2))
    np.testing.assert_array_equal(first.weights, again.weights)
    assert (first.weights != other.weights).any()


@pytest.mark.parametrize("options", [{"confidence_level": 1.0}, {"resamples": 0}])
def test_impossible_options_are_refused(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        ClusterBootstrap([1, 2], **options)


def clustered_shares(rng, p, n_datasets):
    """Return tasks on data sets of 1 to 20 tasks with an intraclass correlation of 0.3."""
    sizes = rng.choice(np.arange(1, 21), p=SKEWED, size=n_datasets)
    shares = rng.beta(p * 7 / 3, (1 - p) * 7 / 3, n_datasets)
    datasets = np.repeat(np.arange(n_datasets), sizes)
    return datasets, rng.random(len(datasets)) < shares[datasets]


SKEWED = 1 / np.arange(1, 21) ** 1.5
SKEWED /= SKEWED.sum()


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


def test_newcombes_interval_covers_the_difference():
    rng = np.random.default_rng(6)
    covered = []
    for _ in range(400):
        first, second = (interval_of(rng.binomial(60, p), 60) for p in (0.1, 0.3))
        lower, upper = difference_of_shares(first, second)
        covered.append(lower <= -0.2 <= upper)
    assert np.mean(covered) == pytest.approx(0.95, abs=3 * np.sqrt(0.05 * 0.95 / 400))
