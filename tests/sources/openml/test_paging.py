"""Listings page by page: borders that overlap, rows that move, and "no results"."""

import pytest

from canned_client import CannedClient, answer, element, fields
from prgbench.sources.openml.answers import ServerError, UnansweredCallError, text
from prgbench.sources.openml.listings import (
    ATTEMPTS_OF_THE_DOUBTED,
    NoResultsError,
    Rows,
    has_rows,
    listing,
    short_listing,
)

CALL = "run/list/task/1"
PAGE_ROWS = "prgbench.sources.openml.listings.PAGE_ROWS"
NOTHING = ServerError(512, "No results", CALL)


def _read(record):
    stated = text(record, "run_id")
    return (int(stated), text(record, "flow")) if stated else None


ROWS = Rows("run", _read, lambda first, second: f"{first} or {second}")


def page(*runs):
    pairs = [run if isinstance(run, tuple) else (run, "a") for run in runs]
    return answer("runs", *(element("run", fields(run_id=run, flow=of)) for run, of in pairs))


def at(limit, offset):
    return f"{CALL}/limit/{limit}/offset/{offset}"


def test_each_page_begins_with_the_last_row_of_the_one_before(monkeypatch):
    monkeypatch.setattr(PAGE_ROWS, (3,))
    done = []
    client = CannedClient({at(3, 0): page(1, 2, 3), at(3, 2): page(3, 4, 5), at(3, 4): page(5)})
    found = listing(client, CALL, ROWS, page_done=lambda: done.append(1))
    assert found == dict.fromkeys((1, 2, 3, 4, 5), "a")
    assert client.calls == [at(3, 0), at(3, 2), at(3, 4)]
    assert len(done) == 3


def test_a_page_that_is_not_full_is_the_last():
    client = CannedClient({at(10_000, 0): page(4, 9)})
    assert list(listing(client, CALL, ROWS)) == [4, 9]
    assert client.calls == [at(10_000, 0)]


def test_rows_that_moved_between_pages_make_it_ask_again_with_other_borders(monkeypatch):
    monkeypatch.setattr(PAGE_ROWS, (3, 4))
    client = CannedClient(
        {
            # Row 3 has moved behind the border: 4 stands on both pages, 3 on none.
            at(3, 0): page(1, 2, 4),
            at(3, 2): page(2, 4),
            at(4, 0): page(1, 2, 3, 4),
            at(4, 3): page(4),
        }
    )
    assert sorted(listing(client, CALL, ROWS)) == [1, 2, 3, 4]
    assert client.calls == [at(3, 0), at(3, 2), at(4, 0), at(4, 3)]


def test_asking_again_ends_when_nothing_new_turns_up(monkeypatch):
    monkeypatch.setattr(PAGE_ROWS, (3, 4, 5))
    client = CannedClient(
        {
            at(3, 0): page(1, 2, 4),
            at(3, 2): page(2, 4),
            at(4, 0): page(1, 2, 4),
            at(5, 0): page(1, 2, 3, 4),
        }
    )
    assert sorted(listing(client, CALL, ROWS)) == [1, 2, 4]
    assert at(5, 0) not in client.calls


def test_rows_that_contradict_each_other_are_settled_and_unusable_ones_left_out():
    client = CannedClient({at(10_000, 0): page((7, "a"), (7, "a"), (7, "b"), ("", "c"))})
    assert listing(client, CALL, ROWS) == {7: "a or b"}


def test_no_results_is_an_empty_listing_unless_it_must_have_rows():
    with pytest.raises(NoResultsError):
        listing(CannedClient(), CALL, ROWS)
    client = CannedClient()
    with pytest.raises(UnansweredCallError):
        listing(client, CALL, ROWS, nonempty=True)
    assert client.attempts == [ATTEMPTS_OF_THE_DOUBTED]


def test_a_later_page_must_have_rows(monkeypatch):
    monkeypatch.setattr(PAGE_ROWS, (2,))
    client = CannedClient({at(2, 0): page(1, 2), at(2, 1): NOTHING})
    with pytest.raises(UnansweredCallError):
        listing(client, CALL, ROWS)
    assert client.attempts == [None, ATTEMPTS_OF_THE_DOUBTED]


def test_other_refusals_are_not_taken_for_an_empty_listing():
    client = CannedClient({at(10_000, 0): ServerError(102, "Authentication failed", CALL)})
    with pytest.raises(ServerError, match="code 102"):
        listing(client, CALL, ROWS)
    with pytest.raises(ServerError, match="code 102"):
        has_rows(CannedClient({at(1, 0): ServerError(102, "no", CALL)}), CALL, "run")


def test_a_short_listing_is_one_page_and_as_many_attempts_as_are_said(monkeypatch):
    monkeypatch.setattr(PAGE_ROWS, (3,))
    client = CannedClient({at(3, 0): [page(1, 2), page(1, 2, 3)]})
    assert short_listing(client, CALL, ROWS, 4) == {1: "a", 2: "a"}
    assert short_listing(client, CALL, ROWS, 4) is None
    assert client.attempts == [4, 4]
    assert client.cached == [True, True]


def test_whether_there_are_rows_is_asked_with_a_limit_of_one():
    client = CannedClient({at(1, 0): page(8)})
    assert has_rows(client, CALL, "run")
    assert client.calls == [at(1, 0)]
    assert not has_rows(CannedClient(), CALL, "run")
