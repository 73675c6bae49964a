import pandas as pd
import pytest


@pytest.fixture
def make_tables():
    """Return a function that makes the part's table of one pair of measures."""

    def make(low=0.01, high=0.1, **edits):
        row = {
            "measure_a": "aupr",
            "measure_b": "auprg",
            "best_differs_expected": 0.3,
            "floor_expected": 0.25,
            "excess_expected": 0.05,
            "excess_expected_lower": low,
            "excess_expected_upper": high,
            "disagreements": 4,
            "within_noise": 0.75,
            "floor_halves": float("nan"),
            **edits,
        }
        return {"noise_floor": pd.DataFrame([row])}

    return make
