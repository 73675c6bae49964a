"""Listings of the server, page by page: estimation procedures, tasks, suites."""

import itertools
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Generic, TypeVar
from urllib.parse import quote
from xml.etree import ElementTree

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.interface import ArchiveUnreachableError
from prgbench.sources.openml.answers import ServerError, count, identifier, records, text
from prgbench.sources.openml.client import Client

Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row")
SUPERVISED_CLASSIFICATION = 1
MOST_REPEATS = 1_000
MOST_FOLDS = 10_000
NO_RESULTS = {372, 482, 512, 542}
PAGE_ROWS = (10_000, 9_000, 8_000, 7_000)
SMALLER_PAGE = 1_000
ATTEMPTS_OF_THE_DOUBTED = 3
FIRST_WAIT = 1.0
IDS_PER_CALL = 200
LIST = f"task/list/type/{SUPERVISED_CLASSIFICATION}/status/all"


@dataclass(frozen=True, slots=True)
class Procedure:
    """An estimation procedure; ``n_folds`` is None where every instance is a fold."""

    n_repeats: int
    n_folds: int | None


def procedures(client: Client) -> dict[int, Procedure]:
    """Return the estimation procedures of classification by id, without absurd numbers."""
    root = client.ask("estimationprocedure/list", cached=True)
    found = dict(filter(None, map(_procedure, records(root, "estimationprocedure"))))
    if not found:
        raise PrgbenchError(
            f"{client.server} knows no estimation procedure of classification, so it is no OpenML "
            "server: correct `server`, as in server=https://www.openml.org."
        )
    return found


def _procedure(record: ElementTree.Element) -> tuple[int, Procedure] | None:
    procedure_id = identifier(text(record, "id"))
    if procedure_id is None or text(record, "ttid") != str(SUPERVISED_CLASSIFICATION):
        return None
    n_repeats = count(text(record, "repeats") or "1", MOST_REPEATS)
    one_each = text(record, "type") == "leaveoneout"
    n_folds = None if one_each else count(text(record, "folds") or "1", MOST_FOLDS)
    if not n_repeats or not (one_each or n_folds):
        return None
    return procedure_id, Procedure(n_repeats, n_folds)


@dataclass(frozen=True, slots=True)
class ListedTask:
    """A task as the list has it; None if the list does not say."""

    task_id: int
    dataset_id: int
    dataset_name: str
    procedure_id: int | None
    target: str | None
    n_instances: int | None
    minority_size: int | None


Tasks = dict[int, ListedTask]
PageDone = Callable[[], None]


def all_tasks(client: Client, page_done: PageDone) -> Tasks:
    """Return all classification tasks, including those of deactivated data sets.

    The server's filter by number of classes is not used: it counts those of the data set's
    default target, including labels that do not occur.
    """
    none = (
        f"{client.server} lists no classification task at all, which is also what it says "
        "when its query fails: try again later, or name a few under `tasks` in the study file."
    )
    return _checked_listing(client, LIST, page_done, none)


def tagged_tasks(client: Client, tag: str, page_done: PageDone) -> Tasks:
    """Return the classification tasks that have a tag."""
    none = (
        f"{client.server} has no classification task with the tag {plain(tag)!r}: "
        "correct `tags` in the study file, or try again later."
    )
    return _checked_listing(client, f"{LIST}/tag/{quote(tag, safe='')}", page_done, none)


def tasks_by_id(client: Client, task_ids: Sequence[int], page_done: PageDone) -> Tasks:
    """Return those of the tasks that the list has."""
    found: Tasks = {}
    for start in range(0, len(task_ids), IDS_PER_CALL):
        ids = ",".join(map(str, task_ids[start : start + IDS_PER_CALL]))
        try:
            found |= listing(client, f"{LIST}/task_id/{ids}", ROWS, page_done=page_done)
        except NoResultsError:
            page_done()
    return found


def suite_tasks(client: Client, suite: str) -> tuple[int, ...]:
    """Return the tasks of a benchmark suite, given by number or alias."""
    try:
        root = client.ask(f"study/{quote(suite, safe='')}", cached=True)
    except ServerError as error:
        raise PrgbenchError(
            f"{client.server} has no suite {plain(suite)!r} ({plain(error.message)}): "
            "correct `suite` in the study file."
        ) from error
    stated = (identifier((found.text or "").strip()) for found in records(root, "task_id"))
    task_ids = {task_id for task_id in stated if task_id is not None}
    if not task_ids:
        raise PrgbenchError(
            f"The suite {plain(suite)!r} of {client.server} has no tasks: "
            "correct `suite` in the study file."
        )
    return tuple(sorted(task_ids))


