import numpy as np
import pandas as pd
import pytest

from made_up_tasks import MEASURES, make_task_scores, models_of, resampling
from prgbench.metrics import get_measure
from prgbench.robustness.prevalence import Options, prevalence_scores_of_task, prevalence_what_if
from prgbench.stats.interval import EXACT

PREVALENCES = Options().prevalences


@pytest.fixture(scope="module")
def study():
    tasks = [make_task_scores(t, n=100, ties=False) for t in range(1, 13)]
    scores = pd.concat([prevalence_scores_of_task(task, MEASURES, PREVALENCES) for task in tasks])
    return models_of(tasks), scores


def test_without_a_function_of_the_areas_there_is_nothing_to_reweight(study):
    models, _ = study
    chosen = [get_measure("max_f1")]
    scores = prevalence_scores_of_task(make_task_scores(n=40), chosen, PREVALENCES)
    changes, disagreements = prevalence_what_if(
        models, scores, chosen, resampling(10_000), decimals=12
    )
    assert changes.empty
    assert disagreements.empty


def test_auroc_does_not_move(study):
    models, scores = study
    own = scores.merge(models, on="run_id", suffixes=("", "_own"))
    np.testing.assert_allclose(own["auroc"], own["auroc_own"], rtol=1e-12)
    changes, _ = prevalence_what_if(models, scores, MEASURES, resampling(50), decimals=12)
    own = changes[changes["measure"] == "auroc"]
    assert (own["best_models_change"] == 0).all()
    assert own["upper"].to_numpy() == pytest.approx(1 - 0.025 ** (1 / 6))
    assert set(own["note"]) == {EXACT}
    assert set(own["datasets"]) == {6}


def test_changes_and_disagreements_by_hand(study):
    models, scores = study
    changes, disagreements = prevalence_what_if(
        models, scores, MEASURES, resampling(50), decimals=12
    )
    own = models.set_index("run_id").groupby("task_id")[["aupr", "auroc"]].idxmax()
    for prevalence, part in scores.groupby("prevalence"):
        best = part.set_index("run_id").groupby("task_id")[["aupr", "auroc"]].idxmax()
        row = changes[(changes["prevalence"] == prevalence) & (changes["measure"] == "aupr")]
        assert row["best_models_change"].item() == (best["aupr"] != own["aupr"]).mean()
        row = disagreements[disagreements["prevalence"] == prevalence]
        row = row[(row["measure_a"] == "aupr") & (row["measure_b"] == "auroc")]
        assert row["best_differs"].item() == (best["aupr"] != best["auroc"]).mean()
    assert (changes.loc[changes["measure"] == "aupr", "best_models_change"] > 0).any()
