import pandas as pd
import pytest


@pytest.fixture
def make_table():
    """Return a function that makes the part's table of two measures."""

    def make(**edits):
        table = pd.DataFrame(
            {
                "measure": ["aupr", "auroc"],
                "differs": [0.3, 0.2],
                "lower": [0.25, 0.1],
                "upper": [0.35, 0.3],
                "lower_quartile": [0.1, 0.05],
                "median": [0.28, 0.15],
                "upper_quartile": [0.5, 0.25],
                "tasks": [17, 16],
                "datasets": [9, 9],
                "undefined": [0, 1],
                "note": ["", ""],
            }
        )
        return {"stability": table.assign(**edits)}

    return make
