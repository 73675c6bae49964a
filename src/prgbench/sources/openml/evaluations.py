"""The evaluated runs of tasks with their stored AUROCs, and the stored scores of each fold."""

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from sys import intern
from xml.etree import ElementTree

from prgbench.run.foreign_text import is_decimal, plain
from prgbench.sources.interface import ArchiveUnreachableError, Run, Task
from prgbench.sources.openml.answers import identifier, share, text
from prgbench.sources.openml.client import AnswerCache, Client
from prgbench.sources.openml.listings import NoResultsError, Rows, has_rows, listing, short_listing

RunAndEngine = tuple[int, int]
ATTEMPTS_FOR_MANY = 4
FEW_TASKS = 4
SMALLER_PAGE = 1_000
LONGEST_FLOW_NAME = 2_000
LONGEST_TIME = 40
UNDEFINED = {"NaN", "?", "\ufffd"}

MEASURES = {
    "auroc": "area_under_roc_curve",
    "f1": "f_measure",
    "kappa": "kappa",
    "accuracy": "predictive_accuracy",
    "rmse": "root_mean_squared_error",
}
"""OpenML's own measures that all classifiers have, by the names of columns."""

Folds = tuple[float, ...]


class Evaluations:
    """Ask for the evaluated runs of tasks.

    The server says "no results" both of an empty list and after a failed query. It is believed
    only if the task was asked for alone and the list of its runs is empty as well, which is
    another table and a cheap query with a limit of one row. If that list has runs, the
    evaluations are asked for again in smaller pages with waits. The cache keeps which tasks
    have no evaluated run.
    """

    def __init__(self, client: Client, cache: AnswerCache) -> None:
        self._client = client
        self._cache = cache

    def of_many(self, tasks: Sequence[Task]) -> dict[int, list[Run]]:
        """Return the runs of each task that the server lists, each run once.

        If the tasks are too many for the server or for a page, or it says "no results", they
        are asked for in halves. A task that is missing in the end is one for `of_one`.
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
        """Return the runs that one call lists; None if it should be asked for in halves."""
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
        """Ask again for a task that seems to have no rows, or note that it has none."""
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
    return f"evaluation/list/function/{MEASURES['auroc']}/task/{ids}"


def _rows(tasks: Sequence[Task]) -> Rows[RunAndEngine, Run]:
    n_classes = {task.task_id: len(task.classes) for task in tasks}
    return Rows("evaluation", partial(_row, n_classes), _contradicted)


def _row(
    n_classes: dict[int, int], record: ElementTree.Element
) -> tuple[RunAndEngine, Run] | None:
    """Return the run of a row; None without run, task or flow, e.g. after a deletion."""
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
        aurocs=per_class(text(record, "array_data"), n_classes.get(task_id, 0))
        if auroc is not None
        else (),
    )
    return (run_id, identifier(text(record, "evaluation_engine_id")) or 0), run


def _contradicted(first: Run, second: Run) -> Run:
    """Merge two different rows of one engine: neither value can be trusted."""
    return replace(min(first, second, key=repr), auroc=None, aurocs=())


def _by_task(rows: dict[RunAndEngine, Run], tasks: Sequence[Task]) -> dict[int, list[Run]]:
    """Return the runs of each task, by the lowest engine with a value."""
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


def per_class(stated: str, n_classes: int) -> tuple[float, ...]:
    """Return the AUROCs of the ``n_classes`` that occur, in the order of their declaration.

    ``stated`` has the values of all declared labels, undefined for those that do not occur.
    If it says anything else, the result is ().

    Examples
    --------
    >>> per_class("[0.75, NaN, 0.8]", 2), per_class("[0.75,0.8,0.9]", 2), per_class("[2,0]", 2)
    ((0.75, 0.8), (), ())
    """
    entries = _entries(stated)
    values = [share(entry) for entry in entries if entry not in UNDEFINED]
    found = tuple(value for value in values if value is not None)
    return found if len(found) == len(values) == n_classes else ()


def scores_of_folds(client: Client, measure: str, run_ids: Sequence[int]) -> dict[int, Folds]:
    """Return a measure's scores of runs in each fold, by run; of the lowest engine with any.

    Runs without scores, or with some that are no numbers, are missing. The server does not say
    which fold a score is of: all runs are taken to have them in the same order.
    """
    ids = ",".join(map(str, run_ids))
    call = f"evaluation/list/function/{MEASURES[measure]}/run/{ids}/per_fold/true"
    rows: Rows[RunAndEngine, Folds] = Rows(
        "evaluation", partial(_row_of_folds, set(run_ids)), _neither
    )
    try:
        found = listing(client, call, rows)
    except NoResultsError:
        return {}
    scores: dict[int, Folds] = {}
    for (run_id, _), values in sorted(found.items()):
        if values:
            scores.setdefault(run_id, values)
    return scores


def _row_of_folds(
    asked: set[int], record: ElementTree.Element
) -> tuple[RunAndEngine, Folds] | None:
    run_id = identifier(text(record, "run_id"))
    if run_id not in asked or run_id is None:
        return None
    engine = identifier(text(record, "evaluation_engine_id")) or 0
    return (run_id, engine), values_of(text(record, "values"))


def _neither(_first: Folds, _second: Folds) -> Folds:
    """Trust neither of two different rows of one engine."""
    return ()


def values_of(stated: str) -> Folds:
    """Return the numbers of a list, () if anything in it is none.

    Examples
    --------
    >>> values_of("[0.75,-0.5]"), values_of("[0.75,NaN]"), values_of("[0.75,0."), values_of("")
    ((0.75, -0.5), (), (), ())
    """
    entries = _entries(stated)
    if not all(map(is_decimal, entries)):
        return ()
    values = tuple(map(float, entries))
    return values if all(map(math.isfinite, values)) else ()


def _entries(stated: str) -> list[str]:
    """Return the entries of a list in brackets, none of anything else."""
    if not (stated.startswith("[") and stated.endswith("]")):
        return []
    return [entry.strip() for entry in stated[1:-1].split(",")]
