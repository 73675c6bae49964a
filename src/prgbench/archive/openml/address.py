"""Which server is OpenML, how gently it is asked, and where its store is."""

import re
from hashlib import sha256
from urllib.parse import urlsplit

from prgbench.pipeline.errors import PrgbenchError
from prgbench.pipeline.foreign_text import plain

SERVER = "https://www.openml.org"
CONNECTIONS = 4
REQUESTS_PER_SECOND = 5.0
LOCAL_HOSTS = {"127.0.0.1", "localhost", "::1"}

_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[^\s/?#@:\\\[\]%]+|[0-9a-f:.]+")


def checked(server: str) -> str:
    """Return the address of a server if it is written as it should be.

    Raises
    ------
    PrgbenchError
        If it is no address, or has more than scheme, host and port.

    Examples
    --------
    >>> checked("http://127.0.0.1:8080")
    'http://127.0.0.1:8080'
    >>> checked("https://www.openml.org/api/v1/")
    Traceback (most recent call last):
    prgbench.pipeline.errors.PrgbenchError: The server 'https://www.openml.org/api/v1/' has more \
than an address: write it as https://www.openml.org.
    """
    shown = repr(_without_password(plain(server)))
    root = _root(server)
    if root is None:
        raise PrgbenchError(f"The server {shown} is no address: write it as {SERVER}.")
    if root != server:
        raise PrgbenchError(f"The server {shown} has more than an address: write it as {root}.")
    return server


def store_name(server: str) -> str:
    """Return the name of a server's store, which no other address shares.

    Raises
    ------
    PrgbenchError
        If the address is not written as it should be.

    Examples
    --------
    >>> store_name("https://www.openml.org")
    'openml'
    >>> store_name("http://localhost:8080") == store_name("http://localhost:8081")
    False
    """
    if checked(server) == SERVER:
        return "openml"
    readable = re.sub(r"[^A-Za-z0-9]+", "_", server.partition("://")[2]).strip("_")
    return f"openml-{readable}-{sha256(server.encode()).hexdigest()[:8]}"


def is_on_this_machine(server: str) -> bool:
    """Tell whether a server runs on the machine that asks it.

    Examples
    --------
    >>> [is_on_this_machine(server) for server in ("http://[::1]:8080", SERVER, "http://[")]
    [True, False, False]
    """
    try:
        return urlsplit(server).hostname in LOCAL_HOSTS
    except ValueError:
        return False


def _root(server: str) -> str | None:
    """Return scheme, host and port of an address, None if it has none."""
    try:
        parts = urlsplit(server)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not _HOST.fullmatch(host) or port == 0:
        return None
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + (
        "" if port in (None, _PORTS[parts.scheme]) else f":{port}"
    )


def _without_password(server: str) -> str:
    scheme, slashes, rest = server.rpartition("://")
    return f"{scheme}{slashes}{rest.rpartition('@')[2]}"
