"""How the models of a task are ranked."""

from collections.abc import Sequence
from typing import Annotated, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pydantic import Field

from prgbench.data.models import Models
from prgbench.metrics import Measure
from prgbench.run.settings import OneOf, Section
from prgbench.stats.ranks import TieMethod, ranks_of

TOP = 3
TIED_RANKS = {
    "average": "the mean of their ranks",
    "min": "the first of their ranks",
    "max": "the last of their ranks",
}
"""The methods for ties, named as in `scipy.stats.rankdata`, with the words of captions."""


class Ranking(Section):
    """How the models of a task are ranked."""

    ties: Annotated[str, OneOf(TIED_RANKS)] = "average"
    """The rank of tied models: the average, smallest or largest of their ranks."""

    decimals: Annotated[int, Field(ge=0, le=15)] = 12
    """Models whose scores are equal after rounding to this many decimals are tied."""

    top: Annotated[int, Field(ge=2, le=1000)] = TOP
    """How many of the best models are compared as an ordered list."""


def add_ranks(models: Models, measures: Sequence[Measure], ranking: Ranking) -> Models:
    """Return the models, by task and run, with their ranks in their task by each measure.

    The best models have the lowest rank. Those for which a measure is undefined share the last.
    """
    ordered = models.sorted()
    ranks = {}
    for measure in measures:
        # As losses, so that the lowest rank is the best whichever way a measure points.
        losses = ordered.scores(measure.name).to_numpy() * (-1 if measure.higher_is_better else 1)
        by_task = pd.Series(_comparable(losses, ranking)).groupby(ordered.task_id)
        ranks[measure.name] = by_task.rank(method=cast("TieMethod", ranking.ties))
    return ordered.with_ranks(ranks)


def rank_losses(losses: NDArray[np.float64], ranking: Ranking) -> NDArray[np.float64]:
    """Rank losses along the last axis, the smallest first; undefined ones share the last ranks."""
    return ranks_of(_comparable(losses, ranking), cast("TieMethod", ranking.ties))


def _comparable(losses: NDArray[np.float64], ranking: Ranking) -> NDArray[np.float64]:
    # The last digits depend on the order of summation and would part models that are tied.
    rounded = np.round(losses, ranking.decimals)
    return np.where(np.isnan(rounded), np.inf, rounded)
