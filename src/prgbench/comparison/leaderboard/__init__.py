"""Which flow wins over all tasks, by each measure."""

from typing import Annotated

from pydantic import Field

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """Which flow wins over all tasks, by each measure."""

    fewest_tasks: Annotated[int, Field(ge=1)] = 10
    """In how many tasks a flow must be drawn; the others are counted and left out."""

    resamples: Annotated[int, Field(ge=20, le=10_000)] = 200
    """How often the data sets are resampled for the intervals: each time all flows are fitted."""

    halvings: Annotated[int, Field(ge=1, le=10_000)] = 50
    """How often the data sets are cut into halves at random."""
