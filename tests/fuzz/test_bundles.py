"""Damaged bundles: each gives the values that were written, or one sentence."""

import resource
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from folder_archives import labels_of, make_folder, make_task, scores_of
from fuzz.mutators import flip, mutated
from fuzz.trial import Tally, attempt
from prgbench.run.errors import PrgbenchError
from prgbench.sources.store.bundle import BundleStore, write_bundle
from prgbench.sources.store.bundle_header import BundleHeader
from prgbench.sources.store.fetch import fetch_task

SEED = 11
MUTATED, FLIPPED = 1600, 1400
MEGABYTES = 500
TASK = make_task(7, n=150, n_repeats=2)
FLOWS = (1, 2, 3, 4)


@dataclass(frozen=True)
class Written:
    """A bundle, and what is in it as its makers know without reading it."""

    body: bytes
    header: BundleHeader
    arrays: dict[str, NDArray[Any]]


@pytest.fixture
def written(tmp_path, monkeypatch):
    monkeypatch.setattr("prgbench.sources.store.bundle.ROWS_PER_GROUP", 128)
    kept = []
    monkeypatch.setattr(
        "prgbench.sources.store.fetch.write_bundle",
        lambda path, header, *given: kept.append(header) or write_bundle(path, header, *given),
    )
    store = BundleStore(tmp_path / "whole")
    archive = make_folder(tmp_path / "archive", [TASK], len(FLOWS))
    [(_, runs)] = archive.candidate_runs([TASK])
    fetch_task(archive, store, TASK, runs, None)
    arrays = {
        "y_true": np.tile(labels_of(TASK), 2),
        "row_id": np.tile(np.arange(150), 2),
        "repeat": np.repeat([0, 1], 150),
        "fold": np.tile(np.arange(150) % 10, 2),
        "y_score": np.stack([np.tile(scores_of(TASK, flow), 2) for flow in FLOWS]),
    }
    arrays["decision"] = arrays["y_score"] > 0.5
    return Written(store.path(7).read_bytes(), kept[-1], arrays)


def damaged(body):
    yield from mutated(body, MUTATED, SEED)
    for number in range(FLIPPED):
        rng = np.random.default_rng([SEED, number])
        # The metadata is a small part of a large bundle, but all of it is read.
        end = slice(-9000, None) if number % 2 else slice(None)
        yield f"flip {number}", body[: len(body) - len(body[end])] + flip(body[end], rng)


def read(store):
    bundle = store.open(7, TASK)
    found = bundle.load([1000 * TASK.task_id + flow for flow in FLOWS])
    names = ("y_true", "row_id", "repeat", "fold", "y_score", "decision")
    return bundle.header, {name: getattr(found, name) for name in names}


def assert_same(found, written, name):
    header, arrays = found
    assert header == written.header, name
    for what, array in written.arrays.items():
        np.testing.assert_array_equal(arrays[what], array, f"{name}: {what}")


@pytest.mark.fuzz
def test_damaged_bundles(written, tmp_path):
    store = BundleStore(tmp_path / "store")
    path = store.path(7)
    path.parent.mkdir(parents=True)
    path.write_bytes(written.body)
    assert_same(read(store), written, "whole")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tally = Tally()
    for name, body in damaged(written.body):
        path.write_bytes(body)
        found = attempt(lambda: read(store))
        if isinstance(found, PrgbenchError):
            [aside] = path.parent.glob("damaged/*.parquet")
            assert aside.read_bytes() == body, name
            assert not path.exists(), name
            for file in aside.parent.iterdir():
                file.unlink()
            tally["refused"] += 1
        else:
            assert_same(found, written, name)
            tally["same"] += 1
    tally.say("bundles")
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024
    assert tally.total() >= 1000
    assert grown < MEGABYTES
