"""What can go wrong with an answer.

A fault is called with the request handler and the sound answer and sends something else.
"""

import socket
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler

from archive_server import render


@dataclass(frozen=True)
class Answer:
    """Status, body and content type of an answer."""

    status: int
    body: bytes
    content_type: str = "text/xml; charset=utf-8"


Fault = Callable[[BaseHTTPRequestHandler, Answer], None]

HTML = (
    b"<html>\r\n<head><title>%d</title></head>\r\n<body><center>nginx</center></body>\r\n</html>"
)


def send(handler: BaseHTTPRequestHandler, answer: Answer, **headers: str) -> None:
    """Send an answer as it is."""
    handler.send_response(answer.status)
    handler.send_header("Content-Type", answer.content_type)
    handler.send_header("Content-Length", str(len(answer.body)))
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(answer.body)


def error(code: int, message: str = "refused", status: int = 412) -> Fault:
    """Answer with an error code of OpenML."""
    return lambda handler, _: send(handler, Answer(status, render.error(code, message).encode()))


def html(status: int, **headers: str) -> Fault:
    """Answer with a page in HTML, as a proxy or the site itself does."""
    page = Answer(status, HTML % status, "text/html")
    return lambda handler, _: send(handler, page, **headers)


def body(content: bytes, content_type: str = "text/plain;charset=UTF-8") -> Fault:
    """Answer with another body and status 200."""
    return lambda handler, _: send(handler, Answer(200, content, content_type))


def database_text() -> Fault:
    """Answer as the server does when its database can't be reached."""
    text = b"Database connection error. Usually due to high server load. Please wait N seconds"
    return body(text, "text/html")


def changed(change: Callable[[bytes], bytes]) -> Fault:
    """Answer soundly but for a change of the body."""

    def fault(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        send(handler, Answer(answer.status, change(answer.body), answer.content_type))

    return fault


def stall(seconds: float, after: int = 0) -> Fault:
    """Send some bytes, then nothing for a time."""

    def fault(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        _begin(handler, answer)
        handler.wfile.write(answer.body[:after])
        handler.wfile.flush()
        time.sleep(seconds)
        handler.close_connection = True

    return fault


def reset(after: int = 0) -> Fault:
    """Send some bytes, then reset the connection."""

    def fault(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        if after:
            _begin(handler, answer)
            handler.wfile.write(answer.body[:after])
            handler.wfile.flush()
        linger = struct.pack("ii", 1, 0)
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        handler.connection.close()
        handler.close_connection = True

    return fault


def truncate(after: int) -> Fault:
    """Promise the whole body, send some bytes and close."""

    def fault(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        _begin(handler, answer)
        handler.wfile.write(answer.body[:after])
        handler.close_connection = True

    return fault


def raw(content: bytes) -> Fault:
    """Send these bytes instead of an answer of HTTP, and close."""

    def fault(handler: BaseHTTPRequestHandler, _: Answer) -> None:
        handler.wfile.write(content)
        handler.wfile.flush()
        handler.close_connection = True

    return fault


def drip(start: bytes, piece: bytes, seconds: float) -> Fault:
    """Send these bytes, then a piece again and again for ever, with a pause before each."""

    def fault(handler: BaseHTTPRequestHandler, _: Answer) -> None:
        handler.wfile.write(start)
        while True:
            handler.wfile.flush()
            time.sleep(seconds)
            handler.wfile.write(piece)

    return fault


def pour(start: bytes, piece: bytes) -> Fault:
    """Send these bytes, then a piece for ever, as fast as it is taken."""
    return drip(start, piece, 0.0)


def redirect(location: str, status: int = 302) -> Fault:
    """Send the client elsewhere."""
    page = Answer(status, HTML % status, "text/html")
    return lambda handler, _: send(handler, page, Location=location)


def encoded(coding: str, pack: Callable[[bytes], bytes]) -> Fault:
    """Answer soundly but packed, or what is called so."""

    def fault(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
        packed = Answer(answer.status, pack(answer.body), answer.content_type)
        send(handler, packed, Content_Encoding=coding)

    return fault


def _begin(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
    handler.send_response(answer.status)
    handler.send_header("Content-Type", answer.content_type)
    handler.send_header("Content-Length", str(len(answer.body)))
    handler.end_headers()
