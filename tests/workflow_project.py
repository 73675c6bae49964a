"""A folder in which the workflow runs on a small archive, for tests of the pipeline."""

import re
import shutil
import sys
from pathlib import Path

from fast_settings import FAST
from folder_archives import make_folder, make_task
from forked_snakemake import run_snakemake
from places import ROOT
from prgbench.sources.folder import FolderSource

STUDY = """\
title: Test study
archive: archive
selection:
  min_flows: 5
  models: 4
  spares: {spares}
  tasks: {tasks}
  seed: {seed}
{more}
chunks: {chunks}
measures: [aupr, auprg, auroc, "mine:top_ten"]
figures: {{formats: {formats}}}
"""
MEASURE = """\
import numpy as np


def top_ten(y_true, y_score):
    \"\"\"Return the share of positives among the ten highest scores.\"\"\"
    return y_true[np.argsort(-y_score, kind="stable")[:10]].mean()
"""
TASKS = [1, 2, 3, 4]
# Tasks 1, 2 and 3 are in one of the two chunks, 4, 5 and 6 in the other.
CHUNKS = 2
# What makes all tables, and draws and writes nothing.
ALL_TABLES = (
    "results/test/answer.json",
    "results/test/tables/examples.json",
    "results/test/tables/exclusions.csv",
)


class Project:
    """A folder in which the workflow runs; one that is there is taken as it is.

    ``code`` is the project whose Snakefile and package are used, ``path`` more folders of modules;
    ``parts`` are the parts on robustness that are computed. All can be given by name.
    """

    settings: tuple[str, ...] = ()
    code = ROOT
    path: tuple[Path, ...] = ()
    cores = 2
    chunks = CHUNKS
    spares = 2
    formats: tuple[str, ...] = ("png",)
    parts: tuple[str, ...] = ()

    def __init__(self, folder: Path, **given) -> None:
        vars(self).update(given)
        self.folder = folder
        if not folder.exists():
            shutil.copytree(ROOT / "config", folder / "config")
            self.make()

    def make(self) -> None:
        """Write the archive, a measure of one's own and the study file."""
        tasks = [make_task(task_id) for task_id in range(1, 7)]
        make_folder(self.folder / "archive", tasks, 6)
        (self.folder / "mine.py").write_text(MEASURE)
        self.write()

    def write(self, tasks=TASKS, seed=1, more="") -> None:
        more += f"\ncomparison: {FAST}\nrobustness: {list(self.parts)}"
        text = STUDY.format(
            tasks=tasks,
            seed=seed,
            more=more,
            chunks=self.chunks,
            spares=self.spares,
            formats=list(self.formats),
        )
        (self.folder / "config" / "studies" / "test.yaml").write_text(text)

    def arguments(self, *given: str) -> list[str]:
        return [
            *("--snakefile", str(self.code / "Snakefile"), "--directory", str(self.folder)),
            *("--cores", str(self.cores), *given, "--config", "study=test", *self.settings),
        ]

    def command(self) -> list[str]:
        """Return what a user types, for a process of its own."""
        return [sys.executable, "-m", "snakemake", *self.arguments()]

    def run(self, *arguments: str, code: int = 0) -> str:
        path = [str(folder) for folder in (self.code / "src", *self.path)]
        status, output = run_snakemake(self.arguments(*arguments), path, self.folder)
        assert status == code, output
        return output

    def jobs(self, *arguments: str) -> dict[str, int]:
        """Return how many jobs of each rule a dry run announces."""
        output = self.run("--dry-run", *arguments)
        table = re.search(r"^job +count\n[- ]+\n(.*?)^total", output, re.MULTILINE | re.DOTALL)
        rows = (line.split() for line in table[1].splitlines()) if table else ()
        return {rule: int(count) for rule, count in rows}

    @property
    def results(self) -> Path:
        return self.folder / "results" / "test"

    @property
    def store(self) -> Path:
        return FolderSource(self.folder / "archive", self.folder / "resources").store

    def contents(self) -> dict[str, bytes]:
        """Return what must be the same however a run came to its end."""
        files = [self.results / "models.parquet", *sorted((self.results / "tables").rglob("*.*"))]
        return {file.name: file.read_bytes() for file in files}


class OfServer(Project):
    """A study of an OpenML server."""

    def write(self, **given) -> None:
        super().write(**given)
        study = self.folder / "config" / "studies" / "test.yaml"
        study.write_text(study.read_text().replace("archive: archive", "archive: openml"))
