"""Scripts in processes of their own, and where they find no compiled kernels."""

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

from places import ROOT
from prgbench.run.kernels import LIBRARY, SOURCE

WITHOUT_KERNELS = ("asked for", "no library", "damaged library", "other source")


def without_kernels(folder: Path, how: str) -> dict[str, str]:
    """Return the variables under which there are no kernels in C, or NumPy is asked for."""
    if how == "asked for":
        return {"PRGBENCH_ENGINE": "numpy"}
    copy = folder / "src"
    shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__"))
    engine = copy / "prgbench" / "metrics" / "engine"
    library = engine / Path(LIBRARY).name
    if how == "other source":
        (engine / Path(SOURCE).name).write_text("int changed;")
    elif how == "damaged library":
        library.write_bytes(b"no")
    else:
        library.unlink()
    path = os.pathsep.join([str(copy), *filter(None, sys.path)])
    return {"PYTHONPATH": path, "PRGBENCH_ENGINE": "c"}


def arrays_of(
    script: str, *arguments: str | Path, warnings: str = "", **environment: str
) -> list[np.ndarray]:
    """Run a script and load the arrays that it writes to its standard output by `np.savez`.

    What it writes to its standard error must contain `warnings` once, or nothing.
    """
    result = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        capture_output=True,
        check=False,
        timeout=300,
        env={**os.environ, **environment},
    )
    said = result.stderr.decode()
    assert result.returncode == 0, said
    assert said.count(warnings) == 1 if warnings else not said
    with np.load(io.BytesIO(result.stdout)) as found:
        return list(found.values())
