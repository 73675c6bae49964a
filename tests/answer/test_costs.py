"""Who wins for which costs: the tables, the answer's field and its sentences."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_setting, make_study, make_task_scores
from prgbench import PrgbenchError, compare
from prgbench.answer import costs
from prgbench.answer.cost_records import at_all_costs_of
from prgbench.answer.costs import Options
from prgbench.answer.costs_of_tasks import compared_tasks
from prgbench.answer.tables import gather
from prgbench.direct.compare import measures_of_costs
from prgbench.metrics import cost_curve, expected_cost_score, max_fbeta_score, winning_ranges
from prgbench.plotting.words import short_flow_name
from prgbench.report.parts.costs import who_wins_where

SETTING = make_setting(("auroc",))
FEW = {"comparison": {"replicates": 20, "splits": 2, "resamples": 20}}


def crossing(n=1000, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 5 == 0
    noise = rng.normal(size=(3, n))
    narrow, wide = 0.9 + 0.4 * noise[0], 2.3 + 2.5 * noise[1]
    return y, {
        "narrow": np.where(y, narrow, noise[0]),
        "wide": np.where(y, wide, noise[1]),
        "weak": 0.3 * y + noise[2],
    }


def task_of(task_id=1, n=1000):
    y, scores = crossing(n, task_id)
    task = make_task_scores(task_id, n=n, n_models=3)
    return replace(task, y_true=y, y_scores=np.array([*scores.values()]))


def tables_of(tasks, options=None):
    options = options or Options()
    evidence = gather(costs.per_task(task, SETTING, options) for task in tasks)
    return costs.tables(make_study(tasks, evidence, SETTING), options)


def test_the_ranges_are_those_of_the_library():
    task = task_of()
    (read,) = compared_tasks(tables_of([task]))
    ids = dict(zip(map(str, task.run_ids), read.names, strict=True))
    found = winning_ranges(
        task.y_true, dict(zip(ids, task.y_scores, strict=True)), n_resamples=500,
        random_state=np.random.default_rng([SETTING.seed, task.seed, 67]),
    )  # fmt: skip
    expected = [(p.low, p.high, tuple(ids[m] for m in p.models)) for p in found.ranges()]
    assert [(part.low, part.high, part.models) for part in read.ranges] == expected
    assert {tuple(ids[m] for m in pair): v for pair, v in found.verdicts.items()} == read.verdicts
    said = [sentence.replace(*next(iter(ids.items()))) for sentence in found.sentences()]
    assert len(said) == len(read.sentences())


def test_the_curves_are_exact():
    task = task_of()
    points = tables_of([task])["cost_curves"]
    for name, scores in zip(points["model"].unique(), task.y_scores, strict=True):
        own = points[points["model"] == name]
        np.testing.assert_allclose(own["loss"], cost_curve(task.y_true, scores).at(own["c"]))


def test_costs_are_at_the_stated_prevalence():
    plain, stated = (tables_of([task_of()], Options(prevalence=pi)) for pi in (None, 0.5))
    (task,) = compared_tasks(stated)
    assert task.task.prevalence == 0.5
    # From a fifth of positives to a half, a cost weight stands for a fourth of the cost.
    ratio = plain["cost_ranges"]["least"] / stated["cost_ranges"]["least"]
    np.testing.assert_allclose(ratio, 4)


def test_what_is_not_compared_has_its_note():
    few = make_task_scores(1, n=100, prevalence=0.2)
    many = make_task_scores(2, n=400, n_models=13)
    one = make_task_scores(3, n=400, n_models=1)
    tables = tables_of([few, many, one])
    assert tables["cost_tasks"]["note"].tolist() == [
        "fewer than 30 of the rarer class", "more than 12 models", "one model",
    ]  # fmt: skip
    assert compared_tasks(tables) == []
    assert compared_tasks({}) == []


def test_the_answer_counts_pairs_and_names_winners_first():
    (task,) = compared_tasks(tables_of([task_of()]))
    record = at_all_costs_of(task)
    assert (record.pairs, record.crossing) == (3, 1)
    assert len(record.winners) == 2
    for winner, sentence in zip(record.winners, record.of_winners, strict=True):
        assert sentence.startswith(f"{winner} wins where a miss costs ")
    assert record.ranges[0].least == pytest.approx(4 * 0.01 / 0.99)


@pytest.mark.parametrize(
    ("stated", "names"),
    [
        (((5, 1), None), ["expected_cost@5"]),
        (((1, 4), None), ["expected_cost@0.25"]),
        (((1, 3), 2), ["expected_cost@0.333333333333", "max_f1@2"]),
        ((None, 0.5), ["max_f1@0.5"]),
        ((None, None), []),
    ],
)
def test_costs_and_beta_stand_for_measures(stated, names):
    assert measures_of_costs(*stated) == names


def test_stated_costs_refer_to_the_prevalence_that_all_costs_refer_to():
    y, scores = crossing()
    # Where positives are rare, a miss that costs 20 false alarms weighs less.
    rare = FEW["comparison"] | {"costs": {"prevalence": 0.01}}
    compared = compare(y.astype(int), scores, costs=(20, 1), settings={"comparison": rare})
    assert compared.answer.best_models[0].measure == "expected_cost@20@prevalence=0.01"
    assert compared.answer.best_models[0].model == "wide"
    (found,) = (part for part in compared.answer.costs[0].ranges if part.least <= 20 <= part.most)
    assert found.models == ("wide",)
    (best,) = (loss for model, loss in compared.leaderboard.iloc[:, 1].items() if model == "wide")
    assert best == pytest.approx(
        expected_cost_score(y, scores["wide"], cost_ratio=20, prevalence=0.01)
    )
    # c = .01 * 20 / (.01 * 20 + .99)
    assert "calling none positive costs 0.168. Each model has the threshold that is the best" in (
        compared.answer.details
    )


@pytest.mark.parametrize("costs_", [(5,), (0, 1), (1, -2), (np.inf, 1)])
def test_costs_that_are_none(costs_):
    with pytest.raises(PrgbenchError, match="`costs` are what a miss and a false alarm cost"):
        measures_of_costs(costs_, None)


def test_a_beta_that_is_none():
    with pytest.raises(PrgbenchError, match="`beta` is a number above 0, such as 2, not -1"):
        measures_of_costs(None, -1)


def test_compare_answers_for_the_costs():
    y, scores = crossing()
    dear = compare(y.astype(int), scores, costs=(20, 1), settings=FEW)
    cheap = compare(y.astype(int), scores, costs=(1, 1), beta=0.5, settings=FEW)
    losses = {name: expected_cost_score(y, row, cost_ratio=20) for name, row in scores.items()}
    assert dear.leaderboard["expected_cost@20"].to_dict() == pytest.approx(losses)
    assert dear.answer.best_models[0].model == "narrow"
    assert cheap.answer.best_models[0].model == "wide"
    best_f = {name: max_fbeta_score(y, row, beta=0.5) for name, row in scores.items()}
    assert cheap.leaderboard["max_f1@0.5"].to_dict() == pytest.approx(best_f)
    first_screen = dear.answer.first_screen
    assert "narrow. It is ahead of all others" in first_screen
    # Measures that are named come after.
    named = compare(y.astype(int), scores, costs=(20, 1), measures=["auroc"], settings=FEW)
    assert [best.measure for best in named.answer.best_models] == ["expected_cost@20", "auroc"]


def test_the_first_screen_says_that_the_costs_decide():
    y, scores = crossing()
    compared = compare(y.astype(int), scores, settings=FEW)
    assert "The costs of errors decide (at 20.0% positives): wide wins where a miss costs 0." in (
        compared.answer.first_screen
    )
    assert (
        "Costs of errors.\nAt 20.0% positives: wide wins where a miss costs "
        in compared.answer.details
    )
    assert "who_wins_where" in compared.figures
    table = compared.tables["cost_ranges"]
    assert isinstance(table, pd.DataFrame)
    assert table["certain"].any()


def test_the_figure_shows_the_curves_and_who_may_be_the_best():
    tables = tables_of([task_of()])
    (task,) = compared_tasks(tables)
    drawn = who_wins_where(tables, make_facts())
    axes, strip = drawn.figure.axes
    plt.close(drawn.figure)
    shown = [label.get_text() for label in strip.get_yticklabels()]
    assert shown == [short_flow_name(name) for name in task.names]
    for line, name in zip(axes.lines, task.names, strict=False):
        own = drawn.data[drawn.data["model"] == name]
        np.testing.assert_allclose(line.get_ydata(), own["loss"])
        wins = [part for part in task.ranges if name in part.models]
        inside = [any(part.low <= c <= part.high for part in wins) for c in own["c"]]
        assert own["may_win"].tolist() == inside
    none = tables_of([make_task_scores(1, n=100, prevalence=0.2)])
    assert who_wins_where(none, make_facts()).figure is None
