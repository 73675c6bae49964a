"""Does the choice of the evaluation measure change which model wins?

`compare` answers it for a table of predictions, arrays or estimators; `score` evaluates models,
`power` says what a study could show, and `metrics` has the curves and measures.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from prgbench.run.errors import PrgbenchError, extra

if TYPE_CHECKING:
    from prgbench import metrics
    from prgbench.direct.compare import compare
    from prgbench.direct.compared_models import ComparedModels
    from prgbench.direct.power import Power, power
    from prgbench.direct.score import score

    __version__: str

__all__ = ["ComparedModels", "Power", "PrgbenchError", "compare", "metrics", "power", "score"]

_MODULES = {"ComparedModels": "compared_models", "Power": "power"}


def __dir__() -> list[str]:
    return [*__all__, *({"__version__"} | {name for name in globals() if name.startswith("__")})]


def __getattr__(name: str) -> Any:
    """Import what compares predictions only where it is used: the metrics need NumPy alone."""
    if name == "__version__":
        return _version()
    if name not in __all__:
        raise AttributeError(f"module 'prgbench' has no attribute {name!r}")
    if name == "metrics":
        return import_module("prgbench.metrics")
    with extra("compare"):
        return getattr(import_module(f"prgbench.direct.{_MODULES.get(name, name)}"), name)


def _version() -> str:
    # What looks versions up takes a fifth of the time of importing the metrics.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("prgbench")
    except PackageNotFoundError:
        return "not installed"
