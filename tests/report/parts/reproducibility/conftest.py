import pandas as pd
import pytest


@pytest.fixture
def make_reproducibility():
    """Return a function that makes the part's tables of two measures."""

    def make(**edits):
        rows = [
            {
                "measure": measure,
                "parts": parts,
                "prevalence": group,
                "agreement": share / parts,
                "lower": share / parts / 2,
                "upper": share / parts * 1.5,
                "tasks": 40 if group == "all" else 30,
                "datasets": 30,
                "undefined": 0,
                "note": "",
                **edits,
            }
            for measure, share in (("aupr", 0.8), ("auroc", 0.4))
            for group in ("all", "all_at_every_size", "(-inf, 0.01]", "(0.2, 0.3]")
            for parts in (2, 4, 8)
        ]
        pair = {
            "measure_a": "aupr",
            "measure_b": "auroc",
            "difference": 0.2,
            "lower": 0.1,
            "upper": 0.3,
            "p_value": 0.004,
            "p_value_adjusted": 0.004,
            "tasks": 40,
            "datasets": 30,
            "undefined": 0,
            "note": "",
        }
        return {
            "reproducibility": pd.DataFrame(rows),
            "reproducibility_pairs": pd.DataFrame([pair]),
        }

    return make
