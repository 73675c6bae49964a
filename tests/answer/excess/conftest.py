import pandas as pd
import pytest


@pytest.fixture
def make_excess():
    """Return a function that makes the part's table of one pair, of halves and of quarters."""

    def make(**edits):
        row = {
            "parts": 2,
            "measure_a": "aupr",
            "measure_b": "auroc",
            "two_measures": 0.5,
            "one_measure": 0.3,
            "excess": 0.2,
            "lower": 0.1,
            "upper": 0.3,
            "p_value": 0.001,
            "p_value_adjusted": 0.003,
            "replicated": 0.15,
            "replicated_lower": 0.05,
            "replicated_upper": 0.25,
            "verdict": "more_than_noise",
            "tasks": 40,
            "datasets": 30,
            "undefined": 0,
            "note": "",
        }
        quarters = {
            **row,
            "parts": 4,
            "excess": 0.1,
            "lower": -0.1,
            "upper": 0.2,
            "replicated": 0.05,
            "replicated_lower": -0.05,
            "replicated_upper": 0.1,
            "verdict": "not_shown",
        }
        return {"excess": pd.DataFrame([{**row, **edits}, {**quarters, **edits, "parts": 4}])}

    return make
