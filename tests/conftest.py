import os
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from prgbench.run.kernels import load_kernels

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WORKFLOW = Path(__file__).parent / "workflow"
_OF_KERNELS = re.compile(r"engine(\.compiled import| import compiled)|WITHOUT_KERNELS")


def tests_of_kernels() -> list[str]:
    """Return the files that compare the compiled kernels with others, where there are none."""
    try:
        load_kernels()
    except OSError:
        files = Path(__file__).parent.glob("metrics/test_*.py")
        return [str(file) for file in files if _OF_KERNELS.search(file.read_text("utf-8"))]
    return []


collect_ignore = tests_of_kernels()


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Open a browser for the tests of pages."""
    from playwright.sync_api import sync_playwright

    executable = next(filter(None, map(shutil.which, BROWSERS)), None)
    if executable is None:
        reason = f"no browser ({', '.join(BROWSERS)}) is installed"
        if os.environ.get("PRGBENCH_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield opened
        opened.close()


def pytest_report_header() -> str | None:
    """Say which tests are left out for want of a C compiler."""
    names = ", ".join(Path(file).name for file in collect_ignore)
    return f"Left out, as the kernels are not compiled: {names}" if names else None


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
