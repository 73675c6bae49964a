"""What is shown of each part, in the order of the page."""

from prgbench.report.parts import (
    breakdown,
    confidence_sets,
    cost,
    excess,
    given,
    intervals,
    leaderboard,
    measure_matrix,
    mechanism,
    multiverse,
    noise_alone,
    prevalence,
    reproducibility,
)
from prgbench.report.shown_part import ShownPart

SHOWN: tuple[ShownPart, ...] = (
    intervals.SHOWN,
    noise_alone.SHOWN,
    excess.SHOWN,
    confidence_sets.SHOWN,
    cost.SHOWN,
    given.SHOWN,
    leaderboard.SHOWN,
    multiverse.SHOWN,
    reproducibility.SHOWN,
    breakdown.SHOWN,
    mechanism.SHOWN,
    measure_matrix.SHOWN,
    prevalence.SHOWN,
)
