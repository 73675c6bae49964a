import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from prgbench.metrics import get_measure
from prgbench.study.agreement import by_pair, sort_models, task_slices
from prgbench.study.ranking import Ranking, add_ranks, rank_losses

AVERAGE = Ranking()


def models_with(auroc, task_id=1, **columns):
    n = len(auroc)
    return pd.DataFrame({"task_id": task_id, "run_id": range(n), "auroc": auroc, **columns})


def test_the_best_model_has_rank_one_within_its_task():
    models = pd.concat([models_with([0.6, 0.9, 0.7], 2), models_with([0.4, 0.3], 1)])
    ranked = add_ranks(models, [get_measure("auroc")], AVERAGE)
    assert ranked["task_id"].tolist() == [1, 1, 2, 2, 2]
    assert ranked["rank_auroc"].tolist() == [1, 2, 3, 1, 2]


def test_a_measure_of_loss_ranks_the_smallest_first():
    models = models_with([0.5, 0.5], brier=[0.2, 0.1])
    ranked = add_ranks(models, [get_measure("brier")], AVERAGE)
    assert ranked["rank_brier"].tolist() == [2, 1]


@pytest.mark.parametrize(
    ("ties", "expected"), [("average", [1.5, 1.5, 3]), ("min", [1, 1, 3]), ("max", [2, 2, 3])]
)
def test_ties_follow_the_policy(ties, expected):
    losses = np.array([-0.9, -0.9, -0.8])
    assert rank_losses(losses, Ranking(ties=ties, decimals=12)).tolist() == expected


def test_scores_are_tied_at_the_decimals_that_count():
    losses = -np.array([0.9, 0.9 + 1e-14, 0.9004])
    assert rank_losses(losses, Ranking()).tolist() == [2.5, 2.5, 1]
    assert rank_losses(losses, Ranking(ties="average", decimals=3)).tolist() == [2, 2, 2]
    assert rank_losses(losses, Ranking(ties="average", decimals=15)).tolist() == [3, 2, 1]


def test_undefined_models_share_the_last_ranks():
    losses = np.array([np.nan, -0.2, np.nan, -0.1])
    assert rank_losses(losses, AVERAGE).tolist() == [3.5, 1, 3.5, 2]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_ranks_are_scipys(values):
    losses = np.array(values, dtype=float)
    np.testing.assert_array_equal(rank_losses(losses, AVERAGE), rankdata(losses))


MODELS = pd.DataFrame(
    {"task_id": [5, 2, 5, 2, 9], "run_id": [8, 4, 7, 3, 1], "dataset_id": [20, 30, 20, 30, 20]}
)


def test_each_task_has_its_rows():
    found = dict(task_slices(sort_models(MODELS)))
    assert found == {2: slice(0, 2), 5: slice(2, 4), 9: slice(4, 5)}
    assert list(task_slices(MODELS.iloc[:0])) == []


def test_pairs_keep_the_order_of_the_table():
    table = pd.DataFrame(
        {
            "measure_a": ["b", "a", "b", "a"],
            "measure_b": ["c", "c", "c", "b"],
            "value": [1, 2, 3, 4],
        }
    )
    found = [(a, b, rows["value"].tolist()) for a, b, rows in by_pair(table)]
    assert found == [("b", "c", [1, 3]), ("a", "c", [2]), ("a", "b", [4])]
