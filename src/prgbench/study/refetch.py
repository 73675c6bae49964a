"""What asks the fetching of a chunk to run once more."""

from pathlib import Path

from prgbench.archive.store.set_aside import asked_again
from prgbench.study.plan import chunk_of


def notes_of_chunk(store: Path, chunk: str, n_chunks: int) -> list[str]:
    """Return the names of the notes in a store that ask for tasks of a chunk.

    They change when a later stage finds a bundle missing or damaged, and stay as they are after
    the bundle has been fetched again.
    """
    return [
        name for task_id, name in asked_again(store) if chunk_of(task_id, n_chunks) == int(chunk)
    ]
