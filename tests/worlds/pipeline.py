"""Runs a study of a world through a folder archive and the whole pipeline."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from places import ROOT
from prgbench.answer.answer import Answer
from worlds.archive import write_archive
from worlds.made import World, draw_study

STUDY = """\
title: {title}
archive: archive
selection:
  min_flows: 30
  models: 30
  seed: 1
chunks: 2
figures: {{formats: [png]}}
"""


def answer_of(world: World, seed: int, folder: Path, cores: int = 2) -> Answer:
    """Return the answer of the pipeline for a study of a world that is written as an archive.

    Raises
    ------
    RuntimeError
        If the pipeline fails.
    """
    shutil.copytree(ROOT / "config", folder / "config")
    write_archive(folder / "archive", f"world {world.name}", *draw_study(world, seed))
    study = folder / "config" / "studies" / "world.yaml"
    study.write_text(STUDY.format(title=world.what), encoding="utf-8")
    command = [
        *(sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile")),
        *("--directory", str(folder), "--cores", str(cores)),
        *("--config", "study=world"),
    ]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    text = (folder / "results" / "world" / "answer.json").read_text(encoding="utf-8")
    return Answer.read(text)
