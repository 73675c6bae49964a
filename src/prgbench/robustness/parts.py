"""The parts that a study asks for by name: the one list of them."""

from types import ModuleType
from typing import Any

from prgbench.answer.interface import Part
from prgbench.robustness import (
    breakdown,
    measure_matrix,
    multiverse,
)
from prgbench.run import plugins
from prgbench.run.errors import PrgbenchError

_BUILT_IN: tuple[Part[Any], ...] = (
    multiverse.PART,
    breakdown.PART,
    measure_matrix.PART,
)


def _added() -> dict[str, ModuleType]:
    """Return the modules of the parts that other packages add, by name."""
    taken = tuple(part.name for part in _BUILT_IN)
    modules = {}
    for name, entry in plugins.plugins(plugins.ROBUSTNESS, taken).items():
        module = modules[name] = plugins.load_plugin(entry)
        named = [
            getattr(getattr(module, field, None), "name", None) for field in ("PART", "SHOWN")
        ]
        if named != [name, name]:
            raise PrgbenchError(
                f"{entry.value} of the package {plugins.package_of(entry)} needs a PART and a "
                f"SHOWN called {name!r}, as its entry point is."
            )
    return modules


ADDED = _added()
ROBUSTNESS: tuple[Part[Any], ...] = (*_BUILT_IN, *(module.PART for module in ADDED.values()))
