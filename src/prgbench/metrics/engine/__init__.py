"""The engine behind curves and areas: one sort, then counts at each threshold."""

from prgbench.run.compiling import can_compile

if can_compile():
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
else:
    from prgbench.metrics.engine.uncompiled import (
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
