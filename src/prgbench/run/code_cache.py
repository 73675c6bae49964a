"""Numba's compiled code on disk, which may be damaged or full, and its lock across a fork."""

import os
from contextlib import suppress
from typing import Any

from numba.core.caching import FunctionCache
from numba.core.compiler_lock import global_compiler_lock


class ForgivingCache(FunctionCache):
    """The compiled code on disk; what can't be read or kept there is compiled again."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Read compiled code; None if there is none or it is damaged."""
        # A damaged pickle may raise anything.
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:
            with suppress(Exception):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code, if there is room."""
        with suppress(Exception):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


# A child of a fork inherits the compiler's lock, but not the thread that would release it.
if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(
        before=global_compiler_lock.acquire,
        after_in_parent=global_compiler_lock.release,
        after_in_child=global_compiler_lock.release,
    )
