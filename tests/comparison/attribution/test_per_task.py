from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import MEASURES, NAMES, make_setting, make_task_scores, models_of
from prgbench.comparison.attribution import Options
from prgbench.comparison.attribution.per_task import area_parts_of_task, disputed_runs, per_task
from prgbench.metrics import precision_recall_curve
from prgbench.replication.agreement import task_agreement


@pytest.fixture(scope="module")
def tasks():
    return [make_task_scores(t, n=60, ties=False) for t in range(1, 21)]


@pytest.fixture(scope="module")
def models(tasks):
    return models_of(tasks)


def test_the_parts_sum_to_the_area(tasks, models):
    parts = area_parts_of_task(tasks[0], tasks[0].run_ids)
    own = models[models["task_id"] == tasks[0].task_id]
    np.testing.assert_allclose(parts["aupr_low"] + parts["aupr_high"], own["aupr"], rtol=1e-12)


def test_the_low_part_is_the_area_below_recall_equal_to_the_prevalence(tasks):
    task = tasks[0]
    parts = area_parts_of_task(task, task.run_ids)
    for place, low in enumerate(parts["aupr_low"]):
        curve = precision_recall_curve(task.y_true, task.y_scores[place])
        recall, precision = curve.interpolate()
        grid = np.linspace(0, task.y_true.mean(), 20_001)
        area = np.trapezoid(np.interp(grid, recall, precision), grid)
        assert low == pytest.approx(area, abs=2e-3)


def test_disputed_runs_are_the_best_models_of_tasks_with_a_disagreement(models):
    agreement = task_agreement(models, MEASURES)
    disputed = {task: disputed_runs(own, NAMES) for task, own in models.groupby("task_id")}
    disputed = {task: runs for task, runs in disputed.items() if runs}
    assert set(disputed) == set(agreement.loc[agreement["best_differs"], "task_id"])
    for task_id, runs in disputed.items():
        own = models[models["task_id"] == task_id].set_index("run_id")
        assert runs == sorted({own[name].idxmax() for name in NAMES})


def test_a_task_has_the_parts_of_its_disputed_runs(tasks, models):
    for task in tasks:
        own = models[models["task_id"] == task.task_id]
        [table] = per_task(task, own.iloc[::-1], make_setting(), Options()).values()
        disputed = disputed_runs(own, NAMES)
        assert table["run_id"].tolist() == disputed
        pd.testing.assert_frame_equal(table, area_parts_of_task(task, disputed))


def test_a_model_good_early_and_bad_late_is_an_early_disagreement():
    y_true = np.arange(12) < 6
    early = np.array([12, 11, 10, 3, 2, 1, 9, 8, 7, 6, 5, 4.0])
    late = np.array([11, 9, 8, 7, 6, 5, 12, 10, 4, 3, 2, 1.0])
    base = make_task_scores(n=12, n_models=2)
    task = replace(base, y_true=y_true, y_scores=np.stack([early, late]))
    parts = area_parts_of_task(task, task.run_ids)
    differences = parts.iloc[0] - parts.iloc[1]
    assert differences["aupr_low"] > 0 > differences["aupr_high"]


def test_one_class_only_has_no_parts():
    task = replace(make_task_scores(n=20), y_true=np.ones(20, dtype=bool))
    parts = area_parts_of_task(task, task.run_ids)
    assert parts["aupr_low"].isna().all()
