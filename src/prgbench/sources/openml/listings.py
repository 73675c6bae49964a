"""Listings, page by page."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar
from urllib.parse import quote
from xml.etree import ElementTree

import tenacity

from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.interface import (
    ArchiveUnreachableError,
)
from prgbench.sources.openml.answers import (
    ServerError,
    count,
    identifier,
    records,
    text,
)
from prgbench.sources.openml.client import Client

SUPERVISED_CLASSIFICATION = 1
MOST_REPEATS = 1_000
MOST_FOLDS = 10_000


@dataclass(frozen=True, slots=True)
class Procedure:
    """An estimation procedure; ``n_folds`` is None where every instance is a fold."""

    n_repeats: int
    n_folds: int | None


def procedures(client: Client) -> dict[int, Procedure]:
    """Return the estimation procedures of supervised classification by their ids.

    Those with repeats or folds that nobody computes are passed over.

    Raises
    ------
    PrgbenchError
        If the server lists none, as one that is no OpenML.
    """
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
    if text(record, "type") == "leaveoneout":
        return (procedure_id, Procedure(n_repeats, None)) if n_repeats else None
    n_folds = count(text(record, "folds") or "1", MOST_FOLDS)
    return (procedure_id, Procedure(n_repeats, n_folds)) if n_repeats and n_folds else None


NO_RESULTS = {372, 482, 512, 542}
PAGE_ROWS = (10_000, 9_000, 8_000, 7_000)
ATTEMPTS_OF_THE_DOUBTED = 3
FIRST_WAIT = 1.0

Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row")


class NoResultsError(Exception):
    """The server says that a listing has no rows, which may be true."""


@dataclass(frozen=True, slots=True)
class Rows(Generic[Key, Row]):
    """How the rows of a listing are read.

    Attributes
    ----------
    name : str
        The name of a row's element.
    read : callable
        Makes key and value of a row's element, or None of one that can't be used.
    settle : callable
        Makes one value of two that have the same key and differ.
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

    The server does not order its rows, so a row may come at the end of one page and again at
    the beginning of the next, in place of one that is then missing. Where that happens the
    pages are asked for again with other borders until nothing new turns up.

    Parameters
    ----------
    client : Client
        The client.
    call : str
        The call without limit and offset.
    rows : Rows
        How its rows are read.
    limits : sequence of int
        How many rows a page has, at the first and every further time of asking for all pages;
        () for as many as the server allows, and a few less every time.
    doubted : bool
        Whether "no results" for the first page is asked again before it is raised.
    page_done : callable
        Called after every page.

    Raises
    ------
    NoResultsError
        If the server says that there are no rows.
    ArchiveUnreachableError
        If it goes on to say so of a page that must have rows.
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
    """Return all rows of a listing by their keys, or None if they are more than a page.

    The arguments are those of `listing`, and how often to try.

    Raises
    ------
    NoResultsError
        If the server says that there are no rows.
    """
    limit = PAGE_ROWS[0]
    page = _page(client, f"{call}/limit/{limit}/offset/0", rows.name, attempts)
    found: dict[Key, Row] = {}
    rows.add(page, found)
    return found if len(page) < limit else None


def has_rows(client: Client, call: str, name: str) -> bool:
    """Tell whether a listing has any row, as its server says."""
    try:
        return bool(_page(client, f"{call}/limit/1/offset/0", name))
    except NoResultsError:
        return False


def _pages(
    client: Client, call: str, name: str, limit: int, *, doubted: bool
) -> Iterator[list[ElementTree.Element]]:
    """Yield the pages, each of which begins with the last row of the one before.

    That row is there even where the listing ends with the page before, so "no results" can't be
    true of any page but the first.
    """
    offset = 0
    while True:
        page = f"{call}/limit/{limit}/offset/{offset}"
        if offset:
            yield (rows := _certain_page(client, page, name))
        else:
            ask = _doubting if doubted else _page
            yield (rows := ask(client, page, name))
        if len(rows) < limit:
            return
        offset += limit - 1


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
    again = tenacity.Retrying(
        retry=tenacity.retry_if_exception_type(NoResultsError),
        wait=tenacity.wait_exponential(FIRST_WAIT),
        stop=tenacity.stop_after_attempt(ATTEMPTS_OF_THE_DOUBTED),
        reraise=True,
    )
    return again(_page, client, page, name)


def _certain_page(client: Client, page: str, name: str) -> list[ElementTree.Element]:
    try:
        return _doubting(client, page, name)
    except NoResultsError as error:
        raise ArchiveUnreachableError(
            f'{client.server} says "no results" of {page[:80]}, which must have some: its query '
            "fails, so try again later; the same command goes on."
        ) from error


IDS_PER_CALL = 200
SMALLER_PAGE = 1_000
LIST = f"task/list/type/{SUPERVISED_CLASSIFICATION}/status/all"


@dataclass(frozen=True, slots=True)
class ListedTask:
    """A task as the list has it; None where the list does not say."""

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
    """Return the supervised classification tasks, those of deactivated data sets included.

    The number of classes is no filter here: the server counts those of the data set's
    default target, and labels that do not occur too.

    Raises
    ------
    PrgbenchError
        If the server says twice that it has none.
    """
    try:
        return _checked_listing(client, LIST, page_done)
    except NoResultsError:
        raise PrgbenchError(
            f"{client.server} lists no classification task at all, which is also what it says "
            "when its query fails: try again later, or name a few under `tasks` in the study file."
        ) from None


def tagged_tasks(client: Client, tag: str, page_done: PageDone) -> Tasks:
    """Return the supervised classification tasks that have a tag.

    Raises
    ------
    PrgbenchError
        If the server says twice that it has none.
    """
    try:
        return _checked_listing(client, f"{LIST}/tag/{quote(tag, safe='')}", page_done)
    except NoResultsError:
        raise PrgbenchError(
            f"{client.server} has no classification task with the tag {plain(tag)!r}: "
            "correct `tags` in the study file, or try again later."
        ) from None


def tasks_by_id(client: Client, task_ids: Sequence[int], page_done: PageDone) -> Tasks:
    """Return those of the tasks that the list has; others may be described all the same."""
    found: Tasks = {}
    for start in range(0, len(task_ids), IDS_PER_CALL):
        ids = ",".join(map(str, task_ids[start : start + IDS_PER_CALL]))
        try:
            found |= listing(client, f"{LIST}/task_id/{ids}", ROWS, page_done=page_done)
        except NoResultsError:
            page_done()
    return found


def suite_tasks(client: Client, suite: str) -> tuple[int, ...]:
    """Return the tasks of a benchmark suite, which is given by its number or alias.

    Raises
    ------
    PrgbenchError
        If the server does not know it, or it has no tasks.
    """
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


def _checked_listing(client: Client, call: str, page_done: PageDone) -> Tasks:
    """Return the tasks of a listing, believing that there are none only after smaller pages."""
    try:
        return listing(client, call, ROWS, page_done=page_done)
    except NoResultsError:
        smaller = (SMALLER_PAGE, SMALLER_PAGE - 1)
        return listing(client, call, ROWS, limits=smaller, doubted=True, page_done=page_done)


def _listed(record: ElementTree.Element) -> tuple[int, ListedTask] | None:
    """Make the task of a row; None without its data set, as of one that was deleted."""
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
    """Keep of two rows of one task what they agree on: the task itself is asked for the rest."""
    return replace(
        min(first, second, key=repr),
        dataset_name="",
        procedure_id=None,
        target=None,
        n_instances=None,
        minority_size=None,
    )


ROWS = Rows("task", _listed, _contradicted)
