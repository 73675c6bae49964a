"""Fetches the models of a plan, task by task."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from prgbench.run.progress import Counts
from prgbench.sources.chosen_models import ChosenModels, enough_models
from prgbench.sources.interface import Source
from prgbench.sources.store.set_aside import asked_again
from prgbench.sources.tasks import Task
from prgbench.study.plan import Plan

if TYPE_CHECKING:
    from prgbench.sources.store.bundle import BundleStore


def fetch_plan(
    source: Source,
    store: "BundleStore",
    plan: Plan,
    report: Callable[[Counts], None] | None = None,
) -> list[ChosenModels]:
    """Fetch the models of every task of a plan, or none of tasks with too few, with the reason.

    ``report`` is called after each file and task with what has been received and left out so far.
    """
    tally = _Tally(report or (lambda _: None))
    fetched = []
    for task in _fetched(source, store, plan, tally.add_file):
        tally.add_task(task)
        fetched.append(enough_models(task, plan.n_models))
    source.check_refusals()
    return fetched


def _fetched(
    source: Source, store: "BundleStore", plan: Plan, on_file: Callable[[Task, int], None]
) -> Iterator[ChosenModels]:
    """Yield the tasks of a plan; a frozen study has fetched them."""
    from prgbench.sources.frozen import FrozenSource
    from prgbench.sources.store.fetch import fetch_tasks

    tasks = [(planned.task, planned.candidates) for planned in plan.tasks]
    if isinstance(source, FrozenSource):
        yield from (source.fetched(store, task, candidates) for task, candidates in tasks)
    else:
        yield from fetch_tasks(source, store, tasks, plan.n_models, on_file)


def notes_of_chunk(store: Path, plan: Path) -> list[str]:
    """Return the names of the notes in a store that ask for tasks of a chunk again.

    They change when a later stage finds a bundle missing or damaged, and stay when it has been
    fetched again.
    """
    notes = list(asked_again(store))
    if not notes or not plan.exists():
        return []
    tasks = {task.task_id for task in Plan.read(plan, chunk=True).tasks}
    return [name for task_id, name in notes if task_id in tasks]


class _Tally:
    """What has been received and left out so far; files may come from several threads."""

    def __init__(self, report: Callable[[Counts], None]) -> None:
        self._report = report
        self._lock = Lock()
        self._finished = Counts()
        self._running: defaultdict[int, Counts] = defaultdict(Counts)

    def add_file(self, task: Task, n_bytes: int) -> None:
        """Count a file of a task that is being fetched."""
        with self._lock:
            self._running[task.task_id] += Counts(files=1, n_bytes=n_bytes)
            self._tell()

    def add_task(self, task: ChosenModels) -> None:
        """Count a finished task; models that did not come now were there before."""
        with self._lock:
            came = self._running.pop(task.task.task_id, Counts())
            n_models = len(task.models)
            self._finished += Counts(
                units=1,
                files=n_models,
                stored=max(0, n_models - came.files),
                n_bytes=came.n_bytes,
                left_out=len(task.exclusions),
            )
            self._tell()

    def _tell(self) -> None:
        self._report(sum(self._running.values(), self._finished))
