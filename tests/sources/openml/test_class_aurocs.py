"""The AUROCs of the classes, where the two scores of a row do not mirror each other."""

from dataclasses import replace

import pytest

from archive_server import GeneratedArchive
from prgbench.sources.exclusions import Reason
from prgbench.sources.openml.answers import per_class
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task
from prgbench.sources.tasks import TaskQuery


@pytest.fixture
def generated(tmp_path):
    return GeneratedArchive(
        tmp_path / "generated", n_tasks=2, n_flows=4, n_instances=40, mirrored=False
    )


def left_out(archive, store, runs):
    """Fetch the runs of task 1 and return those that are left out."""
    (task,) = (task for task in archive.tasks(TaskQuery()).tasks if task.task_id == 1)
    fetched = fetch_task(archive, BundleStore(store), task, runs, None)
    return {exclusion.run_id: exclusion.reason for exclusion in fetched.exclusions}


def test_the_value_is_the_mean_weighted_by_the_sizes_of_the_classes(archive, server):
    ((_, runs),) = archive.candidate_runs([server.content.tasks[1]])
    assert runs == server.content.runs_of([1])
    for run in runs:
        assert abs(run.aurocs[0] - run.aurocs[1]) > 1e-3
        low, high = sorted(run.aurocs)
        assert low < (run.auroc or 0) < high


def test_files_are_accepted_by_the_auroc_of_the_positive_class(archive, server, tmp_path):
    runs = server.content.runs_of([1])
    assert left_out(archive, tmp_path / "store", runs) == {}
    without = [replace(run, aurocs=()) for run in runs]
    expected = dict.fromkeys((run.run_id for run in runs), Reason.AUROC_DIFFERS)
    assert left_out(archive, tmp_path / "other", without) == expected


def test_files_that_have_neither_value_are_left_out(archive, server, tmp_path):
    first, *others = server.content.runs_of([1])
    changed = replace(first, aurocs=tuple(value + 2e-5 for value in first.aurocs))
    found = left_out(archive, tmp_path / "store", [changed, *others])
    assert found == {first.run_id: Reason.AUROC_DIFFERS}


NO_VALUES = [
    "", "[]", "0.5,0.5", "[0.5,0.5", "[0.5]", "[0.5,0.5,0.5]", "[0.5,1.5]", "[0.5,-0.5]",
    "[0.5,inf]", "[0.5,1e999]", "[0.5,nan]", "[0.5,null]", "[0.5,\u0661]", "[0_1,0.5]", "[0.5,]",
    "[[0.5,0.5]]", "[0.5;0.5]", "[0.5,0.5,1.5]", '["0.5","0.5"]', "[0.5,0x1]",
]  # fmt: skip


@pytest.mark.parametrize("stated", NO_VALUES)
def test_what_is_not_one_value_for_each_class_is_nothing(stated):
    assert per_class(stated, 2) == ()
