"""The library of compiled kernels, which a build without a C compiler lacks.

Paths are texts, as importing pathlib takes long.
"""

import ctypes
import os
import warnings
import zlib
from functools import cache

_ENGINE = os.path.join(os.path.dirname(__file__), "..", "metrics", "engine")
SOURCE = os.path.join(_ENGINE, "kernels.c")
# Python takes a file that ends in .so for a module.
LIBRARY = os.path.join(_ENGINE, "_kernels.dll" if os.name == "nt" else "_kernels.so.1")
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
    except OSError as error:
        warnings.warn(
            f"{error}: prgbench computes its metrics with NumPy, which is slower. "
            f"{ENGINE}=numpy silences this warning.",
            RuntimeWarning,
            stacklevel=2,
        )
        os.environ[ENGINE] = "numpy"
        return False
    return True


@cache
def load_kernels() -> ctypes.CDLL:
    """Load the library; OSError if it is not here, not for this machine or of another source."""
    if not os.path.exists(LIBRARY):
        raise OSError("The package was installed without a C compiler")
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError as error:
        raise OSError(f"The compiled kernels can't be loaded ({error})") from None
    with open(SOURCE, "rb") as source:
        digest = zlib.crc32(source.read())
    if library.prg_source() != ctypes.c_int(digest).value:
        raise OSError("kernels.c has changed since it was compiled (make kernels)")
    return library
