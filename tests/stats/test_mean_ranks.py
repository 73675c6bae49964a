from itertools import product

import numpy as np
import pytest
from scipy import stats

from prgbench.answer.leaderboard_ranks import best_by_halves
from prgbench.stats.mean_ranks import rank_correlation
from prgbench.stats.ranks import centred_ranks


def made_up(n_datasets=24, n_families=9, n_models=6, seed=1):
    rng = np.random.default_rng(seed)
    effects = np.arange(n_models) / 2
    ranks = [
        centred_ranks(e + rng.normal(size=(n_datasets, n_models)))
        for e in (effects, np.roll(effects, 1))
    ]
    families = np.concatenate(
        [np.arange(n_families), rng.integers(n_families, size=n_datasets - n_families)]
    )
    return *ranks, families


def brute_force(a, b, families):
    """Return the mean products over pairs of data sets of different families, one by one."""
    pairs = [
        (d, e) for d, e in product(range(len(families)), repeat=2) if families[d] != families[e]
    ]
    mean = {
        name: np.mean([x[d] @ y[e] for d, e in pairs])
        for name, x, y in (("ab", a, b), ("aa", a, a), ("bb", b, b))
    }
    return mean["ab"], np.sqrt(mean["aa"] * mean["bb"])


def test_products_are_over_pairs_of_data_sets_of_different_families():
    a, b, families = made_up()
    found = rank_correlation(a, b, families, confidence_level=0.95)
    above, root = brute_force(a, b, families)
    assert 0.2 < found.estimate < 1
    assert found.estimate == pytest.approx(above / root)
    assert found.observed == pytest.approx(np.corrcoef(a.mean(axis=0), b.mean(axis=0))[0, 1])
    for family in range(3):
        kept = families != family
        above, root = brute_force(a[kept], b[kept], families[kept])
        assert found.without[family] == pytest.approx(min(above / root, 1))


def test_the_interval_has_the_correlations_that_the_jackknife_does_not_exclude():
    a, b, families = made_up(n_models=5, seed=3)
    found = rank_correlation(a, b, families, confidence_level=0.9)
    n = families.max() + 1
    whole = brute_force(a, b, families)
    without = np.array(
        [
            brute_force(a[families != f], b[families != f], families[families != f])
            for f in range(n)
        ]
    )
    reach = stats.t.ppf(0.95, n - 1)
    assert -1 < found.lower < found.upper
    for rho in (found.lower, *[found.upper] * (found.upper < 1)):
        jackknife = without[:, 0] - rho * without[:, 1]
        error = np.sqrt((n - 1) * jackknife.var())
        assert abs(whole[0] - rho * whole[1]) == pytest.approx(reach * error)


def test_models_without_differences_have_no_correlation():
    ranks = centred_ranks(np.random.default_rng(4).normal(size=(9, 5)))
    balanced = np.concatenate([ranks, -ranks])
    found = rank_correlation(balanced, balanced, np.arange(18), confidence_level=0.95)
    assert np.isnan(found.estimate)
    assert (found.lower, found.upper) == (-1, 1)


def ranks_of_effects(*effects, n=60, noise=0.3):
    rng = np.random.default_rng(4)
    return [centred_ranks(e + noise * rng.normal(size=(n, len(e)))) for e in effects]


def of_best(a, b, families):
    parts = best_by_halves(np.array([a, b]), families)
    return rank_correlation(a, b, families, confidence_level=0.95, parts=parts)


def test_the_best_are_compared_among_themselves():
    effects, reversed_best = np.arange(30.0), np.arange(30.0)
    reversed_best[20:] = effects[:19:-1]
    a, b = ranks_of_effects(effects, reversed_best)
    families = np.arange(60) // 2
    found = rank_correlation(a, b, families, confidence_level=0.95)
    assert found.estimate == pytest.approx(0.93, abs=0.01)
    best = of_best(a, b, families)
    assert best.lower <= best.estimate <= best.upper < -0.95


def test_the_best_are_chosen_on_half_of_the_families():
    a, b = ranks_of_effects(np.arange(30.0), np.arange(30.0))
    families = np.arange(60) % 20
    for judges, models in best_by_halves(np.array([a, b]), families):
        chosen = set(families[~judges])
        assert len(chosen) == 10
        assert chosen.isdisjoint(families[judges])
        assert sorted(models) == list(range(20, 30))


def test_noise_by_which_the_best_are_chosen_is_no_difference():
    rng, estimates = np.random.default_rng(5), []
    for _ in range(30):
        effects = rng.normal(size=40)
        a, b = (centred_ranks(effects + 2 * rng.normal(size=(50, 40))) for _ in range(2))
        best = of_best(a, b, np.arange(50))
        estimates.append(best.estimate)
        assert best.upper > 0.99
    assert np.nanmedian(estimates) > 0.95
