"""For tests and examples: figures are closed, and what needs compiled kernels waits for them."""

import sys
from collections.abc import Iterator

import pytest

from prgbench.run.kernels import load_kernels

try:
    load_kernels()
    collect_ignore: list[str] = []
except OSError:
    collect_ignore = ["src/prgbench/metrics/engine/compiled.py"]


@pytest.fixture(autouse=True)
def _close_figures() -> Iterator[None]:
    yield
    if pyplot := sys.modules.get("matplotlib.pyplot"):
        pyplot.close("all")
