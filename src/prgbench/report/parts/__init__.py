"""What is shown of each part, in the order of the page."""

from prgbench.report.parts import (
    breakdown,
    choosing,
    confidence_sets,
    equal_rows,
    expected_f1,
    given,
    intervals,
    leaderboards,
    measure_matrix,
    model_pairs,
    multiverse,
    rankings,
    standings,
)
from prgbench.report.shown_part import ShownPart
from prgbench.robustness.parts import ADDED

SHOWN: tuple[ShownPart, ...] = (
    standings.SHOWN,
    leaderboards.SHOWN,
    rankings.SHOWN,
    model_pairs.SHOWN,
    choosing.SHOWN,
    expected_f1.SHOWN,
    intervals.SHOWN,
    confidence_sets.SHOWN,
    given.SHOWN,
    equal_rows.SHOWN,
    multiverse.SHOWN,
    breakdown.SHOWN,
    measure_matrix.SHOWN,
    *(module.SHOWN for module in ADDED.values()),
)
