import pandas as pd
import pytest

from prgbench.comparison.regret.names import ITSELF, RANDOM_MODEL

TARGETS = ("expected_f1", "honest_f1", "stored_accuracy")


@pytest.fixture
def tables():
    """Return the part's tables: two measures, three targets."""
    means = {"aupr": 0.02, "auprg": 0.01, RANDOM_MODEL: 0.3, ITSELF: 0.0}
    regret = pd.DataFrame(
        [
            {
                "target": target,
                "measure": measure,
                "mean": mean,
                "lower": mean / 2,
                "upper": 2 * mean,
                "share_noticeable": 10 * mean,
                "tasks": 17,
                "undefined": 3 if target == "honest_f1" else 0,
            }
            for target in TARGETS
            for measure, mean in means.items()
        ]
    )
    pairs = pd.DataFrame(
        [
            {
                "target": target,
                "measure_a": "aupr",
                "measure_b": "auprg",
                "differing": 8,
                "a_worse": 0.75,
                "a_worse_lower": 0.5,
                "a_worse_upper": 0.9,
                "wilcoxon_p_value": 0.03,
            }
            for target in TARGETS
        ]
    )
    return {"regret": regret, "regret_pairs": pairs}
