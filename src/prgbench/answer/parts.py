"""The parts that are always computed, in one list."""

from typing import Any

from prgbench.answer import (
    choosing,
    confidence_sets,
    dependent_rows,
    excess,
    expected_f1,
    given,
    intervals,
    noise_alone,
    rankings,
    standings,
    winners,
)
from prgbench.answer.interface import Part

ANSWER: tuple[Part[Any], ...] = (
    intervals.PART,
    noise_alone.PART,
    rankings.PART,
    excess.PART,
    confidence_sets.PART,
    winners.PART,
    choosing.PART,
    expected_f1.PART,
    given.PART,
    dependent_rows.PART,
    standings.PART,
)
