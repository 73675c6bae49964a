"""The engine behind curves and areas: one sort, then passes over it, in C or in NumPy.

C is used where the package was built with a compiler; its functions and their NumPy twins have the
same names. ``PRGBENCH_ENGINE=numpy`` asks for NumPy.
"""

from types import ModuleType
from typing import TYPE_CHECKING, Any

from prgbench.run.kernels import can_use_kernels

if TYPE_CHECKING:
    from prgbench.metrics.engine.compiled import (
        areas_of_batch,
        best_cuts,
        envelopes,
        points_of_batch,
        reweighted_areas_of_batch,
        tally,
        upper_chain,
    )

__all__ = [
    "areas_of_batch",
    "best_cuts",
    "envelopes",
    "points_of_batch",
    "reweighted_areas_of_batch",
    "tally",
    "upper_chain",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Import statements, which `prgbench.run.fingerprint` sees.
    if can_use_kernels():
        from prgbench.metrics.engine import compiled

        module: ModuleType = compiled
    else:
        from prgbench.metrics.engine import uncompiled

        module = uncompiled
    globals().update({export: getattr(module, export) for export in __all__})
    return getattr(module, name)
