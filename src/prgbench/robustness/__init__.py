"""How far the answer depends on choices: parts that a study asks for by name.

`multiverse` computes the paper's nine numbers under every combination of defensible choices,
`breakdown` counts the disagreement by properties of the tasks, and `measure_matrix` says how alike
all known measures rank the models. The parts that are always computed are in
`prgbench.answer.parts`.
"""

from typing import Any

from prgbench.answer.interface import Part
from prgbench.robustness import breakdown, measure_matrix, multiverse

ROBUSTNESS: tuple[Part[Any], ...] = (multiverse.PART, breakdown.PART, measure_matrix.PART)
