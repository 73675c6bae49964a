"""Scripts in processes of their own, and environments in which Numba can't compile."""

import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

FULL_DISK = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
"""What a script begins with that can't write a file."""
NO_COMPILER = ["disabled", "ImportError('absent')", "OSError('no LLVM')"]


def without_compiler(folder: Path, how: str) -> dict[str, str]:
    """Return the variables under which Numba is told not to compile, or fails to be imported."""
    if how == "disabled":
        return {"NUMBA_DISABLE_JIT": "1"}
    (folder / "numba.py").write_text(f"raise {how}\n")
    return {"PYTHONPATH": os.pathsep.join([str(folder), *filter(None, sys.path)])}


def arrays_of(script: str, *arguments: str | Path, **environment: str) -> list[np.ndarray]:
    """Run a script and load the arrays that it writes to its standard output by `np.savez`."""
    result = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        capture_output=True,
        check=False,
        timeout=300,
        env={**os.environ, **environment},
    )
    assert result.returncode == 0, result.stderr.decode()
    with np.load(io.BytesIO(result.stdout)) as found:
        return list(found.values())
