"""Files that earlier versions have written stay readable; each adds a folder to ``kept``."""

from pathlib import Path

import pytest

from folder_archives import make_task
from prgbench.sources.exclusions import Reason
from prgbench.sources.store.fetched import read_fetched
from prgbench.study.plan import Plan

KEPT = sorted((Path(__file__).parent / "kept").iterdir())
TASK = make_task(1, n=20)


@pytest.fixture(params=KEPT, ids=lambda folder: folder.name)
def folder(request):
    return request.param


def test_a_plan_of_an_earlier_version(folder):
    plan = Plan.read(folder / "plan.json")
    assert (plan.study, plan.archive, plan.n_models) == ("kept", "test archive", 3)
    assert [planned.task for planned in plan.tasks] == [TASK, make_task(2, n=20)]
    assert [(planned.n_flows, len(planned.candidates)) for planned in plan.tasks] == [(5, 4)] * 2
    assert plan.excluded_runs == {}


def test_a_list_of_fetched_models_of_an_earlier_version(folder):
    first, second = read_fetched(folder / "fetched.json")
    assert [len(task.models) for task in (first, second)] == [3, 3]
    assert first.task == TASK
    assert [(e.run_id, e.reason) for e in first.exclusions] == [(1002, Reason.NO_FILE)]
    assert first.models[0].run.upload_time.startswith("2014-04-")
