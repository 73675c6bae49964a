"""Runs that are known are fetched from a server that has no lists at all."""

import pytest

from archive_server import faults
from prgbench.pipeline import planning
from prgbench.sources.store.bundle import BundleStore
from prgbench.study.fetching import fetch_plan
from prgbench.study.make_plan import make_plan
from prgbench.study.selection import Selection

SELECTION = Selection(min_flows=2, models=3, spares=1, seed=1)


@pytest.mark.parametrize("fault", [faults.html(404), faults.error(100, "Function not valid")])
def test_a_plan_that_is_given_needs_no_list(archive, open_archive, server, tmp_path, fault):
    planned = make_plan(archive, "test", SELECTION)
    planned.write(tmp_path / "plan.json")
    wanted = fetch_plan(archive, BundleStore(tmp_path / "with-lists"), planned)
    n_lists = server.count("/list")
    assert n_lists > 0

    server.fail("/list", fault, float("inf"))
    without = open_archive("without-lists")
    given = planning.plan(
        without,
        study="test",
        selection=SELECTION.as_params(),
        ready=tmp_path / "plan.json",
        tell=False,
    )
    assert given.tasks == planned.tasks
    fetched = fetch_plan(without, BundleStore(tmp_path / "store"), given)
    assert [task.models for task in fetched] == [task.models for task in wanted]
    assert sum(len(task.models) for task in fetched) == 6
    assert server.count("/list") == n_lists
