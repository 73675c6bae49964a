"""Scores that the server stores become a table of scores, over real HTTP and without files."""

from dataclasses import replace

import pytest

from archive_server import faults
from archive_server.render import MEASURES as FUNCTIONS
from archive_server.render import scores_of_folds
from prgbench.run.errors import PrgbenchError
from prgbench.sources.openml.listings import MEASURES
from prgbench.sources.scores.table import read_scores
from prgbench.study.plan import make_plan
from prgbench.study.selection import Selection
from prgbench.study.stored_scores import stored_scores

SELECTION = Selection(min_flows=2, models=4, spares=1, estimation_procedures=(1, 3))


@pytest.fixture
def source(open_source):
    return open_source("store")


@pytest.fixture
def plan(source):
    return make_plan(source, "test", SELECTION)


def test_a_task_of_each_data_set_has_all_measures_in_each_fold(server, source, plan):
    table, said = stored_scores(source, plan)
    assert server.count("data/download|/run/[0-9]+$") == 0
    assert server.count("per_fold/true") == len(MEASURES)
    first = plan.tasks[0]
    assert sorted(set(table["dataset"])) == ["data-1 (1001)", "data-2 (1002)"]
    run = first.candidates[0]
    own = table[(table["dataset"] == "data-1 (1001)") & (table["model"] == run.flow_name)]
    assert own[["repeat", "fold"]].to_numpy().tolist() == [[i // 10, i % 10] for i in range(100)]
    for column, function in zip(MEASURES, FUNCTIONS, strict=True):
        assert own[column].tolist() == scores_of_folds(server.content, run, function)
    assert said.startswith("2 data sets, 8 runs with auroc, f1, kappa, accuracy, rmse in each")
    assert "fold; 0 runs without." in said
    assert "differ by 0.0000 in the median" in said


def test_the_table_is_one_that_compare_reads(source, plan):
    read = read_scores(stored_scores(source, plan)[0])
    assert read.measures == dict.fromkeys(MEASURES, True) | {"rmse": False}
    assert read.varies == "fold"
    assert len(read.left_out) == 0


def test_runs_that_lack_a_fold_are_left_out_and_counted(server, source, plan):
    cut = faults.changed(lambda body: body.replace(b",", b"", 1).replace(b"[0.", b"[x.", 1))
    server.fail("function/kappa/", cut, 99)
    table, said = stored_scores(source, plan)
    assert table.groupby("dataset")["model"].nunique().sum() == 7
    assert "1 run without." in said


def test_flows_of_one_name_are_told_apart(source, plan):
    task = plan.tasks[0]
    runs = [replace(run, flow_name="same(1)") for run in task.candidates[:2]]
    table, _ = stored_scores(source, replace(plan, tasks=[replace(task, candidates=runs)]))
    assert set(table["model"]) == {f"same(1) ({run.flow_id})" for run in runs}


def test_without_scores_there_is_one_sentence(server, source, plan):
    server.fail("per_fold", faults.error(542), 99)
    with pytest.raises(PrgbenchError, match="has no run of the plan with all of auroc, f1"):
        stored_scores(source, plan)
