"""How much depends on which models are drawn, and how many."""

from typing import Annotated

from pydantic import Field

from prgbench.comparison.distinct_list import DistinctList
from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """How much depends on which models are drawn, and how many."""

    draws: Annotated[int, Field(ge=1, le=100_000)] = 200
    """How many draws of each size."""

    sizes: DistinctList[Annotated[int, Field(ge=2)]] = (2, 3, 5, 10, 20, 30, 50)
    """How many models are drawn; sizes beyond a task's models leave it out."""
