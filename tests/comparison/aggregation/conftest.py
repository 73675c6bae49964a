import pandas as pd
import pytest


@pytest.fixture
def tables():
    """Return the part's tables: two measures, averaged over folds, and F1 of decisions."""
    table = pd.DataFrame(
        {
            "aggregation": "fold",
            "measure": ["aupr", "auroc"],
            "best_models_change": [0.5, 0.25],
            "lower": [0.4, 0.125],
            "upper": [0.75, 0.5],
            "tasks": 12,
            "datasets": 11,
            "parts": [1000, 1000],
            "undefined_parts": [3, 0],
        }
    )
    decisions = pd.DataFrame(
        {
            "way_a": ["f_gain", "f_gain", "arithmetic"],
            "way_b": ["arithmetic", "pooled", "pooled"],
            "best_models_change": [0.5, 0.25, 0.125],
            "lower": [0.4, 0.125, 0.0],
            "upper": [0.75, 0.5, 0.25],
            "tasks": [10, 10, 12],
            "all_equal": [2, 2, 0],
        }
    )
    return {"aggregation": table, "aggregated_decisions": decisions}
