from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import MEASURES, NAMES, make_task_scores, models_of
from prgbench.comparison.attribution.tables import (
    area_parts_of_task,
    attribution_summary,
    disagreement_parts,
    disputed_runs,
)
from prgbench.metrics import precision_recall_curve
from prgbench.replication.agreement import task_agreement


@pytest.fixture(scope="module")
def study():
    tasks = [make_task_scores(t, n=60, ties=False) for t in range(1, 21)]
    models = models_of(tasks)
    disputed = disputed_runs(models, NAMES)
    parts = pd.concat([area_parts_of_task(t, disputed.get(t.task_id, [])) for t in tasks])
    return tasks, models, task_agreement(models, MEASURES), parts


def test_the_parts_sum_to_the_area(study):
    tasks, models, _, _ = study
    parts = area_parts_of_task(tasks[0], tasks[0].run_ids)
    own = models[models["task_id"] == tasks[0].task_id]
    np.testing.assert_allclose(parts["aupr_low"] + parts["aupr_high"], own["aupr"], rtol=1e-12)


def test_the_low_part_is_the_area_below_recall_equal_to_the_prevalence(study):
    task = study[0][0]
    parts = area_parts_of_task(task, task.run_ids)
    for place, low in enumerate(parts["aupr_low"]):
        curve = precision_recall_curve(task.y_true, task.y_scores[place])
        recall, precision = curve.interpolate()
        grid = np.linspace(0, task.y_true.mean(), 20_001)
        area = np.trapezoid(np.interp(grid, recall, precision), grid)
        assert low == pytest.approx(area, abs=2e-3)


def test_disputed_runs_are_the_picks_of_tasks_with_a_disagreement(study):
    _, models, agreement, _ = study
    disputed = disputed_runs(models, NAMES)
    assert set(disputed) == set(agreement.loc[agreement["best_differs"], "task_id"])
    for task_id, runs in disputed.items():
        own = models[models["task_id"] == task_id].set_index("run_id")
        assert set(runs) == {own[name].idxmax() for name in NAMES}


def test_differences_of_the_picks(study):
    _, models, agreement, parts = study
    table = disagreement_parts(models, agreement, parts)
    assert len(table) == agreement["best_differs"].sum() > 0
    areas = parts.set_index("run_id")
    for row in table.itertuples():
        own = models[models["task_id"] == row.task_id].set_index("run_id")
        a, b = own[row.measure_a].idxmax(), own[row.measure_b].idxmax()
        assert row.low == pytest.approx(areas.at[a, "aupr_low"] - areas.at[b, "aupr_low"])
        assert row.high == pytest.approx(areas.at[a, "aupr_high"] - areas.at[b, "aupr_high"])
        opposed = row.low * row.high < 0
        assert row.early == (opposed and abs(row.low) > abs(row.high))
        if row.measure_a == "aupr":
            assert row.low + row.high > 0
    summary = attribution_summary(agreement, table)
    assert summary["disagreements"].sum() == len(table)
    assert summary["early"].sum() == table["early"].sum()
    assert (summary["early"] <= summary["opposed"]).all()


def test_a_model_good_early_and_bad_late_is_an_early_disagreement():
    y_true = np.arange(12) < 6
    early = np.array([12, 11, 10, 3, 2, 1, 9, 8, 7, 6, 5, 4.0])
    late = np.array([11, 9, 8, 7, 6, 5, 12, 10, 4, 3, 2, 1.0])
    base = make_task_scores(n=12, n_models=2)
    task = replace(base, y_true=y_true, y_scores=np.stack([early, late]))
    parts = area_parts_of_task(task, task.run_ids)
    differences = parts.iloc[0] - parts.iloc[1]
    assert differences["aupr_low"] > 0 > differences["aupr_high"]


def test_no_disagreement_leaves_an_empty_table(study):
    _, models, agreement, parts = study
    table = disagreement_parts(models, agreement.assign(best_differs=False), parts)
    assert table.empty
    assert attribution_summary(agreement, table)["early"].tolist() == [0, 0, 0]


def test_no_disputed_run_in_the_whole_study(study):
    tasks, models, agreement, _ = study
    parts = pd.concat([area_parts_of_task(task, []) for task in tasks])
    table = disagreement_parts(models, agreement.assign(best_differs=False), parts)
    assert table.empty


def test_one_class_only_has_no_parts():
    task = replace(make_task_scores(n=20), y_true=np.ones(20, dtype=bool))
    parts = area_parts_of_task(task, task.run_ids)
    assert parts["aupr_low"].isna().all()
