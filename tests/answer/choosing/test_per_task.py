from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import rankdata

from made_up_tasks import NAMES, make_setting, make_task_scores
from prgbench.answer.choosing import (
    FEWEST_JUDGES,
    MEAN_RANK,
    RANDOM_MODEL,
    choices_of_task,
    per_task,
)
from prgbench.answer.interface import PartOptions
from prgbench.answer.targets import F_TARGETS, TARGETS_OF_HALVES, targets_of_halves
from prgbench.answer.task_scores import TaskScores
from prgbench.metrics.theory import gain

SETTING = make_setting(splits=6)


@pytest.fixture(scope="module")
def task():
    return make_task_scores(n=200, ties=False)


def choices(task, setting=SETTING):
    return pd.DataFrame(choices_of_task(task, setting)).set_index(["target", "by"])


def test_the_table_of_a_task(task):
    table = per_task(task, SETTING, PartOptions())["choices"]
    assert (table["task_id"] == task.task_id).all()
    assert (table["half"] == 100).all()
    assert set(table["target"]) == {*NAMES, *TARGETS_OF_HALVES}
    assert not (table["by"] == table["target"]).any()


def test_losses_are_those_computed_by_hand(task):
    found = choices(task)
    scores = task.scores_of_halves(SETTING)
    mean_ranks = rankdata(-scores, axis=-1).mean(axis=2)
    prevalence = task.y_true.mean()
    targets = {name: scores[:, :, place] for place, name in enumerate(NAMES)} | {
        name: target.values for name, target in targets_of_halves(task, SETTING).items()
    }
    ways = [(split, half) for split in range(6) for half in range(2)]
    chosen = {
        **{
            name: [scores[s, h, place].argmax() for s, h in ways]
            for place, name in enumerate(NAMES)
        },
        MEAN_RANK: None,
    }
    for name, values in targets.items():
        judged = [values[split, 1 - half] for split, half in ways]
        own = [
            judge[values[way] == values[way].max()].mean()
            for way, judge in zip(ways, judged, strict=True)
        ]
        for by, models in chosen.items():
            if by == name:
                assert (name, by) not in found.index
                continue
            if models is None:
                picks = [
                    judge[mean_ranks[way] == mean_ranks[way].min()].mean()
                    for way, judge in zip(ways, judged, strict=True)
                ]
            else:
                picks = [judge[model] for judge, model in zip(judged, models, strict=True)]
            row = found.loc[name, by]
            expected = np.mean(own) - np.mean(picks)
            assert row["difference"] == pytest.approx(expected, abs=1e-12)
            assert (row["splits"], row["undefined"]) == (12, 0)
            assert np.isnan(row["pick_gain"]) == (name not in F_TARGETS)
            if name == "expected_f1" and models is not None:
                mean_gain = gain(np.array(picks), prevalence).mean()
                assert row["pick_gain"] == pytest.approx(mean_gain, rel=1e-9)
        random = np.mean(own) - np.mean(judged)
        assert found.loc[(name, RANDOM_MODEL), "difference"] == pytest.approx(random)


def test_equal_models_differ_in_nothing():
    task = make_task_scores(n=200, n_models=3)
    alike = replace(task, y_scores=task.y_scores[[1, 1, 1]], decisions=task.decisions[[1, 1, 1]])
    assert (choices(alike)["difference"] == 0).all()


@pytest.mark.parametrize("missing", [0, 1])
def test_halves_with_few_rows_of_a_class_judge_nothing(missing):
    task = make_task_scores(n=200)
    y_true = np.arange(200) < 2 * FEWEST_JUDGES - missing
    unstated = replace(task, y_true=y_true, decisions=np.full_like(task.decisions, -1))
    found = choices(unstated)
    assert set(found["splits"] + found["undefined"]) == {12}
    assert (found.loc["stored_f1", "undefined"] == 12).all()
    assert set(found.loc["auroc", "splits"]) == {0 if missing else 12}


def make_equal(task_id, n_models=8):
    """Return a task whose models are equal in truth."""
    rng = np.random.default_rng([9, task_id])
    y_true = np.arange(120) < 40
    scores = rng.normal(size=(n_models, 120)) + 1.2 * y_true
    return TaskScores(
        task_id=task_id,
        run_ids=np.arange(n_models),
        y_true=y_true,
        y_scores=scores,
        decisions=(scores > 0.8).astype(np.int8),
        repeats=np.zeros(120, dtype=np.int64),
        folds=rng.permutation(120) % 10,
        instances=np.arange(120),
    )


def test_no_choice_costs_anything_among_equal_models():
    setting = make_setting(names=("aupr", "auroc"), splits=2)
    tasks = pd.concat([choices(make_equal(task_id), setting) for task_id in range(40)])
    for _, own in tasks.groupby(["target", "by"])["difference"]:
        assert abs(own.mean()) < 4 * own.sem()
