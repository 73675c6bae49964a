from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from folder_archives import make_run, make_task
from prgbench.sources.exclusions import Reason
from prgbench.study.selection import (
    FAMILY_NAMES,
    Selection,
    algorithm,
    draw_candidates,
    flow_family,
)

TASK = make_task(3)
RUNS = [make_run(TASK, flow_id, 0.7) for flow_id in range(1, 41)]
SELECTION = Selection(models=30, min_flows=30, spares=5)


def changed(**settings):
    return SELECTION.model_copy(update=settings)


def drawn(selection=SELECTION, runs=RUNS):
    return [run.run_id for run in draw_candidates(TASK, runs, selection).candidates]


def test_draws_models_and_spares_from_different_flows():
    candidates = draw_candidates(TASK, RUNS, SELECTION).candidates
    assert len({run.flow_id for run in candidates}) == len(candidates) == 35


def test_order_of_the_runs_does_not_matter():
    assert drawn(runs=RUNS[::-1]) == drawn()


def test_seed_and_task_decide_the_order():
    assert drawn(changed(seed=2016)) != drawn()
    other = draw_candidates(replace(TASK, task_id=4), RUNS, SELECTION).candidates
    assert [run.run_id for run in other] != drawn()


def test_the_seed_and_the_task_give_the_order_of_the_flows_and_then_a_run_of_each():
    twins = [replace(run, run_id=run.run_id + 500) for run in RUNS]
    rng = np.random.default_rng([2015, 3])
    expected = [(RUNS, twins)[rng.integers(2)][place].run_id for place in rng.permutation(40)]
    assert drawn(changed(models="all"), runs=RUNS + twins) == expected


def test_every_position_gets_every_flow_about_equally_often():
    firsts = Counter(drawn(changed(seed=seed))[0] for seed in range(2000))
    assert len(firsts) == 40
    assert min(firsts.values()) >= 20
    assert max(firsts.values()) <= 85


def test_of_several_runs_of_a_flow_one_is_drawn():
    twins = [replace(run, run_id=run.run_id + 500) for run in RUNS]
    draw = draw_candidates(TASK, RUNS + twins, changed(models="all"))
    assert draw.n_flows == 40
    assert draw.excluded == {Reason.SAME_FLOW: 40}
    assert 5 < sum(run.run_id >= 3500 for run in draw.candidates) < 35


def test_flows_may_be_told_apart_by_name_without_the_version_at_its_end():
    versions = [
        replace(
            run,
            run_id=run.run_id + 500,
            flow_id=run.flow_id + 500,
            flow_name=run.flow_name.replace("(1)", "(12)"),
        )
        for run in RUNS
    ]
    by_id = draw_candidates(TASK, RUNS + versions, SELECTION)
    by_name = draw_candidates(TASK, RUNS + versions, changed(distinct_flows_by="name"))
    assert (by_id.n_flows, by_name.n_flows) == (80, 40)
    assert by_name.excluded == {Reason.SAME_FLOW: 40}


NO_TIMES = [
    "", "0000-00-00", "0000-00-00 00:00:00", "2014-02-30 12:00:00", "2014-13-01", "yesterday",
    "2014-04-01 25:00:00", "\u0662014-04-01", "1",
]  # fmt: skip


@pytest.mark.parametrize("time", NO_TIMES)
def test_runs_without_a_date_do_not_count_where_the_date_does(time):
    undated = [replace(run, upload_time=time) for run in RUNS[:3]]
    draw = draw_candidates(TASK, undated + RUNS[3:], changed(uploaded_until="2014-04-30"))
    assert draw.excluded == {Reason.UNDATED: 3}
    assert draw.n_flows == 37
    assert draw_candidates(TASK, undated + RUNS[3:], SELECTION).n_flows == 40


def test_the_last_day_counts_to_its_end():
    times = ["2014-04-05", "2014-04-05 23:59:59", "2014-04-05T23:59:59.5", "2014-04-06 00:00:00"]
    runs = [replace(run, upload_time=time) for run, time in zip(RUNS, times, strict=False)]
    draw = draw_candidates(TASK, runs, changed(uploaded_until="2014-04-05"))
    assert draw.excluded == {Reason.TOO_LATE: 1}


def test_runs_may_be_left_out_by_id():
    draw = draw_candidates(TASK, RUNS, changed(excluded_runs=(3002, 3005, 7), models="all"))
    assert draw.excluded == {Reason.LEFT_OUT: 2}
    assert {run.run_id for run in RUNS} - {run.run_id for run in draw.candidates} == {3002, 3005}


@pytest.mark.parametrize(
    ("selection", "reason", "kept"),
    [
        (changed(uploaded_until="2014-04-02"), Reason.TOO_LATE, 3),
        (changed(uploaders=(2,)), Reason.UPLOADER, 0),
        (changed(flow_families=("mlr",)), Reason.FAMILY, 0),
    ],
)
def test_filters_count_what_they_removed(selection, reason, kept):
    draw = draw_candidates(TASK, RUNS, selection)
    assert draw.n_flows == kept
    assert draw.excluded == {reason: 40 - kept}


def test_runs_without_stored_auroc_are_no_candidates():
    draw = draw_candidates(TASK, [replace(run, auroc=None) for run in RUNS], SELECTION)
    assert draw.excluded == {Reason.NO_STORED_AUROC: 40}


def test_pinned_runs_come_first_in_their_order():
    pinned = changed(pinned_runs={3: (3017, 3004, 99)}, uploaded_until="2014-04-10")
    assert drawn(pinned)[:2] == [3017, 3004]
    assert len(set(drawn(pinned))) == len(drawn(pinned))


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("weka.classifiers.trees.J48(1)", "weka"),
        ("mlr.classif.ranger(3)", "mlr"),
        ("classif.rpart(2)", "mlr"),
        ("mlr3.rpart(1)", "mlr3"),
        ("sklearn.svm.classes.SVC(7)", "sklearn"),
        ("sklearn(1)", "sklearn"),
        ("rm.decision_tree(1)", "rapidminer"),
        ("moa.HoeffdingTree(1)", "moa"),
        ("Weka.J48(1)", "other"),
        ("my.weka.J48(1)", "other"),
        ("", "other"),
    ],
)
def test_the_beginning_of_the_name_is_the_family(name, family):
    expected = "mlr" if family == "mlr3" else family
    assert flow_family(name) == expected
    assert flow_family(name) in FAMILY_NAMES


@pytest.mark.parametrize(
    ("name", "without"),
    [
        ("weka.J48(12)", "weka.J48"),
        ("a(1)(2)", "a(1)"),
        ("a(1) ", "a(1) "),
        ("a(b)", "a(b)"),
        ("a\n(3)", "a\n"),
        ("(4)", "(4)"),
    ],
)
def test_the_version_is_a_number_in_brackets_at_the_end(name, without):
    assert algorithm(name) == without
