"""The choices of the multiverse, and ranks under each tie rule."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from prgbench.answer.interface import DistinctList, PartOptions
from prgbench.answer.task_scores import Floats
from prgbench.study.ranking import Ranking


class Options(PartOptions):
    """The paper's nine numbers under every defensible choice."""

    models: DistinctList[Annotated[int, Field(ge=2)]] = (10, 30)
    """How many models of each task, drawn at random, beside as many as the study has; tasks with
    fewer are left out then.
    """

    minimum_n: DistinctList[Annotated[int, Field(ge=1)]] = (500,)
    """The least number of instances of a task, beside all tasks."""


SETS = "sets differ"
ONE_ORDER = "one random order"
NONE_IN_COMMON = "nothing in common"
TIES = (SETS, ONE_ORDER, NONE_IN_COMMON)
POOLED, FOLD_MEAN = "pooled", "fold mean"
AVERAGES = (POOLED, FOLD_MEAN)
AUPRS = ("aupr", "average_precision", "trapezoid_aupr")
MEASURES = (*AUPRS, "auprg", "auroc")
KEPT, REMOVED = "kept", "removed"
OWN = "own"
STATED, OTHER = "as stated", "the other one"
POSITIVE_CLASSES = (STATED, OTHER)

CHOICES = {
    "ties": "the tie rule",
    "average": "pooling or averaging over folds",
    "aupr": "the definition of AUPR",
    "procedures": "the estimation procedures",
    "duplicates": "models that rank alike",
    "models": "the number of models",
    "minimum_n": "the least number of instances",
    "positive_class": "the positive class of balanced tasks",
}

ALL_CHOICES = "all"
SEVERAL = "several choices"
BEST_DIFFERS, TOP_DIFFERS, CORRELATION = "best_differs", "top_differs", "rank_correlation"
STATISTICS = (BEST_DIFFERS, TOP_DIFFERS, CORRELATION)
PAIRS = (("aupr", "auprg"), ("aupr", "auroc"), ("auprg", "auroc"))


def score_column(positive_class: str, average: str, measure: str) -> str:
    """Return the column of a measure's scores.

    Examples
    --------
    >>> score_column("as stated", "pooled", "aupr")
    'aupr, pooled, as stated'
    """
    return f"{measure}, {average}, {positive_class}"


def number_column(statistic: str, a: str, b: str) -> str:
    """Return the column of one of the nine numbers.

    Examples
    --------
    >>> number_column("best_differs", "aupr", "auroc")
    'best_differs_aupr_auroc'
    """
    return f"{statistic}_{a}_{b}"


NUMBERS = {
    number_column(statistic, a, b): (statistic, a, b) for statistic in STATISTICS for a, b in PAIRS
}

Ints = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
ByTieRule = dict[str, Floats]
_UNDEFINED = np.finfo(np.float64).max


@dataclass(frozen=True, slots=True)
class Ranked:
    """The models of all tasks, ranked by one measure.

    Attributes
    ----------
    kept : ndarray of bool, shape (tasks, models)
        The models that are there.
    better, tied : ndarray of int, shape (tasks, models)
        How many models are better than each, and how many are tied with it, itself counted.
    losses : ndarray of shape (tasks, models)
        Rounded losses; models that are not there come last.
    """

    kept: BoolArray
    better: Ints
    tied: Ints
    losses: Floats

    def ranks(self, ties: str) -> Floats:
        """Return the ranks, tied models as `scipy.stats.rankdata` ranks them."""
        shift = {"average": (self.tied + 1) / 2, "min": np.ones_like(self.tied), "max": self.tied}
        return np.asarray(self.better + shift[ties], dtype=np.float64)


