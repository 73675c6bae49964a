"""A study of an archive gives the same scores directly and through the server."""

import pandas as pd
import pytest
from folder_files import write_index

from archive_server import ArchiveServer, Content, GeneratedArchive
from prgbench.data.models import Models
from prgbench.metrics import get_measure
from prgbench.sources.folder import FolderSource
from prgbench.sources.openml.source import OpenMLSource
from prgbench.sources.store.bundle import BundleStore
from prgbench.sources.tasks import TaskQuery
from prgbench.study.fetching import fetch_plan
from prgbench.study.make_plan import make_plan
from prgbench.study.plan import Plan
from prgbench.study.scoring import score_task
from prgbench.study.selection import Selection

SELECTION = Selection(estimation_procedures=(1, 3), min_flows=5, models=5, spares=3, seed=2015)
MEASURES = [get_measure(name) for name in ("auroc", "aupr", "auprg")]


def models(archive, store):
    """Plan, fetch and score; return the table of models as a file."""
    plan = make_plan(archive, "test", SELECTION)
    plan.write(store / "plan.json")
    plan = Plan.read(store / "plan.json")
    bundles = BundleStore(store)
    path = store / "models.parquet"
    fetched = fetch_plan(archive, bundles, plan)
    Models.concat(
        score_task(task, bundles.load(task.task.task_id), MEASURES) for task in fetched
    ).write(path)
    return path.read_bytes()


def folder_of(generated, folder):
    """Write a generated archive into a folder, file ids unlike run ids."""
    tasks = generated.tasks(TaskQuery()).tasks
    runs = []
    for task, found in generated.candidate_runs(tasks):
        for run in found:
            file = generated.send(task, run)
            target = folder / "predictions" / f"{run.run_id}.arff"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.path.read_bytes())
            runs.append((run, file.file_id))
    write_index(folder, {"name": "a folder"}, tasks, runs)
    return FolderSource(folder)


@pytest.fixture
def folder(tmp_path):
    generated = GeneratedArchive(tmp_path / "generated", n_tasks=4, n_flows=9, n_instances=50)
    return folder_of(generated, tmp_path / "folder")


@pytest.fixture
def openml(folder, tmp_path):
    with ArchiveServer(Content.of(folder)) as server:
        yield OpenMLSource(tmp_path / "staging", server.address, requests_per_second=1000.0)


def test_a_folder_gives_the_same_models_behind_the_server(folder, openml, tmp_path):
    direct = models(folder, tmp_path / "direct")
    assert models(openml, tmp_path / "served") == direct
    table = pd.read_parquet(tmp_path / "direct" / "models.parquet")
    assert len(table) == 4 * 5
    assert (table["auroc"] - table["stored_auroc"]).abs().max() < 1e-6


@pytest.mark.slow
def test_the_archive_of_the_demo_gives_the_same_models_behind_the_server(tmp_path):
    from demo_archive.build import build

    build(tmp_path / "archive", max_tasks=1)
    folder = FolderSource(tmp_path / "archive")
    direct = models(folder, tmp_path / "direct")
    with ArchiveServer(Content.of(folder)) as server:
        openml = OpenMLSource(tmp_path / "staging", server.address, requests_per_second=1000.0)
        assert models(openml, tmp_path / "served") == direct
