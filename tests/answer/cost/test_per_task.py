from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import NAMES, make_setting, make_task_scores, models_of
from prgbench.answer.cost import Options, costs_of_task, per_task
from prgbench.answer.cost_targets import F_TARGETS, RANDOM_MODEL, targets_of_halves
from prgbench.answer.subsamples import scores_of_parts
from prgbench.answer.task_scores import TaskScores
from prgbench.metrics import gain

SETTING = make_setting(splits=6)


@pytest.fixture(scope="module")
def task():
    return make_task_scores(n=120, ties=False)


def test_the_tables_of_a_task(task):
    tables = per_task(task, models_of([task]), SETTING, Options())
    assert list(tables) == ["costs", "cost_pairs_of_tasks", "targets"]
    assert all((table["task_id"] == task.task_id).all() for table in tables.values())


def test_costs_by_hand(task):
    costs, pairs = costs_of_task(task, SETTING)
    scores = scores_of_parts(task, SETTING, 2)
    costs = costs.set_index(["target", "measure"])
    pairs = pairs.set_index(["target", "measure_a", "measure_b"])
    for name, target in targets_of_halves(task, SETTING).items():
        ways = [(split, half) for split in range(6) for half in range(2)]
        own_models = [np.flatnonzero(target.values[w] == target.values[w].max()) for w in ways]
        judged = [target.values[split, 1 - half] for split, half in ways]
        own = [values[m].mean() for values, m in zip(judged, own_models, strict=True)]
        picks = {}
        for place, measure in enumerate(NAMES):
            models = [scores[split, half, place].argmax() for split, half in ways]
            picks[measure] = np.array([v[m] for v, m in zip(judged, models, strict=True)])
            row = costs.loc[name, measure]
            assert row["pick"] == pytest.approx(picks[measure].mean())
            assert row["own"] == pytest.approx(np.mean(own))
            expected = np.mean(own) - picks[measure].mean()
            assert row["difference"] == pytest.approx(expected, abs=1e-12)
            assert (row["splits"], row["undefined"]) == (12, 0)
            if name in ("max_f1", "expected_f1"):
                mean_gain = gain(picks[measure], row["prevalence"]).mean()
                assert row["pick_gain"] == pytest.approx(mean_gain, rel=1e-9)
            assert np.isnan(row["pick_gain"]) == (name not in F_TARGETS)
        random = costs.loc[name, RANDOM_MODEL]
        assert random["pick"] == pytest.approx(np.mean(judged))
        gap = picks["aupr"] - picks["auroc"]
        chosen = scores[:, :, [0, 2]].argmax(axis=-1)
        differ = (chosen[..., 0] != chosen[..., 1]).ravel()
        row = pairs.loc[name, "aupr", "auroc"]
        assert row["difference"] == pytest.approx(gap.mean(), abs=1e-12)
        assert row["differs"] == differ.mean()
        worse = np.where(gap == 0, 0.5, gap < 0)[differ].sum() / len(differ)
        assert row["worse"] == pytest.approx(worse)


def test_the_target_as_a_measure_costs_nothing(task):
    setting = make_setting(names=("max_f1", "expected_fg1", "auroc"), splits=6)
    costs = costs_of_task(task, setting)[0].query("target == 'max_f1'").set_index("measure")
    assert costs.at["max_f1", "difference"] == 0
    assert costs.at["max_f1", "own_gain"] == costs.at["max_f1", "pick_gain"]
    assert costs.at[RANDOM_MODEL, "difference"] > 0


def test_equal_models_differ_in_nothing():
    task = make_task_scores(n=60, n_models=3)
    alike = replace(task, y_scores=task.y_scores[[1, 1, 1]], decisions=task.decisions[[1, 1, 1]])
    costs, pairs = costs_of_task(alike, SETTING)
    assert (costs["difference"] == 0).all()
    assert (pairs[["difference", "differs", "worse"]] == 0).all(axis=None)


def test_splits_that_can_not_be_judged_are_counted():
    task = make_task_scores(n=40)
    y_true = np.zeros(40, dtype=bool)
    y_true[:3] = True
    decisions = np.full_like(task.decisions, -1)
    costs, pairs = costs_of_task(replace(task, y_true=y_true, decisions=decisions), SETTING)
    assert set(costs["splits"] + costs["undefined"]) == {12}
    stored = costs["target"].str.startswith("stored")
    assert (costs.loc[stored, "undefined"] == 12).all()
    assert costs.loc[stored, "difference"].isna().all()
    assert pairs.loc[pairs["target"] == "stored_f1", "worse"].isna().all()
    one = np.zeros(40, dtype=bool)
    one[0] = True
    costs, _ = costs_of_task(replace(task, y_true=one), SETTING)
    assert set(costs["undefined"]) == {12}


def make_equal(task_id, n_models=8):
    """Return a task whose models are equal in truth."""
    rng = np.random.default_rng([9, task_id])
    y_true = np.arange(80) < 16
    scores = rng.normal(size=(n_models, 80)) + 1.2 * y_true
    return TaskScores(
        task_id=task_id,
        run_ids=np.arange(n_models),
        y_true=y_true,
        y_scores=scores,
        decisions=(scores > 0.8).astype(np.int8),
        repeats=np.zeros(80, dtype=np.int64),
        folds=rng.permutation(80) % 10,
        instances=np.arange(80),
    )


def test_no_choice_costs_anything_among_equal_models():
    setting = make_setting(names=("aupr", "auroc"), splits=2)
    tasks = pd.concat([costs_of_task(make_equal(task_id), setting)[0] for task_id in range(40)])
    own = tasks[tasks["measure"] != RANDOM_MODEL]
    for _, costs in own.groupby(["target", "measure"])["difference"]:
        assert abs(costs.mean()) < 4 * costs.sem()