def rank_models(scores: Floats, kept: BoolArray, ranking: Ranking) -> Ranked:
    """Rank the models of each task by scores (tasks, models); higher is better, NaN is worst."""
    rounded = np.round(-scores, ranking.decimals)
    losses = np.where(np.isnan(rounded), _UNDEFINED, rounded)
    losses[~kept] = np.inf
    order = np.argsort(losses, axis=1)
    ordered = np.take_along_axis(losses, order, axis=1)
    places = np.arange(scores.shape[1])
    begins = np.ones(scores.shape, dtype=bool)
    begins[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    ends = np.ones(scores.shape, dtype=bool)
    ends[:, :-1] = begins[:, 1:]
    first = np.maximum.accumulate(np.where(begins, places, 0), axis=1)
    last = np.where(ends, places, scores.shape[1])[:, ::-1]
    last = np.minimum.accumulate(last, axis=1)[:, ::-1]
    better, tied = np.empty(scores.shape, dtype=np.int64), np.empty(scores.shape, dtype=np.int64)
    np.put_along_axis(better, order, first, axis=1)
    np.put_along_axis(tied, order, last - first + 1, axis=1)
    return Ranked(kept, better, tied, losses)


def best_differ(a: Ranked, b: Ranked) -> ByTieRule:
    """Return for each task how far the best models differ, under each tie rule."""
    best_a, best_b = (r.kept & (r.better == 0) for r in (a, b))
    common, either = (best_a & best_b).sum(axis=1), (best_a | best_b).sum(axis=1)
    return {
        SETS: (best_a != best_b).any(axis=1).astype(np.float64),
        ONE_ORDER: 1 - common / np.maximum(either, 1),
        NONE_IN_COMMON: (common == 0).astype(np.float64),
    }


def top_differ(a: Ranked, b: Ranked, orders: Ints, top: int) -> ByTieRule:
    """Return for each task how far the ordered top three differ, under each tie rule.

    Parameters
    ----------
    a, b : Ranked
        The models by two measures.
    orders : ndarray of int, shape (orders, tasks, models)
        Random orders of the models of each task, to break ties by.
    top : int
        How many models the ordered top has.

    Returns
    -------
    dict of str to ndarray of shape (tasks,)
        Whether the models in the first three places or their order differ, tied models sharing a
        place; the share of the orders by which the first three models differ; whether no three
        models can be the first three of both, in the same order, however ties are broken.
    """
    first_a, first_b = (r.kept & (r.better < top) for r in (a, b))
    sets = ((first_a != first_b) | (first_a & (a.better != b.better))).any(axis=1)
    worse = np.where(a.kept, np.maximum(a.better, b.better), a.kept.shape[1])
    n_models = a.kept.sum(axis=1)
    impossible = np.zeros(len(sets), dtype=bool)
    for place in range(top):
        needed = np.minimum(place + 1, n_models)
        impossible |= (worse <= place).sum(axis=1) < needed
    expected = sets.astype(np.float64)
    tied = ((first_a & (a.tied > 1)) | (first_b & (b.tied > 1))).any(axis=1)
    expected[tied] = _first_models_differ(a.losses[tied], b.losses[tied], orders[:, tied], top)
    return {
        SETS: sets.astype(np.float64),
        ONE_ORDER: expected,
        NONE_IN_COMMON: impossible.astype(np.float64),
    }


def _first_models_differ(a: Floats, b: Floats, orders: Ints, top: int) -> Floats:
    """Return the share of the orders by which the first three of each task differ."""
    differ = np.zeros(len(a))
    for order in orders:
        tops = [
            np.argsort(np.take_along_axis(losses, order, axis=1), axis=1, kind="stable")[:, :top]
            for losses in (a, b)
        ]
        differ += (tops[0] != tops[1]).any(axis=1)
    return differ / len(orders)


def rank_sums(a: Ranked, b: Ranked, ranking: Ranking) -> ByTieRule:
    """Return for each task the sums that Pearson's correlation of all ranks needs.

    Under one random order the ranks of a task are 1 to k, and the product of a model's two ranks
    is on average that of its mean ranks plus the covariance of what the order adds to both:
    1/4 for each model that is tied with it by both measures, and 1/12 for each other pair of a
    model tied with it by the first and one tied with it by the second.

    Returns
    -------
    dict of str to ndarray of shape (tasks, 6)
        Number of models, sums of the ranks by either measure, of their squares, of the products.
    """
    kept = a.kept
    stated = _sums(a.ranks(ranking.ties), b.ranks(ranking.ties), kept)
    n = kept.sum(axis=1).astype(np.float64)
    mean_a, mean_b = a.ranks("average"), b.ranks("average")
    code = np.where(kept, a.better * kept.shape[1] + b.better, -1)
    both = np.zeros(kept.shape)
    for place in range(kept.shape[1]):
        both += code == code[:, place : place + 1]
    both -= 1
    added = both / 4 + ((a.tied - 1) * (b.tied - 1) - both) / 12
    products = np.where(kept, mean_a * mean_b + added, 0.0).sum(axis=1)
    total, squares = n * (n + 1) / 2, n * (n + 1) * (2 * n + 1) / 6
    ordered = np.column_stack([n, total, total, squares, squares, products])
    return {SETS: stated, ONE_ORDER: ordered, NONE_IN_COMMON: stated}


def _sums(a: Floats, b: Floats, kept: BoolArray) -> Floats:
    a, b = np.where(kept, a, 0.0), np.where(kept, b, 0.0)
    parts = [kept, a, b, a * a, b * b, a * b]
    return np.column_stack([part.sum(axis=1) for part in parts])


def correlation(sums: Floats) -> float:
    """Return Pearson's correlation from the sums of `rank_sums`, added over tasks.

    Examples
    --------
    >>> correlation(np.array([3.0, 6.0, 6.0, 14.0, 14.0, 13.0]))
    0.5
    """
    n, total_a, total_b, squares_a, squares_b, products = sums
    variances = (n * squares_a - total_a**2) * (n * squares_b - total_b**2)
    if not variances > 0:
        return float("nan")
    return float((n * products - total_a * total_b) / np.sqrt(variances))
