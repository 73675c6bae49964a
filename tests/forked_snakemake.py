"""Snakemake in a fork of a process that has imported it: a start takes 1 second instead of 5.

Its jobs are forks, too. Nothing of this project is imported here, so that each run loads the code
that it was given.
"""

import os
import sys
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path

from forked_jobs import interpreter

_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        "snakemake.cli",
        "grimp",
        "matplotlib.pyplot",
        "pandas",
        "pyarrow.parquet",
        "pydantic",
        "requests",
        "scipy.stats",
    ]
)


def run_snakemake(arguments: Sequence[str], path: Sequence[str], printed: Path) -> tuple[int, str]:
    """Run `snakemake` as a command does, with folders of modules that come before all others.

    Returns
    -------
    status : int
        What the process ends with.
    output : str
        What it printed: its standard output, then its standard error.
    """
    files = [printed.with_suffix(ending) for ending in (".out", ".err")]
    python = interpreter(_FORKS)
    process = _FORKS.Process(target=_snakemake, args=(arguments, path, files, python))
    process.start()
    process.join()
    return process.exitcode, "".join(file.read_text(encoding="utf-8") for file in files)


def _snakemake(
    arguments: Sequence[str], path: Sequence[str], files: Sequence[Path], python: str
) -> None:
    for descriptor, file in enumerate(files, start=1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
    os.environ["PYTHONPATH"] = os.pathsep.join(path)
    sys.path[:0] = path
    sys.argv = ["snakemake", *arguments]
    sys.executable = python
    from snakemake.cli import main

    main()
