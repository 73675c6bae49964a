"""What the tables, the figure and the text share."""

PREDICTORS = {
    "prevalence": "prevalence",
    "log_minority": "log10 minority count",
    "log_gap": "log10 gap of the best two models by A",
    "tied_scores": "share of tied scores of A's best model",
}
SMALLEST_GAP = 1e-6
