"""The areas under the PR and the PRG curve as other tools compute them.

They are written from the tools' sources, whose versions are named below, and aren't among the
measures of studies: each differs from the exact area, and `docs/metrics.md` says how. Rows are
whole instances, without weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from prgbench.metrics.engine import integrals
from prgbench.metrics.engine.batch import FromCounts
from prgbench.metrics.engine.counts import ThresholdCounts, count
from prgbench.metrics.engine.inputs import BoolArray, FloatArray
from prgbench.metrics.registry import BatchFunction, Measure, get_measure

_KERAS_BINS = 199
_WIDE = 2


def rocr_aupr(counts: ThresholdCounts) -> float:
    """Area by `performance(..., "aucpr")` of ROCR 1.0-11, R/performance_measures.R.

    Only the least FP at each TP counts, so that vertical drops of precision vanish; precision is 1
    at recall 0. Steps of more than 2 TP have points at each TP, and chords join all points. These
    points are put in order here, as Chen et al. (2024) do [1]_: after the first such step, ROCR
    itself has them in the wrong place.

    References
    ----------
    .. [1] W. Chen et al. (2024). Commonly used software tools produce conflicting and
           overly-optimistic AUPRC values. Genome Biology 25, 118. Their code, run_ROCR_fixed.r.

    Examples
    --------
    >>> from prgbench.metrics.engine.counts import threshold_counts
    >>> round(rocr_aupr(threshold_counts([1, 0, 1, 0, 0], [5, 4, 3, 2, 1])), 4)
    0.9167
    """
    if counts.n_pos == 0:
        return math.nan
    ends, first = np.unique(counts.tp, return_index=True)
    every = np.arange(1.0, counts.n_pos + 1)
    step = np.searchsorted(ends, every)
    tp = every[(np.diff(ends)[step - 1] > _WIDE) | (ends[step] == every)]
    fp = np.interp(tp, ends, counts.fp[first])
    precision = np.append(1.0, tp / (tp + fp))
    return float(np.trapezoid(precision, np.append(0.0, tp)) / counts.n_pos)


def perfmeas_aupr(positive: BoolArray, scores: FloatArray) -> float:
    """Area by `AUPRC` of PerfMeas 1.2.5, R/PerfMeas.1.2.5.R and src/PerfMeas.c.

    Every row is a point, also among equal scores, which stay in the order of the file. Chords join
    the points from the first row on: what lies at lower recall is left out.

    Examples
    --------
    >>> labels = np.array([True, False, True, False, False])
    >>> round(perfmeas_aupr(labels, -np.arange(5.0)), 4)
    0.2917
    """
    if not positive.any():
        return math.nan
    tp = np.cumsum(positive[np.argsort(-scores, kind="stable")])
    return float(np.trapezoid(tp / np.arange(1, tp.size + 1), tp / tp[-1]))


def mleval_aupr(counts: ThresholdCounts) -> float:
    """Area by `evalm` of MLeval 0.3, R/evalm.R: chords from the first threshold on, two decimals.

    What lies at lower recall is left out: a constant score has area 0.

    Examples
    --------
    >>> from prgbench.metrics.engine.counts import threshold_counts
    >>> mleval_aupr(threshold_counts([1, 0, 1, 0, 0], [5, 4, 3, 2, 1]))
    0.29
    """
    if counts.n_pos == 0:
        return math.nan
    precision, recall = _precision_and_recall(counts)
    return round(float(np.trapezoid(precision, recall)), 2)


def keras_aupr(positive: BoolArray, scores: FloatArray) -> float:
    """Area by `AUC(curve="PR")` of TensorFlow and Keras 3, src/metrics/confusion_metrics.py.

    The exact area of scores cut into 199 bins, the intervals between 200 thresholds from 0 to 1;
    NaN if scores lie outside [0, 1]. Keras computes in single precision.

    Examples
    --------
    >>> labels = np.array([True, False, True])
    >>> round(keras_aupr(labels, np.array([0.9995, 0.9985, 0.5])), 4)
    0.5473
    """
    counts = _keras_counts(positive, scores)
    return math.nan if counts is None else integrals.pr_area(counts)


def keras_auprg(positive: BoolArray, scores: FloatArray) -> float:
    """Area by `AUC(curve="PRGAIN")` of Keras 3, src/metrics/confusion_metrics.py.

    The scores are cut into bins as for `keras_aupr`. A threshold without a true positive is at
    recall gain 0 and precision gain 1, negative recall gain is 0, and chords join the points.

    Examples
    --------
    >>> keras_auprg(np.array([True, True, False]), np.array([0.5, 0.5, 0.5]))
    0.5
    """
    counts = _keras_counts(positive, scores)
    if counts is None or counts.n_pos == 0 or counts.n_neg == 0:
        return math.nan
    tp, fp, odds = counts.tp, counts.fp, counts.n_pos / counts.n_neg
    found = tp > 0
    fn = counts.n_pos - tp
    recall_gain = 1 - odds * np.divide(fn, tp, out=np.full_like(tp, 1 / odds), where=found)
    precision_gain = 1 - odds * np.divide(fp, tp, out=np.zeros_like(tp), where=found)
    return float(np.trapezoid(precision_gain, np.maximum(recall_gain, 0)))


def mleval_auprg(counts: ThresholdCounts) -> float:
    """Area by `evalm` of MLeval 0.3, R/evalm.R, to two decimals.

    Its gains are (v - pi) / (1 - pi) v where the paper has (v - pi) / ((1 - pi) v). They are 0 if
    negative, and the area lies under recall gain as a function of precision gain.

    Examples
    --------
    >>> from prgbench.metrics.engine.counts import threshold_counts
    >>> mleval_auprg(threshold_counts([1, 0, 1, 0, 0], [5, 4, 3, 2, 1]))
    0.64
    """
    pi = counts.prevalence
    if pi in (0, 1):
        return math.nan
    precision, recall = (
        np.maximum((values - pi) / (1 - pi) * values, 0)
        for values in _precision_and_recall(counts)
    )
    order = np.argsort(precision, kind="stable")
    return round(float(np.trapezoid(recall[order], precision[order])), 2)


def _precision_and_recall(counts: ThresholdCounts) -> tuple[FloatArray, FloatArray]:
    tp, fp = counts.tp[1:], counts.fp[1:]
    return tp / (tp + fp), tp / counts.n_pos


def _keras_counts(positive: BoolArray, scores: FloatArray) -> ThresholdCounts | None:
    """Count scores in Keras's bins; None if they aren't probabilities."""
    if scores.min() < 0 or scores.max() > 1:
        return None
    return count(positive, np.maximum(np.ceil(_KERAS_BINS * scores), 1.0))


def _by_rows(function: Callable[[BoolArray, FloatArray], float]) -> BatchFunction:
    return lambda positive, scores: np.array([function(positive, row) for row in scores])


def _aupr(tool: str, batch: BatchFunction) -> Measure:
    return Measure(tool.lower(), tool, True, 0, 1, tool == "Keras", batch)


AUPR_OF_TOOLS = {
    "PRROC (integral), precrec": get_measure("aupr"),
    "PRROC (Davis & Goadrich)": get_measure("unit_step_aupr"),
    "scikit-learn (AP), Weka, TorchEval": get_measure("average_precision"),
    "yardstick, scikit-learn (auc)": get_measure("trapezoid_aupr_one"),
    "Keras, TensorFlow": _aupr("Keras", _by_rows(keras_aupr)),
    "ROCR": _aupr("ROCR", FromCounts(rocr_aupr)),
    "PerfMeas": _aupr("PerfMeas", _by_rows(perfmeas_aupr)),
    "MLeval": _aupr("MLeval", FromCounts(mleval_aupr)),
}
"""The eight definitions of the ten tools of Chen et al. (2024), by the tools that have them.

The first is the exact area; precrec has it to about 1e-3, since it samples the curve.
"""
