"""Snakemake in a fork of a process that has imported it: a start takes 1 second instead of 5.

Its jobs are forks, too. Of this project, what rules import is imported before, unless a run is
given other code: that it loads itself.
"""

import atexit
import os
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from itertools import chain
from pathlib import Path

from places import ROOT
from prgbench.pipeline.jobs import EVERY_SCRIPT, FORKED, imported_by
from prgbench.run.fork_server import fork_server
from prgbench.sources.openml.source import OpenMLSource

_LIBRARIES = [
    "snakemake.cli",
    "grimp",
    "jinja2",
    "matplotlib.backends.backend_pdf",
    "matplotlib.pyplot",
    "minio",
    "pandas",
    "pyarrow.parquet",
    "pydantic",
    "requests",
    "scipy.cluster.hierarchy",
    "scipy.stats",
    "shapely",
    "sklearn.metrics",
]
_MAIN = Path(__file__).with_name("snakemake_main.py")


def run_snakemake(arguments: Sequence[str], path: Sequence[str], printed: Path) -> tuple[int, str]:
    """Run `snakemake` as a command does, with folders of modules that come before all others.

    Returns
    -------
    status : int
        What the process ends with.
    output : str
        What it printed: its standard output, then its standard error.
    """
    out, err = (printed.with_suffix(ending) for ending in (".out", ".err"))
    python = _python(ours=[*path] == [str(ROOT / "src")])
    with out.open("wb") as stdout, err.open("wb") as stderr:
        ended = subprocess.run(
            [python, _MAIN, python, *arguments],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
            stdout=stdout,
            stderr=stderr,
            check=False,
        )
    return ended.returncode, "".join(file.read_text(encoding="utf-8") for file in (out, err))


@cache
def _python(*, ours: bool) -> str:
    modules = chain(EVERY_SCRIPT, *(imported_by(rule, OpenMLSource) for rule in FORKED))
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(fork_server([*_LIBRARIES, *(modules if ours else ())]))
