from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata, spearmanr

from made_up_tasks import NAMES, make_setting, make_task_scores
from prgbench.answer.rankings import (
    Options,
    centred_ranks,
    mean_products,
    per_task,
    rank_products,
    top_products,
    top_size,
)
from prgbench.answer.subsamples import scores_of_parts

DECIMALS = 12
halves = st.lists(st.integers(0, 5), min_size=20, max_size=20).map(
    lambda values: np.array(values, dtype=float).reshape(1, 2, 2, 5)
)


@given(halves)
def test_products_are_sums_over_both_directions(scores):
    ranks = rankdata(-scores[0], axis=-1) - 3
    [products] = rank_products(scores, DECIMALS)
    for a, b in product(range(2), repeat=2):
        both = ranks[0, a] @ ranks[1, b] + ranks[0, b] @ ranks[1, a]
        assert products[a, b] == pytest.approx(both / 2 / 10, abs=1e-12)


def test_products_of_untied_ranks_are_rank_correlations():
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(3, 2, 2, 30))
    for split, own in zip(scores, rank_products(scores, DECIMALS), strict=True):
        assert own[0, 0] == pytest.approx(spearmanr(split[0, 0], split[1, 0]).statistic)
        across = [spearmanr(split[h, 0], split[1 - h, 1]).statistic for h in (0, 1)]
        assert own[0, 1] == own[1, 0] == pytest.approx(np.mean(across))


def test_a_measure_and_a_rising_function_of_it_have_one_product():
    rng = np.random.default_rng(1)
    scores = rng.random((4, 2, 1, 8))
    [mean] = [mean_products(rank_products(np.concatenate([scores, scores**3], 2), DECIMALS))]
    assert np.ptp(mean) < 1e-12


def test_splits_without_scores_do_not_count():
    rng = np.random.default_rng(2)
    scores = rng.random((3, 2, 2, 6))
    scores[1, 0] = np.nan
    products = rank_products(scores, DECIMALS)
    assert np.isnan(products[1]).all()
    np.testing.assert_allclose(mean_products(products), products[[0, 2]].mean(axis=0))
    assert np.isnan(mean_products(products[[1]])).all()


def test_models_without_a_score_rank_last():
    assert centred_ranks(np.array([0.5, np.nan, 0.9]), DECIMALS).tolist() == [0, 1, -1]
    assert centred_ranks(np.array([0.1 + 1e-14, 0.1, 0.0]), DECIMALS).tolist() == [-0.5, -0.5, 1]


@pytest.mark.parametrize(("models", "size"), [(1, 0), (5, 0), (6, 3), (19, 9), (20, 10), (99, 10)])
def test_the_top_is_ten_models_or_half_of_them(models, size):
    assert top_size(models) == size


def test_the_top_is_chosen_by_the_mean_rank_on_another_third():
    rng = np.random.default_rng(3)
    thirds = rng.random((2, 3, 2, 7))
    found = top_products(thirds, DECIMALS)
    assert found.shape == (6, 2, 2)
    ranks = rankdata(-thirds, axis=-1)
    for chooser, split in product(range(3), range(2)):
        best = np.argsort(ranks[split, chooser].sum(axis=0), kind="stable")[:3]
        judges = [third for third in range(3) if third != chooser]
        chosen = thirds[split][judges][:, :, best]
        [expected] = rank_products(chosen[None], DECIMALS)
        np.testing.assert_allclose(found[2 * chooser + split], expected)


def test_the_table_of_a_task():
    task, setting = make_task_scores(7, n=150, n_models=8, ties=False), make_setting()
    table = per_task(task, setting, Options())["rank_products"]
    assert table["models"].tolist() == ["all", "top"] * 3
    assert table["size"].tolist() == [8, 4] * 3
    mean = mean_products(rank_products(scores_of_parts(task, setting, 2), DECIMALS))
    row = table.iloc[2]
    assert (row["measure_a"], row["measure_b"]) == (NAMES[0], NAMES[2])
    assert row["two_measures"] == mean[0, 2]
    assert (row["measure_a_alone"], row["measure_b_alone"]) == (mean[0, 0], mean[2, 2])
    few = per_task(make_task_scores(n_models=5), setting, Options())["rank_products"]
    assert set(few["models"]) == {"all"}
