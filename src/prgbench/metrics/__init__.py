"""Curves and areas in ROC, precision-recall and precision-recall-gain space."""

from prgbench.metrics.areas import areas, aupr_score, auprg_score, auroc_score
from prgbench.metrics.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.curves import (
    PRCurve,
    PRGCurve,
    ROCCurve,
    precision_recall_curve,
    precision_recall_gain_curve,
    roc_curve,
)
from prgbench.metrics.registry import Measure, evaluate, get_measure, measures

__all__ = [
    "Measure",
    "PRCurve",
    "PRGCurve",
    "ROCCurve",
    "ThresholdCounts",
    "areas",
    "aupr_score",
    "auprg_score",
    "auroc_score",
    "evaluate",
    "get_measure",
    "measures",
    "precision_recall_curve",
    "precision_recall_gain_curve",
    "roc_curve",
    "threshold_counts",
]
