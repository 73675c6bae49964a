"""The evaluations that the server has stored, and where they contradict each other."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from sys import intern
from xml.etree import ElementTree

from prgbench.run.foreign_text import plain
from prgbench.sources.interface import ArchiveUnreachableError, Run, Task
from prgbench.sources.openml.answers import (
    identifier,
    share,
    text,
)
from prgbench.sources.openml.client import AnswerCache, Client
from prgbench.sources.openml.listings import (
    NoResultsError,
    Rows,
    has_rows,
    listing,
    short_listing,
)

MEASURE = "area_under_roc_curve"
ATTEMPTS_FOR_MANY = 4
FEW_TASKS = 4
SMALLER_PAGE = 1_000
LONGEST_FLOW_NAME = 2_000
LONGEST_TIME = 40
UNDEFINED = {"NaN", "?", "\ufffd"}

RunAndEngine = tuple[int, int]


class Evaluations:
    """Ask for the evaluated runs of tasks.

    "No results" is the answer of a query without rows and of one that failed. It is not believed
    before the task was asked for alone and another query has said the same: the list of the
    task's runs, which comes from another table of the server's and with a limit of one row is the
    cheapest query there is. Only where that knows runs are the evaluations asked for again, in
    smaller pages and with waits, before none of them counts as evaluated.

    Parameters
    ----------
    client : Client
        The client.
    cache : AnswerCache
        Keeps, beside the answers, which tasks have been found to have no evaluated run.
    """

    def __init__(self, client: Client, cache: AnswerCache) -> None:
        self._client = client
        self._cache = cache

    def of_many(self, tasks: Sequence[Task]) -> dict[int, list[Run]]:
        """Return the runs of each task of which the server has listed any, each run once.

        Where all tasks are too much for the server, or for a page, or it says "no results", they
        are asked for in halves. A task that is missing in the end may have runs all the same; see
        `of_one`.
        """
        if all(self._is_known_to_have_none(task) for task in tasks):
            return {}
        found = self._listed(tasks)
        if found is not None:
            return found
        middle = len(tasks) // 2
        return self.of_many(tasks[:middle]) | self.of_many(tasks[middle:])

    def of_one(self, task: Task) -> list[Run]:
        """Return the runs of a task, each once; [] only after a second look."""
        if self._is_known_to_have_none(task):
            return []
        try:
            found = listing(self._client, _call([task]), _rows([task]))
        except NoResultsError:
            found = self._second_look(task)
        return _by_task(found, [task]).get(task.task_id, [])

    def _listed(self, tasks: Sequence[Task]) -> dict[int, list[Run]] | None:
        """Return the runs that one call lists; None where it should be asked for in halves."""
        call, rows = _call(tasks), _rows(tasks)
        try:
            if len(tasks) == 1:
                return _by_task(listing(self._client, call, rows), tasks)
            found = short_listing(self._client, call, rows, ATTEMPTS_FOR_MANY)
        except NoResultsError:
            return {} if len(tasks) <= FEW_TASKS else None
        except ArchiveUnreachableError:
            if len(tasks) == 1:
                raise
            return None
        return None if found is None else _by_task(found, tasks)

    def _second_look(self, task: Task) -> dict[RunAndEngine, Run]:
        """Return the rows of a task that seems to have none, or note that it has none."""
        if has_rows(self._client, f"run/list/task/{task.task_id}", "run"):
            call, rows = _call([task]), _rows([task])
            with suppress(NoResultsError):
                return listing(self._client, call, rows, limits=(SMALLER_PAGE,), doubted=True)
        self._cache.put(self._note(task), b"none")
        return {}

    def _is_known_to_have_none(self, task: Task) -> bool:
        return self._cache.get(self._note(task)) is not None

    def _note(self, task: Task) -> str:
        return f"{self._client.server}/task/{task.task_id}/no evaluated run"


def _call(tasks: Sequence[Task]) -> str:
    ids = ",".join(str(task.task_id) for task in tasks)
    return f"evaluation/list/function/{MEASURE}/task/{ids}"


def _rows(tasks: Sequence[Task]) -> Rows[RunAndEngine, Run]:
    n_classes = {task.task_id: len(task.classes) for task in tasks}
    return Rows("evaluation", partial(_row, n_classes), _contradicted)


def _by_task(rows: dict[RunAndEngine, Run], tasks: Sequence[Task]) -> dict[int, list[Run]]:
    """Return the runs of each task that has any; of several engines the lowest with a value."""
    runs: dict[int, Run] = {}
    for (run_id, _), run in sorted(rows.items(), key=lambda item: item[0]):
        if run_id not in runs or runs[run_id].auroc is None:
            runs[run_id] = run
    found: dict[int, list[Run]] = {}
    asked = {task.task_id for task in tasks}
    for run in runs.values():
        if run.task_id in asked:
            found.setdefault(run.task_id, []).append(run)
    return found


def _row(
    n_classes: dict[int, int], record: ElementTree.Element
) -> tuple[RunAndEngine, Run] | None:
    """Make the run of a row; None without run, task or flow, as of one that was deleted."""
    run_id, task_id, flow_id = (
        identifier(text(record, name)) for name in ("run_id", "task_id", "flow_id")
    )
    if run_id is None or task_id is None or flow_id is None:
        return None
    auroc = share(text(record, "value"))
    run = Run(
        run_id=run_id,
        task_id=task_id,
        flow_id=flow_id,
        flow_name=intern(plain(text(record, "flow_name"), LONGEST_FLOW_NAME)),
        setup_id=identifier(text(record, "setup_id")) or 0,
        uploader_id=identifier(text(record, "uploader")) or 0,
        upload_time=plain(text(record, "upload_time"), LONGEST_TIME),
        auroc=auroc,
        aurocs=()
        if auroc is None
        else per_class(text(record, "array_data"), n_classes.get(task_id, 0)),
    )
    return (run_id, identifier(text(record, "evaluation_engine_id")) or 0), run


def per_class(stated: str, n_classes: int) -> tuple[float, ...]:
    """Return the AUROCs of the classes that occur, in the order of their declaration.

    A declared label that does not occur has an undefined value and is left out.

    Parameters
    ----------
    stated : str
        The values of all declared labels, as the server's list has them.
    n_classes : int
        How many of the labels occur.

    Returns
    -------
    tuple of float
        One for each class; () where the text says anything else.

    Examples
    --------
    >>> per_class("[0.75, NaN, 0.8]", 2), per_class("[0.75,0.8,0.9]", 2), per_class("[2,0]", 2)
    ((0.75, 0.8), (), ())
    """
    if not (stated.startswith("[") and stated.endswith("]")):
        return ()
    entries = [entry.strip() for entry in stated[1:-1].split(",")]
    values = [share(entry) for entry in entries if entry not in UNDEFINED]
    found = tuple(value for value in values if value is not None)
    return found if len(found) == len(values) == n_classes else ()


def _contradicted(first: Run, second: Run) -> Run:
    """Make one run of two rows of one engine that differ: neither value is to be trusted."""
    return replace(min(first, second, key=repr), auroc=None, aurocs=())
