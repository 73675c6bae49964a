"""Calls a function on many items in several processes."""

import os
import platform
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
_shared: list[Any] = []


def map_in_processes(
    function: Callable[[Any, Item], Result], shared: Any, items: Iterable[Item], processes: int
) -> list[Result]:
    """Return ``function(shared, item)`` for each item, computed in up to ``processes`` processes.

    Examples
    --------
    >>> map_in_processes(pow, 2, [3, 4], 1)
    [8, 16]
    """
    if processes == 1:
        return [function(shared, item) for item in items]
    if hasattr(os, "fork") and platform.system() != "Darwin":
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
