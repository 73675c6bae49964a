"""Names of scikit-learn that `prgbench.metrics` has not, and what to write instead."""

_MEASURES = {
    "brier_score_loss": "brier",
    "log_loss": "log_loss",
    **{f"{name}_score": name for name in ("accuracy", "balanced_accuracy", "f1")},
    "matthews_corrcoef": "matthews_corrcoef",
}

MOVED = {
    **{old: f'evaluate(y_true, y_score, "{name}")' for old, name in _MEASURES.items()},
    "auc": "auroc_score or aupr_score",
    "confusion_matrix_at_thresholds": "prgbench.metrics.engine.counts.threshold_counts",
    "make_scorer": "get_scorer",
    "roc_auc_score": "auroc_score",
}
"""What to write, by the name."""
