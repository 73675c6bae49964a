"""How far the answer depends on choices: parts that a study asks for by name."""

from typing import Any

from prgbench.answer.interface import Part
from prgbench.robustness import breakdown, measure_matrix, multiverse

ROBUSTNESS: tuple[Part[Any], ...] = (multiverse.PART, breakdown.PART, measure_matrix.PART)
