"""The chunks of a plan, which are the parts that jobs work on: a task belongs to one by its id."""

import re
import zlib
from collections.abc import Iterable
from pathlib import Path

MOST_CHUNKS = 32
FEWEST_CHUNKS = 2
TASKS_OF_CHUNK = 8
"""With fewer, the jobs of a chunk take longer to start than to work."""

_CANDIDATES = re.compile(rb'"candidates"\s*:')


def n_chunks_of(n_tasks: int) -> int:
    """Return the number of chunks for a number of tasks: a power of two.

    A few more tasks then rarely change it, and most chunks stay as they are.
    """
    n_chunks = FEWEST_CHUNKS
    while n_chunks * TASKS_OF_CHUNK < n_tasks:
        n_chunks *= 2
    return min(n_chunks, n_tasks, MOST_CHUNKS)


def chunk_of(task_id: int, n_chunks: int) -> int:
    """Return the chunk of a task, which does not depend on the other tasks."""
    return zlib.crc32(str(task_id).encode()) % n_chunks


def chunks_with_tasks(plans: Iterable[str | Path]) -> list[str]:
    """Return the names of the chunks that have a task, given the files of their plans."""
    return [path.stem for path in map(Path, plans) if _CANDIDATES.search(path.read_bytes())]
