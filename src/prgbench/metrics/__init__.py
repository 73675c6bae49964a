"""Curves and areas in ROC, precision-recall (PR) and precision-recall-gain (PRG) space.

Labels come first, scores second, as in scikit-learn; `docs/metrics.md` has the definitions.

>>> from prgbench import metrics
>>> metrics.auprg_score([1, 1, 0, 0], [0.9, 0.8, 0.7, 0.1])
1.0

Names that need scikit-learn or matplotlib are imported on first use.

The main source is P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right.
Advances in Neural Information Processing Systems 28 (NIPS), 838-846.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from prgbench.metrics.areas import (
    areas,
    aupr_score,
    auprg_score,
    auroc_score,
    partial_auroc_score,
)
from prgbench.metrics.averaging import (
    mean_aupr,
    mean_fbeta,
    mean_fbeta_gain,
    mean_over_folds,
    one_vs_rest_score,
)
from prgbench.metrics.bounds import (
    min_aupr,
    min_average_precision,
    minimum_precision,
    normalize_aupr,
)
from prgbench.metrics.confidence import ConfidenceInterval, confidence_interval
from prgbench.metrics.curve_averages import AverageCurve, average_curve
from prgbench.metrics.curve_bands import CurveBand, curve_band
from prgbench.metrics.curves import PRCurve, ROCCurve, precision_recall_curve, roc_curve
from prgbench.metrics.engine.counts import ThresholdCounts, threshold_counts
from prgbench.metrics.gains import (
    always_positive_fbeta,
    fbeta_gain_isometric,
    fbeta_isometric,
    gain,
    precision_gain,
    recall_gain,
    ungain,
)
from prgbench.metrics.model_ranks import ModelRanks, model_ranks
from prgbench.metrics.paired import PairedTest, paired_test
from prgbench.metrics.pr_variants import (
    aucnpr_score,
    average_precision_score,
    trapezoid_aupr_score,
    unit_step_aupr_score,
)
from prgbench.metrics.prg_curve import (
    PRGCurve,
    PRGHull,
    precision_recall_gain_curve,
    prg_convex_hull,
)
from prgbench.metrics.prg_variants import (
    auprg_clipped_score,
    auprg_hull_score,
    expected_fg1_score,
    expected_inverse_f1_score,
)
from prgbench.metrics.probabilities import brier_score_loss, h_measure_score, log_loss
from prgbench.metrics.registry import Measure, evaluate, get_measure, measures
from prgbench.metrics.resampling import bootstrap_areas, reweighted_areas
from prgbench.metrics.roc_hull import ROCHull, roc_convex_hull
from prgbench.metrics.theorems import (
    expected_accuracy,
    expected_fg1,
    expected_inverse_f1,
    fbeta_gain,
    indifferent_beta2,
    interpolation_weight,
)
from prgbench.metrics.threshold_intervals import threshold_intervals
from prgbench.metrics.thresholding import ks_score, max_fbeta_score, max_mcc_score
from prgbench.run.errors import extra

if TYPE_CHECKING:
    from prgbench.metrics.calibration import AccuracyCalibrator, FBetaCalibrator
    from prgbench.metrics.displays import (
        PrecisionRecallDisplay,
        PrecisionRecallGainDisplay,
        RocCurveDisplay,
    )
    from prgbench.metrics.scorers import get_scorer

_LAZY = {
    "AccuracyCalibrator": "calibration",
    "FBetaCalibrator": "calibration",
    "PrecisionRecallDisplay": "displays",
    "PrecisionRecallGainDisplay": "displays",
    "RocCurveDisplay": "displays",
    "get_scorer": "scorers",
}

__all__ = [
    "AccuracyCalibrator",
    "AverageCurve",
    "ConfidenceInterval",
    "CurveBand",
    "FBetaCalibrator",
    "Measure",
    "ModelRanks",
    "PRCurve",
    "PRGCurve",
    "PRGHull",
    "PairedTest",
    "PrecisionRecallDisplay",
    "PrecisionRecallGainDisplay",
    "ROCCurve",
    "ROCHull",
    "RocCurveDisplay",
    "ThresholdCounts",
    "always_positive_fbeta",
    "areas",
    "aucnpr_score",
    "aupr_score",
    "auprg_clipped_score",
    "auprg_hull_score",
    "auprg_score",
    "auroc_score",
    "average_curve",
    "average_precision_score",
    "bootstrap_areas",
    "brier_score_loss",
    "confidence_interval",
    "curve_band",
    "evaluate",
    "expected_accuracy",
    "expected_fg1",
    "expected_fg1_score",
    "expected_inverse_f1",
    "expected_inverse_f1_score",
    "fbeta_gain",
    "fbeta_gain_isometric",
    "fbeta_isometric",
    "gain",
    "get_measure",
    "get_scorer",
    "h_measure_score",
    "indifferent_beta2",
    "interpolation_weight",
    "ks_score",
    "log_loss",
    "max_fbeta_score",
    "max_mcc_score",
    "mean_aupr",
    "mean_fbeta",
    "mean_fbeta_gain",
    "mean_over_folds",
    "measures",
    "min_aupr",
    "min_average_precision",
    "minimum_precision",
    "model_ranks",
    "normalize_aupr",
    "one_vs_rest_score",
    "paired_test",
    "partial_auroc_score",
    "precision_gain",
    "precision_recall_curve",
    "precision_recall_gain_curve",
    "prg_convex_hull",
    "recall_gain",
    "reweighted_areas",
    "roc_convex_hull",
    "roc_curve",
    "threshold_counts",
    "threshold_intervals",
    "trapezoid_aupr_score",
    "ungain",
    "unit_step_aupr_score",
]


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        with extra("metrics"):
            value = getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
