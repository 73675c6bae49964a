"""Does the choice of the evaluation measure change which model wins?"""

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from prgbench.run.errors import extra

try:
    __version__ = version("prgbench")
except PackageNotFoundError:
    __version__ = "not installed"

__all__ = ["compare", "power", "score"]


def __getattr__(name: str) -> Any:
    """Import what compares predictions only where it is used: the metrics need NumPy alone."""
    if name not in __all__:
        raise AttributeError(f"module 'prgbench' has no attribute {name!r}")
    with extra("compare"):
        return getattr(import_module(f"prgbench.direct.{name}"), name)
