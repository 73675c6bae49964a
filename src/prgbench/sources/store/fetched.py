"""The record of what was fetched: the models of tasks, and why others are left out."""

from collections.abc import Iterable
from pathlib import Path

from prgbench.run.errors import PrgbenchError
from prgbench.run.files import write_text
from prgbench.run.records import from_json, to_json
from prgbench.sources.chosen_models import ChosenModels


def write_fetched(path: Path, tasks: Iterable[ChosenModels]) -> None:
    """Write the record as JSON, a line per task."""
    lines = ",\n".join(to_json(task) for task in tasks)
    write_text(path, f"[\n{lines}\n]\n")


def read_fetched(path: Path) -> list[ChosenModels]:
    """Read a record written by `write_fetched`."""
    try:
        return from_json(list[ChosenModels], path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise PrgbenchError(
            f"{path} is not a list of fetched models ({error}): delete it and run again."
        ) from None
