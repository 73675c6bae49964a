import pandas as pd
import pytest

from prgbench.metrics import get_measure
from prgbench.run.records import from_json, to_json
from prgbench.study.examples import (
    Disagreement,
    ExampleChoice,
    choose_examples,
    example_scores,
    quartile_tasks,
    second_place,
)
from prgbench.study.ranking import Ranking, add_ranks

MEASURES = [get_measure("aupr"), get_measure("auprg")]


def ranked(tasks):
    """Rank models given as {task: [(aupr, auprg), ...]}."""
    rows = [
        {
            "task_id": task_id,
            "dataset_name": f"data-{task_id}",
            "run_id": 10 * task_id + number,
            "aupr": aupr,
            "auprg": auprg,
        }
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
    assert second_place(models) == Disagreement(2, (21, 22))


def test_second_place_prefers_tasks_that_agree_on_the_best():
    models = ranked(
        {
            1: [(0.9, 0.9), (0.50, 0.61), (0.51, 0.60)],
            2: [(0.9, 0.6), (0.1, 0.9), (0.5, 0.7)],
        }
    )
    assert second_place(models) == Disagreement(1, (11, 12))


def test_second_place_prefers_models_that_are_clearly_better_than_the_baseline():
    poor, good = [(0.9, 0.9), (0.1, 0.49), (0.6, 0.1)], [(0.9, 0.9), (0.5, 0.51), (0.51, 0.5)]
    assert second_place(ranked({1: poor, 2: good})) == Disagreement(2, (21, 22))
    assert second_place(ranked({1: poor})) == Disagreement(1, (11, 12))


NAN = float("nan")
AGREED = [(0.9, 0.9), (0.8, 0.8)]
DISPUTED = [(0.9, 0.9), (0.5, 0.7), (0.6, 0.6)]


@pytest.mark.parametrize(
    "task", [AGREED, [(0.9, 0.9)], [(0.5, 0.5)] * 3, [(0.9, NAN), (0.8, 0.7), (0.7, 0.6)]]
)
def test_without_a_disagreement_no_model_is_set_against_itself(task):
    assert second_place(ranked({1: task})) is None
    choice = choose_examples(ranked({1: task, 2: AGREED}), agreement({1: 0.5, 2: 0.9}))
    assert (choice.curve_task, choice.curve_runs) == (None, None)
    assert choice.scatter_tasks == (1, 2)
    scores = example_scores(choice, store=None)
    assert (list(scores.columns), len(scores)) == (["run_id", "y_true", "y_score"], 0)


@pytest.mark.parametrize(
    ("spearman", "shown"),
    [
        ({1: 0.9, 2: 0.2, 3: 0.95, 4: 0.99}, (1, 2)),
        ({1: 0.2, 2: 0.3, 3: 0.95, 4: 0.99}, (1, 4)),
        ({1: 0.2}, (1,)),
        ({1: NAN, 2: 0.3, 3: 0.4}, (1, 2)),
    ],
)
def test_the_scatter_shows_the_task_of_the_curves_beside_an_unlike_one(spearman, shown):
    tasks = {task: DISPUTED if task == 1 else AGREED for task in spearman}
    choice = choose_examples(ranked(tasks), agreement(spearman))
    assert (choice.curve_task, choice.scatter_tasks) == (1, shown)


def test_the_study_may_name_the_examples():
    models = ranked({1: DISPUTED, 2: AGREED})
    pairs = agreement({1: 0.5, 2: 0.9})
    named = choose_examples(models, pairs, scatter_tasks=[2, 1], curve_task=2, curve_runs=[21, 20])
    assert named == ExampleChoice((2, 1), "named by the study", 2, (21, 20), "named by the study")
    by_name = choose_examples(
        models, pairs, scatter_tasks=["data-2", 1], curve_task="data-2", curve_runs=[21, 20]
    )
    assert by_name == named
    absent = choose_examples(
        models, pairs, scatter_tasks=[2, 3], curve_task=2, curve_runs=[21, 99]
    )
    assert absent.scatter_tasks == (1, 2)
    assert "quartile" in absent.scatter_reason
    assert (absent.curve_task, absent.curve_runs) == (1, (11, 12))


def test_the_choice_survives_json():
    for curves in [(2, (21, 20)), (None, None)]:
        choice = ExampleChoice((2, 1), "a", *curves, "b")
        assert from_json(ExampleChoice, to_json(choice)) == choice
    with pytest.raises(ValueError, match="scatter_tasks"):
        from_json(ExampleChoice, "{}")
