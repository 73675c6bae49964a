"""Listings of any length, page by page.

"No results" is what the server says of a listing that is empty, and also where its query failed.
So it is never an empty listing here but an error, and whoever asks decides whether to believe it.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from xml.etree import ElementTree

import tenacity

from prgbench.archive.interface import ArchiveUnreachableError
from prgbench.archive.openml.answers import ServerError, records
from prgbench.archive.openml.client import Client

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
