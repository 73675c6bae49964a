"""The NumPy twins of the compiled kernels: one model at a time, by `integrals`."""

from collections.abc import Iterable
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.counts import ThresholdCounts, count, count_ranked
from prgbench.metrics.engine.inputs import BoolArray, FloatArray, refuse_nan
from prgbench.metrics.engine.integrals import Anchor

Keys = npt.NDArray[np.uint64] | npt.NDArray[np.uint32]
Places = npt.NDArray[np.int64]
_SIGN = np.uint32(1 << 31)


def areas_of_batch(positive: BoolArray, scores: FloatArray) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 of each row of scores (models, n): shape (models, 4)."""
    refuse_nan(scores, "y_scores")
    return _areas(count(positive, row) for row in scores)


# The keys are ranks, which need no splits.
def areas_of_ranked(keys: Keys, splits: Places) -> FloatArray:  # noqa: ARG001
    """`areas_of_batch` of what has been `ranked`."""
    return _areas(map(count_ranked, keys))


def ranked(positive: BoolArray, scores: FloatArray) -> tuple[npt.NDArray[np.uint64], Places]:
    """Sort each row of scores (models, n) together with the labels, the best score first."""
    refuse_nan(scores, "y_scores")
    order = np.argsort(-scores, axis=1)
    sorted_scores = np.take_along_axis(scores, order, axis=1)
    ranks = np.zeros(scores.shape, dtype=np.uint64)
    ranks[:, 1:] = np.cumsum(sorted_scores[:, 1:] != sorted_scores[:, :-1], axis=1)
    keys = 2 * ranks + ~positive[order]
    return keys, np.full(len(scores), scores.shape[1])


def ranked_singles(positive: BoolArray, scores: npt.NDArray[np.float32]) -> npt.NDArray[np.uint32]:
    """Sort rows of scores of single precision with the labels, the best score first."""
    bits = (scores + np.float32(0)).view(np.uint32)
    keys = np.where(bits > _SIGN, bits, bits ^ ~_SIGN)
    keys = (keys | np.uint32(1)) ^ positive
    keys.sort(axis=1)
    return keys


def add_precisions(keys: Keys, splits: Places, result: FloatArray) -> None:  # noqa: ARG001
    """Average precision, and trapezoids from the first precision and from 1, of sorted keys."""
    for row, values in zip(keys, result, strict=True):
        counts = count_ranked(row)
        values[0] = integrals.average_precision(counts)
        values[1:] = [integrals.pr_trapezoid(counts, anchor) for anchor in get_args(Anchor)]


def reweighted_areas_of_batch(
    positive: BoolArray, scores: FloatArray, weights: npt.NDArray[Any]
) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 under each of many weightings: shape (weightings, models, 4)."""
    refuse_nan(scores, "y_scores")
    result = np.full((len(weights), len(scores), 4), np.nan)
    for weighting, areas in zip(weights.astype(np.float64), result, strict=True):
        if weighting.any():
            areas[:] = _areas(count(positive, row, weighting) for row in scores)
    return result


def weighted_areas_of_batch(
    positive: BoolArray, scores: FloatArray, weights: FloatArray
) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 of each row of scores (models, n): shape (models, 4)."""
    refuse_nan(scores, "y_scores")
    return _areas(count(positive, row, weights) for row in scores)


def tally(
    draws: npt.NDArray[Any], pool: npt.NDArray[np.intp], weights: npt.NDArray[np.int32]
) -> None:
    """Count in weights (resamples, n) how often each member of the pool was drawn."""
    for row, drawn in zip(weights, draws, strict=True):
        row += np.bincount(pool[drawn], minlength=row.size).astype(row.dtype)


def _areas(models: Iterable[ThresholdCounts]) -> FloatArray:
    functions = (
        integrals.roc_area,
        integrals.pr_area,
        integrals.prg_area,
        integrals.precision_gain_at_baseline,
    )
    rows = [[function(counts) for function in functions] for counts in models]
    return np.array(rows, dtype=np.float64).reshape(-1, len(functions))