def _checked_listing(client: Client, call: str, page_done: PageDone, none: str) -> Tasks:
    """Return the tasks of a listing; if there are none, ask again in smaller pages."""
    for limits in ((), (SMALLER_PAGE, SMALLER_PAGE - 1)):
        with suppress(NoResultsError):
            doubted = bool(limits)
            return listing(client, call, ROWS, limits=limits, doubted=doubted, page_done=page_done)
    raise PrgbenchError(none)


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

    def add(self, page: Sequence[ElementTree.Element], found: dict[Key, Row]) -> set[Key]:
        """Add the rows of a page to those found and return their keys."""
        keys = set()
        for key, row in filter(None, map(self.read, page)):
            known = found.get(key, row)
            found[key] = row if known == row else self.settle(known, row)
            keys.add(key)
        return keys


def listing(
    client: Client,
    call: str,
    rows: Rows[Key, Row],
    *,
    limits: Sequence[int] = (),
    doubted: bool = False,
    page_done: Callable[[], None] = lambda: None,
) -> dict[Key, Row]:
    """Return all rows of a listing by their keys.

    The server does not order its rows, so a row may come at the end of a page and again in
    the next one, in place of another that is then missing. If that happens, all pages are
    asked for again with other borders until nothing new turns up.

    ``limits`` are the rows per page in the first and each further pass; () for as many as the
    server allows, then fewer. `NoResultsError` if there are none, which is asked again if
    ``doubted``; `ArchiveUnreachableError` if a page that must have rows never has any.
    """
    found: dict[Key, Row] = {}
    for limit in limits or PAGE_ROWS:
        known, n_rows, n_borders, seen = len(found), 0, -1, set[Key]()
        for page in _pages(client, call, rows.name, limit, doubted=doubted or bool(found)):
            keys = rows.add(page, found)
            seen |= keys
            n_rows, n_borders = n_rows + len(keys), n_borders + 1
            page_done()
        if n_rows - n_borders <= len(seen) or len(found) == known:
            break
    return found


def short_listing(
    client: Client, call: str, rows: Rows[Key, Row], attempts: int
) -> dict[Key, Row] | None:
    """Return all rows of a listing by their keys as `listing` does; None for over a page."""
    limit = PAGE_ROWS[0]
    page = _page(client, f"{call}/limit/{limit}/offset/0", rows.name, attempts)
    found: dict[Key, Row] = {}
    rows.add(page, found)
    return found if len(page) < limit else None


def has_rows(client: Client, call: str, name: str) -> bool:
    """Tell whether a listing has any row."""
    try:
        return bool(_page(client, f"{call}/limit/1/offset/0", name))
    except NoResultsError:
        return False


def _pages(
    client: Client, call: str, name: str, limit: int, *, doubted: bool
) -> Iterator[list[ElementTree.Element]]:
    """Yield the pages, each of which begins with the last row of the one before.

    So no page but the first can be empty.
    """
    ask = _doubting if doubted else _page
    for offset in itertools.count(step=limit - 1):
        yield (rows := ask(client, f"{call}/limit/{limit}/offset/{offset}", name))
        if len(rows) < limit:
            return
        ask = _certain_page


def _page(
    client: Client, page: str, name: str, attempts: int | None = None
) -> list[ElementTree.Element]:
    try:
        return list(records(client.ask(page, cached=True, attempts=attempts), name))
    except ServerError as error:
        if error.code in NO_RESULTS:
            raise NoResultsError(page) from error
        raise


def _doubting(client: Client, page: str, name: str) -> list[ElementTree.Element]:
    for attempt in range(ATTEMPTS_OF_THE_DOUBTED - 1):
        with suppress(NoResultsError):
            return _page(client, page, name)
        time.sleep(FIRST_WAIT * 2.0**attempt)
    return _page(client, page, name)


def _certain_page(client: Client, page: str, name: str) -> list[ElementTree.Element]:
    try:
        return _doubting(client, page, name)
    except NoResultsError as error:
        raise ArchiveUnreachableError(
            f'{client.server} says "no results" of {page[:80]}, which must have some: its query '
            "fails, so try again later; the same command goes on."
        ) from error


def _listed(record: ElementTree.Element) -> tuple[int, ListedTask] | None:
    """Return the task of a row; None without task or data set, e.g. after a deletion."""
    task_id, dataset_id = identifier(text(record, "task_id")), identifier(text(record, "did"))
    if task_id is None or dataset_id is None:
        return None
    inputs = {found.get("name"): found.text for found in records(record, "input")}
    qualities = {found.get("name"): found.text for found in records(record, "quality")}
    task = ListedTask(
        task_id=task_id,
        dataset_id=dataset_id,
        dataset_name=plain(text(record, "name")),
        procedure_id=identifier(inputs.get("estimation_procedure")),
        target=inputs.get("target_feature") or None,
        n_instances=count(qualities.get("NumberOfInstances")) or None,
        minority_size=count(qualities.get("MinorityClassSize")),
    )
    return task_id, task


def _contradicted(first: ListedTask, second: ListedTask) -> ListedTask:
    """Keep what two rows of a task surely share: the task itself is asked for the rest."""
    return replace(
        min(first, second, key=repr),
        dataset_name="",
        procedure_id=None,
        target=None,
        n_instances=None,
        minority_size=None,
    )


ROWS = Rows("task", _listed, _contradicted)
