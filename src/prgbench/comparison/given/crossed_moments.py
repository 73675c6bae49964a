"""What two measurements of the same disagreement have in common when some causes are redrawn.

A disagreement is measured in the cells of a crossed design: in both halves of the instances, in
two repeats, in two disjoint halves of the models. Two cells that share some of these and nothing
else give an unbiased estimate of the mean product of two disagreements that share them.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.comparison.given.names import design_name
from prgbench.comparison.task_scores import BoolArray, Floats, IntArray
from prgbench.replication.best_models import best_by_score

FEWEST_MODELS = 4


def model_halves(rng: np.random.Generator, splits: int, models: int) -> IntArray:
    """Draw two disjoint halves of the models for each split: shape (splits, 2, models // 2)."""
    order = rng.permuted(np.tile(np.arange(models), (splits, 1)), axis=1)
    half = models // 2
    return order[:, : 2 * half].reshape(splits, 2, half)


def disagreements(scores: Floats, halves: IntArray, decimals: int) -> BoolArray:
    """Find in each cell and each half of the models whether the best models of pairs differ.

    Parameters
    ----------
    scores : ndarray of shape (splits, ..., measures, models)
        Scores in each cell, higher is better.
    halves : ndarray of int, shape (splits, 2, models // 2)
        What `model_halves` returns.
    decimals : int
        Scores that are equal at this decimal are tied.

    Returns
    -------
    ndarray of bool, shape (pairs, splits, ..., 2)
        Whether the sets of best models differ, for each pair of measures in their order.
    """
    cells = (1,) * (scores.ndim - 2)
    best = np.stack(
        [
            best_by_score(
                np.take_along_axis(scores, half.reshape(len(half), *cells, -1), axis=-1), decimals
            )
            for half in halves.transpose(1, 0, 2)
        ],
        axis=-3,
    )
    pairs = combinations(range(scores.shape[-2]), 2)
    return np.array([(best[..., a, :] != best[..., b, :]).any(axis=-1) for a, b in pairs])


def crossed_moments(differs: BoolArray, factors: tuple[str, ...]) -> dict[tuple[str, ...], float]:
    """Average the products of disagreements in two cells, by what the two cells share.

    Parameters
    ----------
    differs : ndarray of bool, shape (splits, 2, ..., 2)
        Whether the best models differ, with an axis for each factor.
    factors : tuple of str
        What the axes vary.

    Returns
    -------
    dict of tuple of str to float
        For each set of factors the mean product over all pairs of cells that share these alone;
        that of all factors is the share of cells in which the best models differ.

    Examples
    --------
    >>> differs = np.array([[[True, True], [False, False]]])
    >>> crossed_moments(differs, ("row", "column"))
    {(): 0.0, ('row',): 0.5, ('column',): 0.0, ('row', 'column'): 0.5}
    """
    moments = {}
    for shared in subsets(factors):
        redrawn = tuple(1 + factors.index(name) for name in factors if name not in shared)
        moments[shared] = float((differs & np.flip(differs, axis=redrawn)).mean())
    return moments


def subsets(factors: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield all sets of factors, small ones first."""
    for size in range(len(factors) + 1):
        yield from combinations(factors, size)


def moment_rows(
    scores: Floats, halves: IntArray, names: Sequence[str], factors: tuple[str, ...], decimals: int
) -> pd.DataFrame:
    """Return a row per pair of measures and set of shared factors, with the mean product.

    ``scores`` has an axis of length 2 for each factor but the last, the draw of models. All is
    NaN without a split, or with fewer than four models.
    """
    missing = np.asarray(np.isnan(scores).all(axis=-1))
    usable = ~missing.reshape(len(scores), math.prod(scores.shape[1:-1])).any(axis=1)
    rows = []
    defined = usable.any() and scores.shape[-1] >= FEWEST_MODELS
    found = disagreements(scores[usable], halves[usable], decimals) if defined else None
    for place, (a, b) in enumerate(combinations(names, 2)):
        moments = (
            dict.fromkeys(subsets(factors), np.nan)
            if found is None
            else crossed_moments(found[place], factors)
        )
        rows += [
            (a, b, design_name(factors), design_name(shared), moment)
            for shared, moment in moments.items()
        ]
    return pd.DataFrame(rows, columns=["measure_a", "measure_b", "design", "shared", "moment"])
