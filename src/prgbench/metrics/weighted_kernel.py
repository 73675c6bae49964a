"""The areas of many models under weights of the instances, compiled by Numba.

One pass over the ranking of a model serves many weightings, which stand side by side as lanes. All
have the same instances at the same ranks, so that each step is the same few operations for all
lanes, which the processor takes several at a time.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from prgbench.metrics.inputs import BoolArray, FloatArray, refuse_nan
from prgbench.metrics.kernel import (
    above_baseline,
    is_long,
    log_ratio,
    long_pr,
    prg_loss,
    store,
)
from prgbench.pipeline.compiling import compiled

LANES = 64


def reweighted_areas_of_batch(
    positive: BoolArray, scores: FloatArray, weights: npt.NDArray[Any]
) -> FloatArray:
    """AUROC, AUPR, AUPRG and y0 under each of many weightings: shape (weightings, models, 4).

    See Also
    --------
    reweighted_areas : The same with checks and any measure of the areas.
    prgbench.metrics.integrals : The same of one model, in NumPy, with the sources of the formulas.
    """
    refuse_nan(scores, "y_scores")
    order = np.argsort(-scores, axis=1)
    ranked = np.take_along_axis(scores, order, axis=1)
    ends = np.ones(scores.shape, dtype=np.bool_)
    ends[:, :-1] = ranked[:, 1:] != ranked[:, :-1]
    result = np.empty((len(weights), len(scores), 4))
    if len(weights):
        reweigh(positive, order, ends, lanes_of(weights), result)
    return result


def lanes_of(weights: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Put weightings (resamples, n) side by side: shape (groups, n, lanes), 0 in what is over."""
    n_lanes = min(LANES, len(weights))
    starts = range(0, len(weights), n_lanes)
    lanes = np.zeros((len(starts), weights.shape[1], n_lanes), dtype=weights.dtype)
    for own, start in zip(lanes, starts, strict=True):
        group = weights[start : start + n_lanes]
        own[:, : len(group)] = group.T
    return lanes


@compiled
def reweigh(
    positive: BoolArray,
    order: npt.NDArray[np.intp],
    ends: BoolArray,
    lanes: npt.NDArray[Any],
    result: FloatArray,
) -> None:
    """Areas of each model under each weighting, from its order and the ends of its tie blocks.

    What is long is asked twice, so nothing here may be computed in another order (``fastmath``).
    """
    n_groups, n, size = lanes.shape
    tp_before, fp_before, tp, fp = np.empty(size), np.empty(size), np.empty(size), np.empty(size)
    ranks, pr, loss, y0 = np.empty(size), np.empty(size), np.empty(size), np.empty(size)
    n_pos, n_neg, baseline = np.empty(size), np.empty(size), np.empty(size)
    for group in range(n_groups):
        n_pos[:], n_neg[:] = 0.0, 0.0
        for i in range(n):
            add_weights(n_pos if positive[i] else n_neg, lanes[group, i])
        for lane in range(size):
            baseline[lane] = n_pos[lane] * n_pos[lane] / (n_pos[lane] + n_neg[lane])
        for m in range(len(order)):
            tp_before[:], fp_before[:], tp[:], fp[:] = 0.0, 0.0, 0.0, 0.0
            ranks[:], pr[:], loss[:], y0[:] = 0.0, 0.0, 0.0, np.nan
            rises = False
            for rank in range(n):
                i = order[m, rank]
                rises |= positive[i]
                add_weights(tp if positive[i] else fp, lanes[group, i])
                if not ends[m, rank]:
                    continue
                if rises:
                    add_ranks(ranks, tp_before, fp_before, tp, fp, n_neg)
                    rare = add_pr(pr, tp_before, fp_before, tp, fp)
                    rare += add_loss(loss, tp_before, fp_before, tp, fp, baseline)
                    if rare:
                        for k in range(size):
                            start = tp_before[k], fp_before[k]
                            pr[k] += long_pr(start[0], start[1], tp[k], fp[k])
                            if start[0] < baseline[k] <= tp[k]:
                                y0[k], crossing = above_baseline(
                                    start[0], start[1], tp[k], fp[k], n_pos[k], n_neg[k]
                                )
                                loss[k] += crossing
                    copy(tp_before, tp)
                    rises = False
                copy(fp_before, fp)
            for lane in range(min(size, len(result) - group * size)):
                sums = ranks[lane], pr[lane], loss[lane], y0[lane]
                store(sums, n_pos[lane], n_neg[lane], result[group * size + lane, m])


@njit(error_model="numpy", nogil=True)
def add_weights(counts: FloatArray, weights: npt.NDArray[Any]) -> None:
    """Add the weights of an instance to the counts of all lanes."""
    for lane in range(counts.size):
        counts[lane] += weights[lane]


@njit(error_model="numpy", nogil=True)
def copy(to: FloatArray, values: FloatArray) -> None:
    """Copy values, without the checks of an assignment to a slice."""
    for lane in range(to.size):
        to[lane] = values[lane]


@njit(error_model="numpy", nogil=True)
def add_ranks(
    sums: FloatArray,
    tp_before: FloatArray,
    fp_before: FloatArray,
    tp: FloatArray,
    fp: FloatArray,
    n_neg: FloatArray,
) -> None:
    """Add the trapezoids of the ROC curve."""
    for k in range(sums.size):
        sums[k] += (tp[k] - tp_before[k]) * (n_neg[k] - 0.5 * (fp_before[k] + fp[k]))


@njit(error_model="numpy", nogil=True)
def add_pr(
    sums: FloatArray,
    tp_before: FloatArray,
    fp_before: FloatArray,
    tp: FloatArray,
    fp: FloatArray,
) -> int:
    """Add the PR area of segments that are not long, and count those that are."""
    long = 0
    for k in range(sums.size):
        d_tp, before = tp[k] - tp_before[k], tp_before[k] + fp_before[k]
        size = d_tp + (fp[k] - fp_before[k])
        share = d_tp / (size if size > 0 else 1.0)
        long += is_long(size, before) & (d_tp > 0)
        log = 0.0 if is_long(size, before) else log_ratio(before if before > 0 else 1.0, size)
        sums[k] += share * (d_tp + (tp_before[k] - share * before) * log)
    return long


@njit(error_model="numpy", nogil=True)
def add_loss(
    sums: FloatArray,
    tp_before: FloatArray,
    fp_before: FloatArray,
    tp: FloatArray,
    fp: FloatArray,
    baseline: FloatArray,
) -> int:
    """Add the PRG loss of segments above the baseline, and count those that cross it."""
    crossing = 0
    for k in range(sums.size):
        above = tp_before[k] >= baseline[k]
        crossing += (not above) & (tp[k] >= baseline[k])
        start, end = tp_before[k] if above else 1.0, tp[k] if above else 1.0
        sums[k] += prg_loss(start, fp_before[k], end, fp[k])
    return crossing


@compiled
def tally(
    draws: npt.NDArray[Any], pool: npt.NDArray[np.intp], weights: npt.NDArray[np.int32]
) -> None:
    """Count in weights (resamples, n) how often each member of the pool was drawn."""
    for r in range(len(draws)):
        for k in range(draws.shape[1]):
            weights[r, pool[draws[r, k]]] += 1
