from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import (
    MEASURES,
    NAMES,
    RANKING,
    make_tables,
    make_task_scores,
    models_of,
    resampling,
)
from prgbench.comparison.aggregation.per_task import fold_scores_of_task
from prgbench.comparison.aggregation.tables import aggregation_changes, decision_changes


@pytest.fixture(scope="module")
def tasks():
    return [make_task_scores(t, n=60, ties=False) for t in range(1, 13)]


def test_changed_best_models_by_hand(tasks):
    models = models_of(tasks)
    scores = pd.concat([fold_scores_of_task(task, MEASURES) for task in tasks])
    changes, disagreements = aggregation_changes(
        models, scores, MEASURES, RANKING, resampling(100)
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
        assert row["datasets"] == 6
    row = disagreements.query("measure_a == 'aupr' and measure_b == 'auroc'")
    assert row["best_differs"].item() == (best["aupr_fold"] != best["auroc_fold"]).mean()


def test_tasks_without_folds_are_counted(tasks):
    unstated = [replace(t, folds=np.full_like(t.folds, -1)) if t.task_id < 4 else t for t in tasks]
    scores = pd.concat([fold_scores_of_task(task, MEASURES) for task in unstated])
    changes, _ = aggregation_changes(models_of(tasks), scores, MEASURES, RANKING, resampling(50))
    assert set(changes["undefined_tasks"]) == {3}
    assert set(changes["tasks"]) == {9}


def test_without_any_folds_there_is_nothing_to_compare(tasks):
    unstated = [replace(t, folds=np.full_like(t.folds, -1)) for t in tasks]
    scores = pd.concat([fold_scores_of_task(task, MEASURES) for task in unstated])
    changes, disagreements = aggregation_changes(
        models_of(tasks), scores, MEASURES, RANKING, resampling(10_000)
    )
    assert changes.empty
    assert disagreements.empty


def make_decisions(tasks):
    """Return F1 of the decisions of folds: tasks are rows of (f_gain, arithmetic, pooled)."""
    parts = []
    for task_id, models in enumerate(tasks):
        table = pd.DataFrame(models, columns=["f_gain", "arithmetic", "pooled"])
        parts.append(
            table.assign(
                task_id=task_id,
                dataset_id=task_id,
                run_id=range(len(table)),
                folds=10,
                undefined=2,
            )
        )
    return pd.concat(parts, ignore_index=True)


def test_ways_to_put_decisions_together_by_hand():
    decisions = make_decisions(
        [
            [(0.5, 0.6, 0.7), (0.4, 0.8, 0.6)],
            [(0.5, 0.6, 0.7), (0.4, 0.5, 0.6)],
            [(0.0, 0.6, 0.7), (0.0, 0.5, 0.8)],
            [(0.5, 0.6, 0.7), (np.nan, np.nan, np.nan)],
        ]
    )
    found = decision_changes(decisions, RANKING, resampling(100))
    found = found.set_index(["way_a", "way_b"])
    gain = found.loc["f_gain", "arithmetic"]
    assert (gain["best_models_change"], gain["tasks"]) == (0.5, 2)
    assert (gain["undefined"], gain["all_equal"]) == (1, 1)
    assert found.at[("f_gain", "pooled"), "best_models_change"] == 0
    pooled = found.loc["arithmetic", "pooled"]
    assert pooled["best_models_change"] == pytest.approx(2 / 3)
    assert (pooled["tasks"], pooled["all_equal"]) == (3, 0)


def test_one_fold_of_both_classes_is_not_several():
    decisions = make_decisions([[(0.5, 0.6, 0.7), (0.4, 0.8, 0.6)]]).assign(undefined=9)
    found = decision_changes(decisions, RANKING, resampling(10))
    assert found["undefined"].tolist() == [1, 1, 1]
    assert found["best_models_change"].isna().all()


def test_the_part_as_a_study_has_it(tasks):
    found = make_tables(["aggregation"], tasks[:4])
    assert list(found) == ["aggregation", "aggregated_agreement", "aggregated_decisions"]
    assert found["aggregated_decisions"]["tasks"].max() == 4
