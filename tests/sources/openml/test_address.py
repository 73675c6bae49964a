"""A server's address is written in one way; whatever else is written, the right way is said."""

import re

import pytest

from prgbench.run.errors import PrgbenchError
from prgbench.sources.openml.address import checked, store_name
from prgbench.sources.openml.source import OpenMLSource


@pytest.mark.parametrize(
    "server",
    ["https://www.openml.org", "http://127.0.0.1:8080", "http://[::1]:8080", "https://a_b-c"],
)
def test_addresses(server):
    assert checked(server) == server


@pytest.mark.parametrize(
    ("server", "right"),
    [
        ("https://www.openml.org/", "https://www.openml.org"),
        ("https://www.openml.org/api/v1", "https://www.openml.org"),
        ("https://www.openml.org/api/v1/xml", "https://www.openml.org"),
        ("https://www.openml.org/api/v1/json/", "https://www.openml.org"),
        ("HTTPS://WWW.OpenML.org", "https://www.openml.org"),
        ("https://www.openml.org:443", "https://www.openml.org"),
        ("http://localhost:8080/?api_key=1#x", "http://localhost:8080"),
        ("http://localhost:8080?", "http://localhost:8080"),
        ("http://me:secret@localhost:8080", "http://localhost:8080"),
        ("http://[::1]:8080/api", "http://[::1]:8080"),
    ],
)
def test_what_is_to_be_written_instead(server, right, tmp_path):
    for use in (store_name, lambda server: OpenMLSource(tmp_path, server).tasks(None)):
        with pytest.raises(PrgbenchError) as caught:
            use(server)
        shown = server.replace("me:secret@", "")
        sentence = f"The server {shown!r} is more than an address: write it as {right}."
        assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "server",
    [
        "",
        "openml.org",
        "www.openml.org/api/v1",
        "ftp://www.openml.org",
        "https://",
        "https:///api/v1",
        "http://a b",
        "http://[::1",
        "http://host:port",
        "http://host:99999",
        "http://host:0",
        "http://ho\\st",
        "file:///etc/passwd",
        "http://\x1b[31m" + "x" * 5000,
    ],
)
def test_what_is_no_address(server):
    with pytest.raises(PrgbenchError, match="is not an address: write it as https") as caught:
        store_name(server)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


def test_every_server_has_a_store_of_its_own():
    servers = ["https://www.openml.org", "http://www.openml.org", "http://a-b:1", "http://a.b:1"]
    names = {store_name(server) for server in servers}
    assert len(names) == 4
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in names)
