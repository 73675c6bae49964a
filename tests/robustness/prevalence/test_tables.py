import numpy as np
import pandas as pd
import pytest

from made_up_tasks import make_setting, make_study, make_task_scores
from prgbench.robustness.prevalence import Options, per_task, tables
from prgbench.stats.interval import EXACT

SETTING = make_setting()


@pytest.fixture(scope="module")
def study():
    tasks = [make_task_scores(t, n=100, ties=False) for t in range(1, 13)]
    scores = [per_task(task, None, SETTING, Options())["prevalence_scores"] for task in tasks]
    return make_study(tasks, {"prevalence_scores": pd.concat(scores)})


def test_without_a_function_of_the_areas_there_is_nothing_to_reweight():
    task, setting = make_task_scores(n=40), make_setting(("max_f1",))
    study = make_study([task], per_task(task, None, setting, Options()), setting)
    assert all(table.empty for table in tables(study, Options()).values())


def test_auroc_does_not_move(study):
    own = study.per_task["prevalence_scores"].merge(
        study.models, on="run_id", suffixes=("", "_own")
    )
    np.testing.assert_allclose(own["auroc"], own["auroc_own"], rtol=1e-12)
    changes = tables(study, Options())["prevalence"]
    own = changes[changes["measure"] == "auroc"]
    assert (own["best_models_change"] == 0).all()
    assert own["upper"].to_numpy() == pytest.approx(1 - 0.025 ** (1 / 6))
    assert set(own["note"]) == {EXACT}
    assert set(own["datasets"]) == {6}


def test_changes_and_disagreements_by_hand(study):
    changes, pairs = tables(study, Options()).values()
    own = study.models.set_index("run_id").groupby("task_id")[["aupr", "auroc"]].idxmax()
    for prevalence, part in study.per_task["prevalence_scores"].groupby("prevalence"):
        best = part.set_index("run_id").groupby("task_id")[["aupr", "auroc"]].idxmax()
        row = changes[(changes["prevalence"] == prevalence) & (changes["measure"] == "aupr")]
        assert row["best_models_change"].item() == (best["aupr"] != own["aupr"]).mean()
        row = pairs[pairs["prevalence"] == prevalence]
        row = row[(row["measure_a"] == "aupr") & (row["measure_b"] == "auroc")]
        assert row["best_differs"].item() == (best["aupr"] != best["auroc"]).mean()
    assert (changes.loc[changes["measure"] == "aupr", "best_models_change"] > 0).any()
