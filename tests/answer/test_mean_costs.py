"""Mean cost curves over data sets, and the pairs that costs reverse: tables, answer, sentences."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

from made_up_facts import make_facts
from made_up_tasks import make_setting, make_study, make_task_scores
from prgbench import compare
from prgbench.answer import costs
from prgbench.answer.cost_records import mean_at_all_costs, pairs_at_all_costs
from prgbench.answer.costs import Options, crossing_curves, ordered_alike, sample_of
from prgbench.answer.mean_cost_curves import mean_costs_of
from prgbench.answer.mean_costs import GRID, noise_of_task
from prgbench.answer.tables import gather
from prgbench.metrics import areas, cost_curve, roc_convex_hull
from prgbench.metrics.operating_conditions import PairVerdict
from prgbench.report.costs_decide import if_costs_decide, in_the_mean, over_data_sets
from prgbench.report.parts import costs as shown

SETTING = make_setting()


def crossing_task(task_id, n=600, extra=0):
    """Make a task of a narrow and a wide model, whose curves cross, and useless ones."""
    rng = np.random.default_rng(task_id)
    y = np.arange(n) % 4 == 0
    noise = rng.normal(size=(2 + extra, n))
    noise[0, y] = 0.9 + 0.4 * noise[0, y]
    noise[1, y] = 2.3 + 2.5 * noise[1, y]
    task = make_task_scores(task_id, n=n, n_models=2 + extra)
    return replace(task, y_true=y, y_scores=noise)


def tables_of(tasks, options=None):
    options = options or Options()
    evidence = gather(costs.per_task(task, SETTING, options) for task in tasks)
    return costs.tables(make_study(tasks, evidence, SETTING), options)


@pytest.fixture(scope="module")
def twenty():
    """Twenty tasks on ten data sets, with three models."""
    tasks = [crossing_task(task_id, extra=1) for task_id in range(1, 21)]
    return tasks, tables_of(tasks)


def test_means_are_over_data_sets_and_exact(twenty):
    tasks, tables = twenty
    found = mean_costs_of(tables, new=False)
    expected = [
        np.mean([cost_curve(task.y_true, task.y_scores[k]).at(GRID) for task in tasks], axis=0)
        for k in range(3)
    ]
    np.testing.assert_allclose(found.losses, expected)
    assert found.datasets == 10
    low, high = found.bounds
    assert ((low <= found.losses + 1e-12) & (found.losses <= high + 1e-12)).all()
    assert (high <= np.minimum(GRID, 1 - GRID)).all()


@pytest.mark.parametrize("new", [False, True])
def test_each_of_two_crossing_models_wins_on_its_side(twenty, new):
    found = mean_costs_of(twenty[1], new=new)
    narrow, wide, useless = found.names
    assert set(found.winners) == {narrow, wide}
    assert found.verdicts[narrow, wide] is PairVerdict.CROSSING
    assert found.verdicts[wide, useless] is not PairVerdict.SECOND
    certain = [part.models for part in found.ranges if part.is_certain]
    assert certain == [(wide,), (narrow,)]
    ends = [end for part in found.ranges for end in (part.low, part.high)]
    assert ends == sorted(ends)
    assert (ends[0], ends[-1]) == (GRID[0], GRID[-1])


def test_the_answer_says_costs_at_a_prevalence(twenty):
    tasks, tables = twenty
    record = mean_at_all_costs(tables)
    # The median of the data sets, so that costs are those of data sets like these.
    assert record.prevalence == 0.25
    assert record.ranges[0].least == pytest.approx(3 * 0.02 / 0.98)
    said = in_the_mean(record, str)
    assert said.startswith("On average over new data sets, with 25.0% positives in each: ")
    rare = mean_at_all_costs(tables_of(tasks[:6], Options(prevalence=0.1)))
    assert rare.prevalence == 0.1
    assert rare.ranges[0].least == pytest.approx(9 * 0.02 / 0.98)


def test_pairs_are_counted_as_their_hulls_and_areas_are(twenty):
    tasks, tables = twenty
    counted = pairs_at_all_costs(tables)
    assert (counted.tasks, counted.measures, counted.pairs) == (20, 3, 60)
    alike = seen = both = 0
    for task in tasks:
        of_models = areas(task.y_true, task.y_scores)
        hulls = [roc_convex_hull(task.y_true, scores) for scores in task.y_scores]
        for a, b in ((0, 1), (0, 2), (1, 2)):
            agree = len(set(np.sign(of_models[a] - of_models[b]))) == 1
            outside = [np.interp(p.fpr, q.fpr, q.tpr) < p.tpr - 1e-12 for p, q in
                       ((hulls[a], hulls[b]), (hulls[b], hulls[a]))]  # fmt: skip
            cross = all(above[1:].any() for above in outside)
            alike += agree
            seen += cross
            both += agree and cross
    assert (counted.alike, counted.crossing_seen, counted.alike_crossing_seen) == (
        alike, seen, both,
    )  # fmt: skip
    verdicts = tables["cost_pairs"]["verdict"]
    assert counted.crossing == (verdicts == PairVerdict.CROSSING.value).sum()
    assert counted.dominated == verdicts.str.contains("at least").sum()


def test_a_pair_that_crosses_is_never_dominated_where_no_margin_is_given():
    for task_id in range(4):
        task = make_task_scores(task_id, n=400, n_models=5)
        found = costs._compared(task, sample_of(task), SETTING, Options(margin=0))
        names = [*found.names]
        seen = crossing_curves(task)
        for (a, b), verdict in found.verdicts.items():
            if verdict in (PairVerdict.FIRST, PairVerdict.SECOND):
                assert not seen[names.index(a), names.index(b)]


def test_many_models_are_counted_though_their_ranges_are_not_listed():
    tasks = [crossing_task(task_id, extra=12) for task_id in range(1, 9)]
    tables = tables_of(tasks)
    assert tables["cost_ranges"].empty
    counted = pairs_at_all_costs(tables)
    assert counted.pairs == 8 * 91
    assert counted.crossing >= 6
    assert counted.dominated > 20
    assert set(tables["cost_tasks"]["note"]) == {"more than 12 models"}
    paragraphs = shown.paragraphs(tables, make_facts())
    assert paragraphs[0].startswith("Of 728 pairs of models within 8 tasks, all measures order ")
    drawn = shown.who_wins_where(tables, make_facts())
    curves, new, these = drawn.figure.axes[:3]
    plt.close(drawn.figure)
    named = [line for line in curves.lines if line.get_gid() == "curve"]
    assert len(named) == 5
    for strip in (new, these):
        labels = [label.get_text() for label in strip.get_yticklabels()]
        assert labels[-1] == "any of 9 others"
        assert len(labels) == 6
    assert len(drawn.data) == 14 * len(GRID)


def test_models_on_few_data_sets_are_left_out_of_means_and_missing_ones_fitted(twenty):
    tasks = twenty[0]
    # The last model is on four of ten data sets; the second one lacks one of them.
    with_gaps = [
        replace(task, run_ids=task.run_ids[kept], y_scores=task.y_scores[kept])
        for place, task in enumerate(tasks)
        for kept in [[0, 1, 2] if place < 6 else [0, 2] if place > 17 else [0, 1]]
    ]
    found = mean_costs_of(tables_of(with_gaps), new=False)
    assert len(found.names) == 2
    whole = mean_costs_of(twenty[1], new=False)
    np.testing.assert_allclose(found.losses[0], whole.losses[0])
    assert found.losses[1] == pytest.approx(whole.losses[1], abs=0.05)


@pytest.mark.parametrize("n_tasks", [1, 2])
def test_one_data_set_has_no_mean(n_tasks):
    tables = tables_of([crossing_task(task_id) for task_id in range(1, n_tasks + 1)])
    assert mean_at_all_costs(tables) is None
    assert tables["mean_costs"].empty


def test_halves_differ_by_about_the_standard_error():
    tasks = [crossing_task(task_id) for task_id in range(40)]
    rows = [noise_of_task(task, sample_of(task), SETTING).iloc[0] for task in tasks]
    middle = len(GRID) // 2
    losses = np.array([row["losses"].reshape(2, -1)[0, middle] for row in rows])
    halves = np.array([row["noise"].reshape(8, 2, -1)[:, 0, middle] for row in rows])
    assert np.sqrt(halves.var(axis=1, ddof=1).mean()) == pytest.approx(losses.std(), rel=0.35)
    # A half has fewer instances, so that its best threshold looks better.
    assert halves.mean() < 0


def test_ties_are_not_ordered_alike():
    task = make_task_scores(1, n=100, n_models=3)
    task = replace(task, y_scores=task.y_scores[[0, 0, 2]])
    alike = ordered_alike(task, SETTING)
    assert not alike[0, 1]
    assert alike[0, 2] == alike[1, 2]
    assert not crossing_curves(task)[0, 1]


def test_the_first_screen_says_that_costs_decide_over_data_sets():
    rng = np.random.default_rng(5)
    rows = [crossing_task(task_id, n=400) for task_id in range(1, 9)]
    frame = {
        "data set": np.repeat([f"d{k}" for k in range(8)], 400),
        "y_true": np.concatenate([task.y_true for task in rows]).astype(int),
        **{
            name: np.concatenate([task.y_scores[k] for task in rows])
            for k, name in enumerate(("narrow", "wide"))
        },
    }
    table = pd.DataFrame(frame).iloc[rng.permutation(3200)]
    few = {"comparison": {"replicates": 20, "splits": 2, "resamples": 20}}
    compared = compare(table, settings=few, columns={"dataset": "data set"})
    assert set(compared.answer.mean_costs.winners_new) == {"narrow", "wide"}
    said = if_costs_decide(compared.answer, str)
    assert said.startswith("On new data sets, costs decide (at 25.0% positives): ")
    assert "Costs of errors.\nOf 8 pairs of models within 8 tasks" in compared.answer.details


def test_what_is_certain_of_no_pair_is_not_counted(twenty):
    counted = pairs_at_all_costs(twenty[1])
    dominated = {"measures": 1, "dominated": 9, "crossing": 0}
    one = over_data_sets(counted.model_copy(update=dominated))
    assert one.startswith("Of 60 pairs of models within 20 tasks, the cost curves of ")
    assert one.endswith(
        " cross. Beyond noise, of all pairs, one model is at least as good at every cost in 9 of "
        "60 (15.0%). The others are not resolved."
    )
    crossing = {"measures": 2, "dominated": 0, "crossing": 6, "alike_crossing": 4}
    assert over_data_sets(counted.model_copy(update=crossing)).endswith(
        "Beyond noise, of all pairs, each wins somewhere in 6 of 60 (10.0%), 4 of which all "
        "measures order alike. The others are not resolved."
    )
    none = over_data_sets(counted.model_copy(update={"dominated": 0, "crossing": 0}))
    assert none.endswith("reverses their order. Beyond noise, no pair is resolved.")
    unseen = {"measures": 2, "alike_crossing_seen": 0}
    assert " alike. Their cost curves do not cross: no cost reverses their order. Beyond" in (
        over_data_sets(counted.model_copy(update=unseen))
    )
