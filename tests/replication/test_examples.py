import pandas as pd
import pytest

from prgbench.metrics import get_measure
from prgbench.pipeline.records import from_json, to_json
from prgbench.replication.examples import (
    ExampleChoice,
    choose_examples,
    quartile_tasks,
    second_place,
)
from prgbench.replication.ranking import add_ranks
from prgbench.study.config import Ranking

MEASURES = [get_measure("aupr"), get_measure("auprg")]


def ranked(tasks):
    """Rank models given as {task: [(aupr, auprg), ...]}."""
    rows = [
        {"task_id": task_id, "run_id": 10 * task_id + number, "aupr": aupr, "auprg": auprg}
        for task_id, models in tasks.items()
        for number, (aupr, auprg) in enumerate(models)
    ]
    return add_ranks(pd.DataFrame(rows), MEASURES, Ranking())


def agreement(spearman):
    return pd.DataFrame(
        {
            "task_id": list(spearman),
            "measure_a": "aupr",
            "measure_b": "auprg",
            "spearman": list(spearman.values()),
        }
    )


def test_quartile_tasks_are_the_nearest():
    values = {4: 0.1, 7: 0.5, 1: 0.6, 9: 0.8, 3: 0.99}
    assert quartile_tasks(agreement(values)) == (7, 9)
    assert quartile_tasks(agreement({4: 0.5})) == (4,)
    assert quartile_tasks(agreement({4: float("nan"), 5: float("nan")})) == (4, 5)


def test_second_place_takes_the_greatest_product_of_differences():
    models = ranked(
        {
            1: [(0.9, 0.9), (0.5, 0.7), (0.6, 0.6)],
            2: [(0.9, 0.9), (0.4, 0.8), (0.7, 0.5)],
            3: [(0.9, 0.9), (0.8, 0.8), (0.7, 0.7)],
        }
    )
    assert second_place(models) == (2, (21, 22))


def test_second_place_prefers_tasks_that_agree_on_the_best():
    models = ranked(
        {
            1: [(0.9, 0.9), (0.50, 0.61), (0.51, 0.60)],
            2: [(0.9, 0.1), (0.1, 0.9), (0.5, 0.5)],
        }
    )
    assert second_place(models) == (1, (11, 12))


def test_without_a_disagreement_the_first_task_is_shown():
    models = ranked({2: [(0.9, 0.9), (0.8, 0.8)], 1: [(0.9, 0.9), (0.8, 0.8)]})
    task_id, runs = second_place(models)
    assert (task_id, len(set(runs))) == (1, 1)


def test_the_study_may_name_the_examples():
    models = ranked({1: [(0.9, 0.9), (0.8, 0.8)], 2: [(0.9, 0.9), (0.8, 0.8)]})
    pairs = agreement({1: 0.5, 2: 0.9})
    named = choose_examples(models, pairs, scatter_tasks=[2, 1], curve_task=2, curve_runs=[21, 20])
    assert named == ExampleChoice((2, 1), "named by the study", 2, (21, 20), "named by the study")
    absent = choose_examples(
        models, pairs, scatter_tasks=[2, 3], curve_task=2, curve_runs=[21, 99]
    )
    assert absent.scatter_tasks == (1, 2)
    assert "quartile" in absent.scatter_reason
    assert absent.curve_task == 1


def test_the_choice_survives_json():
    choice = ExampleChoice((2, 1), "a", 2, (21, 20), "b")
    assert from_json(ExampleChoice, to_json(choice)) == choice
    with pytest.raises(ValueError, match="scatter_tasks"):
        from_json(ExampleChoice, "{}")
