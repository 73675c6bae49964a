"""The parts that are always computed: the one list of them."""

from typing import Any

from prgbench.answer import (
    confidence_sets,
    cost,
    excess,
    given,
    intervals,
    leaderboard,
    noise_alone,
    rankings,
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
    cost.PART,
    given.PART,
    leaderboard.PART,
)
