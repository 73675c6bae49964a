"""The AUROCs of the classes, where the two scores of a row do not mirror each other."""

from dataclasses import replace
from pathlib import Path

import pytest

from archive_server import ArchiveServer, GeneratedArchive, faults
from prgbench.sources.interface import Reason, Run, TaskQuery
from prgbench.sources.openml.listings import per_class
from prgbench.sources.openml.source import OpenMLSource
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task


@pytest.fixture
def generated(tmp_path: Path) -> GeneratedArchive:
    return GeneratedArchive(
        tmp_path / "generated", n_tasks=2, n_flows=4, n_instances=40, mirrored=False
    )


def left_out(archive: OpenMLSource, store: Path, runs: list[Run]) -> dict[int | None, Reason]:
    """Fetch the runs of task 1 and return those that are left out."""
    (task,) = (task for task in archive.tasks(TaskQuery()).tasks if task.task_id == 1)
    fetched = fetch_task(archive, BundleStore(store), task, runs, None)
    return {exclusion.run_id: exclusion.reason for exclusion in fetched.exclusions}


def test_the_value_is_the_mean_weighted_by_the_sizes_of_the_classes(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    ((_, runs),) = archive.candidate_runs([server.content.tasks[1]])
    assert runs == server.content.runs_of([1])
    for run in runs:
        assert abs(run.aurocs[0] - run.aurocs[1]) > 1e-3
        low, high = sorted(run.aurocs)
        assert low < (run.auroc or 0) < high


def test_files_are_accepted_by_the_auroc_of_the_positive_class(
    archive: OpenMLSource, server: ArchiveServer, tmp_path: Path
) -> None:
    runs = server.content.runs_of([1])
    assert left_out(archive, tmp_path / "store", runs) == {}
    without = [replace(run, aurocs=()) for run in runs]
    expected = dict.fromkeys((run.run_id for run in runs), Reason.AUROC_DIFFERS)
    assert left_out(archive, tmp_path / "other", without) == expected


def test_files_that_have_neither_value_are_left_out(
    archive: OpenMLSource, server: ArchiveServer, tmp_path: Path
) -> None:
    first, *others = server.content.runs_of([1])
    changed = replace(first, aurocs=tuple(value + 2e-5 for value in first.aurocs))
    found = left_out(archive, tmp_path / "store", [changed, *others])
    assert found == {first.run_id: Reason.AUROC_DIFFERS}


def test_labels_that_do_not_occur_have_no_value(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    server.content.datasets[1001].nominal["class"] = ("never", "no", "maybe", "yes")
    runs = server.content.runs_of([1])
    assert server.content.aurocs(runs[0]).count("NaN") == 2
    assert [found for _, found in archive.candidate_runs([server.content.tasks[1]])] == [runs]


def test_of_several_engines_the_lowest_with_a_value_counts(
    archive: OpenMLSource, server: ArchiveServer
) -> None:
    run = server.content.runs[100_001]
    server.content.engines = {run.run_id: (3, 1, 2)}

    def by_engine(body: bytes) -> bytes:
        value, array = f"{run.auroc!r}".encode(), server.content.aurocs(run).encode()
        rows = body.split(b"</oml:evaluation>")
        for number, engine in enumerate((3, 1, 2)):
            assert f"engine_id>{engine}<".encode() in rows[number]
        rows[0] = rows[0].replace(value, b"0.3").replace(array, b"[0.3,0.3]")
        rows[1] = rows[1].replace(b"<oml:value>" + value + b"</oml:value>", b"")
        rows[2] = rows[2].replace(value, b"0.2").replace(array, b"[0.1,0.25]")
        return b"</oml:evaluation>".join(rows)

    server.fail("evaluation/list", faults.changed(by_engine))
    ((_, runs),) = archive.candidate_runs([server.content.tasks[1]])
    assert (runs[0].auroc, runs[0].aurocs) == (0.2, (0.1, 0.25))


@pytest.mark.parametrize("undefined", ["NaN", "\ufffd", "?"])
def test_undefined_values_are_dropped(undefined: str) -> None:
    assert per_class(f"[0.25,{undefined}, 1]", 2) == (0.25, 1.0)
    assert per_class(f"[0.25,{undefined}]", 2) == ()


NO_VALUES = [
    "", "[]", "0.5,0.5", "[0.5,0.5", "[0.5]", "[0.5,0.5,0.5]", "[0.5,1.5]", "[0.5,-0.5]",
    "[0.5,inf]", "[0.5,1e999]", "[0.5,nan]", "[0.5,null]", "[0.5,\u0661]", "[0_1,0.5]", "[0.5,]",
    "[[0.5,0.5]]", "[0.5;0.5]", '["0.5","0.5"]', "[0.5,0x1]",
]  # fmt: skip


@pytest.mark.parametrize("stated", NO_VALUES)
def test_what_is_not_one_value_for_each_class_is_nothing(stated: str) -> None:
    assert per_class(stated, 2) == ()
