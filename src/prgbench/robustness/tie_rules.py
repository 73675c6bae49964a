"""The models of all tasks ranked by two measures, and compared by each rule for ties.

Models of equal score have no order of their own. Sets of best models may have a model in common or
not (`compare_common`), be the same set or not (`compare_sets`), or one order may break the ties of
both measures (`compare_in_one_order`).
"""

from dataclasses import dataclass

import numpy as np

from prgbench.answer.common_order import BEST_DIFFERS, RANKS, TOP_DIFFERS
from prgbench.stats.ranks import ranks_of
from prgbench.study.ranking import Ranking
from prgbench.typing import BoolArray, Floats, Ints

Compared = dict[str, Floats]
"""By statistic, a row per task: whether or how far measures differ, or the sums of ranks."""
_UNDEFINED = np.finfo(np.float64).max


@dataclass(frozen=True, slots=True)
class Ranked:
    """The models of all tasks, ranked by one measure: arrays of shape (tasks, models).

    How many models are ``better`` than each, and ``tied`` with it, including itself; rounded
    losses. Models that are not ``kept`` come last.
    """

    kept: BoolArray
    better: Ints
    tied: Ints
    losses: Floats

    def ranks(self, ties: str) -> Floats:
        """Return the ranks, tied models as `scipy.stats.rankdata` ranks them."""
        shift = {"average": (self.tied + 1) / 2, "min": np.ones_like(self.tied), "max": self.tied}
        return np.asarray(self.better + shift[ties], dtype=np.float64)


def rank_models(scores: Floats, kept: BoolArray, decimals: int) -> Ranked:
    """Rank the models of each task by scores (tasks, models); higher is better, NaN is worst."""
    rounded = np.round(-scores, decimals)
    # An undefined score is the worst of the models that count; those that do not come after it.
    losses = np.where(np.isnan(rounded), _UNDEFINED, rounded)
    losses[~kept] = np.inf
    first, last = (ranks_of(losses, ties).astype(np.int64) for ties in ("min", "max"))
    return Ranked(kept, first - 1, last - first + 1, losses)


def compare_sets(a: Ranked, b: Ranked, ranking: Ranking) -> Compared:
    """Compare sets of best models and ordered tops, in which tied models share a place."""
    best_a, best_b = (r.kept & (r.better == 0) for r in (a, b))
    return {
        BEST_DIFFERS: (best_a != best_b).any(axis=1).astype(np.float64),
        TOP_DIFFERS: _shared_places_differ(a, b, ranking.top),
        RANKS: _rank_sums(a, b, ranking.ties),
    }


def _shared_places_differ(a: Ranked, b: Ranked, top: int) -> Floats:
    first_a, first_b = (r.kept & (r.better < top) for r in (a, b))
    differ: BoolArray = (first_a != first_b) | (first_a & (a.better != b.better))
    return np.asarray(differ.any(axis=1), dtype=np.float64)


def compare_common(a: Ranked, b: Ranked, ranking: Ranking) -> Compared:
    """Compare best models and ordered tops: those differ that do however ties are broken."""
    both_best = a.kept & (a.better == 0) & (b.better == 0)
    # With ties broken to suit both measures, a model can take the same place in both tops at its
    # worse number of better models, and not before.
    worse = np.where(a.kept, np.maximum(a.better, b.better), a.kept.shape[1])
    n_models = a.kept.sum(axis=1)
    impossible = np.zeros(len(worse), dtype=bool)
    # The first places can be filled alike only if, for each of them, enough models may stand
    # there by then.
    for position in range(ranking.top):
        impossible |= (worse <= position).sum(axis=1) < np.minimum(position + 1, n_models)
    return {
        BEST_DIFFERS: (~both_best.any(axis=1)).astype(np.float64),
        TOP_DIFFERS: impossible.astype(np.float64),
        RANKS: _rank_sums(a, b, ranking.ties),
    }


def compare_in_one_order(a: Ranked, b: Ranked, ranking: Ranking, orders: Ints) -> Compared:
    """Compare best models and ordered tops, with ties broken by one order for both measures.

    The best models and the correlation are expected values over all orders; the ordered tops are
    means over ``orders``, random orders of the models of each task (orders, tasks, models).
    """
    best_a, best_b = (r.kept & (r.better == 0) for r in (a, b))
    # One random order picks the same model of both sets if the first of their union is in their
    # intersection: with the probability that the two sizes give.
    common = (best_a & best_b).sum(axis=1)
    either = (best_a | best_b).sum(axis=1)
    top = _shared_places_differ(a, b, ranking.top)
    # Only tops with ties depend on the order: the rest is exact, and the mean over the orders is
    # taken of these tasks alone.
    tied = np.any([(r.kept & (r.better < ranking.top) & (r.tied > 1)).any(1) for r in (a, b)], 0)
    top[tied] = 0
    for order in orders[:, tied]:
        first_a, first_b = (
            np.argsort(np.take_along_axis(r.losses[tied], order, 1), 1, kind="stable")
            for r in (a, b)
        )
        top[tied] += (first_a != first_b)[:, : ranking.top].any(axis=1)
    top[tied] /= len(orders)
    return {
        BEST_DIFFERS: 1 - common / np.maximum(either, 1),
        TOP_DIFFERS: top,
        RANKS: _expected_rank_sums(a, b),
    }


def _rank_sums(a: Ranked, b: Ranked, ties: str) -> Floats:
    """Return for each task the sums that Pearson's correlation of all ranks needs: (tasks, 6).

    Number of models, sums of the ranks by either measure, of their squares, of the products.
    """
    by_a, by_b = (np.where(r.kept, r.ranks(ties), 0.0) for r in (a, b))
    terms = [a.kept, by_a, by_b, by_a * by_a, by_b * by_b, by_a * by_b]
    return np.column_stack([term.sum(axis=1) for term in terms])


def _expected_rank_sums(a: Ranked, b: Ranked) -> Floats:
    """Return what `_rank_sums` is on average if one random order breaks the ties.

    The ranks of a task are then 1 to k, and the product of a model's two ranks is on average that
    of its mean ranks plus the covariance of what the order adds to both: 1/4 for each model that
    is tied with it by both measures, and 1/12 for each other pair of a model tied with it by the
    first and one tied with it by the second.
    """
    kept = a.kept
    n = kept.sum(axis=1).astype(np.float64)
    # A number for each pair of places: models share it if they are tied by both measures.
    cells = np.where(kept, a.better * kept.shape[1] + b.better, -1)
    tied_twice = np.full(kept.shape, -1.0)
    for column in range(kept.shape[1]):
        tied_twice += cells == cells[:, column : column + 1]
    added = tied_twice / 4 + ((a.tied - 1) * (b.tied - 1) - tied_twice) / 12
    products = np.where(kept, a.ranks("average") * b.ranks("average") + added, 0.0).sum(axis=1)
    # Without ties the ranks are 1 to n by either measure.
    total = n * (n + 1) / 2
    squares = n * (n + 1) * (2 * n + 1) / 6
    return np.column_stack([n, total, total, squares, squares, products])
