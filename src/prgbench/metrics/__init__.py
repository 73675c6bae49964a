"""Curves and areas in ROC, precision-recall (PR) and precision-recall-gain (PRG) space.

Labels come first, scores second, as in scikit-learn; `docs/metrics.md` has the definitions. Bad
input raises a ValueError or TypeError that names the argument.

>>> from prgbench import metrics
>>> metrics.auprg_score([1, 1, 0, 0], [0.9, 0.8, 0.7, 0.1])
1.0

What is not needed for an area or a curve is imported on first use.

The main source is P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right.
Advances in Neural Information Processing Systems 28 (NIPS), 838-846.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from prgbench.metrics.areas import (
    areas,
    aupr_score,
    auprg_score,
    auroc_score,
    partial_auroc_score,
)
from prgbench.metrics.curves import det_curve, precision_recall_curve, roc_curve
from prgbench.metrics.pr_variants import aucnpr_score, average_precision_score
from prgbench.metrics.prg_curve import precision_recall_gain_curve, prg_convex_hull
from prgbench.metrics.roc_hull import roc_convex_hull
from prgbench.run.errors import extra

if TYPE_CHECKING:
    from prgbench.metrics import theory
    from prgbench.metrics.at_threshold import threshold_intervals
    from prgbench.metrics.averaging import mean_fbeta, mean_over_folds
    from prgbench.metrics.calibration import AccuracyCalibrator, FBetaCalibrator
    from prgbench.metrics.confidence import confidence_interval
    from prgbench.metrics.cost_curves import cost_curve, expected_cost_score
    from prgbench.metrics.curve_averages import average_curve
    from prgbench.metrics.curve_bands import curve_band
    from prgbench.metrics.displays import (
        PrecisionRecallDisplay,
        PrecisionRecallGainDisplay,
        RocCurveDisplay,
    )
    from prgbench.metrics.envelope_bands import difference_band, simultaneous_band
    from prgbench.metrics.evaluation import evaluate
    from prgbench.metrics.f_gain_curves import f_gain_curve
    from prgbench.metrics.operating_conditions import winning_ranges
    from prgbench.metrics.paired import paired_test
    from prgbench.metrics.probabilities import h_measure_score
    from prgbench.metrics.rank_intervals import model_ranks
    from prgbench.metrics.registry import Measure, get_measure, measures
    from prgbench.metrics.resampling import bootstrap_areas
    from prgbench.metrics.scorers import get_scorer, get_scorer_names
    from prgbench.metrics.thresholding import max_fbeta_score
    from prgbench.metrics.trade_off_displays import (
        CostCurveDisplay,
        DetCurveDisplay,
        FGainCurveDisplay,
    )
    from prgbench.metrics.undefined import UndefinedMetricWarning
    from prgbench.metrics.winning_display import WinningRangesDisplay

# A module must not have the name of what is imported from it. Fingerprints read this, too.
_LAZY = {
    "at_threshold": ("threshold_intervals",),
    "averaging": ("mean_fbeta", "mean_over_folds"),
    "calibration": ("AccuracyCalibrator", "FBetaCalibrator"),
    "confidence": ("confidence_interval",),
    "cost_curves": ("cost_curve", "expected_cost_score"),
    "curve_averages": ("average_curve",),
    "curve_bands": ("curve_band",),
    "displays": ("PrecisionRecallDisplay", "PrecisionRecallGainDisplay", "RocCurveDisplay"),
    "envelope_bands": ("difference_band", "simultaneous_band"),
    "evaluation": ("evaluate",),
    "f_gain_curves": ("f_gain_curve",),
    "paired": ("paired_test",),
    "probabilities": ("h_measure_score",),
    "operating_conditions": ("winning_ranges",),
    "rank_intervals": ("model_ranks",),
    "registry": ("Measure", "get_measure", "measures"),
    "resampling": ("bootstrap_areas",),
    "scorers": ("get_scorer", "get_scorer_names"),
    "theory": (),
    "thresholding": ("max_fbeta_score",),
    "trade_off_displays": ("CostCurveDisplay", "DetCurveDisplay", "FGainCurveDisplay"),
    "undefined": ("UndefinedMetricWarning",),
    "winning_display": ("WinningRangesDisplay",),
}
_MODULES = {name: module for module, names in _LAZY.items() for name in names}

_MEASURES = {
    **{f"{name}_score": name for name in ("accuracy", "balanced_accuracy", "f1")},
    "brier_score_loss": "brier",
    "log_loss": "log_loss",
    "matthews_corrcoef": "matthews_corrcoef",
}

_AT_A_THRESHOLD = ("precision", "recall", "fbeta")
_ELSEWHERE = (
    *("classification_report", "cohen_kappa_score", "confusion_matrix", "jaccard_score"),
    *(
        "precision_recall_fscore_support",
        "top_k_accuracy_score",
        "ndcg_score",
        "d2_log_loss_score",
    ),
)

_INSTEAD = {
    **{theirs: f'evaluate(y_true, y_score, "{name}")' for theirs, name in _MEASURES.items()},
    **{
        f"{name}_score": "threshold_intervals(y_true, y_score, threshold), which has precision, "
        f"recall and F-beta, or sklearn.metrics.{name}_score"
        for name in _AT_A_THRESHOLD
    },
    **{name: f"sklearn.metrics.{name}" for name in _ELSEWHERE},
    "auc": "auroc_score or aupr_score",
    "confusion_matrix_at_thresholds": "roc_curve(y_true, y_score), which has tp and fp",
    "make_scorer": "get_scorer",
    "mean_aupr": "mean_over_folds",
    "roc_auc_score": "auroc_score",
}
"""What to write in place of names of scikit-learn, and of ours that are gone."""

__all__ = [
    "AccuracyCalibrator",
    "CostCurveDisplay",
    "DetCurveDisplay",
    "FBetaCalibrator",
    "FGainCurveDisplay",
    "Measure",
    "PrecisionRecallDisplay",
    "PrecisionRecallGainDisplay",
    "RocCurveDisplay",
    "UndefinedMetricWarning",
    "WinningRangesDisplay",
    "areas",
    "aucnpr_score",
    "aupr_score",
    "auprg_score",
    "auroc_score",
    "average_curve",
    "average_precision_score",
    "bootstrap_areas",
    "confidence_interval",
    "cost_curve",
    "curve_band",
    "det_curve",
    "difference_band",
    "evaluate",
    "expected_cost_score",
    "f_gain_curve",
    "get_measure",
    "get_scorer",
    "get_scorer_names",
    "h_measure_score",
    "max_fbeta_score",
    "mean_fbeta",
    "mean_over_folds",
    "measures",
    "model_ranks",
    "paired_test",
    "partial_auroc_score",
    "precision_recall_curve",
    "precision_recall_gain_curve",
    "prg_convex_hull",
    "roc_convex_hull",
    "roc_curve",
    "simultaneous_band",
    "theory",
    "threshold_intervals",
    "winning_ranges",
]


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


def __getattr__(name: str) -> Any:
    if name == "theory":
        return import_module(f"{__name__}.theory")
    if name in _MODULES:
        with extra("metrics"):
            value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        globals()[name] = value
        return value
    if name in _INSTEAD:
        sentence = f"prgbench.metrics has no {name}: write {_INSTEAD[name]}."
        # For `hasattr` it must be an AttributeError, which `from prgbench.metrics import ...`
        # would replace by a sentence of its own.
        is_import = sys._getframe(1).f_code.co_filename.startswith("<frozen importlib")
        raise ImportError(sentence) if is_import else AttributeError(sentence)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
