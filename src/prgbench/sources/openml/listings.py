"""Listings of the server, page by page, and the evaluated runs and scores that it lists."""

import itertools
import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from sys import intern
from typing import Generic, TypeVar
from xml.etree import ElementTree

from prgbench.run.safe_text import plain
from prgbench.sources.errors import ArchiveUnreachableError
from prgbench.sources.openml import calls
from prgbench.sources.openml.answers import (
    NO_RESULTS,
    ServerError,
    UnansweredCallError,
    identifier,
    per_class,
    records,
    share,
    text,
)
from prgbench.sources.openml.calls import Kind
from prgbench.sources.openml.client import Client
from prgbench.sources.openml.descriptions import LONGEST_FLOW_NAME
from prgbench.sources.runs import Run
from prgbench.sources.tasks import Task

Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row")
RunAndEngine = tuple[int, int]
PAGE_ROWS = (10_000, 9_000, 8_000, 7_000)
ATTEMPTS_OF_THE_DOUBTED = 3
ATTEMPTS_FOR_MANY = 4
LONGEST_TIME = 40


class NoResultsError(Exception):
    """The server says that a listing has no rows, which may be true."""


@dataclass(frozen=True, slots=True)
class Rows(Generic[Key, Row]):
    """How the rows of a listing are read.

    ``name`` is that of a row's element; ``read`` returns key and value of one, or None if it
    can't be used; ``settle`` merges two different values of one key.
    """

    name: str
    read: Callable[[ElementTree.Element], tuple[Key, Row] | None]
    settle: Callable[[Row, Row], Row]

    def add(self, page: Sequence[ElementTree.Element], listed: dict[Key, Row]) -> set[Key]:
        """Add the rows of a page to those listed before and return their keys."""
        keys = set()
        for key, row in filter(None, map(self.read, page)):
            before = listed.get(key, row)
            listed[key] = row if before == row else self.settle(before, row)
            keys.add(key)
        return keys


def listing(
    client: Client,
    call: str,
    rows: Rows[Key, Row],
    *,
    nonempty: bool = False,
    page_done: Callable[[], None] = lambda: None,
) -> dict[Key, Row]:
    """Return all rows of a listing by their keys.

    The server does not order its rows, so a row may come at the end of a page and again in
    the next one, in place of another that is then missing. If that happens, all pages are
    asked for again with other borders until nothing new turns up.

    `NoResultsError` if there are none; `UnansweredCallError` if a page that must have rows, such
    as the first of what is ``nonempty``, never has any.
    """
    listed: dict[Key, Row] = {}
    for limit in PAGE_ROWS:
        n_before = len(listed)
        seen = set[Key]()
        n_rows = 0
        n_pages = 0
        for page in _pages(client, call, rows.name, limit, nonempty=nonempty or bool(listed)):
            keys = rows.add(page, listed)
            seen |= keys
            n_rows += len(keys)
            n_pages += 1
            page_done()
        # Each border of two pages repeats one row; any other row that came twice stands for one
        # that lacks, as rows move between pages while they are asked for.
        n_borders = n_pages - 1
        if n_rows - n_borders <= len(seen) or len(listed) == n_before:
            break
    return listed


def short_listing(
    client: Client, call: str, rows: Rows[Key, Row], attempts: int
) -> dict[Key, Row] | None:
    """Return all rows of a listing by their keys as `listing` does; None for over a page."""
    limit = PAGE_ROWS[0]
    page = _page(client, calls.page(call, limit, 0), rows.name, attempts)
    listed: dict[Key, Row] = {}
    rows.add(page, listed)
    return listed if len(page) < limit else None


def has_rows(client: Client, call: str, name: str) -> bool:
    """Tell whether a listing has any row."""
    try:
        return bool(_page(client, calls.page(call, 1, 0), name))
    except NoResultsError:
        return False


def lists_not_answered(client: Client, task_id: int) -> dict[str, str]:
    """Return which lists the server does not answer for a task, in words, and why.

    `ArchiveUnreachableError` if it answers nothing at all.
    """
    lists = {
        "estimation procedures": calls.PROCEDURES,
        "tasks": calls.page(calls.tasks_by_id([task_id]), 1, 0),
        "evaluations": calls.page(calls.evaluations([task_id]), 1, 0),
    }
    # A server that answers this is there, whatever becomes of its lists.
    with suppress(UnansweredCallError, ServerError):
        client.ask(calls.described(Kind.TASKS, task_id), cached=True)
    not_answered = {}
    for name, call in lists.items():
        try:
            client.ask(call, cached=True, attempts=ATTEMPTS_OF_THE_DOUBTED)
        except UnansweredCallError as error:
            not_answered[name] = error.detail
        except ServerError as error:
            # An empty list is an answer, too.
            if error.code not in NO_RESULTS:
                not_answered[name] = f"{plain(error.message)} (code {error.code})"
    return not_answered


