"""What is shown of each part, in the order of the page."""

from prgbench.report.parts import (
    breakdown,
    choosing,
    confidence_sets,
    equal_rows,
    excess,
    expected_f1,
    given,
    intervals,
    measure_matrix,
    multiverse,
    noise_alone,
    rankings,
    standings,
    winners,
)
from prgbench.report.shown_part import ShownPart
from prgbench.robustness.parts import ADDED

SHOWN: tuple[ShownPart, ...] = (
    standings.SHOWN,
    rankings.SHOWN,
    winners.SHOWN,
    choosing.SHOWN,
    expected_f1.SHOWN,
    intervals.SHOWN,
    noise_alone.SHOWN,
    excess.SHOWN,
    confidence_sets.SHOWN,
    given.SHOWN,
    equal_rows.SHOWN,
    multiverse.SHOWN,
    breakdown.SHOWN,
    measure_matrix.SHOWN,
    *(module.SHOWN for module in ADDED.values()),
)
