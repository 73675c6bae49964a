"""How much depends on what counts as a tie."""

from typing import Annotated

from pydantic import Field

from prgbench.comparison.distinct_list import DistinctList
from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """How much depends on what counts as a tie."""

    tolerances: DistinctList[Annotated[float, Field(ge=0)]] = (0.0, 1e-12, 1e-6, 1e-3)
    """Scores that differ by at most this are tied."""
