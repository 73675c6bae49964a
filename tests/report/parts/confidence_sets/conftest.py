import pandas as pd
import pytest


@pytest.fixture
def tables():
    """Return the part's tables: a pair of measures in 17 tasks, ten of them disagreements."""
    certain = {
        "measure_a": "aupr",
        "measure_b": "auprg",
        "tasks": 17,
        "datasets": 9,
        "disagreements": 10,
        "certain": 3,
        "share": 3 / 17,
        "lower": 0.05,
        "upper": 0.4,
        "false_at_most": 0.85,
        "undefined": 0,
        "note": "",
    }
    sizes = {
        "measure": ["aupr", "auprg"],
        "median": [1.0, 3.5],
        "lower_quartile": [1.0, 2.0],
        "upper_quartile": [4.0, 5.0],
        "single": [9, 2],
        "all": [0, 1],
        "tasks": [17, 17],
        "undefined": [0, 0],
    }
    return {"certain": pd.DataFrame([certain]), "set_sizes": pd.DataFrame(sizes)}