def _pages(
    client: Client, call: str, name: str, limit: int, *, nonempty: bool
) -> Iterator[list[ElementTree.Element]]:
    """Yield the pages, each of which begins with the last row of the one before.

    So no page but the first can be empty.
    """
    for offset in itertools.count(step=limit - 1):
        page = calls.page(call, limit, offset)
        yield (rows := _page(client, page, name, nonempty=nonempty or offset > 0))
        # Only a page with fewer rows than asked for is known to be the last one.
        if len(rows) < limit:
            return


def _page(
    client: Client, page: str, name: str, attempts: int | None = None, *, nonempty: bool = False
) -> list[ElementTree.Element]:
    attempts = ATTEMPTS_OF_THE_DOUBTED if nonempty else attempts
    try:
        root = client.ask(page, cached=True, attempts=attempts, nonempty=nonempty)
    except ServerError as error:
        if error.code in NO_RESULTS:
            raise NoResultsError(page) from error
        raise
    return list(records(root, name))


class Evaluations:
    """Ask for the evaluated runs of tasks.

    The server says "no results" both of an empty list and after a failed query. It is believed
    of a task only if one query for this task and another one lists runs of the other.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._other: Task | None = None
        self._fewest_runs = math.inf

    def of_many(self, tasks: Sequence[Task]) -> dict[int, list[Run]]:
        """Return the runs of each task that the server lists, each run once.

        If the tasks are too many for the server or for a page, they are asked for in halves. A
        task that is missing in the end is one for `of_one`, after all others.
        """
        call = _call(tasks)
        rows = _rows(tasks)
        try:
            if len(tasks) == 1:
                return self._by_task(listing(self._client, call, rows), tasks)
            listed = short_listing(self._client, call, rows, ATTEMPTS_FOR_MANY)
            if listed is not None:
                return self._by_task(listed, tasks)
        except NoResultsError:
            return {}
        except UnansweredCallError:
            if len(tasks) == 1:
                return {}
        except ArchiveUnreachableError:
            if len(tasks) == 1:
                raise
        middle = len(tasks) // 2
        return self.of_many(tasks[:middle]) | self.of_many(tasks[middle:])

    def of_one(self, task: Task) -> list[Run]:
        """Return the runs of a task, each once; `UnansweredCallError` if only its query fails."""
        asked = [task]
        try:
            rows = listing(self._client, _call(asked), _rows(asked))
        except NoResultsError:
            if self._other is not None:
                asked.append(self._other)
            elif not has_rows(self._client, calls.runs_of_task(task.task_id), "run"):
                return []
            rows = listing(self._client, _call(asked), _rows(asked), nonempty=True)
        return self._by_task(rows, asked).get(task.task_id, [])

    def _by_task(
        self, rows: dict[RunAndEngine, Run], tasks: Sequence[Task]
    ) -> dict[int, list[Run]]:
        runs = _by_task(rows, tasks)
        for task in tasks:
            n_runs = len(runs.get(task.task_id, ()))
            if 0 < n_runs < self._fewest_runs:
                self._fewest_runs = n_runs
                self._other = task
        return runs


def aurocs_of_run(client: Client, run: Run) -> set[float]:
    """Return the AUROCs that the server lists of a run, one of each evaluation engine."""
    rows = Rows("evaluation", partial(_row, {}), _contradicted)
    try:
        listed = listing(client, calls.evaluations_of_run(run.run_id), rows)
    except NoResultsError:
        return set()
    return {row.auroc for row in listed.values() if row.auroc is not None}


def _call(tasks: Sequence[Task]) -> str:
    return calls.evaluations(task.task_id for task in tasks)


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
    by_task: dict[int, list[Run]] = {}
    asked = {task.task_id for task in tasks}
    for run in runs.values():
        if run.task_id in asked:
            by_task.setdefault(run.task_id, []).append(run)
    return by_task
