"""How often a measure disagrees with itself on other instances of the task."""

from typing import Annotated

from pydantic import Field

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """How often a measure disagrees with itself on a bootstrap of the instances."""

    best_share: Annotated[float, Field(gt=0, le=1)] = 0.05
    """A model could be best by a measure if it is best in at least this share of the
    replicates.
    """
