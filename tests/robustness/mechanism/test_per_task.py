from dataclasses import replace

import numpy as np
import pytest

from made_up_tasks import NAMES, make_setting, make_task_scores, models_of
from prgbench.robustness.mechanism import SHARES, Curve, Options, compare_curves, per_task
from prgbench.study.agreement import first_best

EARLY = np.array([12, 11, 10, 3, 2, 1, 9, 8, 7, 6, 5, 4.0])
LATE = np.array([11, 9, 8, 7, 6, 5, 12, 10, 4, 3, 2, 1.0])


def tables_of(task, names=NAMES, models=None):
    models = models_of([task], names) if models is None else models
    return per_task(task, models, make_setting(names), Options())


def task_of(scores):
    scores = np.array(scores)
    base = make_task_scores(n=scores.shape[1], n_models=len(scores))
    return replace(base, y_true=np.arange(12) < 6, y_scores=scores)


def test_a_model_good_early_and_one_good_late():
    tables = tables_of(task_of([EARLY, LATE]))
    picks = tables["roc_picks"].set_index(["measure_a", "measure_b"])
    own = picks.loc[("aupr", "auroc")]
    assert (own["run_a"], own["run_b"]) == (100, 101)
    assert own["strict"]
    found = compare_curves(Curve.of(np.arange(12) < 6, EARLY), Curve.of(np.arange(12) < 6, LATE))
    assert own["crossings"] == found.crossings > 0
    assert own["widest_at"] == found.widest_at
    recall = tables["roc_recall"].query("measure_a == 'aupr' and measure_b == 'auroc'")
    assert recall["predicted_positive"].tolist() == SHARES.tolist()
    # 20% of 12 instances are 2.4: EARLY has 2.4 positives in them, LATE one between two negatives.
    at = recall.set_index("predicted_positive")["difference"]
    assert at[0.2] == pytest.approx((2.4 - 1.0) / 6)
    assert tables["roc_room"].iloc[0].to_dict() == {
        "task_id": 1,
        "measure": "auroc",
        "others": 1,
        "crossed_by": 1.0,
    }


def test_picks_are_the_first_best_models_whatever_the_order_of_the_rows():
    for task_id in range(1, 9):
        task = make_task_scores(task_id, n=60)
        models = models_of([task])
        picks = tables_of(task, models=models.iloc[::-1])["roc_picks"]
        for row in picks.itertuples():
            assert row.run_a == first_best(models, row.measure_a)["run_id"].item()
            assert row.run_b == first_best(models, row.measure_b)["run_id"].item()


def test_no_strict_disagreement_of_the_three_areas_is_dominated():
    strict = 0
    for task_id in range(1, 41):
        tables = tables_of(make_task_scores(task_id, n=50))
        own = tables["roc_picks"].query("strict")
        strict += len(own)
        assert (own["crossings"] > 0).all()
        if "auroc" in {*own["measure_b"]}:
            assert tables["roc_room"]["crossed_by"].item() > 0
    assert strict > 5


def test_ties_are_not_strict_and_not_compared():
    task = task_of([LATE, LATE, EARLY])
    models = models_of([task])
    models.loc[:, "rank_auroc"] = [1.5, 1.5, 3.0]
    models.loc[:, "rank_aupr"] = [2.0, 1.0, 3.0]
    models.loc[:, "rank_auprg"] = [1.5, 1.5, 3.0]
    picks = tables_of(task, models=models)["roc_picks"]
    assert picks[["measure_a", "measure_b"]].to_numpy().tolist() == [
        ["aupr", "auprg"],
        ["aupr", "auroc"],
    ]
    assert not picks["strict"].any()
    assert picks["crossings"].isna().all()


def test_the_room_counts_the_curves_that_cross_the_best():
    better = np.arange(12)[::-1].astype(float)
    tables = tables_of(task_of([better, LATE, EARLY]))
    assert tables["roc_room"]["crossed_by"].item() == 0
    assert tables["roc_picks"].empty
    none = tables_of(task_of([LATE, EARLY, LATE + 0.0]), names=("aupr", "auprg"))["roc_room"]
    assert none["measure"].item() == "aupr"
    assert none["crossed_by"].item() == 2
    assert none["others"].item() == 2


def test_one_class_only_has_nothing_to_compare():
    task = replace(make_task_scores(n=20), y_true=np.ones(20, dtype=bool))
    models = models_of([make_task_scores(n=20)])
    models["rank_aupr"], models["rank_auroc"] = [1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]
    tables = tables_of(task, models=models)
    own = tables["roc_picks"].query("measure_a == 'aupr' and measure_b == 'auroc'")
    assert own["strict"].item()
    assert own["crossings"].isna().all()
    assert tables["roc_recall"].empty
    assert tables["roc_room"]["crossed_by"].isna().all()
