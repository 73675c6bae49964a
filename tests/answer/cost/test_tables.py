import numpy as np
import pandas as pd
import pytest

from made_up_tasks import make_setting, make_tables, make_task_scores, resampling
from prgbench.answer.cost import cost_of_pairs, cost_summary
from prgbench.answer.cost_targets import RANDOM_MODEL, TARGETS, TARGETS_OF_HALVES
from prgbench.stats.families import holm, sign_flip_test


def make_costs(differences, measure="aupr", datasets=None):
    n = len(differences)
    return pd.DataFrame(
        {
            "task_id": range(n),
            "dataset_id": range(n) if datasets is None else datasets,
            "target": "stored_accuracy",
            "measure": measure,
            "prevalence": 0.3,
            "difference": differences,
            "own_gain": np.nan,
            "pick_gain": np.nan,
            "undefined": 1,
        }
    )


def make_pairs(differences, differs, worse, datasets=None):
    n = len(differences)
    return pd.DataFrame(
        {
            "task_id": range(n),
            "dataset_id": range(n) if datasets is None else datasets,
            "target": "max_f1",
            "measure_a": "aupr",
            "measure_b": "auroc",
            "difference": differences,
            "differs": differs,
            "worse": worse,
            "undefined": 2,
        }
    )


def test_the_family_of_costs_leaves_out_the_random_model():
    costs = {
        "aupr": [0.1, 0.2, 0.3, 0.1, 0.2, 0.1],
        "auroc": [0.1, -0.2, 0.3, 0.1, 0.0, np.nan],
        RANDOM_MODEL: [0.5] * 6,
    }
    table = pd.concat([make_costs(values, name) for name, values in costs.items()])
    found = cost_summary(table, resampling(100), seed=0).set_index("measure")
    p = [sign_flip_test(costs[name], range(6)) for name in ("aupr", "auroc")]
    assert p[0] == 2 / 2**6
    assert found["p_value"].tolist()[:2] == p
    assert found["p_adjusted"].tolist()[:2] == holm(p).tolist()
    assert found.loc[RANDOM_MODEL, ["p_value", "p_adjusted"]].isna().all()
    assert found["tasks"].tolist() == [6, 5, 6]
    assert found["undefined"].tolist() == [0, 1, 0]
    assert found["undefined_splits"].tolist() == [6, 6, 6]
    assert found.at["aupr", "cost"] == pytest.approx(1 / 6)
    assert found.at["aupr", "above"] > 0.99


def test_practical_equivalence_is_that_of_the_means_of_data_sets():
    small = make_costs(np.linspace(-0.004, 0.006, 30))
    assert cost_summary(small, resampling(100), seed=0)["within"].item() > 0.99
    # Large costs that cancel in each data set.
    cancelling = make_costs([0.2, -0.2] * 15, datasets=np.arange(30) // 2)
    found = cost_summary(cancelling, resampling(100), seed=0)
    assert found["within"].item() == 1.0
    assert found["above"].item() == 0.0


def test_pairs_are_compared_on_splits_that_differ():
    pairs = make_pairs(
        [-0.05, 0.02, 0.0, np.nan], [0.5, 0.25, 0.0, np.nan], [0.5, 0.0, 0.0, np.nan]
    )
    row = cost_of_pairs(pairs, resampling(200), seed=0).iloc[0]
    assert row["difference"] == pytest.approx(-0.03 / 0.75)
    assert row["a_worse"] == pytest.approx(0.5 / 0.75)
    assert row["differs"] == pytest.approx(0.25)
    assert (row["differing"], row["tasks"], row["undefined"]) == (2, 3, 1)
    assert row["p_value"] == sign_flip_test([-0.05, 0.02, 0.0], range(3))
    assert row["p_adjusted"] == row["p_value"]
    assert row["undefined_splits"] == 8


def test_a_share_of_one_has_exact_bounds():
    pairs = make_pairs([-0.1] * 20, [0.3] * 20, [0.3] * 20)
    row = cost_of_pairs(pairs, resampling(200), seed=0).iloc[0]
    assert (row["a_worse"], row["a_worse_upper"]) == (1.0, 1.0)
    assert row["a_worse_lower"] == pytest.approx(0.025 ** (1 / 20))


def test_pairs_that_never_differ_have_no_share():
    row = cost_of_pairs(make_pairs([0.0] * 4, [0.0] * 4, [0.0] * 4), resampling(50), seed=0)
    assert row["differing"].item() == 0
    assert row[["difference", "a_worse"]].isna().all(axis=None)
    assert row["p_value"].item() == 1.0


def test_a_target_that_is_one_measure_makes_the_other_the_worse_one():
    rng = np.random.default_rng(0)
    worse = rng.uniform(0.6, 1.0, 30)
    pairs = make_pairs(rng.uniform(-0.2, -0.05, 30) * worse, 1.0, worse)
    row = cost_of_pairs(pairs, resampling(500), seed=0).iloc[0]
    assert row["upper"] < 0
    assert row["a_worse_lower"] > 0.5
    assert row["p_value"] < 0.001


def test_the_part_as_a_study_has_it():
    tasks = [make_task_scores(task_id, n=60) for task_id in range(1, 5)]
    found = make_tables(["cost"], tasks, make_setting(splits=2))
    assert list(found) == ["cost", "cost_pairs", "in_sample_regret"]
    assert set(found["cost"]["target"]) == set(TARGETS_OF_HALVES)
    assert set(found["in_sample_regret"]["target"]) == set(TARGETS)
    assert len(found["cost"]) == len(TARGETS_OF_HALVES) * 4
    assert len(found["cost_pairs"]) == len(TARGETS_OF_HALVES) * 3
    assert set(found["cost"]["datasets"]) == {2}
