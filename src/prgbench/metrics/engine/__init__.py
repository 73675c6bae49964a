"""The engine behind curves and areas: one sort, then counts at each threshold.

The functions are compiled where Numba works, and otherwise their NumPy twins. Numba is imported on
first use, since that takes long.
"""

from types import ModuleType
from typing import TYPE_CHECKING, Any

from prgbench.run.compiling import can_compile

if TYPE_CHECKING:
    from prgbench.metrics.engine.kernel import (
        add_precisions,
        areas_of_batch,
        areas_of_ranked,
        ranked,
        ranked_singles,
    )
    from prgbench.metrics.engine.weighted import (
        reweighted_areas_of_batch,
        tally,
        weighted_areas_of_batch,
    )

__all__ = [
    "add_precisions",
    "areas_of_batch",
    "areas_of_ranked",
    "ranked",
    "ranked_singles",
    "reweighted_areas_of_batch",
    "tally",
    "weighted_areas_of_batch",
]
_WEIGHTED = ("reweighted_areas_of_batch", "tally", "weighted_areas_of_batch")


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # Import statements, which `prgbench.run.fingerprint` sees.
    if not can_compile():
        from prgbench.metrics.engine import uncompiled

        module: ModuleType = uncompiled
    elif name in _WEIGHTED:
        from prgbench.metrics.engine import weighted

        module = weighted
    else:
        from prgbench.metrics.engine import kernel

        module = kernel
    globals()[name] = value = getattr(module, name)
    return value
