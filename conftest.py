"""For tests and examples: what hypothesis draws, figures closed, none without their kernels."""

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from prgbench.run.kernels import load_kernels

# A machine at work may take long for an example; CI must give the same answer twice.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

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
