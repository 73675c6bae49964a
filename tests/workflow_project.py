"""A folder in which the workflow runs on a small archive, for tests of the pipeline."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from folder_archives import make_folder, make_task
from places import ROOT
from prgbench.archive.folder import FolderSource
from prgbench.comparison.parts import PARTS

STUDY = """\
title: Test study
archive: archive
selection:
  min_flows: 5
  models: 4
  spares: 2
  tasks: {tasks}
  seed: {seed}
{more}
chunks: {chunks}
figures: {{formats: {formats}}}
"""
TASKS = [1, 2, 3, 4]


class Project:
    """A folder in which the workflow runs.

    ``code`` is the project whose Snakefile and package are used, ``path`` more folders of modules;
    ``parts`` are the parts of the comparison that are computed. All can be given by name.
    """

    settings: tuple[str, ...] = ()
    code = ROOT
    path: tuple[Path, ...] = ()
    cores = 2
    chunks = 3
    formats: tuple[str, ...] = ("png",)
    parts: tuple[str, ...] = ("intervals",)

    def __init__(self, folder: Path, **given) -> None:
        vars(self).update(given)
        self.folder = folder
        shutil.copytree(ROOT / "config", folder / "config")
        make_folder(folder / "archive", [make_task(task_id) for task_id in range(1, 7)], 6)
        self.write()

    def write(self, tasks=TASKS, seed=1, more="") -> None:
        off = {part.name: {"enabled": False} for part in PARTS if part.name not in self.parts}
        more += f"\ncomparison: {off}"
        text = STUDY.format(
            tasks=tasks, seed=seed, more=more, chunks=self.chunks, formats=list(self.formats)
        )
        (self.folder / "config" / "studies" / "test.yaml").write_text(text)

    def command(self, *arguments: str) -> list[str]:
        return [
            *(sys.executable, "-m", "snakemake", "--snakefile", str(self.code / "Snakefile")),
            *("--directory", str(self.folder), "--cores", str(self.cores), *arguments),
            *("--config", "study=test", *self.settings),
        ]

    def run(self, *arguments: str, code: int = 0) -> str:
        done = subprocess.run(
            self.command(*arguments),
            capture_output=True,
            text=True,
            check=False,
            env=os.environ
            | {"PYTHONPATH": os.pathsep.join(map(str, (self.code / "src", *self.path)))},
        )
        output = done.stdout + done.stderr
        assert done.returncode == code, output
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
