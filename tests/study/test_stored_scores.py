"""Scores that the server stores become a table of scores, over real HTTP and without files."""

from dataclasses import replace

import pytest

from archive_server import faults
from archive_server.render import MEASURES as FUNCTIONS
from archive_server.render import scores_of_folds
from prgbench.run.errors import PrgbenchError
from prgbench.sources.openml.descriptions import MEASURES
from prgbench.sources.scores.complete_models import ABSENT
from prgbench.sources.scores.table import read_scores
from prgbench.study.make_plan import make_plan
from prgbench.study.selection import Selection
from prgbench.study.stored_scores import stored_scores

SELECTION = Selection(min_flows=2, models=4, spares=1, estimation_procedures=(1, 3))


@pytest.fixture
def source(open_source, server):
    server.content.states_folds = True
    return open_source("store")


@pytest.fixture
def plan(source):
    return make_plan(source, "test", SELECTION)


def test_a_task_of_each_data_set_has_all_measures_in_each_fold(server, source, plan):
    table, said = stored_scores(source, plan)
    assert server.count("data/download|per_fold") == 0
    assert server.count("/run/[0-9]+$") == 8
    assert sorted(set(table["dataset"])) == ["data-1 (1001)", "data-2 (1002)"]
    for task in (task for task in plan.tasks if task.task_id in (1, 3)):
        for run in task.candidates[:4]:
            name = f"{task.dataset_name} ({task.dataset_id})"
            rows = table[(table["dataset"] == name) & (table["model"] == run.flow_name)]
            folds = [[i // 10, i % 10] for i in range(task.n_repeats * 10)]
            assert rows[["repeat", "fold"]].to_numpy().tolist() == folds
            for column, function in zip(MEASURES, FUNCTIONS, strict=True):
                assert rows[column].tolist() == scores_of_folds(server.content, run, function)
    assert said.startswith("2 of 2 data sets, 8 of 8 runs with auroc, f1, kappa, accuracy, rmse")
    assert "fold; 0 runs without." in said
    assert "differ by a median of 0.0000" in said


def test_the_table_is_one_that_compare_reads(source, plan):
    read = read_scores(stored_scores(source, plan)[0])
    assert read.measures == dict.fromkeys(MEASURES, True) | {"rmse": False}
    assert read.varies == "fold"
    # Only what was not drawn: of the four models of each data set, one is not among the other's.
    assert {reason for _, _, reason in read.left_out} == {ABSENT}
    assert len(read.left_out) == 2


KAPPA = b"<oml:name>kappa</oml:name><oml:value>"


@pytest.mark.parametrize(
    "damage",
    [
        lambda body: body.replace(KAPPA, KAPPA + b"x", 1),
        lambda body: body.replace(KAPPA, KAPPA.replace(b"kappa", b"precision"), 1),
        lambda body: body.replace(b'fold="9"', b'fold="10"'),
        # Two values of one fold, as of two engines.
        lambda body: body.replace(
            KAPPA, KAPPA + b'7</oml:value></oml:evaluation><oml:evaluation repeat="0" fold="0">'
            + KAPPA, 1,
        ),
    ],
)  # fmt: skip
def test_runs_that_lack_a_score_are_left_out_and_counted(damage, server, source, plan):
    run = plan.tasks[0].candidates[0].run_id
    server.fail(f"/run/{run}$", faults.changed(damage), 99)
    table, said = stored_scores(source, plan)
    assert table.groupby("dataset")["model"].nunique().sum() == 7
    assert "7 of 8 runs" in said
    assert "1 run without." in said
    assert "for now" not in said


def test_runs_that_are_not_described_are_left_out_for_now(server, source, plan):
    for run in plan.tasks[0].candidates[:3]:
        server.fail(f"/run/{run.run_id}$", faults.error(236), 99)
    table, said = stored_scores(source, plan)
    assert len(set(table["dataset"])) == 1
    assert "1 of 2 data sets, 5 of 8 runs" in said
    assert "the server did not describe 3 runs for now" in said
    server.heal()
    assert stored_scores(source, plan)[1].startswith("2 of 2 data sets, 8 of 8 runs")
    # Each refused call is made twice, beside one that was answered before.
    assert server.count("/run/[0-9]+$") <= 8 + 3 * 2 + 3 + 3


def test_flows_of_one_name_are_told_apart(source, plan):
    task = plan.tasks[0]
    runs = [replace(run, flow_name="same(1)") for run in task.candidates[:2]]
    table, _ = stored_scores(source, replace(plan, tasks=[replace(task, candidates=runs)]))
    assert set(table["model"]) == {f"same(1) ({run.flow_id})" for run in runs}


def test_without_scores_there_is_one_sentence(server, source, plan):
    server.content.states_folds = False
    with pytest.raises(PrgbenchError, match="has no run of the plan with all of auroc, f1"):
        stored_scores(source, plan)
