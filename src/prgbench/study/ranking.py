"""How the models of a task are ranked."""

from collections.abc import Sequence
from typing import Annotated, Literal, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pydantic import Field

from prgbench.data.models import Models
from prgbench.metrics import Measure
from prgbench.run.settings import OneOf, Section

TOP = 3
TIED_RANKS = {
    "average": "the mean of their ranks",
    "min": "the first of their ranks",
    "max": "the last of their ranks",
}
"""The methods for ties, named as in `scipy.stats.rankdata`, with the words of captions."""

TieMethod = Literal["average", "min", "max"]


class Ranking(Section):
    """How the models of a task are ranked."""

    ties: Annotated[str, OneOf(TIED_RANKS)] = "average"
    """The rank of tied models."""

    decimals: Annotated[int, Field(ge=0, le=15)] = 12
    """Scores equal at this decimal are tied."""

    top: Annotated[int, Field(ge=2, le=1000)] = TOP
    """How many models form the ordered top of a ranking."""


def add_ranks(models: Models, measures: Sequence[Measure], ranking: Ranking) -> Models:
    """Return the models, by task and run, with their ranks in their task by each measure.

    The best models have the lowest rank. Those for which a measure is undefined share the last.
    """
    ordered = models.sorted()
    ranks = {}
    for measure in measures:
        losses = ordered.scores(measure.name).to_numpy() * (-1 if measure.higher_is_better else 1)
        by_task = pd.Series(_comparable(losses, ranking)).groupby(ordered.task_id)
        ranks[measure.name] = by_task.rank(method=cast("TieMethod", ranking.ties))
    return ordered.with_ranks(ranks)


def rank_losses(losses: NDArray[np.float64], ranking: Ranking) -> NDArray[np.float64]:
    """Rank losses along the last axis, the smallest first; undefined ones share the last ranks.

    Examples
    --------
    >>> rank_losses(np.array([0.3, 0.1, np.nan, 0.1]), Ranking())
    array([3. , 1.5, 4. , 1.5])
    """
    return ranks_of(_comparable(losses, ranking), cast("TieMethod", ranking.ties))


def ranks_of(values: NDArray[np.float64], ties: TieMethod) -> NDArray[np.float64]:
    """Rank values along the last axis, the smallest first, as `scipy.stats.rankdata` does.

    SciPy itself takes a second to import, and most jobs would need it for this alone.

    Examples
    --------
    >>> ranks_of(np.array([[2.0, 1.0, 2.0], [0.0, 0.0, np.inf]]), "min")
    array([[2., 1., 2.],
           [1., 1., 3.]])
    """
    order = np.argsort(values, axis=-1)
    ordered = np.take_along_axis(values, order, axis=-1)
    places = np.broadcast_to(np.arange(1.0, values.shape[-1] + 1), values.shape)
    # A run of ties begins where a value differs from the one before, and ends before the next.
    begins = np.ones(values.shape, dtype=bool)
    begins[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    first = last = places
    if not begins.all():
        first = np.maximum.accumulate(np.where(begins, places, 0), axis=-1)
        ends = np.roll(begins, -1, axis=-1)
        after = np.where(ends, places, np.inf)[..., ::-1]
        last = np.minimum.accumulate(after, axis=-1)[..., ::-1]
    ranks = np.empty(values.shape)
    tied = {"average": (first + last) / 2, "min": first, "max": last}[ties]
    np.put_along_axis(ranks, order, tied, axis=-1)
    return ranks


def _comparable(losses: NDArray[np.float64], ranking: Ranking) -> NDArray[np.float64]:
    rounded = np.round(losses, ranking.decimals)
    return np.where(np.isnan(rounded), np.inf, rounded)
