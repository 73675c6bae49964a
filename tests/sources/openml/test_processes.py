"""Several processes at once, and processes that are killed at any moment."""

import random
import re
import subprocess
import sys
import time
from collections import Counter

import pytest

from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task
from prgbench.sources.tasks import TaskQuery

WORKER = """
import sys
from pathlib import Path
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.store.fetch import fetch_task
from prgbench.sources.tasks import TaskQuery
from prgbench.sources.openml.source import OpenMLSource

store, server = sys.argv[1:]
archive = OpenMLSource(Path(store), server, connections=3, requests_per_second=200.0)
print("started", flush=True)
for task, runs in archive.candidate_runs(archive.tasks(TaskQuery()).tasks):
    fetch_task(archive, BundleStore(Path(store)), task, runs, None)
"""


def start(store, server):
    command = [sys.executable, "-c", WORKER, str(store), server.address]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def bundles(store):
    return {path.name: path.read_bytes() for path in (store / "bundles").glob("*.parquet")}


def undisturbed(generated, folder):
    for task, runs in generated.candidate_runs(generated.tasks(TaskQuery()).tasks):
        fetch_task(generated, BundleStore(folder), task, runs, None)
    return bundles(folder)


def downloads(server):
    """Count the requests for the file of each run."""
    files = (re.match(r"/data/download/(\d+)", request.path) for request in server.requests)
    return Counter(int(match[1]) - 7 for match in files if match)


def finished(store):
    """Return the runs whose file is complete on disk, or is not needed any more."""
    downloaded = {int(path.name.split("-")[0]) for path in store.glob("downloads/*-*.arff")}
    bundled = BundleStore(store)
    tasks = [int(path.stem) for path in (store / "bundles").glob("*.parquet")]
    return downloaded | {
        model.run.run_id for task in tasks for model in bundled.open(task).header.models
    }


def test_two_processes_share_the_work(server, generated, tmp_path):
    server.seconds_per_answer = 0.01
    store = tmp_path / "store"
    workers = [start(store, server), start(store, server)]
    for worker in workers:
        worker.communicate(timeout=60)
    assert [worker.returncode for worker in workers] == [0, 0]
    assert bundles(store) == undisturbed(generated, tmp_path / "undisturbed")
    assert downloads(server) == dict.fromkeys(server.content.runs, 1)
    assert server.most_at_once <= 3


@pytest.mark.parametrize(
    "kills", [3, pytest.param(100, marks=[pytest.mark.slow, pytest.mark.timeout(1200)])]
)
def test_killed_at_any_moment(kills, server, generated, tmp_path):
    server.seconds_per_answer = 0.01
    expected = undisturbed(generated, tmp_path / "undisturbed")
    rng = random.Random(kills)
    killed = 0
    while killed < kills:
        store = tmp_path / f"store-{killed}"
        known = {}
        completed = False
        while not completed:
            worker = start(store, server)
            assert worker.stdout.readline() == "started\n"
            if killed < kills:
                time.sleep(rng.uniform(0.0, 0.8))
                worker.kill()
            worker.communicate(timeout=60)
            completed = worker.returncode == 0
            killed += not completed
            now = downloads(server)
            assert {run: now[run] for run in known} == known
            known = {run: now[run] for run in finished(store)}
        assert bundles(store) == expected
        assert known.keys() == server.content.runs.keys()
        assert not list(store.rglob("*.part"))
        assert not list((store / "staging").iterdir())
