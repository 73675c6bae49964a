"""Into how many jobs each stage is cut, and which tasks are in which."""

import re
import zlib
from collections.abc import Iterable
from pathlib import Path

_CANDIDATES = re.compile(rb'"candidates"\s*:')
MOST_CHUNKS = 32
FEWEST_CHUNKS = 2
TASKS_OF_CHUNK = 8
"""With fewer, the jobs of a chunk take longer to start than to do their work."""


def n_chunks_of(n_tasks: int) -> int:
    """Return how many chunks so many tasks are worth: a power of two.

    So a few tasks more, which stay in their chunks as a rule, renew few of them.

    Examples
    --------
    >>> [n_chunks_of(n) for n in (1, 12, 17, 61, 886)]
    [1, 2, 4, 8, 32]
    """
    n_chunks = FEWEST_CHUNKS
    while n_chunks * TASKS_OF_CHUNK < n_tasks:
        n_chunks *= 2
    return min(n_chunks, n_tasks, MOST_CHUNKS)


def chunk_of(task_id: int, n_chunks: int) -> int:
    """Return the chunk of a task, which does not depend on the other tasks."""
    return zlib.crc32(str(task_id).encode()) % n_chunks


def chunks_with_tasks(plans: Iterable[str | Path]) -> list[str]:
    """Return the names of the chunks that have a task, by the files of their plans."""
    return [path.stem for path in map(Path, plans) if _CANDIDATES.search(path.read_bytes())]
