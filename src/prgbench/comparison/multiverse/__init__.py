"""The paper's nine numbers under every defensible choice."""

from typing import Annotated

from pydantic import Field

from prgbench.comparison.distinct_list import DistinctList
from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """The paper's nine numbers under every defensible choice."""

    models: DistinctList[Annotated[int, Field(ge=2)]] = (10, 30)
    """How many models of each task, drawn at random, beside as many as the study has; tasks with
    fewer are left out then.
    """

    minimum_n: DistinctList[Annotated[int, Field(ge=1)]] = (500,)
    """The least number of instances of a task, beside all tasks."""
