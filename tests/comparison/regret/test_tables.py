import numpy as np
import pandas as pd
import pytest

from made_up_tasks import (
    MEASURES,
    NAMES,
    bootstrap,
    make_setting,
    make_study,
    make_task_scores,
    models_of,
)
from prgbench.comparison.regret import Options
from prgbench.comparison.regret.names import ITSELF, RANDOM_MODEL, TARGETS
from prgbench.comparison.regret.per_task import per_task
from prgbench.comparison.regret.tables import (
    regret_comparison,
    regret_summary,
    tables,
    task_regrets,
)
from prgbench.comparison.regret.target_scores import targets_of_task
from prgbench.comparison.table_files import gather
from prgbench.metrics import get_measure
from prgbench.replication.agreement import task_agreement


def make_models(ranks, dataset=1):
    return pd.DataFrame(
        {
            "task_id": 1,
            "run_id": np.arange(len(ranks["a"])),
            "dataset_id": dataset,
            **{f"rank_{name}": values for name, values in ranks.items()},
        }
    )


class Named:
    def __init__(self, name):
        self.name = name


A, B = Named("a"), Named("b")


def make_targets(values):
    return pd.DataFrame({"task_id": 1, "run_id": np.arange(len(values)), "t": values})


def regret_of(table, measure):
    return table.loc[table["measure"] == measure, "regret"].item()


def test_regret_is_the_highest_target_minus_that_of_the_best_models():
    models = make_models({"a": [1, 2, 3], "b": [3, 1.5, 1.5]})
    table = task_regrets(models, make_targets([0.5, 0.9, 0.6]), [A, B])
    assert regret_of(table, "a") == pytest.approx(0.4)
    assert regret_of(table, "b") == pytest.approx(0.9 - 0.75)
    assert regret_of(table, RANDOM_MODEL) == pytest.approx(0.9 - 2 / 3)
    assert regret_of(table, ITSELF) == 0


def test_undefined_targets():
    models = make_models({"a": [1, 2, 3], "b": [3, 1, 2]})
    table = task_regrets(models, make_targets([np.nan, 0.8, 0.6]), [A, B])
    assert np.isnan(regret_of(table, "a"))
    assert regret_of(table, "b") == 0
    assert regret_of(table, RANDOM_MODEL) == pytest.approx(0.1)
    table = task_regrets(models, make_targets([np.nan] * 3), [A, B])
    assert table["regret"].isna().all()
    summary = regret_summary(table, **bootstrap(10))
    assert summary["undefined"].tolist() == [1, 1, 1, 1]
    assert summary["tasks"].tolist() == [0, 0, 0, 0]


@pytest.fixture(scope="module")
def study():
    tasks = [make_task_scores(task_id, n=80, ties=False) for task_id in range(1, 21)]
    names = (*NAMES, "expected_fg1", "max_f1")
    models = models_of(tasks, names)
    targets = pd.concat([targets_of_task(t).assign(task_id=t.task_id) for t in tasks])
    return models, targets, [get_measure(name) for name in names]


def test_the_target_itself_has_no_regret_as_measure_or_as_reference(study):
    models, targets, measures = study
    table = task_regrets(models, targets, measures).set_index(["target", "measure"])["regret"]
    for target in TARGETS:
        assert (table[target, ITSELF] == 0).all()
    assert (table["expected_fg1", "expected_fg1"] == 0).all()
    assert (table["expected_f1", "expected_fg1"] == 0).all()
    assert (table["max_f1", "max_f1"] == 0).all()
    assert (table["max_f1", "auroc"] > 0).any()
    assert (table.dropna() >= 0).all()


def test_regret_against_brute_force(study):
    models, targets, measures = study
    table = task_regrets(models, targets, measures)
    merged = models.merge(targets, on=["task_id", "run_id"], suffixes=("_measure", ""))
    for task_id, task in merged.groupby("task_id"):
        best = task[task["auroc"] > task["auroc"].max() - 1e-12]
        own = table[(table["task_id"] == task_id) & (table["measure"] == "auroc")]
        own = own.set_index("target")
        for target in TARGETS:
            expected = task[target].max() - best[target].mean()
            assert own.at[target, "regret"] == pytest.approx(expected, abs=1e-12)


