"""Several processes at once, which share what one of them has in memory."""

import os
import platform
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_shared: list[Any] = []


def map_in_processes(
    function: Callable[[Any, Item], Result], shared: Any, items: Iterable[Item], processes: int
) -> list[Result]:
    """Return ``function(shared, item)`` for each item, computed in some processes."""
    if processes == 1:
        return [function(shared, item) for item in items]
    if hasattr(os, "fork") and platform.system() != "Darwin":
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # A fork has what is there, and starts at once; on macOS, libraries may crash in it.
        fork = get_context("fork")
        with ProcessPoolExecutor(processes, fork, _share, (shared,)) as pool:
            return list(pool.map(partial(_call, function), items))
    from joblib import Parallel, delayed

    # Elsewhere the processes of the standard library run the user's script again.
    done: list[Result] = Parallel(processes)(delayed(function)(shared, item) for item in items)
    return done


def _share(shared: Any) -> None:
    _shared[:] = [shared]


def _call(function: Callable[[Any, Item], Result], item: Item) -> Result:
    return function(_shared[0], item)
