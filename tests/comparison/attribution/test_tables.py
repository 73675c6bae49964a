import pandas as pd
import pytest

from made_up_tasks import MEASURES, NAMES, make_task_scores, models_of
from prgbench.comparison.attribution.per_task import area_parts_of_task, disputed_runs
from prgbench.comparison.attribution.tables import attribution_summary, disagreement_parts
from prgbench.replication.agreement import task_agreement


@pytest.fixture(scope="module")
def study():
    tasks = [make_task_scores(t, n=60, ties=False) for t in range(1, 21)]
    models = models_of(tasks)
    disputed = {task: disputed_runs(own, NAMES) for task, own in models.groupby("task_id")}
    parts = pd.concat([area_parts_of_task(t, disputed[t.task_id]) for t in tasks])
    return tasks, models, task_agreement(models, MEASURES), parts


def test_differences_of_the_best_models(study):
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
