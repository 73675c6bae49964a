import pandas as pd
import pytest


@pytest.fixture
def tables():
    """Return the part's table: two measures, averaged over folds."""
    table = pd.DataFrame(
        {
            "aggregation": "fold",
            "measure": ["aupr", "auroc"],
            "best_models_change": [0.5, 0.25],
            "lower": [0.4, 0.125],
            "upper": [0.75, 0.5],
            "tasks": 12,
            "parts": [1000, 1000],
            "undefined_parts": [3, 0],
        }
    )
    return {"aggregation": table}
