import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings

# A machine at work may take long for an example; CI must give the same answer twice.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

WORKFLOW = Path(__file__).parent / "workflow"


def pytest_configure() -> None:
    """Let Ctrl+C reach the processes that tests start also where a shell keeps it from them.

    A shell does so with what it starts in the background.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        with suppress(ValueError):  # not in the main thread
            signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what runs the workflow by the folder in which it lies."""
    if WORKFLOW in item.path.parents:
        item.add_marker("workflow")
