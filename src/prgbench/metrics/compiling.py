"""Compilation by Numba that a damaged or full cache and a fork do not stop."""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from numba import njit
from numba.core.caching import FunctionCache
from numba.core.compiler_lock import global_compiler_lock


class _ForgivingCache(FunctionCache):
    """The compiled code on disk; what can't be read or kept there is compiled again."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # A damaged pickle may raise anything.
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:
            with suppress(Exception):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(Exception):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function and keep the code, where there is a place for it."""
    dispatcher: Any = njit(nogil=True, error_model="numpy")(function)
    with suppress(RuntimeError):  # no directory to keep the compiled code in
        dispatcher._cache = _ForgivingCache(function)  # type: ignore[no-untyped-call]
    return dispatcher


# A child of a fork inherits the compiler's lock, but not the thread that would release it.
os.register_at_fork(
    before=global_compiler_lock.acquire,
    after_in_parent=global_compiler_lock.release,
    after_in_child=global_compiler_lock.release,
)
