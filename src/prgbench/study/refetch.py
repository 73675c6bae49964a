"""What asks the fetching of a chunk to run once more."""

from pathlib import Path

from prgbench.archive.store.set_aside import asked_again
from prgbench.study.plan import Plan


def notes_of_chunk(store: Path, plan: Path) -> list[str]:
    """Return the names of the notes in a store that ask for tasks of a chunk, by its plan.

    They change when a later stage finds a bundle missing or damaged, and stay as they are after
    the bundle has been fetched again.
    """
    notes = list(asked_again(store))
    if not notes or not plan.exists():
        return []
    tasks = {task.task_id for task in Plan.read(plan, chunk=True).tasks}
    return [name for task_id, name in notes if task_id in tasks]
