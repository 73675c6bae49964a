import pandas as pd
import pytest


@pytest.fixture
def tables():
    """Return the part's tables: two measures at two prevalences."""
    changes = pd.DataFrame(
        {
            "prevalence": [0.1, 0.1, 0.5, 0.5],
            "measure": ["aupr", "auroc"] * 2,
            "best_models_change": [0.5, 0.0, 0.25, 0.0],
            "lower": [0.25, 0.0, 0.125, 0.0],
            "upper": [0.75, 0.0, 0.5, 0.0],
            "tasks": 12,
            "datasets": 11,
            "note": "",
        }
    )
    pairs = pd.DataFrame(
        {
            "prevalence": [0.1, 0.5],
            "measure_a": "aupr",
            "measure_b": "auroc",
            "best_differs": [0.4, 0.2],
        }
    )
    return {"prevalence": changes, "prevalence_pairs": pairs}
