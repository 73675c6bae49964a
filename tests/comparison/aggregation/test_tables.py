from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import MEASURES, NAMES, RANKING, bootstrap, make_task_scores, models_of
from prgbench.comparison.aggregation.per_task import fold_scores_of_task
from prgbench.comparison.aggregation.tables import aggregation_changes


@pytest.fixture(scope="module")
def tasks():
    return [make_task_scores(t, n=60, ties=False) for t in range(1, 13)]


def test_changed_best_models_by_hand(tasks):
    models = models_of(tasks)
    scores = pd.concat([fold_scores_of_task(task, MEASURES) for task in tasks])
    changes, disagreements = aggregation_changes(
        models, scores, MEASURES, RANKING, **bootstrap(100)
    )
    assert set(changes["aggregation"]) == {"fold"}
    means = scores[scores["aggregation"] == "fold"].pivot(
        index="run_id", columns="measure", values="mean"
    )
    merged = models.set_index("run_id").join(means.add_suffix("_fold"))
    best = merged.groupby("task_id")[[*NAMES, *(f"{n}_fold" for n in NAMES)]].idxmax()
    for name in NAMES:
        row = changes.set_index("measure").loc[name]
        assert row["best_models_change"] == (best[name] != best[f"{name}_fold"]).mean()
        assert row["tasks"] == 12
        assert row["undefined_tasks"] == 0
    row = disagreements.query("measure_a == 'aupr' and measure_b == 'auroc'")
    assert row["best_differs"].item() == (best["aupr_fold"] != best["auroc_fold"]).mean()


def test_tasks_without_folds_are_counted(tasks):
    unstated = [replace(t, folds=np.full_like(t.folds, -1)) if t.task_id < 4 else t for t in tasks]
    scores = pd.concat([fold_scores_of_task(task, MEASURES) for task in unstated])
    changes, _ = aggregation_changes(models_of(tasks), scores, MEASURES, RANKING, **bootstrap(50))
    assert set(changes["undefined_tasks"]) == {3}
    assert set(changes["tasks"]) == {9}


def test_without_any_folds_there_is_nothing_to_compare(tasks):
    unstated = [replace(t, folds=np.full_like(t.folds, -1)) for t in tasks]
    scores = pd.concat([fold_scores_of_task(task, MEASURES) for task in unstated])
    changes, disagreements = aggregation_changes(
        models_of(tasks), scores, MEASURES, RANKING, **bootstrap(10_000)
    )
    assert changes.empty
    assert disagreements.empty
