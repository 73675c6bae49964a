from dataclasses import replace

import numpy as np
import pytest

from made_up_tasks import MEASURES, NAMES, make_setting, make_task_scores
from prgbench.comparison.separability.per_task import gaps_of_task
from prgbench.comparison.separability.tables import tied_for_best
from prgbench.metrics import evaluate
from prgbench.stats.delong import delong_test


@pytest.fixture(scope="module")
def task():
    return make_task_scores(n=120, ties=False)


def test_auroc_is_tested_by_delong_and_others_by_their_bootstrap_error(task):
    table = gaps_of_task(task, make_setting(replicates=50))
    auroc = table[table["measure"] == "auroc"]
    best = int(np.flatnonzero(auroc["gap"] == 0)[0])
    expected = delong_test(task.y_true, task.y_scores, best)[1]
    np.testing.assert_allclose(auroc["p_value"], expected)
    aupr = table[table["measure"] == "aupr"]
    ordered = aupr.sort_values("p_value")
    z = (ordered["gap"] / ordered["gap_se"]).fillna(0)
    assert (np.diff(z) <= 1e-12).all()


def test_bootstrap_and_delong_agree_about_auroc():
    task = make_task_scores(n=800, ties=False, n_models=4)
    gaps = gaps_of_task(task, make_setting(("auroc",), replicates=800))
    errors, _ = delong_test(task.y_true, task.y_scores, int(np.argmax(gaps["gap"] == 0)))
    np.testing.assert_allclose(gaps["gap_se"], errors, rtol=0.12, atol=1e-12)


def test_a_clearly_best_model_is_separated_and_alone():
    task = make_task_scores(n=300, n_models=2, ties=False)
    task.y_scores[0] = np.random.default_rng(0).random(300)
    task.y_scores[1] = task.y_true + 0.01 * task.y_scores[0]
    gaps = gaps_of_task(task, make_setting(replicates=50))
    table = gaps.set_index(["measure", "run_id"])["p_value"]
    for name in NAMES:
        assert table[name, task.run_ids[0]] < 1e-6
        assert table[name, task.run_ids[1]] == 1.0
    assert (tied_for_best(gaps, NAMES)["mean"] == 1).all()


def test_gaps_and_their_errors_by_hand(task):
    replicates = 100
    table = gaps_of_task(task, make_setting(replicates=replicates, seed=4))
    rng = np.random.default_rng([4, task.task_id])
    drawn = rng.integers(120, size=(replicates, 120))
    original = evaluate(task.y_true, task.y_scores, MEASURES)
    values = [evaluate(task.y_true[r], task.y_scores[:, r], MEASURES) for r in drawn]
    for place, name in enumerate(NAMES):
        best = original[:, place].argmax()
        own = table[table["measure"] == name]
        np.testing.assert_allclose(own["gap"], original[best, place] - original[:, place])
        gap = np.array([v[best, place] - v[:, place] for v in values])
        np.testing.assert_allclose(own["gap_se"], gap.std(axis=0, ddof=1), atol=1e-12)
        np.testing.assert_allclose(own["gap_lower"], np.quantile(gap, 0.025, axis=0), atol=1e-12)


def test_intervals_have_the_level_of_the_study(task):
    narrow, wide = (
        gaps_of_task(task, make_setting(replicates=100, confidence_level=level))
        for level in (0.5, 0.99)
    )
    width = [(table["gap_upper"] - table["gap_lower"]).max() for table in (narrow, wide)]
    assert width[0] < width[1]


def test_a_task_of_one_class_has_no_tests(task):
    table = gaps_of_task(replace(task, y_true=np.zeros(120, dtype=bool)), make_setting())
    assert table[["gap_se", "gap_lower", "gap_upper", "p_value"]].isna().all().all()
