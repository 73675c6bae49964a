import numpy as np
import pandas as pd

from made_up_tasks import MEASURES, RANKING, make_task_scores, models_of
from prgbench.comparison.duplicates.per_task import rankings_of_task
from prgbench.comparison.duplicates.tables import agreement_without
from prgbench.replication.agreement import agreement_summary, task_agreement
from prgbench.replication.ranking import add_ranks


def make_study():
    tasks = [make_task_scores(t, n=50, n_models=6) for t in range(1, 9)]
    for task in tasks:
        task.y_scores[4] = 2 * task.y_scores[2] + 1
        task.y_scores[5] = task.decisions[5]
    models = models_of(tasks)
    rankings = pd.concat([rankings_of_task(t).assign(task_id=t.task_id) for t in tasks])
    return models, task_agreement(models, MEASURES), rankings


def test_variants_leave_out_what_they_say():
    models, agreement, rankings = make_study()
    table = agreement_without(models, agreement, rankings, MEASURES, RANKING)
    removed = table.groupby("variant", sort=False)["removed"].first()
    assert removed.to_dict() == {
        "all models": 0,
        "without duplicates": 8,
        "without hard labels": 8,
        "without both": 16,
    }
    place = models["run_id"] % 100
    kept = add_ranks(models[~place.isin([4, 5])], MEASURES, RANKING)
    expected = agreement_summary(task_agreement(kept, MEASURES), kept)
    own = table[table["variant"] == "without both"].reset_index(drop=True)
    pd.testing.assert_frame_equal(own[expected.columns], expected)
    everything = table[table["variant"] == "all models"].reset_index(drop=True)
    expected = agreement_summary(agreement, models)
    pd.testing.assert_frame_equal(everything[expected.columns], expected)


def test_a_task_with_one_model_left_does_not_count():
    models, agreement, rankings = make_study()
    rankings = rankings.assign(
        ranking=np.where(rankings["task_id"] == 1, "same", rankings["ranking"])
    )
    table = agreement_without(models, agreement, rankings, MEASURES, RANKING)
    assert table.groupby("variant")["tasks"].first()["without duplicates"] == 7


def test_nothing_left_leaves_the_variant_out():
    models, agreement, rankings = make_study()
    table = agreement_without(models.assign(n_distinct=2), agreement, rankings, MEASURES, RANKING)
    assert set(table["variant"]) == {"all models", "without duplicates"}
