import pandas as pd
import pytest

PAIR = {"measure_a": "aupr", "measure_b": "auprg"}


@pytest.fixture
def make_tables():
    """Return a function that makes the part's tables: one pair of measures, no paired test."""

    def make(tests=(), **edits):
        rows = [
            {
                **PAIR,
                "statistic": statistic,
                "estimate": estimate,
                "lower": estimate - 0.1,
                "upper": estimate + 0.1,
                "naive_lower": estimate - 0.05,
                "naive_upper": estimate + 0.05,
                "tasks": 40,
                "datasets": 30,
                "note": "",
                **edits,
            }
            for statistic, estimate in (
                ("best_differs", 0.24),
                ("top_differs", 0.58),
                ("rank_correlation", 0.85),
            )
        ]
        paired = pd.DataFrame(list(tests), columns=None if tests else ["p_value_adjusted"])
        return {"intervals": pd.DataFrame(rows), "paired_tests": paired}

    return make
