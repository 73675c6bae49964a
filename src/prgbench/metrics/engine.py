"""The compiled kernels; or, where Numba can't compile, the same functions in NumPy.

Numba may be absent or broken, or be told not to compile by ``NUMBA_DISABLE_JIT=1``. Importing it
costs more than all the rest of the metrics, so this module waits for its first use.
"""


def can_compile() -> bool:
    """Tell whether Numba is here and compiles."""
    try:
        from numba import config
    except (ImportError, OSError):
        return False
    return not config.DISABLE_JIT  # type: ignore[attr-defined]


if can_compile():
    from prgbench.metrics.kernel import (
        add_precisions,
        areas_of_batch,
        areas_of_ranked,
        ranked,
        ranked_singles,
    )
    from prgbench.metrics.weighted_kernel import reweighted_areas_of_batch, tally
    from prgbench.metrics.weighted_ranking import weighted_areas_of_batch
else:
    from prgbench.metrics.uncompiled import (
        add_precisions,
        areas_of_batch,
        areas_of_ranked,
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
    "ranked",
    "ranked_singles",
    "reweighted_areas_of_batch",
    "tally",
    "weighted_areas_of_batch",
]
