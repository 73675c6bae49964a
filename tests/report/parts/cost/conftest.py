import pandas as pd
import pytest

from prgbench.answer.cost import CostByTarget, CostOfPair
from prgbench.answer.cost_targets import RANDOM_MODEL
from prgbench.answer.rows import columns_of

TARGETS = ("expected_f1", "honest_f1", "stored_accuracy")


@pytest.fixture
def tables():
    """Return the part's tables: two measures, three targets."""
    costs = {"aupr": 0.02, "auprg": 0.01, RANDOM_MODEL: 0.3}
    cost = pd.DataFrame(
        [
            {
                "target": target,
                "measure": measure,
                "cost": value,
                "lower": value - 0.015,
                "upper": value + 0.015,
                "arithmetic": value / 2,
                "tasks": 37,
                "datasets": 21,
                "undefined": 3 if target == "honest_f1" else 0,
                "p_adjusted": {"aupr": 0.02, "auprg": 0.4}.get(measure, float("nan")),
                "above": 0.75,
            }
            for target in TARGETS
            for measure, value in costs.items()
        ]
    )
    pairs = pd.DataFrame(
        [
            {
                "target": target,
                "measure_a": "aupr",
                "measure_b": "auprg",
                "differs": 0.25,
                "differing": 8,
                "difference": -0.01,
                "lower": -0.02,
                "upper": 0.005,
                "a_worse": 0.75,
                "a_worse_lower": 0.5,
                "a_worse_upper": 0.9,
                "p_adjusted": 0.03,
            }
            for target in TARGETS
        ]
    )
    return {
        "cost": cost.reindex(columns=columns_of(CostByTarget)),
        "cost_pairs": pairs.reindex(columns=columns_of(CostOfPair)),
    }
