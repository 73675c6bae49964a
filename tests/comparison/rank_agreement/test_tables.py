import json
from itertools import pairwise, permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr, weightedtau

from made_up_tasks import MEASURES, make_task_scores, models_of
from places import SHARED
from prgbench.comparison.rank_agreement.tables import (
    rank_agreement_summary,
    rank_biased_overlap,
    task_rank_agreement,
)
from prgbench.replication.agreement import agreement_summary, task_agreement

PUBLISHED = SHARED / "checks" / "external" / "rank_agreement.json"
RANKS = st.lists(st.integers(1, 3), min_size=3, max_size=3)


def overlap_of_orders(a, b, p):
    """Equation 32 of Webber, Moffat & Zobel (2010) for two complete lists."""
    shared = [len(set(a[:depth]) & set(b[:depth])) for depth in range(1, len(a) + 1)]
    series = sum(x / d * p**d for d, x in enumerate(shared, 1))
    return shared[-1] / len(a) * p ** len(a) + (1 - p) / p * series


def orders_of(ranks):
    return [
        order
        for order in permutations(range(len(ranks)))
        if all(ranks[x] <= ranks[y] for x, y in pairwise(order))
    ]


@given(RANKS, RANKS, st.sampled_from([0.3, 0.9]))
def test_rank_biased_overlap_is_the_mean_over_all_tie_breaks(a, b, p):
    expected = np.mean(
        [overlap_of_orders(x, y, p) for x, y in product(orders_of(a), orders_of(b))]
    )
    found = rank_biased_overlap(np.array(a, dtype=float), np.array(b, dtype=float), p)
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("persistence", [0.0, 1.0])
def test_persistence_lies_inside_the_unit_interval(persistence):
    with pytest.raises(ValueError, match="persistence"):
        rank_biased_overlap(np.arange(3.0), np.arange(3.0), persistence)


@pytest.fixture(scope="module")
def models():
    return models_of([make_task_scores(t, n=300, n_models=7, ties=False) for t in range(1, 9)])


def test_coefficients_are_scipys(models):
    table = task_rank_agreement(models, MEASURES, persistence=0.9)
    for row in table.itertuples():
        task = models[models["task_id"] == row.task_id]
        a, b = task[row.measure_a], task[row.measure_b]
        assert row.spearman == pytest.approx(spearmanr(a, b).statistic)
        assert row.kendall == pytest.approx(kendalltau(a, b).statistic)
        assert row.weighted_tau == pytest.approx(weightedtau(a, b).statistic)
        top_a, top_b = (np.argsort(-scores.to_numpy())[:3] for scores in (a, b))
        overlap = np.mean([len(set(top_a[:d]) & set(top_b[:d])) / d for d in (1, 2, 3)])
        assert row.overlap3 == pytest.approx(overlap)


def test_without_ties_the_mean_spearman_is_the_correlation_of_all_ranks(models):
    table = rank_agreement_summary(task_rank_agreement(models, MEASURES, persistence=0.9))
    own = table[table["coefficient"] == "spearman"]
    summary = agreement_summary(task_agreement(models, MEASURES), models)
    np.testing.assert_allclose(own["mean"], summary["rank_correlation"], rtol=1e-12)


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published values are not there")
def test_published_average_overlap_of_three():
    cases = [
        case
        for case in json.loads(PUBLISHED.read_text())["cases"]
        if len(case.get("list_a", [])) == 3 and set(case["list_a"]) == set(case["list_b"])
    ]
    assert cases
    for case in cases:
        ranks = {
            f"rank_{name}": [case[key].index(item) + 1.0 for item in case["list_a"]]
            for name, key in (("aupr", "list_a"), ("auprg", "list_b"))
        }
        task = pd.DataFrame({"task_id": 1, "dataset_id": 1, "run_id": [1, 2, 3], **ranks})
        found = task_rank_agreement(task, MEASURES[:2], persistence=0.9)["overlap3"].item()
        assert found == pytest.approx(case["expected"]["average_overlap"]["value"], abs=1e-12)


def test_a_constant_measure_has_no_correlation_but_an_overlap(models):
    constant = models.assign(rank_auroc=4.0)
    table = task_rank_agreement(constant, MEASURES, persistence=0.9)
    own = table[table["measure_b"] == "auroc"]
    assert own[["spearman", "kendall", "weighted_tau"]].isna().all().all()
    assert own[["overlap3", "rbo"]].notna().all().all()
    summary = rank_agreement_summary(table)
    own = summary[(summary["measure_b"] == "auroc") & (summary["coefficient"] == "kendall")]
    assert (own["undefined"] == 8).all()
    assert own["mean"].isna().all()
