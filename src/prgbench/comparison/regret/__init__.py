"""What choosing by a measure costs."""

from typing import Annotated

from pydantic import Field

from prgbench.comparison.parts import PartOptions


class Options(PartOptions):
    """What choosing by a measure costs in F1, MCC and accuracy."""

    splits: Annotated[int, Field(ge=0, le=10_000)] = 20
    """How many random halves of the folds for choosing on one half and judging on the other; 0
    for none.
    """
