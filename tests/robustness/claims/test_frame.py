from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from made_up_tasks import make_setting, make_study, make_task_scores
from prgbench.answer.rankings import FEWEST_DATASETS
from prgbench.robustness.claims import part
from prgbench.robustness.claims.frame import (
    FAILS,
    HOLDS,
    TOO_LITTLE,
    Claim,
    Evidence,
    Result,
    all_of,
    shared_by,
)
from prgbench.stats.cluster_bootstrap import Resampling

RESAMPLING = Resampling(1000, 0.95, 0)
NEITHER = [-1.0, 1.0] * 10


def evidence(values, datasets=None):
    datasets = range(len(values)) if datasets is None else datasets
    own = pd.DataFrame({"dataset_id": datasets, "value": values})
    return Evidence.of_mean(own, "value", RESAMPLING)


@pytest.mark.parametrize(
    ("values", "above", "below", "near_zero"),
    [
        ([1.0, 2.0] * 10, HOLDS, FAILS, FAILS),
        ([-1.0, -2.0] * 10, FAILS, HOLDS, FAILS),
        (NEITHER, TOO_LITTLE, TOO_LITTLE, TOO_LITTLE),
        ([-0.01, 0.01] * 10, TOO_LITTLE, TOO_LITTLE, HOLDS),
        ([1.0] * 20, HOLDS, FAILS, FAILS),
        ([0.0] * 20, TOO_LITTLE, TOO_LITTLE, HOLDS),
        ([1.0, 2.0] * 3, TOO_LITTLE, TOO_LITTLE, TOO_LITTLE),
        ([np.nan] * 20, TOO_LITTLE, TOO_LITTLE, TOO_LITTLE),
    ],
)
def test_verdicts_follow_the_interval(values, above, below, near_zero):
    found = evidence(values)
    verdicts = (found.above(), found.below(), found.within(-0.1, 0.1))
    assert verdicts == (above, below, near_zero)


def test_a_worth_may_be_asked_of_what_holds_and_of_what_fails():
    small = evidence([0.001, 0.003] * 10)
    assert small.above(holds=0.01) == TOO_LITTLE
    assert small.above(holds=0.01, fails=0.01) == FAILS
    assert small.below(holds=0.01, fails=0.01) == HOLDS


def test_data_sets_count_not_tasks():
    found = evidence([1.0, 2.0] * 10, [0, 1, 2, 3, 4, 5, 6] * 2 + [0] * 6)
    assert (found.tasks, found.datasets) == (20, FEWEST_DATASETS - 1)
    assert found.above() == TOO_LITTLE


def test_a_ratio_is_one_of_means_over_tasks_that_have_both():
    own = pd.DataFrame(
        {"dataset_id": range(4), "a": [1.0, 2.0, 9.0, np.nan], "b": [2.0, 6.0, np.nan, 1.0]}
    )
    found = Evidence.of_ratio(own, "a", "b", RESAMPLING)
    assert found.interval.estimate == 3 / 8
    assert (found.tasks, found.datasets) == (2, 2)


def test_one_part_that_fails_decides():
    assert all_of([HOLDS, FAILS, TOO_LITTLE]) == FAILS
    assert all_of([]) == TOO_LITTLE


def test_intervals_that_hold_together_are_wider():
    own = pd.DataFrame({"dataset_id": range(20), "value": NEITHER})
    alone, shared = (
        Evidence.of_mean(own, "value", resampling).interval
        for resampling in (RESAMPLING, shared_by(RESAMPLING, 16))
    )
    assert shared.lower < alone.lower < alone.upper < shared.upper


def odd_tasks_alone(task, _setting):
    return {"number": float(task.task_id)} if task.task_id % 2 else None


@pytest.fixture
def claim(monkeypatch):
    """Return the only claim of the part: that task ids are high."""

    def rows(study, own):
        found = Evidence.of_mean(own, "number", study.resampling)
        return [Result("Ids are high.", "mean id", found, found.above())]

    only = Claim(
        "ids", "Ids are high.", "A. Bee (2020). On ids", "t", "l", 1, odd_tasks_alone, rows
    )
    monkeypatch.setattr(part, "CLAIMS", (only,))
    return only


def tables_of(tasks):
    numbers = [
        part.per_task(task, None, make_setting(), part.Options())["claim_numbers"]
        for task in tasks
    ]
    study = make_study(tasks, {"claim_numbers": pd.concat(numbers)})
    return part.tables(study, part.Options())["claims"]


def test_tasks_without_a_number_are_left_out_and_counted(claim):
    tasks = [make_task_scores(task_id, n=40) for task_id in range(1, 21)]
    [row] = tables_of(tasks).to_dict("records")
    assert (row["claim"], row["source"], row["verdict"]) == ("ids", claim.source, HOLDS)
    assert (row["estimate"], row["tasks"], row["undefined"]) == (10, 10, 10)


@pytest.mark.usefixtures("claim")
def test_a_task_of_one_class_has_no_number():
    task = make_task_scores(1, n=40)
    one_class = replace(task, y_true=np.ones(40, dtype=bool))
    [row] = tables_of([one_class]).to_dict("records")
    assert (row["verdict"], row["tasks"], row["undefined"]) == (TOO_LITTLE, 0, 1)
    assert np.isnan(row["estimate"])


def test_every_claim_says_how_many_verdicts_it_has():
    """All of a study without a usable task, where nothing can be told."""
    task = make_task_scores(1, n=6)
    study = make_study([task], part.per_task(task, None, make_setting(), part.Options()))
    found = part.tables(study, part.Options())["claims"]
    counts = found[found["verdict"] == TOO_LITTLE].groupby("claim").size()
    assert counts.to_dict() == {one.name: one.verdicts for one in part.CLAIMS}
