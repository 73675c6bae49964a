from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_store import write_task
from made_up_tasks import NAMES, make_setting, make_task_scores, models_of
from prgbench.answer.confidence_sets import sets_of_task
from prgbench.answer.own_model import place_model
from prgbench.answer.targets import targets_of_task
from prgbench.answer.task_scores import replicates_of_task
from prgbench.metrics import evaluate, get_measure
from prgbench.sources.store.bundle import BundleStore


def place(task, bundle, scores, names=NAMES):
    setting = make_setting(names, replicates=60)
    return place_model(scores, bundle, models_of([task]), setting)


def test_a_copy_of_the_best_model_is_tied_with_it(task, bundle):
    best = int(evaluate(task.y_true, task.y_scores, ["auroc"]).argmax())
    table = place(task, bundle, task.y_scores[best]).set_index("by")
    row = table.loc["auroc"]
    assert (row["rank"], row["tied"], row["models"]) == (1.5, 2, 7)
    assert (row["ahead"], row["lower"], row["upper"]) == (0, 0, 0)
    assert row["in_set"]
    assert row["set_size"] >= 2
    assert row["rival"] == task.run_ids[best]
    assert row["rival_flow"] == f"weka.Flow{best}"


def test_ranks_and_distances_by_hand(task, bundle):
    scores = np.round(task.y_scores[2] + 0.2 * np.random.default_rng(3).normal(size=60), 3)
    names = (*NAMES, "log_loss")
    measures = [get_measure(name) for name in names]
    table = place(task, bundle, np.clip(scores, 0.01, 0.99), names).set_index("by")
    everyone = np.vstack([np.clip(scores, 0.01, 0.99), task.y_scores])
    values = evaluate(task.y_true, everyone, measures)
    for column, measure in enumerate(measures):
        sign = 1 if measure.higher_is_better else -1
        row = table.loc[measure.name]
        own, others = sign * values[0, column], sign * values[1:, column]
        assert row["rank"] == 1 + (others > own).sum() + 0.5 * (others == own).sum()
        assert row["ahead"] == pytest.approx(own - others.max())
        assert row["lower"] <= row["upper"]
    targets = targets_of_task(task)
    assert table.loc["max_f1", "rival_value"] == pytest.approx(targets["max_f1"].max())
    assert "stored_f1" not in table.index
    assert pd.isna(table.loc["max_f1", "in_set"])


def test_the_set_and_the_interval_are_those_of_the_replicates_of_all_models(task, bundle):
    scores = np.random.default_rng(3).normal(size=60)
    setting = make_setting(replicates=60)
    table = place_model(scores, bundle, models_of([task]), setting).set_index("by")
    everyone = replace(task, y_scores=np.vstack([scores, task.y_scores]), run_ids=np.arange(-1, 6))
    found = replicates_of_task(everyone, setting)
    sets = sets_of_task(everyone, setting, 0.95)
    for place, name in enumerate(NAMES):
        row = table.loc[name]
        assert (row["in_set"], row["set_size"]) == (sets[name][0], sets[name].sum())
        rival = 1 + int(found.original[place, 1:].argmax())
        gaps = found.scores[:, place, 0] - found.scores[:, place, rival]
        assert row["lower"] == pytest.approx(np.quantile(gaps, 0.025))
        assert row["upper"] == pytest.approx(np.quantile(gaps, 0.975))


def test_a_perfect_and_a_worthless_model(tmp_path):
    task = make_task_scores(n=200)
    store = BundleStore(tmp_path)
    write_task(store, task)
    perfect = place(task, store.open(1), task.y_true + 0.0).set_index("by")
    assert (perfect.loc[["aupr", "auroc"], "rank"] == 1).all()
    assert (perfect.loc[["aupr", "auroc"], "lower"] > 0).all()
    assert perfect.loc[["aupr", "auroc"], "in_set"].all()
    assert (perfect.loc[["aupr", "auroc"], "set_size"] == 1).all()
    worthless = place(task, store.open(1), np.zeros(200)).set_index("by")
    assert (worthless.loc[["aupr", "auroc"], "rank"] == 7).all()
    assert (worthless.loc[["aupr", "auroc"], "upper"] < 0).all()
    assert not worthless.loc[["aupr", "auroc"], "in_set"].any()
