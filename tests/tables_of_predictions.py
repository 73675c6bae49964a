"""Tables of predictions made for tests: data sets and models of made-up names, long and wide."""

from pathlib import Path

import numpy as np
import pandas as pd

N_ROWS = 80


def long_table(n_datasets: int = 3, n_models: int = 4, n_rows: int = N_ROWS) -> pd.DataFrame:
    """Return predictions of which every third is of a positive; later models are worse."""
    parts = []
    for dataset in range(n_datasets):
        rng = np.random.default_rng(dataset)
        row_id = np.arange(n_rows)
        y_true = (row_id % 3 == 0).astype(int)
        for model in range(n_models):
            noise = rng.normal(size=n_rows) * (0.5 + model / 10)
            y_score = np.round(1 / (1 + np.exp(0.5 - y_true + noise)), 3)
            parts.append(
                pd.DataFrame(
                    {
                        "dataset": f"data {dataset}",
                        "model": f"model-{model}",
                        "row_id": row_id,
                        "fold": row_id % 5,
                        "y_true": y_true,
                        "y_score": y_score,
                    }
                )
            )
    return pd.concat(parts, ignore_index=True)


def wide_table(table: pd.DataFrame) -> pd.DataFrame:
    """Return a long table with a column for each model."""
    shared = [name for name in table if name not in ("model", "y_score")]
    return table.pivot(index=shared, columns="model", values="y_score").reset_index()


def write_table(table: pd.DataFrame, path: Path) -> Path:
    """Write a table as its name says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        table.to_parquet(path, index=False)
    else:
        table.to_csv(path, index=False)
    return path
