from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import MEASURES, NAMES, make_setting, make_task_scores, repeated
from prgbench.comparison.stability.per_task import stability_of_task
from prgbench.metrics import evaluate

AUROC_TWICE = "sklearn.metrics:roc_auc_score"


@pytest.fixture(scope="module")
def task():
    return make_task_scores(n=80, ties=False)


def test_two_names_of_one_measure_are_as_stable(task):
    setting = make_setting(("auroc", AUROC_TWICE), replicates=20)
    stability, shares = stability_of_task(task, setting)
    assert stability["differs"].nunique() == 1
    own = shares.pivot(index="run_id", columns="measure", values="best_share")
    np.testing.assert_allclose(own["auroc"], own[AUROC_TWICE])


def test_stability_and_shares_by_hand(task):
    replicates = 100
    stability, shares = stability_of_task(task, make_setting(replicates=replicates, seed=4))
    rng = np.random.default_rng([4, task.task_id])
    drawn = rng.integers(80, size=(replicates, 80))
    counts = np.zeros((3, 6))
    for rows in drawn:
        values = evaluate(task.y_true[rows], task.y_scores[:, rows], MEASURES)
        counts[[0, 1, 2], values.argmax(axis=0)] += 1
    best = evaluate(task.y_true, task.y_scores, MEASURES).argmax(axis=0)
    for place, name in enumerate(NAMES):
        row = stability.set_index("measure").loc[name]
        assert row["differs"] == pytest.approx(1 - counts[place, best[place]] / replicates)
        own = shares[shares["measure"] == name].set_index("run_id")
        np.testing.assert_allclose(own["best_share"], counts[place] / replicates)


def test_rows_of_an_instance_are_drawn_together(task):
    """Three repeats with the same scores are the same task: nothing may change."""
    once, _ = stability_of_task(task, make_setting(replicates=40))
    thrice, _ = stability_of_task(repeated(task, 3), make_setting(replicates=40))
    pd.testing.assert_frame_equal(once, thrice)


def test_a_measure_that_no_resample_changes_is_stable(task):
    perfect, worthless = 2 * task.y_true - 1.0, np.zeros(80)
    certain = replace(task, y_scores=np.stack([perfect, worthless]), run_ids=task.run_ids[:2])
    stability, shares = stability_of_task(certain, make_setting(replicates=30))
    assert (stability["differs"] == 0).all()
    assert (stability["differs_expected"] == 0).all()
    assert shares["best_share"].tolist() == [1.0, 0.0] * 3


def test_models_tied_for_best_share_the_replicates(task):
    perfect = 2 * task.y_true - 1.0
    tied = replace(task, y_scores=np.stack([perfect, 2 * perfect]), run_ids=task.run_ids[:2])
    stability, shares = stability_of_task(tied, make_setting(replicates=30))
    assert (stability["differs"] == 0).all()
    assert (stability["differs_expected"] == 0).all()
    assert (shares["best_share"] == 0.5).all()


def test_replicates_with_one_class_are_counted():
    rare = make_task_scores(n=30)
    y_true = np.zeros(30, dtype=bool)
    y_true[4] = True
    setting = make_setting(replicates=300)
    stability, _ = stability_of_task(replace(rare, y_true=y_true), setting)
    lost = stability["undefined"].iloc[0]
    assert lost / 300 == pytest.approx(np.exp(-1), abs=0.1)
    assert stability["differs"].notna().all()


def test_a_task_of_one_class_has_no_stability(task):
    none = replace(task, y_true=np.zeros(80, dtype=bool))
    stability, shares = stability_of_task(none, make_setting(replicates=5))
    assert stability["differs"].isna().all()
    assert shares["best_share"].isna().all()
    assert set(stability["undefined"]) == {5}
