import json
from dataclasses import replace

import numpy as np
import pytest

from folder_archives import make_folder, make_task
from prgbench.archive.interface import Reason
from prgbench.pipeline.errors import PrgbenchError
from prgbench.study.measures import load_measures
from prgbench.study.plan import Plan, chunk_of, describe, make_plan
from prgbench.study.selection import Selection

SELECTION = Selection(min_flows=4, models=4, spares=1, seed=1)


@pytest.fixture
def archive(tmp_path):
    return make_folder(tmp_path / "archive", [make_task(i) for i in (5, 2, 9)], n_flows=6)


@pytest.fixture
def plan(archive):
    return make_plan(archive, "test", SELECTION)


def test_a_written_plan_is_read_back(plan, tmp_path):
    plan.write(tmp_path / "plan.json")
    assert Plan.read(tmp_path / "plan.json") == plan


def test_tasks_stand_in_the_order_of_their_ids_with_their_candidates(plan):
    assert [planned.task_id for planned in plan.tasks] == [2, 5, 9]
    assert [(p.n_flows, len(p.candidates)) for p in plan.tasks] == [(6, 5)] * 3


def test_another_task_changes_no_other_draw(plan, archive):
    fewer = SELECTION.model_copy(update={"tasks": (2, 9)})
    tasks = make_plan(archive, "test", fewer).tasks
    assert tasks == [plan.tasks[0], plan.tasks[2]]


def test_chunks_hold_each_task_once_and_nothing_that_changes_without_it(plan):
    chunks = [plan.chunk(number, 4) for number in range(4)]
    tasks = [planned.task_id for chunk in chunks for planned in chunk.tasks]
    assert sorted(tasks) == [2, 5, 9]
    later = replace(plan, created="2099", tasks=plan.tasks[:2], excluded_runs={Reason.FAMILY: 1})
    untouched = [n for n in range(4) if chunk_of(9, 4) != n]
    assert all(later.chunk(n, 4) == chunks[n] for n in untouched)


def test_tasks_with_few_flows_are_left_out_with_their_reason(archive):
    selection = SELECTION.model_copy(update={"min_flows": 7})
    with pytest.raises(PrgbenchError, match="3 fewer flows than asked for"):
        make_plan(archive, "test", selection)


def test_description_states_the_cost(plan):
    text = describe(plan, requests_per_second=5)
    assert "3 tasks on 3 data sets, 6 flows, 12 prediction files" in text
    assert "0.0 hours at 5 requests a second" in text
    assert "2 GB" not in text
    large = [replace(p, n_instances=10**6, n_repeats=10) for p in plan.tasks]
    assert "about 5.4 GB" in describe(replace(plan, tasks=large))
    larger = [replace(p, n_instances=10**9) for p in large]
    assert "about 5,400 GB" in describe(replace(plan, tasks=larger))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is not a plan"),
        ('{"format": 1}', "is not a plan"),
        (json.dumps({"format": 99}), "plan format 99"),
    ],
)
def test_what_is_no_plan_is_refused(tmp_path, content, message):
    (tmp_path / "plan.json").write_text(content)
    with pytest.raises(PrgbenchError, match=message):
        Plan.read(tmp_path / "plan.json")


def test_a_missing_plan_is_named(tmp_path):
    with pytest.raises(PrgbenchError, match=r"nowhere\.json does not exist"):
        Plan.read(tmp_path / "nowhere.json")


def test_measures_of_ones_own_and_mistakes_in_their_names(tmp_path, monkeypatch):
    (tmp_path / "own_measures.py").write_text("def zero(y_true, y_score):\n    return 0.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    measures = load_measures(["aupr", "own_measures:zero"])
    assert measures[0].name == "aupr"
    assert measures[1].batch(np.array([True, False]), np.ones((3, 2))).tolist() == [0, 0, 0]
    with pytest.raises(PrgbenchError, match=r"key `measures` of the study file: .*'aucc'"):
        load_measures(["aucc"])
    with pytest.raises(PrgbenchError, match="can't be imported"):
        load_measures(["own_measures:one"])
