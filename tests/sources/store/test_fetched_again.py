"""Through the workflow: a run that finds a bundle damaged or missing ends, the next mends it."""

import pyarrow.parquet as pq
import pytest

from folder_archives import make_task
from prgbench.study.plan import chunk_of
from workflow_project import TASKS, Project

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
