import pytest

from folder_archives import make_task
from prgbench.run.errors import PrgbenchError
from prgbench.sources.store.bundle import BundleStore
from prgbench.study.fetching import notes_of_chunk
from prgbench.study.plan import Plan, PlannedTask


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
