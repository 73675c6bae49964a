"""Listings of any length, page by page."""

from collections.abc import Callable, Hashable, Iterator
from typing import TypeVar
from xml.etree import ElementTree

from prgbench.archive.openml.answers import ServerError, records
from prgbench.archive.openml.client import Client

NO_RESULTS = {372, 482, 512, 542}
PAGE_ROWS = (10_000, 9_000, 8_000, 7_000)

Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row")


def listing(
    client: Client,
    call: str,
    name: str,
    read: Callable[[ElementTree.Element], tuple[Key, Row] | None],
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
    name : str
        The name of a row's element.
    read : callable
        Makes key and value of a row's element, or None of one that can't be used.
    """
    found: dict[Key, Row] = {}
    for limit in PAGE_ROWS:
        known, n_rows, seen = len(found), 0, set[Key]()
        for page in _pages(client, call, name, limit):
            rows = dict(filter(None, map(read, page)))
            seen |= rows.keys()
            n_rows += len(rows)
            found = rows | found
        if n_rows == len(seen) or len(found) == known:
            break
    return found


def short_listing(
    client: Client,
    call: str,
    name: str,
    read: Callable[[ElementTree.Element], tuple[Key, Row] | None],
    attempts: int,
) -> dict[Key, Row] | None:
    """Return all rows of a listing by their keys, or None if they are more than a page.

    The arguments are those of `listing`, and how often to try.
    """
    limit = PAGE_ROWS[0]
    page = next(_pages(client, call, name, limit, attempts), [])
    return dict(filter(None, map(read, page))) if len(page) < limit else None


def _pages(
    client: Client, call: str, name: str, limit: int, attempts: int | None = None
) -> Iterator[list[ElementTree.Element]]:
    offset = 0
    while True:
        page = f"{call}/limit/{limit}/offset/{offset}"
        try:
            rows = list(records(client.ask(page, cached=True, attempts=attempts), name))
        except ServerError as error:
            if error.code in NO_RESULTS:
                return
            raise
        yield rows
        if len(rows) < limit:
            return
        offset += limit
