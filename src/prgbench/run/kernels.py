"""The library of compiled kernels, which a build without a C compiler lacks."""

import ctypes
import os
import warnings
from functools import cache
from pathlib import Path

LIBRARY = (
    Path(__file__).parents[1]
    / "metrics"
    / "engine"
    / ("_kernels.dll" if os.name == "nt" else "_kernels.so")
)
ENGINE = "PRGBENCH_ENGINE"


def can_use_kernels() -> bool:
    """Tell whether the compiled kernels are here and wanted; the first time, warn if they lack.

    ``PRGBENCH_ENGINE=numpy`` does without them and without a warning. After a warning it is set,
    so that the processes that this one starts do not repeat it.
    """
    if os.environ.get(ENGINE) == "numpy":
        return False
    try:
        load_kernels()
    except OSError:
        warnings.warn(
            "prgbench was installed without a C compiler and computes its metrics with NumPy, "
            f"which takes longer; {ENGINE}=numpy silences this.",
            RuntimeWarning,
            stacklevel=2,
        )
        os.environ[ENGINE] = "numpy"
        return False
    return True


@cache
def load_kernels() -> ctypes.CDLL:
    """Load the library; OSError if it is not here or not for this machine."""
    return ctypes.CDLL(str(LIBRARY))
