"""The record of what a study has fetched: which models of which tasks, and what was left out."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from prgbench.archive.interface import Exclusion, Reason, Run, Task
from prgbench.archive.store.bundle import Model
from prgbench.pipeline.files import write_text


@dataclass(frozen=True, slots=True)
class FetchedTask:
    """The models of a task that a study uses, in the order of its candidates."""

    task: Task
    models: list[Model]
    exclusions: list[Exclusion]


def write_fetched(path: Path, tasks: Iterable[FetchedTask]) -> None:
    """Write the record as JSON, a line per task."""
    lines = ",\n".join(json.dumps(asdict(task)) for task in tasks)
    write_text(path, f"[\n{lines}\n]\n")


def read_fetched(path: Path) -> list[FetchedTask]:
    """Read a record that `write_fetched` has written."""
    return [
        FetchedTask(
            task=Task(**{**record["task"], "classes": tuple(record["task"]["classes"])}),
            models=[Model(**{**model, "run": Run(**model["run"])}) for model in record["models"]],
            exclusions=[
                Exclusion(**{**exclusion, "reason": Reason(exclusion["reason"])})
                for exclusion in record["exclusions"]
            ],
        )
        for record in json.loads(path.read_text(encoding="utf-8"))
    ]
