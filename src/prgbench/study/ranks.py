"""The settings of a study's section `ranking`."""

from typing import Annotated

from pydantic import Field

from prgbench.pipeline.settings import OneOf, Section

# Ways to rank tied models, as `scipy.stats.rankdata` knows them, and what captions say of each.
TIED_RANKS = {
    "average": "the mean of their ranks",
    "min": "the first of their ranks",
    "max": "the last of their ranks",
}


class Ranking(Section):
    """How the models of a task are ranked."""

    ties: Annotated[str, OneOf(TIED_RANKS)] = "average"
    """Which rank tied models get."""

    decimals: Annotated[int, Field(ge=0, le=15)] = 12
    """Scores that are equal at this decimal are tied."""
