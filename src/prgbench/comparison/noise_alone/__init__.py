"""What the paper's numbers would be if the measures ranked all models alike in truth."""

from typing import Annotated

from pydantic import Field

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """What the paper's numbers would be if the measures ranked all models alike in truth."""

    replicates: Annotated[int, Field(ge=20, le=10_000)] = 20
    """How many replicates of each task are drawn."""
