"""Outages in front of a server, as the public one has had them: what fails, and for how long."""

from http.server import BaseHTTPRequestHandler

from archive_server.faults import Answer, Fault, html, redirect, reset, send
from archive_server.server import ArchiveServer, Planned

ALWAYS = float("inf")
FILES = "/data/download/"


def files_missing(server: ArchiveServer, after: int, seconds: float) -> None:
    """Answer 404 for all prediction files, as in August 2025."""
    server.fail(FILES, html(404), ALWAYS, after=after, seconds=seconds)


def unavailable(server: ArchiveServer, after: int, seconds: float) -> Planned:
    """Answer 503 with a page of nginx, as on several days of 2026."""
    return server.fail("", html(503), ALWAYS, after=after, seconds=seconds)


def stopped(server: ArchiveServer, after: int, seconds: float) -> None:
    """Reset every connection, as a server that is not there."""
    server.fail("", reset(), ALWAYS, after=after, seconds=seconds)


def moved(server: ArchiveServer, other: str, after: int, seconds: float) -> None:
    """Redirect to another name for a time, and from there back before and afterwards."""
    server.fail("", _only_at(other, server.address), ALWAYS, after=after, seconds=seconds)
    server.fail("", _only_at(server.address, other), ALWAYS)


def fails_at_first_name(server: ArchiveServer, fault: Fault) -> None:
    """Have a fault at the server's first name; its other name answers."""

    def at_name(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        first = server.address.endswith(f":{handler.server.server_address[1]}")
        (fault if first else send)(handler, answer)

    server.fail("", at_name, ALWAYS)


def _only_at(here: str, elsewhere: str) -> Fault:
    """Answer at one name, and redirect the other one there."""

    def fault(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        if f":{handler.server.server_address[1]}" in elsewhere:
            redirect(f"{here}{handler.path}", 301)(handler, answer)
        else:
            send(handler, answer)

    return fault
