import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t as student

from prgbench.answer.rankings import FEWEST_DATASETS, rank_correlation, without_noise
from prgbench.answer.verdicts import RankingVerdict


def products_of(rho, n=40, *, noise=0.05, signals=(0.8, 0.5), seed=0):
    """Return products of tasks whose correlation without noise is about rho."""
    rng = np.random.default_rng(seed)
    means = [rho * np.sqrt(np.prod(signals)), *signals]
    return means + noise * rng.normal(size=(n, 3))


def correlation(products, datasets=None, alike=0.99):
    tasks = pd.DataFrame(products, columns=["two_measures", "measure_a_alone", "measure_b_alone"])
    tasks["shared"] = False
    tasks["dataset_id"] = range(len(tasks)) if datasets is None else datasets
    return rank_correlation("all", "a", "b", tasks.assign(size=9), alike=alike, level=0.95)


def accepted(products, r):
    """Tell whether a t-test keeps "the ratio of the means is r"; each task its own data set."""
    scale = np.sqrt(products[:, 2].mean() / products[:, 1].mean())
    own = products[:, 0] - r * (scale * products[:, 1] + products[:, 2] / scale) / 2
    n = len(own)
    return abs(own.mean()) <= student.ppf(0.975, n - 1) * own.std(ddof=1) / np.sqrt(n)


@settings(max_examples=60, deadline=None)
@given(
    st.floats(-1, 1),
    st.floats(0.01, 1.5),
    st.floats(0.05, 0.9),
    st.integers(0, 10**6),
)
def test_the_interval_holds_what_a_t_test_keeps(rho, noise, signal, seed):
    products = products_of(rho, 20, noise=noise, signals=(0.5, signal), seed=seed)
    found = without_noise(products, range(20), 0.95)
    if np.isnan(found.estimate):
        assert products[:, 1:].mean(axis=0).min() <= 0
        return
    grid = [r for r in np.linspace(-1, 1, 401) if accepted(products, r)]
    if grid:
        assert found.lower == pytest.approx(min(grid), abs=0.006)
        assert found.upper == pytest.approx(max(grid), abs=0.006)
    else:
        assert found.upper - found.lower < 0.01 or abs(found.estimate) > 1


def test_the_ratio_and_its_error_by_hand():
    products = np.array([[0.5, 0.9, 0.4], [0.3, 0.7, 0.4], [0.4, 0.8, 0.1]])
    found = without_noise(products, [1, 2, 3], 0.95)
    assert found.estimate == pytest.approx(0.4 / np.sqrt(0.8 * 0.3))
    assert found.signals == (pytest.approx(0.8), pytest.approx(0.3))
    jackknife = [
        own[0] / np.sqrt(own[1] * own[2])
        for own in (np.delete(products, gone, axis=0).mean(axis=0) for gone in range(3))
    ]
    assert found.error == pytest.approx(np.std(jackknife) * np.sqrt(2), rel=0.2)


def test_data_sets_are_clusters():
    products = products_of(0.9, 10)
    once = without_noise(products, range(10), 0.95)
    twice = without_noise(np.repeat(products, 2, axis=0), np.repeat(range(10), 2), 0.95)
    assert (twice.lower, twice.upper) == pytest.approx((once.lower, once.upper))


@pytest.mark.parametrize(
    ("rho", "noise", "verdict"),
    [
        (0.9, 0.01, RankingVerdict.DIFFERENT),
        (1.0, 0.002, RankingVerdict.ALIKE),
        (1.1, 0.2, RankingVerdict.NOT_RESOLVED),
        (-1.0, 0.3, RankingVerdict.DIFFERENT),
    ],
)
def test_verdicts(rho, noise, verdict):
    assert correlation(products_of(rho, noise=noise)).verdict == verdict


def test_models_that_do_not_differ_have_no_ranking():
    products = products_of(1.0, noise=0.3, signals=(1e-3, 1e-3), seed=2)
    assert (products.mean(axis=0)[1:] > 0).all()
    assert correlation(products).verdict == RankingVerdict.NO_DIFFERENCES


def test_one_measure_with_signal_leaves_the_verdict_open():
    rng = np.random.default_rng(5)
    products = np.array([0.0, 0.5, 0.01]) + rng.normal(size=(30, 3)) * [0.3, 0.1, 0.4]
    found = correlation(products)
    assert found.verdict == RankingVerdict.NOT_RESOLVED
    assert (found.lower, found.upper) == (-1, 1) or np.isnan(found.lower)


def test_few_data_sets_have_no_verdict():
    products = products_of(0.5, FEWEST_DATASETS)
    assert correlation(products).verdict == RankingVerdict.DIFFERENT
    assert correlation(products[1:]).verdict == RankingVerdict.TOO_FEW
    assert correlation(products, [1] * len(products)).verdict == RankingVerdict.TOO_FEW


def test_without_tasks_there_are_no_numbers():
    found = correlation(np.full((3, 3), np.nan))
    assert (found.tasks, found.undefined, found.verdict) == (0, 3, RankingVerdict.TOO_FEW)
    assert np.isnan([found.without_noise, found.lower, found.detectable]).all()


def test_what_the_study_could_have_shown_is_shown_with_its_power():
    products = products_of(0.985, 30, noise=0.05)
    found = correlation(products)
    rho = 1 - found.detectable
    shown = [
        correlation(products_of(rho, 30, noise=0.05, seed=seed)).verdict
        == RankingVerdict.DIFFERENT
        for seed in range(300)
    ]
    assert np.mean(shown) == pytest.approx(0.8, abs=0.1)


def test_the_data_sets_needed_would_settle_it():
    found = correlation(products_of(0.93, 20, noise=0.15))
    n = int(found.datasets_needed)
    rho = found.without_noise
    shown = [
        correlation(products_of(rho, n, noise=0.15, seed=seed)).verdict == RankingVerdict.DIFFERENT
        for seed in range(200)
    ]
    assert n > 20
    assert np.mean(shown) == pytest.approx(0.8, abs=0.12)
