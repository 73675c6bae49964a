"""Bundles that can't be used are set aside under a new number, with a note for the next run."""

import shutil

import pyarrow.parquet as pq
import pytest

from folder_archives import make_task
from prgbench.run.errors import PrgbenchError
from prgbench.sources.store.set_aside import SetAsideError, ask_again, asked_again, set_aside
from prgbench.study.chunks import chunk_of
from workflow_project import TASKS, Project


@pytest.fixture
def bundle(tmp_path):
    path = tmp_path / "bundles" / "7.parquet"
    path.parent.mkdir()
    path.write_bytes(b"damaged")
    return path


def names(bundle):
    return sorted(path.name for path in (bundle.parent / "damaged").iterdir())


def test_a_bundle_lies_aside_with_a_note_that_says_why(bundle):
    error = set_aside(bundle.stat(), True, bundle, "broken off")
    assert isinstance(error, SetAsideError)
    assert error.problem == (
        f"{bundle} (task 7) can't be used (broken off) and was set aside as damaged/7-1.parquet"
    )
    assert str(error) == f"{error.problem}; run the same command again to fetch it once more."
    assert not bundle.exists()
    aside = bundle.parent / "damaged"
    assert (aside / "7-1.parquet").read_bytes() == b"damaged"
    assert (aside / "7-1.fetch").read_text(encoding="utf-8") == "broken off\n"


def test_whoever_fetches_it_at_once_needs_no_note(bundle):
    set_aside(bundle.stat(), False, bundle, "broken off")
    assert names(bundle) == ["7-1.parquet"]


def test_every_one_gets_a_number_of_its_own(bundle):
    set_aside(bundle.stat(), True, bundle, "once")
    bundle.write_bytes(b"damaged again")
    set_aside(bundle.stat(), False, bundle, "twice")
    ask_again(bundle, "missing")
    assert names(bundle) == ["7-1.fetch", "7-1.parquet", "7-2.parquet", "7-3.fetch"]


def test_a_file_that_has_taken_its_place_stays(bundle):
    opened = bundle.stat()
    replacement = bundle.with_name("new")
    replacement.write_bytes(b"sound")
    replacement.replace(bundle)
    error = set_aside(opened, True, bundle, "broken off")
    assert isinstance(error, SetAsideError)
    assert error.problem == f"{bundle} (task 7) can't be used (broken off) and has been replaced"
    assert bundle.read_bytes() == b"sound"
    assert not (bundle.parent / "damaged").exists()


def test_where_it_can_not_be_moved_the_sentence_says_to_delete_it(bundle):
    (bundle.parent / "damaged").write_text("a file in the way", encoding="utf-8")
    error = set_aside(bundle.stat(), True, bundle, "broken off")
    assert type(error) is PrgbenchError
    assert str(error).endswith("delete it and run the same command again.")
    assert "nor set aside (" in str(error)
    assert bundle.exists()


def test_notes_are_read_in_order_and_other_files_are_not(bundle):
    assert list(asked_again(bundle.parent.parent)) == []
    ask_again(bundle, "missing")
    ask_again(bundle.with_name("12.parquet"), "missing")
    aside = bundle.parent / "damaged"
    for name in ("x-1.fetch", "7.fetch", "7-1.fetch.old", "8-1.parquet"):
        (aside / name).touch()
    assert list(asked_again(bundle.parent.parent)) == [(12, "12-1.fetch"), (7, "7-1.fetch")]


# One in each of the two chunks, so that both jobs notice.
DAMAGED, MISSING = 1, 4


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    project = Project(tmp_path_factory.mktemp("project") / "finished")
    project.run()
    return project


@pytest.mark.timeout(600)
@pytest.mark.slow
def test_a_run_that_finds_bundles_unusable_ends_and_the_next_fetches_them(finished):
    store, expected = finished.store / "bundles", finished.contents()
    bodies = {path.name: path.read_bytes() for path in store.glob("*.parquet")}
    assert set(bodies) == {f"{make_task(task).task_id}.parquet" for task in TASKS}
    for path in (*(finished.results / "scores").iterdir(), finished.results / "models.parquet"):
        path.unlink()
    # Else the damaged task would not be read again.
    shutil.rmtree(finished.results / "kept")
    spoiled = bytearray(bodies["1.parquet"])
    scores = pq.ParquetFile(store / "1.parquet").metadata.row_group(0).column(4)
    spoiled[scores.dictionary_page_offset + scores.total_compressed_size - 3] ^= 1
    (store / "1.parquet").write_bytes(spoiled)
    (store / f"{MISSING}.parquet").unlink()

    output = finished.run(code=1)
    assert "Traceback" not in output
    logs = "".join(log.read_text() for log in (finished.results / "logs" / "evaluate").iterdir())
    assert "1.parquet (task 1) can't be used (" in logs
    assert "was set aside as damaged/1-1.parquet; run the same command again" in logs
    assert f"{MISSING}.parquet (task {MISSING}) is missing; run the same command again" in logs
    assert (store / "damaged" / "1-1.parquet").read_bytes() == spoiled

    chunks = {chunk_of(task, finished.chunks) for task in (DAMAGED, MISSING)}
    assert finished.jobs()["fetch"] == len(chunks)
    finished.run()
    assert {path.name: path.read_bytes() for path in store.glob("*.parquet")} == bodies
    assert finished.contents() == expected
    assert finished.jobs() == {}
    assert (store / "damaged" / "1-1.parquet").read_bytes() == spoiled
