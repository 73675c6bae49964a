import numpy as np
import pandas as pd
import pytest

from made_up_tasks import MEASURES, NAMES, make_task_scores
from prgbench.comparison.noise_floor.tables import noise_floor_of_task
from prgbench.comparison.separability.tables import (
    gap_tests_of_task,
    separable_disagreements,
    tied_for_best,
)
from prgbench.stats.delong import delong_test


def make_case(p_values):
    """Return tasks in which a picks run 1 and b picks run 2, with the p-values of (a, b)."""
    models, agreement, gaps = [], [], []
    for task, (p_a, p_b) in enumerate(p_values):
        models += [
            {"task_id": task, "run_id": 1, "rank_a": 1.0, "rank_b": 2.0},
            {"task_id": task, "run_id": 2, "rank_a": 2.0, "rank_b": 1.0},
        ]
        agreement.append(
            {"task_id": task, "measure_a": "a", "measure_b": "b", "best_differs": True}
        )
        gaps += [
            {"task_id": task, "run_id": 1, "measure": "a", "p_value": 1.0},
            {"task_id": task, "run_id": 2, "measure": "a", "p_value": p_a},
            {"task_id": task, "run_id": 1, "measure": "b", "p_value": p_b},
            {"task_id": task, "run_id": 2, "measure": "b", "p_value": 1.0},
        ]
    return pd.DataFrame(models), pd.DataFrame(agreement), pd.DataFrame(gaps)


def test_outcomes_after_holms_correction():
    models, agreement, gaps = make_case(
        [(0.001, 0.001), (0.002, 0.9), (0.5, 0.002), (0.04, 0.04), (np.nan, 0.8)]
    )
    row = separable_disagreements(models, agreement, gaps).iloc[0]
    counts = row[["disagreements", "both", "only_a", "only_b", "none", "undefined"]]
    assert counts.tolist() == [5, 1, 1, 1, 2, 1]


def test_agreements_are_not_tested():
    models, agreement, gaps = make_case([(0.001, 0.001)])
    row = separable_disagreements(models, agreement.assign(best_differs=False), gaps).iloc[0]
    assert (row["disagreements"], row["none"], row["both"]) == (0, 0, 0)


def test_the_set_tied_for_best_counts_gaps_that_include_zero():
    gaps = pd.DataFrame(
        {
            "task_id": [1, 1, 1, 2, 2, 3],
            "measure": "a",
            "gap_lower": [0.0, -0.1, 0.2, 0.0, 0.1, np.nan],
        }
    )
    row = tied_for_best(gaps, ["a"]).iloc[0]
    assert (row["mean"], row["most"], row["single_best"]) == (1.5, 2, 0.5)
    assert (row["tasks"], row["undefined"]) == (2, 1)


@pytest.fixture(scope="module")
def task():
    return make_task_scores(n=120, ties=False)


def test_auroc_is_tested_by_delong_and_others_by_their_bootstrap_error(task):
    _, gaps = noise_floor_of_task(task, MEASURES, replicates=50)
    table = gap_tests_of_task(task, gaps)
    auroc = table[table["measure"] == "auroc"]
    winner = int(np.flatnonzero(auroc["gap"] == 0)[0])
    expected = delong_test(task.y_true, task.y_scores, winner)[1]
    np.testing.assert_allclose(auroc["p_value"], expected)
    aupr = table[table["measure"] == "aupr"]
    ordered = aupr.sort_values("p_value")
    z = (ordered["gap"] / ordered["gap_se"]).fillna(0)
    assert (np.diff(z) <= 1e-12).all()


def test_bootstrap_and_delong_agree_about_auroc():
    task = make_task_scores(n=800, ties=False, n_models=4)
    _, gaps = noise_floor_of_task(task, [MEASURES[2]], replicates=800)
    errors, _ = delong_test(task.y_true, task.y_scores, int(np.argmax(gaps["gap"] == 0)))
    np.testing.assert_allclose(gaps["gap_se"], errors, rtol=0.12, atol=1e-12)


def test_a_clear_winner_is_separated_and_alone():
    task = make_task_scores(n=300, n_models=2, ties=False)
    task.y_scores[0] = np.random.default_rng(0).random(300)
    task.y_scores[1] = task.y_true + 0.01 * task.y_scores[0]
    _, gaps = noise_floor_of_task(task, MEASURES, replicates=50)
    table = gap_tests_of_task(task, gaps).set_index(["measure", "run_id"])["p_value"]
    for name in NAMES:
        assert table[name, task.run_ids[0]] < 1e-6
        assert table[name, task.run_ids[1]] == 1.0
    assert (tied_for_best(gaps, NAMES)["mean"] == 1).all()
