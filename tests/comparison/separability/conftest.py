import pandas as pd
import pytest


@pytest.fixture
def tables():
    """Return the part's tables: one pair of measures with ten disagreements."""
    outcomes = {"disagreements": 10, "both": 4, "only_a": 3, "only_b": 2, "none": 1}
    tied = {"median": [2.0, 3.5], "lower_quartile": [1.0, 2.0], "upper_quartile": [4.0, 5.0]}
    return {
        "separability": pd.DataFrame([{"measure_a": "aupr", "measure_b": "auprg", **outcomes}]),
        "tied_for_best": pd.DataFrame({"measure": ["aupr", "auprg"], **tied}),
    }