def test_summary_holds_the_moments_of_the_tasks(study):
    models, targets, measures = study
    table = task_regrets(models, targets, measures)
    row = regret_summary(table, **bootstrap(200)).set_index(["target", "measure"])
    own = table.query("target == 'max_f1' and measure == 'aupr'")["regret"]
    found = row.loc["max_f1", "aupr"]
    assert found["mean"] == pytest.approx(own.mean())
    assert found["p95"] == pytest.approx(np.quantile(own, 0.95))
    assert found["share_noticeable"] == pytest.approx((own > 0.01).mean())
    assert found["lower"] <= found["mean"] <= found["upper"]


def make_regrets(first, second):
    n = len(first)
    return pd.DataFrame(
        {
            "task_id": [*range(n)] * 2,
            "dataset_id": [*range(n)] * 2,
            "target": "t",
            "measure": ["a"] * n + ["b"] * n,
            "regret": [*first, *second],
        }
    )


def make_agreement(differs):
    return pd.DataFrame(
        {
            "task_id": range(len(differs)),
            "dataset_id": range(len(differs)),
            "measure_a": "a",
            "measure_b": "b",
            "best_differs": differs,
        }
    )


def test_share_of_worse_choices_counts_ties_half_and_differing_tasks_only():
    regrets = make_regrets([0.3, 0.1, 0.2, 0.0, np.nan], [0.1, 0.2, 0.2, 0.5, 0.1])
    agreement = make_agreement([True, True, True, False, True])
    row = regret_comparison(regrets, agreement, **bootstrap(100)).iloc[0]
    assert row["differing"] == 3
    assert row["a_worse"] == pytest.approx((1 + 0 + 0.5) / 3)
    assert row["difference"] == pytest.approx((0.2 - 0.1 + 0 - 0.5) / 4)
    assert row["tasks"] == 4


def test_equal_regrets_have_no_wilcoxon_test():
    regrets = make_regrets([0.1, 0.2], [0.1, 0.2])
    row = regret_comparison(regrets, make_agreement([True, False]), **bootstrap(50)).iloc[0]
    assert np.isnan(row["wilcoxon_p_value"])
    assert (row["a_worse"], row["difference"]) == (0.5, 0.0)


def test_pairs_that_never_differ_have_no_share(study):
    models, targets, _ = study
    agreement = task_agreement(models, MEASURES).assign(best_differs=False)
    table = regret_comparison(task_regrets(models, targets, MEASURES), agreement, **bootstrap(20))
    assert (table["differing"] == 0).all()
    assert table["a_worse"].isna().all()
    assert (table["a_worse_note"] != "").all()


def test_a_target_that_is_one_measure_makes_the_other_the_worse_one(study):
    models, targets, measures = study
    agreement = task_agreement(models, measures)
    table = regret_comparison(task_regrets(models, targets, measures), agreement, **bootstrap(200))
    row = table.query("target == 'max_f1' and measure_a == 'aupr' and measure_b == 'max_f1'")
    assert row["differing"].item() > 0
    assert row["a_worse"].item() == 1.0
    assert row["difference_lower"].item() > 0


@pytest.mark.parametrize(
    ("splits", "names"), [(0, []), (2, ["split_regret", "split_regret_pairs"])]
)
def test_split_samples_are_compared_if_there_are_any(splits, names):
    tasks = [make_task_scores(task_id, n=60) for task_id in range(1, 4)]
    models, options = models_of(tasks), Options(splits=splits)
    made = gather(per_task(task, models, make_setting(), options) for task in tasks)
    found = tables(make_study(tasks, made), options)
    assert list(found) == ["regret", "regret_pairs", *names]
