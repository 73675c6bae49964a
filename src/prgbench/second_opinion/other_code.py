"""Other people's code, called so that it neither waits for ever nor ends the study."""

import logging
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit

from prgbench.run.errors import PrgbenchError
from prgbench.run.safe_text import plain
from prgbench.sources.openml.address import SERVER

MOST_SECONDS = 600
"""The time for a model: the package openml waits for a stalled server forever."""
MOST_FAILURES = 3
"""So many failures of the server in a row are taken for an outage: nothing more is asked."""


class NotReadError(Exception):
    """Other code can't have or decode something; the message says why.

    ``for_now`` where the server or the network failed, so that asking later may succeed.
    """

    def __init__(self, why: str, *, for_now: bool = False) -> None:
        super().__init__(why)
        self.for_now = for_now


@contextmanager
def other_code(most_seconds: float | None = None) -> Iterator[None]:
    """Call other people's code without its messages: all that it raises is a `NotReadError`.

    So is a block that takes longer than ``most_seconds``, by default `MOST_SECONDS`; in the main
    thread of a process only.
    """
    seconds = MOST_SECONDS if most_seconds is None else most_seconds

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise NotReadError(f"not done within {seconds:g} seconds", for_now=True)

    handler = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except NotReadError:
        raise
    except Exception as error:
        raise NotReadError(
            plain(f"{type(error).__name__}: {error}"), for_now=_is_of_server(error)
        ) from None
    finally:
        logging.disable(logging.NOTSET)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def _is_of_server(error: Exception) -> bool:
    """Tell whether an error is a failure of the server or of the network.

    Those of requests are an `OSError`; the package openml has errors of its own for what a server
    answers, and misses the error of OpenML in an error page that a proxy has written in HTML.
    """
    of_package = any(kind.__name__ == "OpenMLServerError" for kind in type(error).__mro__)
    of_page = isinstance(error, KeyError) and error.args == ("oml:error",)
    return isinstance(error, OSError) or of_package or of_page


def configured_openml(server: str, cache: Path) -> Any:
    """Return the package openml, set to a server and to a folder for what it fetches.

    Its own configuration says which server it asks unless another than openml.org is given. It
    keeps an answer that broke off, and takes it for whole ever after: hence the folder, which is
    to be a new one. It tries again by itself only once, as its pauses last minutes. Its API key is
    not used: all data of a study are public, the server refuses wrong keys, and the package would
    send the key to any address in a run's description.
    """
    try:
        with other_code():
            import openml
    except NotReadError as error:
        raise PrgbenchError(
            f"The package openml can't be used ({error}): check its configuration "
            "(~/.config/openml/config) and its cache, or install requirements.lock again."
        ) from None
    if server != SERVER:
        openml.config.server = f"{server}/api/v1/xml/"
    openml.config.apikey = ""
    openml.config.set_retry_policy("human", n_retries=1)
    openml.config.set_root_cache_directory(str(cache))
    return openml


def host_of(package: Any) -> str:
    """Return the host that the package openml asks."""
    return str(urlsplit(package.config.server).hostname)


def package_name() -> str:
    """Return which version of the package openml it is, in words."""
    return f"the package openml {version('openml')}"
