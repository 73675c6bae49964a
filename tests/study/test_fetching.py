import pytest

from folder_archives import make_folder, make_task
from prgbench.run.errors import PrgbenchError
from prgbench.run.progress import Counts
from prgbench.sources.exclusions import Reason
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetched import read_fetched, write_fetched
from prgbench.study.fetching import fetch_plan, notes_of_chunk
from prgbench.study.make_plan import make_plan
from prgbench.study.plan import Plan, PlannedTask
from prgbench.study.selection import Selection

SELECTION = Selection(min_flows=4, models=4, spares=2, seed=1)


def test_fetches_every_task_and_keeps_the_record(tmp_path):
    archive = make_folder(
        tmp_path / "archive",
        [make_task(1), make_task(2)],
        6,
        lambda run, lines: None if run.task_id == 2 and run.flow_id > 3 else lines,
    )
    plan = make_plan(archive, "test", SELECTION)
    notes = []
    fetched = fetch_plan(archive, BundleStore(tmp_path / "store"), plan, notes.append)
    assert [len(task.models) for task in fetched] == [4, 0]
    assert fetched[1].exclusions[-1].reason == Reason.FEW_MODELS
    assert fetched[1].exclusions[-1].detail == "3 of 4"
    assert notes[-1] == Counts(2, 7, 0, notes[-1].n_bytes, len(fetched[1].exclusions) - 1)
    write_fetched(tmp_path / "fetched.json", fetched)
    assert read_fetched(tmp_path / "fetched.json") == fetched


def test_files_are_counted_as_they_come(tmp_path):
    archive = make_folder(tmp_path / "archive", [make_task(1)], 6)
    plan = make_plan(archive, "test", SELECTION)
    sizes = [
        (tmp_path / "archive" / "predictions" / f"{run.run_id}.arff").stat().st_size
        for run in plan.tasks[0].candidates[:4]
    ]
    notes = []
    fetch_plan(archive, BundleStore(tmp_path / "store"), plan, notes.append)
    so_far = [Counts(files=n, n_bytes=sum(sizes[:n])) for n in (1, 2, 3, 4)]
    assert notes == [*so_far, Counts(units=1, files=4, n_bytes=sum(sizes))]


def test_a_file_of_no_use_is_no_model_and_none_was_found(tmp_path):
    archive = make_folder(
        tmp_path / "archive",
        [make_task(1)],
        6,
        lambda run, lines: lines[:-1] if run.flow_id == 1 else lines,
    )
    every = SELECTION.model_copy(update={"models": "all"})
    notes = []
    [task] = fetch_plan(
        archive, BundleStore(tmp_path / "store"), make_plan(archive, "test", every), notes.append
    )
    assert sorted(model.run.flow_id for model in task.models) == [2, 3, 4, 5, 6]
    assert [note.files for note in notes] == [1, 2, 3, 4, 5, 6, 5]
    assert notes[-1] == Counts(1, 5, 0, notes[-2].n_bytes, left_out=1)


def test_models_that_were_there_are_counted_as_stored(tmp_path):
    archive = make_folder(tmp_path / "archive", [make_task(1)], 6)
    plan = make_plan(archive, "test", SELECTION)
    store = BundleStore(tmp_path / "store")
    fetch_plan(archive, store, plan)
    notes = []
    fetch_plan(archive, store, plan, notes.append)
    assert notes == [Counts(units=1, files=4, stored=4)]


def test_notes_ask_the_chunk_of_their_task_alone(tmp_path):
    store = BundleStore(tmp_path / "store")
    first, other, unplanned = (tmp_path / f"{number:03}.json" for number in range(3))
    for path, task_id in ((first, 7), (other, 12)):
        task = PlannedTask.of(make_task(task_id=task_id), 2, [])
        Plan("test", "folder", "", 2, [task]).write(path)
    assert notes_of_chunk(store.folder, first) == []
    for task_id in (7, 7, 12):
        with pytest.raises(PrgbenchError):
            store.open(task_id)
    assert notes_of_chunk(store.folder, first) == ["7-1.fetch", "7-2.fetch"]
    assert notes_of_chunk(store.folder, other) == ["12-1.fetch"]
    assert notes_of_chunk(store.folder, unplanned) == []
