"""The parts that a study asks for by name: the one list of them."""

from typing import Any

from prgbench.answer.interface import Part
from prgbench.robustness import (
    breakdown,
    measure_matrix,
    mechanism,
    multiverse,
    prevalence,
    reproducibility,
)
from prgbench.robustness.claims import part as claims

ROBUSTNESS: tuple[Part[Any], ...] = (
    multiverse.PART,
    reproducibility.PART,
    breakdown.PART,
    mechanism.PART,
    measure_matrix.PART,
    prevalence.PART,
    claims.PART,
)
