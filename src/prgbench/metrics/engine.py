"""The compiled kernels; or, where Numba can't compile, the same functions in NumPy.

Importing Numba costs more than all the rest of the metrics: this module waits for its first use.
"""

from prgbench.pipeline.compiling import can_compile

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
