"""Names that `prgbench.metrics` had, or that scikit-learn has, and what to write instead."""

from prgbench.metrics import theory

_TYPES = {
    "curves": ("PRCurve", "ROCCurve"),
    "prg_curve": ("PRGCurve", "PRGHull"),
    "roc_hull": ("ROCHull",),
    "curve_averages": ("AverageCurve",),
    "curve_bands": ("CurveBand",),
    "confidence": ("ConfidenceInterval",),
    "paired": ("PairedTest",),
    "engine.counts": ("ThresholdCounts", "threshold_counts"),
    "resampling": ("reweighted_areas",),
}
_MEASURES = {
    "auprg_clipped_score": "auprg_clipped",
    "auprg_hull_score": "auprg_hull",
    "brier_score_loss": "brier",
    "expected_fg1_score": "expected_fg1",
    "expected_inverse_f1_score": "expected_inverse_f1",
    "ks_score": "ks",
    "log_loss": "log_loss",
    "max_mcc_score": "max_mcc",
    **{f"{name}_score": name for name in ("accuracy", "balanced_accuracy", "f1")},
    "matthews_corrcoef": "matthews_corrcoef",
}

MOVED = {
    **{name: f"prgbench.metrics.theory.{name}" for name in theory.__all__},
    **{
        kind: f"prgbench.metrics.{file}.{kind}" for file, kinds in _TYPES.items() for kind in kinds
    },
    **{old: f'evaluate(y_true, y_score, "{name}")' for old, name in _MEASURES.items()},
    "auc": "auroc_score or aupr_score",
    "confusion_matrix_at_thresholds": "prgbench.metrics.engine.counts.threshold_counts",
    "make_scorer": "get_scorer",
    "roc_auc_score": "auroc_score",
    "mean_fbeta_gain": "numpy.average(theory.gain(f_scores, prevalence))",
    "one_vs_rest_score": 'evaluate(y_true, y_score, measure, multi_class="ovr")',
    "trapezoid_aupr_score": 'aupr_score(y_true, y_score, interpolation="linear")',
    "unit_step_aupr_score": 'aupr_score(y_true, y_score, interpolation="unit_steps")',
}
"""What to write, by the old name."""
