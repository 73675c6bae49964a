"""Which best models would change if the positives were rarer or more frequent."""

from typing import Annotated

from pydantic import Field

from prgbench.comparison.distinct_list import DistinctList
from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """Which best models change if the positives were rarer or more frequent."""

    prevalences: DistinctList[Annotated[float, Field(gt=0, lt=1)]] = (0.01, 0.1, 0.5)
    """The prevalences to compare."""
