"""A made-up summary, for tests of what is said of it."""

import pandas as pd

PAIRS = [("aupr", "auprg"), ("aupr", "auroc"), ("auprg", "auroc")]


def agreement_of(pairs):
    """Return a made-up summary of the agreement of pairs of measures."""
    return pd.DataFrame(
        [
            {
                "measure_a": a, "measure_b": b, "tasks": 17, "datasets": 4, "models": 510,
                "best_differs": 0.25, "best_differs_expected": 0.3, "best_differs_surely": 0.2,
                "top_differs": 0.5, "rank_correlation": 0.9512, "spearman_lower_quartile": 0.9,
                "spearman_median": 0.95, "spearman_upper_quartile": 0.98, "spearman_undefined": 0,
            }
            for a, b in pairs
        ]
    )  # fmt: skip
