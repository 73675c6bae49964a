"""pytest in a fork of a process that has imported what tests need: a start takes half a second.

Nothing of this project is imported here, so that each run loads the package that it was given.
"""

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path

_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload(
    [
        "hypothesis",
        "matplotlib.pyplot",
        "pandas",
        "pyarrow.parquet",
        "pydantic",
        "pytest",
        "requests",
        "scipy.stats",
        "sklearn.metrics",
    ]
)
KILLED = 10.0


def run_pytest(
    arguments: Sequence[str], root: Path, variables: Mapping[str, str], seconds: float
) -> int | None:
    """Run tests as `python -m pytest` does, with a package and variables of one's own.

    Parameters
    ----------
    arguments : sequence of str
        Those of pytest.
    root : Path
        The folder in which it is started.
    variables : mapping
        Of the environment; the folder of ``PYTHONPATH`` comes before all others.
    seconds : float
        How long it may take.

    Returns
    -------
    int or None
        What pytest ends with; None if it takes longer, its own processes ended with it.
    """
    process = _FORKS.Process(target=_pytest, args=(arguments, root, dict(variables)))
    process.start()
    process.join(seconds)
    if process.exitcode is not None:
        return process.exitcode
    os.killpg(process.pid, signal.SIGKILL)
    process.join(KILLED)
    return None


def _pytest(arguments: Sequence[str], root: Path, variables: Mapping[str, str]) -> None:
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)
    os.environ.update(variables)
    os.chdir(root)
    sys.path[:0] = [variables["PYTHONPATH"], str(root)]
    sys.argv = ["pytest", *arguments]
    import pytest

    sys.exit(pytest.main(list(arguments)))
