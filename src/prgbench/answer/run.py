"""Runs the parts: task by task where they need predictions, then over all tasks."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from threadpoolctl import ThreadpoolController

from prgbench.answer.interface import Options, Part, PartOptions, Study, Tables
from prgbench.answer.scored_task import ScoredTask, Setting
from prgbench.answer.task_scores import TaskScores
from prgbench.data.models import Models
from prgbench.run.processes import map_in_processes

if TYPE_CHECKING:
    from prgbench.data.stores import Store
    from prgbench.sources.task_predictions import TaskPredictions


def chosen_parts(every: Iterable[Part[Any]], sections: Mapping[str, Any]) -> Options:
    """Return those of the parts that have a section, with their options."""
    parts = {part.name: part for part in every}
    if unknown := sections.keys() - parts.keys():
        raise ValueError(f"There is no part {', '.join(sorted(unknown))}.")
    return {
        part: part.options.from_params(sections[name])
        for name, part in parts.items()
        if name in sections
    }


def per_task_tables(
    models: Models, store: "Store", setting: Setting, options: Options
) -> Iterator[Tables]:
    """Yield what the parts compute from the predictions of each task."""
    for task_id, of_task in models.each_task():
        predictions = store.load(task_id, run_ids=sorted(of_task.run_id.tolist()))
        yield tables_of_predictions(predictions, setting, options)


def tables_of_predictions(
    predictions: "TaskPredictions", setting: Setting, options: Options
) -> Tables:
    """Return what the parts compute from the predictions of a task, by name."""
    # Chunks share the processors; threads inside a chunk only get in each other's way.
    with _linear_algebra().limit(limits=1, user_api="blas"):
        return tables_of_task(TaskScores.of(predictions), setting, options)


def tables_of_task(task: ScoredTask, setting: Setting, options: Options) -> Tables:
    """Return what the parts compute from a task, by name."""
    tables: Tables = {}
    for part, part_options in options.items():
        if part.per_task is not None:
            tables |= part.per_task(task, setting, part_options)
    return tables


def compute_tables(study: Study, options: Options, *, processes: int = 1) -> Tables:
    """Compute the tables of the parts by name; the processes and processors change no number."""
    results = map_in_processes(_tables_of, study, options.items(), processes)
    return {name: table for tables in results for name, table in tables.items()}


def _tables_of(study: Study, part: tuple[Part[Any], PartOptions]) -> Tables:
    # Threads of linear algebra add up in another order.
    with _linear_algebra().limit(limits=1, user_api="blas"):
        return part[0].tables(study, part[1])


@cache
def _linear_algebra() -> ThreadpoolController:
    """Return the control of its threads, which takes milliseconds to make."""
    # SciPy has a separate library, which is controlled only if it is loaded before.
    import_module("scipy.linalg")
    return ThreadpoolController()
