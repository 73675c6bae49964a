import pandas as pd
import pytest

from prgbench.answer.given import ChangedPick, PairAcrossRepeats, TrainingError
from prgbench.answer.given_picks import FOLD_MEAN, HALF, NO_REPEATS, REPEAT
from prgbench.answer.interface import columns_of

PAIR = {"measure_a": "aupr", "measure_b": "auroc"}
NAN = float("nan")


@pytest.fixture
def tables():
    """Return the part's tables: two measures, no task that repeats."""
    changes = [
        (FOLD_MEAN, "aupr", 0.5, 0.4, 0.6, 60, ""),
        (FOLD_MEAN, "auroc", 0.25, 0.1, 0.4, 60, ""),
        (REPEAT, "aupr", NAN, NAN, NAN, 0, NO_REPEATS),
        (REPEAT, "auroc", NAN, NAN, NAN, 0, NO_REPEATS),
        (HALF, "aupr", 0.3, 0.2, 0.4, 59, ""),
        (HALF, "auroc", 0.2, NAN, NAN, 59, ""),
    ]
    columns = ["source", "measure", "best_models_change", "lower", "upper", "tasks", "note"]
    pairs = pd.DataFrame(
        [
            {
                **PAIR, "another_measure": 0.125, "another_measure_lower": 0.1,
                "another_measure_upper": 0.2, "across_repeats": NAN, "one_measure": NAN,
                "excess": NAN, "lower": NAN, "upper": NAN, "tasks": 0, "datasets": 0,
            }
        ]
    )  # fmt: skip
    error = pd.DataFrame(
        [
            {
                "measure": "aupr", "corrected_to_instances": 1.6, "beyond_twice": 0.25,
                "tasks": 12, "corrected_to_naive": 1.45,
            }
        ]
    )  # fmt: skip
    given = pd.DataFrame(changes, columns=columns).assign(datasets=30)
    return {
        "given": given.reindex(columns=columns_of(ChangedPick)),
        "given_pairs": pairs.reindex(columns=columns_of(PairAcrossRepeats)),
        "training_error": error.reindex(columns=columns_of(TrainingError)),
    }
