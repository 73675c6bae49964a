"""The record of what a study has fetched: which models of which tasks, and what was left out."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from prgbench.archive.interface import Exclusion, Task
from prgbench.archive.store.header import Model
from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.files import write_text
from prgbench.pipeline.records import from_json, to_json


@dataclass(frozen=True, slots=True)
class FetchedTask:
    """The models of a task that a study uses, in the order of its candidates."""

    task: Task
    models: list[Model]
    exclusions: list[Exclusion]


def write_fetched(path: Path, tasks: Iterable[FetchedTask]) -> None:
    """Write the record as JSON, a line per task."""
    lines = ",\n".join(to_json(task) for task in tasks)
    write_text(path, f"[\n{lines}\n]\n")


def read_fetched(path: Path) -> list[FetchedTask]:
    """Read a record that `write_fetched` has written."""
    try:
        return from_json(list[FetchedTask], path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PrgbenchError(
            f"{path} is no list of fetched models ({error}): delete it and run again."
        ) from None
