import numpy as np
import pandas as pd
import pytest

from made_up_tasks import NAMES, make_task_scores, models_of, resampling
from prgbench.answer.cost_means import in_sample_regret, task_regrets
from prgbench.answer.cost_targets import F_TARGETS, RANDOM_MODEL, TARGETS, targets_of_task
from prgbench.metrics import gain, get_measure


class Named:
    def __init__(self, name):
        self.name = name


A, B = Named("a"), Named("b")


def make_models(ranks):
    return pd.DataFrame(
        {
            "task_id": 1,
            "run_id": np.arange(len(ranks["a"])),
            "dataset_id": 1,
            "prevalence": 0.25,
            **{f"rank_{name}": values for name, values in ranks.items()},
        }
    )


def make_targets(values):
    return pd.DataFrame({"task_id": 1, "run_id": np.arange(len(values)), "max_f1": values})


def of_measure(table, measure):
    return table[table["measure"] == measure].iloc[0]


def test_regret_is_the_highest_target_minus_that_of_the_best_models():
    models = make_models({"a": [1, 2, 3], "b": [3, 1.5, 1.5]})
    table = task_regrets(models, make_targets([0.5, 0.9, 0.6]), [A, B])
    assert of_measure(table, "a")["difference"] == pytest.approx(0.4)
    assert of_measure(table, "b")["difference"] == pytest.approx(0.9 - 0.75)
    assert of_measure(table, RANDOM_MODEL)["difference"] == pytest.approx(0.9 - 2 / 3)
    row = of_measure(table, "b")
    assert row["own_gain"] == pytest.approx(gain(0.9, 0.25))
    assert row["pick_gain"] == pytest.approx((gain(0.9, 0.25) + gain(0.6, 0.25)) / 2)


def test_undefined_targets():
    models = make_models({"a": [1, 2, 3], "b": [3, 1, 2]})
    table = task_regrets(models, make_targets([np.nan, 0.8, 0.6]), [A, B])
    assert np.isnan(of_measure(table, "a")["difference"])
    assert of_measure(table, "b")["difference"] == 0
    assert of_measure(table, RANDOM_MODEL)["difference"] == pytest.approx(0.1)
    summary = in_sample_regret(
        task_regrets(models, make_targets([np.nan] * 3), [A, B]), resampling(10)
    )
    assert summary["undefined"].tolist() == [1, 1, 1]
    assert summary["tasks"].tolist() == [0, 0, 0]


def test_a_target_of_zero_has_no_gain():
    models = make_models({"a": [1, 2, 3], "b": [3, 1, 2]})
    regrets = task_regrets(models, make_targets([0.0, 0.8, 0.6]), [A, B])
    summary = in_sample_regret(regrets, resampling(10)).set_index("measure")
    assert summary["infinite"].to_dict() == {"a": 1, "b": 0, RANDOM_MODEL: 1}
    assert summary.at["a", "arithmetic"] == pytest.approx(0.8)
    assert np.isnan(summary.at["a", "regret"])


@pytest.fixture(scope="module")
def study():
    tasks = [make_task_scores(task_id, n=80, ties=False) for task_id in range(1, 11)]
    names = (*NAMES, "expected_fg1", "max_f1")
    targets = pd.concat([targets_of_task(t).assign(task_id=t.task_id) for t in tasks])
    return models_of(tasks, names), targets, [get_measure(name) for name in names]


def test_regret_against_brute_force(study):
    models, targets, measures = study
    table = task_regrets(models, targets, measures)
    assert set(table["target"]) == set(TARGETS)
    merged = models.merge(targets, on=["task_id", "run_id"], suffixes=("_measure", ""))
    for task_id, task in merged.groupby("task_id"):
        best = task[task["auroc"] > task["auroc"].max() - 1e-12]
        own = table[(table["task_id"] == task_id) & (table["measure"] == "auroc")]
        for row in own.itertuples():
            expected = task[row.target].max() - best[row.target].mean()
            assert row.difference == pytest.approx(expected, abs=1e-12)


def test_a_target_that_is_a_measure_has_no_regret_by_it(study):
    models, targets, measures = study
    summary = in_sample_regret(task_regrets(models, targets, measures), resampling(20))
    values = summary.set_index(["target", "measure"])
    assert values.at[("max_f1", "max_f1"), "regret"] == 0
    assert values.at[("expected_f1", "expected_fg1"), "regret"] == 0
    assert values.at[("max_f1", "auroc"), "regret"] > 0
    is_f = summary["target"].isin(F_TARGETS)
    assert (summary.loc[~is_f, "regret"] == summary.loc[~is_f, "arithmetic"]).all()
