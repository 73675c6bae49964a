"""The parts that are always computed, in one list."""

from typing import Any

from prgbench.answer import (
    aggregation,
    choosing,
    common_prevalence,
    confidence_sets,
    costs,
    equal_rows,
    expected_f1,
    given,
    intervals,
    leaderboards,
    model_pairs,
    rankings,
    standings,
)
from prgbench.answer.interface import Part

ANSWER: tuple[Part[Any], ...] = (
    intervals.PART,
    rankings.PART,
    model_pairs.PART,
    confidence_sets.PART,
    choosing.PART,
    expected_f1.PART,
    given.PART,
    equal_rows.PART,
    costs.PART,
    standings.PART,
    common_prevalence.PART,
    leaderboards.PART,
    aggregation.PART,
)
