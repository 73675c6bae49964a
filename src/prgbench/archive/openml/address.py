"""Which server is OpenML, how gently it is asked, and where its store is."""

import re
from hashlib import sha256

SERVER = "https://www.openml.org"
CONNECTIONS = 4
REQUESTS_PER_SECOND = 5.0


def store_name(server: str) -> str:
    """Return the name of a server's store, which no other address shares.

    Examples
    --------
    >>> store_name("https://www.openml.org")
    'openml'
    >>> store_name("http://localhost:8080/a") == store_name("http://localhost:8080/b")
    False
    """
    if server == SERVER:
        return "openml"
    readable = re.sub(r"[^A-Za-z0-9]+", "_", server.partition("://")[2]).strip("_")
    return f"openml-{readable}-{sha256(server.encode()).hexdigest()[:8]}"
