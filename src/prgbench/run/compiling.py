"""Compilation by Numba, robust against a damaged or full cache and against forks.

Numba may be absent, broken or switched off by ``NUMBA_DISABLE_JIT=1``. It is imported on first
use, as that takes long.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any


def can_compile() -> bool:
    """Tell whether Numba is here and compiles."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") == "1":  # spares the import
        return False
    try:
        from numba import config
    except (ImportError, OSError):
        return False
    # Numba sets its settings from the environment by name, which no type checker sees.
    return not config.DISABLE_JIT  # type: ignore[attr-defined]


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function and cache the code, if there is a place for it.

    If Numba can't compile, the function stays as it is: slower, with the same values.
    """
    if not can_compile():
        return function
    from numba import njit

    from prgbench.run.code_cache import ForgivingCache

    dispatcher: Any = njit(nogil=True, error_model="numpy")(function)
    # Numba's classes have no type hints.
    with suppress(RuntimeError):  # no directory to keep the compiled code in
        dispatcher._cache = ForgivingCache(function)  # type: ignore[no-untyped-call]
    return dispatcher
