"""One small study of each kind that has a first screen of its own, compared in memory.

One data set, several ones, a leaderboard of scores, results on items, a replication, and one with
other models on each data set. The demo, which takes a minute, is in docs/example/.
"""

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd

import prgbench
from fast_settings import FAST
from prgbench.direct.compared_models import ComparedModels
from tables_of_predictions import long_table

SETTINGS = {"comparison": FAST, "figures": {"formats": ["png"]}}
CLASSIFIERS = ("Gradient boosting", "Random forest", "Naive Bayes", "Logistic regression", "kNN")


def predictions(n_datasets: int, n_rows: int, seed: int = 3) -> pd.DataFrame:
    """Return predictions of five classifiers, of which the first two are nearly equal."""
    rng = np.random.default_rng(seed)
    spreads = (0.8, 0.82, 1.3, 1.0, 1.1)
    parts = []
    for dataset in range(n_datasets):
        y_true = (rng.random(n_rows) < 0.3).astype(int)
        for model, spread in zip(CLASSIFIERS, spreads, strict=True):
            y_score = y_true + rng.normal(0, spread, n_rows)
            parts.append(
                pd.DataFrame(
                    {
                        "dataset": f"set-{dataset + 1}",
                        "model": model,
                        "row_id": np.arange(n_rows),
                        "y_true": y_true,
                        "y_score": np.round(y_score, 3),
                    }
                )
            )
    return pd.concat(parts, ignore_index=True)


def scores(n_datasets: int = 12, seed: int = 5) -> pd.DataFrame:
    """Return one score for each model and data set, as a published leaderboard has."""
    rng = np.random.default_rng(seed)
    levels = (0.86, 0.855, 0.80, 0.83, 0.82)
    rows = []
    for dataset in range(n_datasets):
        difficulty = rng.normal(0, 0.05)
        for model, level in zip(CLASSIFIERS, levels, strict=True):
            auroc = level + difficulty + rng.normal(0, 0.015)
            rows.append(
                {
                    "dataset": f"set-{dataset + 1}",
                    "model": model,
                    "roc_auc": round(auroc, 4),
                    "average_precision": round(auroc - 0.2 + rng.normal(0, 0.02), 4),
                    "log_loss": round(1.2 - auroc + rng.normal(0, 0.02), 4),
                }
            )
    return pd.DataFrame(rows)


def items(n_agents: int = 12, n_items: int = 500, seed: int = 7) -> pd.DataFrame:
    """Return which of the items each agent resolves; the last of them are hard for all."""
    rng = np.random.default_rng(seed)
    ease = rng.normal(0, 1.5, n_items)
    rows = []
    for agent in range(n_agents):
        chance = 1 / (1 + np.exp(-(ease + 0.8 - 0.12 * agent)))
        resolved = (rng.random(n_items) < chance).astype(int)
        rows.append(
            pd.DataFrame(
                {
                    "model": f"agent-{agent + 1}",
                    "instance_id": [f"item-{item}" for item in range(n_items)],
                    "resolved": resolved,
                }
            )
        )
    return pd.concat(rows, ignore_index=True)


STUDIES: Mapping[str, Callable[[], ComparedModels]] = {
    "one data set": lambda: prgbench.compare(predictions(1, 1200), settings=SETTINGS),
    "twelve data sets": lambda: prgbench.compare(predictions(12, 150), settings=SETTINGS),
    "leaderboard": lambda: prgbench.compare(scores(), settings=SETTINGS),
    "items": lambda: prgbench.compare(items(), settings=SETTINGS),
    "replication": lambda: prgbench.compare(
        long_table(9, 6, 60), settings={**SETTINGS, "replication": True}
    ),
}
"""What compares the models of each kind of study, by its name."""
