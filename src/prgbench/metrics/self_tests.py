"""Measures that are increasing in another one inside a task, so that they never disagree with it.

The comparison of all measures computes them too: a disagreement would be a defect of ours.
"""

from prgbench.metrics.batch import FromAreas
from prgbench.metrics.registry import Measure

GINI = Measure(
    "gini", "Gini", True, -1, 1, False, FromAreas(lambda areas, _: 2 * areas[..., 0] - 1)
)
ABOVE_CHANCE = Measure(
    "aupr_above_chance",
    "AUPR above chance",
    True,
    -1,
    1,
    False,
    FromAreas(lambda areas, pi: (areas[..., 1] - pi) / (1 - pi)),
)
SELF_TESTS = {measure.name: measure for measure in (GINI, ABOVE_CHANCE)}
SAME_ORDER = {"gini": "auroc", "aucnpr": "aupr", "aupr_above_chance": "aupr"}
