"""Files that earlier versions have written stay readable; each adds a folder to ``kept``."""

from pathlib import Path

import numpy as np
import pytest

from folder_archives import labels_of, make_task, scores_of
from prgbench.sources.interface import Reason
from prgbench.sources.store.bundle import Bundle
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


def test_a_bundle_of_an_earlier_version(folder):
    bundle = Bundle(folder / "1.parquet")
    header = bundle.header
    assert (header.task, header.positive, header.n_rows, header.n_positive) == (TASK, "yes", 20, 7)
    np.testing.assert_array_equal(bundle.y_true(), labels_of(TASK))
    for model in header.models:
        expected = scores_of(TASK, model.run.flow_id)
        np.testing.assert_array_equal(bundle.y_score(model.run.run_id), expected)
    assert [e.reason for e in header.rejected] == [Reason.NO_FILE]
