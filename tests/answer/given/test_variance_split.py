import numpy as np
import pandas as pd
import pytest

from made_up_tasks import resampling
from prgbench.answer.given_picks import HALF, StudyTasks
from prgbench.answer.variance_split import (
    DESIGNS,
    HALVES,
    INSTANCES,
    INTERACTIONS,
    MEASURE,
    MODELS,
    PARTITION,
    REPEATS,
    TASK,
    TOTAL,
    components,
    crossed_moments,
    variance_split,
)

N_TASKS = 800
PAIR = {"measure_a": "aupr", "measure_b": "auroc"}
CHANGES = pd.DataFrame(
    {
        "source": [HALF, HALF, HALF],
        "measure": ["aupr", "auroc", "auprg"],
        "best_models_change": [0.2, 0.4, 0.9],
    }
)


def agreement(n_tasks):
    return pd.DataFrame(
        {"task_id": range(n_tasks), "dataset_id": range(n_tasks), "best_differs_expected": 0.25}
    ).assign(**PAIR)


def split(differs, design=HALVES, datasets=None):
    """Split the variance of disagreements of shape (tasks, splits, 2, ...)."""
    rows = [
        {"task_id": t, **PAIR, "design": design, "shared": ", ".join(shared),
         "moment": moment}
        for t, own in enumerate(differs)
        for shared, moment in crossed_moments(own, DESIGNS[design]).items()
    ]  # fmt: skip
    datasets = np.arange(len(differs)) if datasets is None else datasets
    tasks = StudyTasks(pd.Series(datasets, index=range(len(differs))), resampling())
    table = variance_split(pd.DataFrame(rows), CHANGES, agreement(len(differs)), tasks)
    return table.set_index("source")


def coins(*shape):
    return np.random.default_rng(7).random((N_TASKS, 1, *shape)) < 0.5


@pytest.mark.parametrize(
    ("differs", "source"),
    [
        (coins(1, 1), TASK),
        (coins(2, 1), INSTANCES),
        (coins(1, 2), MODELS),
        (coins(2, 2), INTERACTIONS),
    ],
)
def test_one_cause_alone_has_all_the_variance(differs, source):
    table = split(np.broadcast_to(differs, (N_TASKS, 1, 2, 2)))
    for name in (TASK, INSTANCES, MODELS, INTERACTIONS):
        assert table.loc[name, "share"] == pytest.approx(float(name == source), abs=0.12)
    assert table.loc[TOTAL, "variance"] == pytest.approx(0.25, abs=0.02)


def test_two_causes_that_must_meet():
    rng = np.random.default_rng(1)
    half, models = rng.random((N_TASKS, 1, 2, 1)) < 0.5, rng.random((N_TASKS, 1, 1, 2)) < 0.5
    table = split(half & models)
    # Var(E[D | half]) = 1/16, as much for the models, and Var D = 3/16.
    for name in (INSTANCES, MODELS, INTERACTIONS):
        assert table.loc[name, "variance"] == pytest.approx(1 / 16, abs=0.03)
    assert table.loc[INSTANCES, "disagreement_changes"] == pytest.approx(1 / 4, abs=0.06)
    assert table.loc[TASK, "variance"] == pytest.approx(0, abs=0.03)


def test_three_causes():
    differs = np.broadcast_to(coins(1, 2, 1), (N_TASKS, 1, 2, 2, 2))
    table = split(differs, REPEATS)
    assert table.loc[PARTITION, "share"] == pytest.approx(1, abs=0.12)
    assert table.loc[PARTITION, "disagreement_changes"] == pytest.approx(0.5, abs=0.12)
    assert table.loc[INSTANCES, "disagreement_changes"] == 0


def test_the_parts_add_up_to_the_total():
    differs = np.random.default_rng(2).random((9, 3, 2, 2, 2)) < 0.4
    variances = split(differs, REPEATS)["variance"]
    parts = variances[[TASK, INSTANCES, PARTITION, MODELS, INTERACTIONS]]
    assert parts.sum() == pytest.approx(variances[TOTAL])


def test_few_tasks_by_hand():
    differs = np.zeros((3, 1, 2, 2), dtype=bool)
    differs[0] = True
    differs[1, 0, 0] = True
    table = split(differs)
    # Means 1, 1/2, 0: C0 is the mean of 1/2, 0, 0. C(nothing) = 1/3, C(instances) = 1/2.
    assert table.loc[TOTAL, "variance"] == pytest.approx(1 / 2 - 1 / 6)
    assert table.loc[TASK, "variance"] == pytest.approx(1 / 3 - 1 / 6)
    assert table.loc[INSTANCES, "variance"] == pytest.approx(1 / 2 - 1 / 3)
    assert table.loc[INSTANCES, "share"] == pytest.approx(1 / 2)
    assert table.loc[TASK, "tasks"] == 3


def test_tasks_on_one_data_set_are_never_compared():
    differs = np.zeros((4, 1, 2, 2), dtype=bool)
    differs[:2] = True
    table = split(differs, datasets=[0, 0, 1, 2])
    # Products of different data sets are all 0.
    assert table.loc[TASK, "variance"] == pytest.approx(0.5)


def test_two_data_sets_have_no_interval():
    table = split(coins(2, 2)[:6], datasets=[0, 0, 0, 1, 1, 1])
    assert table["lower"].isna().all()
    assert "three data sets" in table.loc[TASK, "note"]


def test_changes_of_the_best_model_stand_beside():
    table = split(coins(2, 2)[:8])
    assert table.loc[INSTANCES, "best_model_changes"] == pytest.approx(0.3)
    assert np.isnan(table.loc[MODELS, "best_model_changes"])
    assert table.loc[MEASURE, "best_model_changes"] == 0.25
    assert np.isnan(table.loc[MEASURE, "variance"])


def test_no_disagreement_has_no_share():
    table = split(np.zeros((5, 1, 2, 2), dtype=bool))
    assert table.loc[TOTAL, "variance"] == 0
    assert table["share"].isna().all()


def test_the_signs_of_the_components_cancel():
    for signs in components(DESIGNS[REPEATS]).values():
        assert sum(signs.values()) == 0
