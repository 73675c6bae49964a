"""Addresses of servers: which are allowed, and the folder of each in the store."""

import re
from hashlib import sha256
from urllib.parse import urlsplit

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain

SERVER = "https://www.openml.org"
NAMES = frozenset({SERVER, "https://openml.org", "https://api.openml.org"})
"""The names of the server of openml.org, which it has used in turn."""

CONNECTIONS = 4
REQUESTS_PER_SECOND = 5.0
PATIENCE = 6 * 3600.0
LOCAL_HOSTS = {"127.0.0.1", "localhost", "::1"}
PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[^\s/?#@:\\\[\]%]+|[0-9a-f:.]+")


def checked(server: str) -> str:
    """Return the address of a server if it has only scheme, host and port."""
    scheme, slashes, location = plain(server).rpartition("://")
    shown = repr(scheme + slashes + location.rpartition("@")[2])
    root = root_of(server)
    if root is None:
        raise PrgbenchError(f"The server {shown} is not an address: write it as {SERVER}.")
    if root != server:
        raise PrgbenchError(f"The server {shown} is more than an address: write it as {root}.")
    return server


def names_of(server: str) -> frozenset[str]:
    """Return the addresses that are one archive with a server, its own included.

    Examples
    --------
    >>> sorted(names_of("https://openml.org"))
    ['https://api.openml.org', 'https://openml.org', 'https://www.openml.org']
    >>> names_of("http://localhost:8080")
    frozenset({'http://localhost:8080'})
    """
    return NAMES if server in NAMES else frozenset({server})


def same_archive(url: str, names: frozenset[str]) -> str | None:
    """Return an address if it is one of an archive's, with https where its names have it.

    Examples
    --------
    >>> names = names_of("https://openml.org")
    >>> same_archive("http://api.openml.org/data/download/7", names)
    'https://api.openml.org/data/download/7'
    >>> same_archive("https://openml.org.example/data/download/7", names)
    >>> same_archive("https://me:secret@openml.org/", names)
    """
    root = root_of(url)
    if root is None or urlsplit(url).username is not None:
        return None
    path = url.partition("://")[2].partition("/")[2]
    for name in (root, root.replace("http://", "https://", 1)):
        if name in names:
            return f"{name}/{path}"
    return None


def store_name(server: str) -> str:
    """Return the name of a server's store, unique to its address but for the names of openml.org.

    Examples
    --------
    >>> store_name("https://www.openml.org"), store_name("https://api.openml.org")
    ('openml', 'openml')
    >>> store_name("http://localhost:8080") == store_name("http://localhost:8081")
    False
    """
    if checked(server) in NAMES:
        return "openml"
    readable = re.sub(r"[^A-Za-z0-9]+", "_", server.partition("://")[2]).strip("_")
    return f"openml-{readable}-{sha256(server.encode()).hexdigest()[:8]}"


def is_on_this_machine(server: str) -> bool:
    """Tell whether a server runs on this machine.

    Examples
    --------
    >>> [is_on_this_machine(server) for server in ("http://[::1]:8080", SERVER, "http://[")]
    [True, False, False]
    """
    try:
        return urlsplit(server).hostname in LOCAL_HOSTS
    except ValueError:
        return False


def root_of(server: str) -> str | None:
    """Return scheme, host and port of an address; None if it has none."""
    try:
        parts = urlsplit(server)
        host = parts.hostname or ""
        port = parts.port
    except ValueError:
        return None
    default = PORTS.get(parts.scheme)
    if default is None or not _HOST.fullmatch(host) or port == 0:
        return None
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, default) else "")
