"""Damaged results of finished studies: the same command gives the same numbers, or one sentence.

Each trial copies a finished study, damages some of its files and runs the command again.
"""

import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from archive_server import ArchiveServer, Content
from forked_snakemake import run_snakemake
from fuzz.mutators import cut, flip
from fuzz.trial import Tally
from prgbench.sources.folder import FolderSource
from tables_of_predictions import long_table, write_table
from workflow_project import ALL_TABLES, FAST, Project

SEED = 31
TRIALS = 84
DAMAGES = 4
DAY = 24 * 3600
NO_RESULTS = {"logs"}


class Table(Project):
    """A study of a table of one's own."""

    def make(self):
        write_table(long_table(6, 5), self.folder / "mine.csv")
        self.write()

    def write(self, seed=1):
        study = self.folder / "config" / "studies" / "test.yaml"
        selection = f"selection: {{models: 4, seed: {seed}}}"
        study.write_text(f"title: T\narchive: mine.csv\n{selection}\ncomparison: {FAST}\n")


class OpenML(Project):
    """A study of a server."""

    def write(self, **given):
        super().write(**given)
        study = self.folder / "config" / "studies" / "test.yaml"
        study.write_text(study.read_text().replace("archive: archive", "archive: openml"))


@dataclass(frozen=True)
class Finished:
    """A finished study, and the same study as it was with another draw of models."""

    project: Project
    older: Path

    @classmethod
    def of(cls, project):
        project.write(seed=2)
        project.run(*ALL_TABLES)
        older = project.folder.with_name("older")
        shutil.copytree(project.results, older)
        project.write(seed=1)
        project.run(*ALL_TABLES)
        return cls(project, older)


def numbers(project):
    return {**project.contents(), "answer": (project.results / "answer.json").read_bytes()}


def damage(folder, older, rng):
    """Damage a file or folder of a study, or what Snakemake knows of it."""
    results = folder / "results" / "test"
    files = [
        path
        for path in sorted([*results.rglob("*"), *(folder / "resources").rglob("*")])
        if path.is_file() and not NO_RESULTS & set(path.parts)
    ]
    path = files[rng.integers(len(files))]
    how = HOW[rng.integers(len(HOW))]
    how(path, older, rng)
    return f"{how.__name__} {path.relative_to(folder)}"


def deleted(path, _older, _rng):
    path.unlink()


def folder_deleted(path, _older, _rng):
    if path.parent.name not in ("test", "resources"):
        shutil.rmtree(path.parent)


def truncated(path, _older, rng):
    if content := path.read_bytes():
        path.write_bytes(cut(content, rng))


def flipped(path, _older, rng):
    if content := path.read_bytes():
        path.write_bytes(flip(content, rng))


def as_before(path, older, _rng):
    """Put the file of the older study in its place."""
    before = older / path.as_posix().partition("/results/test/")[2]
    if before.is_file():
        shutil.copy(before, path)


def as_before_with_record(path, older, rng):
    as_before(path, older, rng)
    name = path.as_posix().partition("/results/test/")[2]
    record = path.parents[len(Path(name).parts) - 1] / "records" / f"{name}.json"
    if record.is_file():
        as_before(record, older, rng)


def touched(path, _older, rng):
    then = path.stat().st_mtime + rng.integers(-DAY, DAY)
    os.utime(path, (then, then))


def clock_set(path, _older, rng):
    shift = int(rng.integers(-DAY, DAY))
    for file in path.parent.rglob("*"):
        then = file.stat().st_mtime + shift
        os.utime(file, (then, then))


def snakemake_forgot(path, _older, _rng):
    [folder] = [parent for parent in path.parents if (parent / "config").is_dir()]
    shutil.rmtree(folder / ".snakemake", ignore_errors=True)


HOW: tuple[Callable[[Path, Path, np.random.Generator], None], ...] = (
    deleted, folder_deleted, truncated, flipped, as_before, as_before_with_record, touched,
    clock_set, snakemake_forgot,
)  # fmt: skip


def trial(finished, whole, place, number):
    """Damage a copy, run it, and say how that ended."""
    rng = np.random.default_rng([SEED, number])
    copy = Project(
        shutil.copytree(finished.project.folder, place / str(number)),
        settings=finished.project.settings,
        cores=1,
    )
    damages = [damage(copy.folder, finished.older, rng) for _ in range(DAMAGES)]
    path = [str(copy.code / "src")]
    status, output = run_snakemake(copy.arguments(*ALL_TABLES), path, copy.folder)
    what = f"{number}: {', '.join(damages)}\n{output}"
    assert "Traceback" not in output, what
    assert "Unexpected failure" not in output, what
    if status:
        assert output.splitlines()[-1].endswith("."), what
        how = "one sentence"
    else:
        assert numbers(copy) == whole, what
        how = "numbers of before"
    shutil.rmtree(copy.folder)
    return how


@pytest.mark.fuzz
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kind", ["folder", "table", "openml"])
def test_damaged_results_are_made_anew_or_refused(kind, tmp_path):
    with ExitStack() as stack:
        if kind == "openml":
            archive = FolderSource(Project(tmp_path / "of-server").folder / "archive")
            server = stack.enter_context(ArchiveServer(Content.of(archive)))
            settings = (f"server={server.address}", "requests_per_second=1000")
            project = OpenML(tmp_path / "project", settings=settings)
        else:
            project = {"folder": Project, "table": Table}[kind](tmp_path / "project")
        finished = Finished.of(project)
        whole, tally = numbers(project), Tally()
        with ThreadPoolExecutor(2) as threads:
            tally.update(
                threads.map(lambda number: trial(finished, whole, tmp_path, number), range(TRIALS))
            )
    tally.say(f"{DAMAGES} damages to results of a {kind}")
    assert tally["numbers of before"] > TRIALS // 2
