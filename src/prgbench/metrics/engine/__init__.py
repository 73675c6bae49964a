"""The engine behind curves and areas: one sort, then passes over it, in C or in NumPy.

C is used where the package was built with a compiler; its functions and their NumPy twins have the
same names. ``PRGBENCH_ENGINE=numpy`` asks for NumPy.
"""

import os
import warnings
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from prgbench.metrics.engine.compiled import (
        add_precisions,
        areas_of_batch,
        areas_of_ranked,
        best_cuts,
        best_f1,
        points,
        ranked,
        ranked_singles,
        reweighted_areas_of_batch,
        tally,
        weighted_areas_of_batch,
    )

__all__ = [
    "add_precisions",
    "areas_of_batch",
    "areas_of_ranked",
    "best_cuts",
    "best_f1",
    "points",
    "ranked",
    "ranked_singles",
    "reweighted_areas_of_batch",
    "tally",
    "weighted_areas_of_batch",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = _engine()
    globals().update({own: getattr(module, own) for own in __all__})
    return getattr(module, name)


def _engine() -> ModuleType:
    """Load the engine at the first use; say so if NumPy has to do."""
    if os.environ.get("PRGBENCH_ENGINE") != "numpy":
        try:
            from prgbench.metrics.engine import compiled
        except OSError:
            warnings.warn(
                "prgbench.metrics was installed without a C compiler and computes with NumPy, "
                "which takes longer; PRGBENCH_ENGINE=numpy silences this.",
                RuntimeWarning,
                stacklevel=3,
            )
        else:
            return compiled
    from prgbench.metrics.engine import uncompiled

    return uncompiled
