import numpy as np
import pandas as pd
import pytest

from made_up_tasks import NAMES, make_setting, make_study, make_task_scores, resampling
from prgbench.answer.confidence_sets import (
    certain_disagreements,
    per_task,
    set_sizes,
    sets_by_task,
    tables,
)
from prgbench.answer.interface import PartOptions
from prgbench.answer.tables import gather


def make_sets(by_task):
    """Return the sets of two measures in tasks of three models, as strings like "110".

    A model with "-" lacks the measure.
    """
    rows = [
        (task_id, 10 * task_id + place, measure, letter == "1", letter != "-")
        for task_id, sets in enumerate(by_task, start=1)
        for measure, members in zip(("a", "b"), sets, strict=True)
        for place, letter in enumerate(members)
    ]
    return pd.DataFrame(rows, columns=["task_id", "run_id", "measure", "in_set", "scored"])


def make_agreement(differs):
    return pd.DataFrame(
        {
            "task_id": range(1, len(differs) + 1),
            "dataset_id": range(len(differs)),
            "measure_a": "a",
            "measure_b": "b",
            "best_differs": differs,
        }
    )


def count_certain(agreement, sets):
    return certain_disagreements(agreement, sets_by_task(agreement, sets), resampling()).iloc[0]


def test_models_that_could_be_best_by_task_by_hand():
    sets = make_sets([("100", "011"), ("110", "011"), ("100", "100")])
    sets = sets[(sets["task_id"] != 3) | (sets["measure"] == "a")]
    table = sets_by_task(make_agreement([True, True, False]), sets)
    assert table.to_dict("split")["data"] == [
        [1, "a", "b", 1, 2, 0, True],
        [2, "a", "b", 2, 2, 1, False],
    ]
    assert list(table.columns[-4:]) == ["size_a", "size_b", "shared", "certain"]


def test_disjoint_sets_are_certain():
    sets = make_sets([("100", "011"), ("110", "011"), ("100", "100"), ("001", "110")])
    agreement = make_agreement([True, True, False, True])
    row = count_certain(agreement, sets)
    assert row[["tasks", "datasets", "disagreements", "certain"]].tolist() == [4, 4, 3, 2]
    assert row["share"] == 0.5
    assert row["false_at_most"] == pytest.approx(0.2)
    assert row["undefined"] == 0
    assert row["lower"] < 0.5 < row["upper"]


def test_a_disagreement_on_a_model_that_lacks_a_measure_is_not_certain():
    """The second measure may well prefer it."""
    sets = make_sets([("100", "-10"), ("100", "01-"), ("100", "010")])
    row = count_certain(make_agreement([True] * 3), sets)
    assert row[["tasks", "disagreements", "certain", "undefined"]].tolist() == [3, 3, 2, 0]


def test_tasks_without_a_set_are_counted_and_do_not_count():
    sets = make_sets([("100", "011"), ("110", "011"), ("100", "011")])
    sets = sets[(sets["task_id"] != 3) | (sets["measure"] == "a")]
    row = count_certain(make_agreement([True] * 4), sets)
    counts = row[["tasks", "datasets", "disagreements", "certain", "undefined"]]
    assert counts.tolist() == [2, 2, 2, 1, 2]
    assert row["share"] == 0.5


def test_a_measure_without_any_set_is_undefined_everywhere():
    sets = make_sets([("100", "011")]).query("measure == 'a'")
    row = count_certain(make_agreement([True]), sets)
    assert row[["tasks", "certain", "undefined"]].tolist() == [0, 0, 1]
    assert np.isnan(row["share"])


def test_none_certain_has_an_exact_upper_bound():
    sets = make_sets([("110", "011")] * 25)
    row = count_certain(make_agreement([True] * 25), sets)
    assert (row["certain"], row["share"], row["lower"]) == (0, 0, 0)
    assert row["upper"] == pytest.approx(1 - 0.025 ** (1 / 25))


def test_sizes_of_sets_are_those_counted_by_hand():
    sets = make_sets([("100", "011"), ("110", "111"), ("111", "010")])
    table = set_sizes(sets, ["a", "b", "c"], n_tasks=4).set_index("measure")
    quartiles = table.loc["a", ["lower_quartile", "median", "upper_quartile"]]
    assert quartiles.tolist() == [1.5, 2, 2.5]
    assert table.loc["a", ["single", "all", "tasks", "undefined"]].tolist() == [1, 1, 3, 1]
    assert table.loc["b", ["single", "all"]].tolist() == [1, 1]
    assert table.loc["c", ["single", "all", "tasks", "undefined"]].tolist() == [0, 0, 0, 4]


def test_a_certain_disagreement_is_a_disagreement():
    tasks = [make_task_scores(task_id, n=60, ties=task_id % 2 == 0) for task_id in range(1, 13)]
    setting = make_setting(replicates=120)
    sets = gather(per_task(task, setting, PartOptions()) for task in tasks)
    study = make_study(tasks, sets, setting)
    found = tables(study, PartOptions())
    assert (found["certain"]["certain"] <= found["certain"]["disagreements"]).all()
    assert (found["certain"]["tasks"] == 12).all()
    assert found["set_sizes"]["measure"].tolist() == list(NAMES)
    assert (found["set_sizes"]["median"] > 1).all()
