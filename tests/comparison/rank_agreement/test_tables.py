import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr, weightedtau

from made_up_tasks import MEASURES, make_task_scores, models_of
from places import SHARED
from prgbench.comparison.rank_agreement.tables import (
    rank_agreement_summary,
    task_rank_agreement,
)
from prgbench.replication.agreement import agreement_summary, task_agreement

PUBLISHED = SHARED / "checks" / "external" / "rank_agreement.json"
TIED = st.integers(2, 7).flatmap(lambda n: st.lists(st.integers(1, 3), min_size=n, max_size=n))


@pytest.fixture(scope="module")
def models():
    return models_of([make_task_scores(t, n=300, n_models=7, ties=False) for t in range(1, 9)])


def test_coefficients_are_scipys(models):
    table = task_rank_agreement(models, MEASURES, persistence=0.9, seed=0)
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
    table = rank_agreement_summary(task_rank_agreement(models, MEASURES, persistence=0.9, seed=0))
    own = table[table["coefficient"] == "spearman"]
    summary = agreement_summary(task_agreement(models, MEASURES), models)
    np.testing.assert_allclose(own["mean"], summary["rank_correlation"], rtol=1e-12)


@settings(max_examples=60, deadline=None)
@given(TIED, st.randoms(use_true_random=False))
def test_coefficients_are_scipys_with_ties(ranks, random):
    other = [random.choice((1, 2, 3, 4)) for _ in ranks]
    task = pd.DataFrame({"task_id": 1, "dataset_id": 1, "run_id": range(len(ranks))})
    task = task.assign(rank_aupr=np.array(ranks, dtype=float), rank_auprg=np.array(other) * 1.0)
    row = task_rank_agreement(task, MEASURES[:2], persistence=0.9, seed=0).iloc[0]
    if len(set(ranks)) == 1 or len(set(other)) == 1:
        assert np.isnan(row["kendall"])
        return
    a, b = -task["rank_aupr"], -task["rank_auprg"]
    assert row["kendall"] == pytest.approx(kendalltau(a, b).statistic, abs=1e-12)
    assert row["weighted_tau"] == pytest.approx(weightedtau(a, b).statistic, abs=1e-12)


@settings(max_examples=50)
@given(TIED)
def test_a_measure_agrees_with_itself_however_it_is_tied(ranks):
    task = pd.DataFrame({"task_id": 1, "dataset_id": 1, "run_id": range(len(ranks))})
    task = task.assign(rank_aupr=np.array(ranks, dtype=float), rank_auprg=np.square(ranks))
    row = task_rank_agreement(task, MEASURES[:2], persistence=0.9, seed=0).iloc[0]
    assert (row["overlap3"], row["rbo"]) == (1, 1)
    for name in ("spearman", "kendall", "weighted_tau"):
        assert np.isnan(row[name]) if len(set(ranks)) == 1 else row[name] == pytest.approx(1)


def test_ties_are_broken_alike_for_both_measures():
    """The best of a and one of the two best of b: half of the orders agree on the first."""
    task = pd.DataFrame(
        {
            "task_id": range(800),
            "dataset_id": 1,
            "rank_aupr": 1.0,
            "rank_auprg": 1.5,
        }
    )
    task = pd.concat([task.assign(run_id=1), task.assign(run_id=2, rank_aupr=2.0)])
    table = task_rank_agreement(task, MEASURES[:2], persistence=0.5, seed=0)
    error = 4 * 0.25 / np.sqrt(800 * 100)
    assert table["overlap3"].mean() == pytest.approx((0.5 + 1) / 2, abs=error)
    assert table["overlap3"].std() == pytest.approx(0.25 / np.sqrt(100), rel=0.2)


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
        found = task_rank_agreement(task, MEASURES[:2], persistence=0.9, seed=0)["overlap3"].item()
        assert found == pytest.approx(case["expected"]["average_overlap"]["value"], abs=1e-12)


def test_a_constant_measure_has_no_correlation_but_an_overlap(models):
    constant = models.assign(rank_auroc=4.0)
    table = task_rank_agreement(constant, MEASURES, persistence=0.9, seed=0)
    own = table[table["measure_b"] == "auroc"]
    assert own[["spearman", "kendall", "weighted_tau"]].isna().all().all()
    assert own[["overlap3", "rbo"]].notna().all().all()
    summary = rank_agreement_summary(table)
    own = summary[(summary["measure_b"] == "auroc") & (summary["coefficient"] == "kendall")]
    assert (own["undefined"] == 8).all()
    assert own["mean"].isna().all()
