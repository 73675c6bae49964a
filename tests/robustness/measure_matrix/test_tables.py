import numpy as np
import pandas as pd
import pytest

from made_up_tasks import (
    MEASURES,
    NAMES,
    RANKING,
    make_setting,
    make_tables,
    make_task_scores,
    models_of,
)
from prgbench.metrics import measures
from prgbench.robustness.measure_matrix import measure_matrix
from prgbench.study.agreement import agreement_summary, task_agreement


@pytest.fixture(scope="module")
def tasks():
    return [make_task_scores(t, n=60, n_models=7) for t in range(1, 11)]


@pytest.fixture(scope="module")
def tables(tasks):
    return make_tables(["measure_matrix"], tasks)


@pytest.fixture(scope="module")
def matrix(tables):
    return tables["measure_matrix"]


def test_every_pair_of_the_registry_is_there(matrix):
    names = measures()
    assert len(matrix) == len(names) * (len(names) - 1) // 2
    assert set(matrix["measure_a"]) | set(matrix["measure_b"]) == set(names)


def test_an_increasing_transform_never_disagrees(matrix):
    [row] = matrix.query("measure_a == 'aupr' and measure_b == 'aucnpr'").itertuples()
    assert row.best_differs == 0
    assert row.mean_spearman == pytest.approx(1, rel=1e-12)


def test_pairs_of_the_study_are_those_of_the_agreement(tasks, matrix):
    models = models_of(tasks)
    agreement = task_agreement(models, MEASURES)
    by_pair = {frozenset((row.measure_a, row.measure_b)): row for row in matrix.itertuples()}
    for row in agreement_summary(agreement, models).itertuples():
        found = by_pair[frozenset((row.measure_a, row.measure_b))]
        assert found.best_differs == row.best_differs
        assert found.best_differs_expected == pytest.approx(row.best_differs_expected)
    for pair, own in agreement.groupby(["measure_a", "measure_b"]):
        assert by_pair[frozenset(pair)].mean_spearman == pytest.approx(own["spearman"].mean())


def test_a_users_own_measure_joins_the_matrix(tasks):
    own = "sklearn.metrics:average_precision_score"
    table = make_tables(["measure_matrix"], tasks[:2], make_setting((*NAMES, own)))
    table = table["measure_matrix"]
    peer = table[(table["measure_a"] == "average_precision") & (table["measure_b"] == own)]
    assert peer["best_differs"].item() == 0
    assert peer["mean_spearman"].item() == pytest.approx(1)


def make_scores(**columns):
    return pd.DataFrame({"task_id": [1, 1, 1, 2, 2], "run_id": range(5), **columns})


def test_undefined_and_constant_measures():
    first, second = MEASURES[:2]
    scores = make_scores(aupr=[0.1, 0.2, 0.3, 0.4, 0.5], auprg=[np.nan, np.nan, np.nan, 0.2, 0.1])
    [row] = measure_matrix(scores, [first, second], RANKING)
    assert (row.tasks, row.best_differs) == (1, 1.0)
    scores = make_scores(aupr=[0.1, 0.2, 0.3, 0.4, 0.5], auprg=[0.0] * 5)
    [row] = measure_matrix(scores, [first, second], RANKING)
    assert row.tasks == 2
    assert row.best_differs_expected == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert np.isnan(row.mean_spearman)


def test_models_without_a_value_are_last():
    scores = make_scores(aupr=[0.1, 0.2, 0.3, 0.4, 0.5], auprg=[0.1, np.nan, -5.0, 0.1, 0.2])
    [row] = measure_matrix(scores, MEASURES[:2], RANKING)
    assert row.best_differs == 0.5
    assert row.tasks == 2
