"""Cao, Chicco & Hoffman (2020): the MCC-F1 metric tells models apart more clearly."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.answer.interface import Setting, Study
from prgbench.answer.subsamples import defined_parts, random_parts
from prgbench.answer.task_scores import BoolArray, Floats, IntArray, TaskScores
from prgbench.metrics import Measure
from prgbench.metrics.engine.batch import FromPoints
from prgbench.metrics.engine.counts import Points
from prgbench.metrics.engine.integrals import sums_of_runs
from prgbench.metrics.thresholding import matthews
from prgbench.plotting.words import decimal, measure_label
from prgbench.robustness.claims.frame import (
    DESCRIBED,
    Claim,
    Evidence,
    Numbers,
    Result,
    all_of,
    shared_by,
)
from prgbench.robustness.claims.samples import evaluate_rows
from prgbench.study.ranking import rank_losses

RIVALS = ("auroc", "aupr")
RARE = 0.1
WORTH = 0.01
SPLITS = 5
BINS = 100


def mcc_f1(points: Points) -> Floats:
    """Compute the MCC-F1 metric: how near the curve of (MCC + 1) / 2 over F1 is to (1, 1).

    All thresholds count but those at which nothing or everything is predicted. The points before
    and after the greatest MCC are put into 100 bins each by their MCC; the metric is 1 less the
    mean over the bins of the mean distance, by the square root of 2. NaN without a point. In the
    authors' code bins overlap at their edges; here they don't.

    Examples
    --------
    >>> from prgbench.metrics import evaluate
    >>> evaluate([1, 1, 0, 0], [2, 2, 1, 1], MCC_F1)
    1.0
    """
    counts = points.counts
    tp, fp, n_pos, n_neg = counts.tp, counts.fp, counts.n_pos, counts.n_neg
    means = np.full(len(points.starts), np.nan)
    sizes = np.diff(points.starts, append=tp.size) - 2
    if n_pos and n_neg and (sizes > 0).any():
        inner = np.ones(tp.size, dtype=bool)
        inner[points.starts] = inner[points.starts - 1] = False
        tp, fp = tp[inner], fp[inner]
        mcc = (matthews(tp, fp, n_pos - tp, n_neg - fp) + 1) / 2
        distances = np.hypot(1 - mcc, 1 - 2 * tp / (tp + fp + n_pos))
        means[sizes > 0] = _means_over_bins(mcc, distances, sizes[sizes > 0])
    return np.asarray(1 - means / np.sqrt(2))


def _means_over_bins(mcc: Floats, distances: Floats, sizes: IntArray) -> Floats:
    """Average the distances in each bin, and over the bins of each model; models have sizes."""
    starts = np.cumsum(sizes) - sizes
    lowest, highest = (
        np.repeat(at.reduceat(mcc, starts), sizes) for at in (np.minimum, np.maximum)
    )
    model = np.repeat(np.arange(sizes.size), sizes)
    width = (highest - lowest) / BINS
    place = np.divide(mcc - lowest, width, out=np.zeros_like(mcc), where=width > 0)
    best = np.flatnonzero(mcc == highest)
    best = best[np.searchsorted(model[best], np.arange(sizes.size))]
    after = np.arange(mcc.size) > best[model]
    bins = np.minimum(place.astype(np.intp), BINS - 1) + BINS * (2 * model + after)
    counts = np.bincount(bins)
    filled = np.flatnonzero(counts)
    means = np.bincount(bins, distances)[filled] / counts[filled]
    first = np.searchsorted(filled, 2 * BINS * np.arange(sizes.size))
    return sums_of_runs(means, first) / np.diff(first, append=filled.size)


MCC_F1 = Measure("mcc_f1", "MCC-F1", True, 0, 1, False, FromPoints(mcc_f1))


def per_task(task: TaskScores, setting: Setting) -> Numbers | None:
    """Return how much better the order by MCC-F1 comes again on the other half than by others."""
    members = random_parts(task, setting, 2)
    members = members[defined_parts(task, members).all(axis=1)][:SPLITS]
    agreements = [_agreements(task, halves, setting) for halves in members]
    defined = [own for own in agreements if not np.isnan(own).any()]
    if not defined:
        return None
    own, *others = np.mean(defined, axis=0)
    numbers = {name: float(own - other) for name, other in zip(RIVALS, others, strict=True)}
    if task.y_true.mean() <= RARE:
        numbers["rare"] = numbers["auroc"]
    return numbers


def _agreements(task: TaskScores, halves: BoolArray, setting: Setting) -> Floats:
    """Return the rank correlation of the models on both halves, by MCC-F1 and its rivals."""
    first, second = (
        rank_losses(-evaluate_rows(task, rows, [MCC_F1, *RIVALS]), setting.ranking)
        for rows in halves
    )
    first, second = (ranks - ranks.mean(axis=1, keepdims=True) for ranks in (first, second))
    spread = np.sqrt((first**2).sum(axis=1) * (second**2).sum(axis=1))
    spread[spread == 0] = np.nan
    agreements: Floats = (first * second).sum(axis=1) / spread
    return agreements


def rows(study: Study, own: pd.DataFrame) -> Sequence[Result]:
    """Return what MCC-F1 has over the stronger rival."""
    together = shared_by(study.resampling, len(RIVALS))
    found = {name: Evidence.of_mean(own, name, together) for name in RIVALS}
    nearest = min(found, key=lambda name: found[name].interval.estimate)
    return [
        Result(
            CLAIM.claim,
            "rank correlation of the models on two halves of the instances by MCC-F1 less that by "
            f"{measure_label(nearest)}",
            found[nearest],
            all_of(evidence.above(fails=WORTH) for evidence in found.values()),
            "; ".join(
                f"less {measure_label(name)}: {decimal(evidence.interval.estimate)}"
                for name, evidence in found.items()
            ),
        ),
        Result(
            "The same where at most 10% are positive.",
            "rank correlation by MCC-F1 less that by AUROC",
            Evidence.of_mean(own, "rare", study.resampling),
            DESCRIBED,
        ),
    ]


CLAIM = Claim(
    name="mcc_f1",
    claim="The MCC-F1 metric tells better from worse models more clearly than AUROC and AUPR do, "
    "with imbalanced classes, too.",
    source="C. Cao, D. Chicco, M. M. Hoffman (2020). The MCC-F1 curve: a performance evaluation "
    "technique for binary classification. arXiv 2006.11278",
    test="Models are ranked on two halves of the instances. The order by MCC-F1 must come again "
    "more surely, by rank correlation, than those by AUROC and by AUPR; the row shows the "
    "stronger of the two. It does not hold if an advantage of .01 over one can be ruled out.",
    limits="That ROC and PR are misleading or inflated can't be tested: an AUROC of .9 and an "
    "MCC-F1 of .35 have no common scale. An order that comes again need not be the right one.",
    verdicts=1,
    per_task=per_task,
    rows=rows,
)
