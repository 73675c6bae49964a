import pytest

from made_up_store import write_task
from made_up_tasks import make_task_scores
from prgbench.sources.store.bundle import BundleStore


@pytest.fixture
def task():
    return make_task_scores(n=60)


@pytest.fixture
def bundle(task, tmp_path):
    store = BundleStore(tmp_path)
    write_task(store, task)
    return store.open(1)
