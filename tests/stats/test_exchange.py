from itertools import permutations, product

import numpy as np
import pytest

from prgbench.stats.families import exchange_tests


def all_exchanges(clusters):
    """Return every way to exchange data sets of equally many tasks, and the tasks of each."""
    tasks = {c: [i for i, own in enumerate(clusters) if own == c] for c in set(clusters)}
    names = list(tasks)
    ways = []
    for order in permutations(names):
        if any(len(tasks[a]) != len(tasks[b]) for a, b in zip(names, order, strict=True)):
            continue
        for within in product(*(list(permutations(tasks[name])) for name in order)):
            way = np.empty(len(clusters), dtype=int)
            for name, own in zip(names, within, strict=True):
                way[tasks[name]] = own
            ways.append(way)
    return np.array(ways)


def test_p_values_are_those_of_all_exchanges():
    clusters = [1, 1, 2, 2, 3, 4, 4, 4]
    values = np.array([1, 1, 0, 1, 1, 0, 0, 0.5])
    groups = np.array([[1, 1, 1, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 1, 1, 1]], dtype=bool).T
    [found] = exchange_tests([values], [groups], clusters)
    ways = all_exchanges(clusters)
    assert len(ways) == 2 * 2 * 2 * 6
    drawn, total = values[ways] @ groups, values @ groups
    tails = [(drawn >= total - 1e-9).mean(axis=0), (drawn <= total + 1e-9).mean(axis=0)]
    expected = np.minimum(1, 2 * np.min(tails, axis=0))
    assert found == pytest.approx(expected, abs=0.03)


def test_a_data_set_of_its_own_size_is_exchanged_with_none():
    """All tasks of the only data set of three disagree: no other place for them."""
    clusters, values = [1, 2, 3, 4, 4, 4], [0, 0, 0, 1, 1, 1]
    group = np.array([[0], [0], [0], [1], [1], [1]], dtype=bool)
    assert exchange_tests([values], [group], clusters)[0].tolist() == [1.0]


def test_groups_of_none_or_all_tasks_are_not_tested():
    groups = np.array([[0, 1, 1]] * 4, dtype=bool)
    groups[0, 1] = False
    [found] = exchange_tests([[1, 0, 0, 1]], [groups], range(4), exchanges=50)
    assert np.isnan(found).tolist() == [True, False, True]


def test_series_share_their_exchanges_and_the_seed_fixes_them():
    rng = np.random.default_rng(1)
    values, groups = rng.random(30) < 0.4, rng.random((30, 3)) < 0.5
    options = {"exchanges": 200, "seed": 4}
    one, other = exchange_tests([values, values], [groups, groups[:, :2]], range(30), **options)
    alone = exchange_tests([values], [groups], range(30), **options)[0]
    np.testing.assert_array_equal(one, alone)
    np.testing.assert_array_equal(one[:2], other)
    assert (exchange_tests([values], [groups], range(30), exchanges=200)[0] != alone).any()


def test_p_is_never_zero():
    values = np.arange(60) < 30
    [[found]] = exchange_tests([values], [values[:, None]], range(60), exchanges=99)
    assert found == 2 / 100


def test_the_level_is_kept_where_tasks_of_a_data_set_go_together():
    """Tasks taken as independent would reject far more often."""
    rng = np.random.default_rng(5)
    p_values = {"data sets": [], "independent": []}
    for _ in range(300):
        clusters = np.repeat(np.arange(30), 4)
        values = np.repeat(rng.random(30) < 0.3, 4)
        group = np.repeat(rng.random(30) < 0.3, 4)[:, None]
        for name, own in (("data sets", clusters), ("independent", np.arange(120))):
            p_values[name].append(exchange_tests([values], [group], own, exchanges=99)[0][0])
    rejected = {name: np.mean(np.array(own) <= 0.05) for name, own in p_values.items()}
    assert rejected["data sets"] <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 300)
    assert rejected["independent"] > 0.2
