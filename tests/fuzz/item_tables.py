"""Made-up tables of results on items, as people write them, with the model that solves most."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

ITEMS = ("item", "instance_id", "Question ID", "doc_id", "sample_id", "task_id", "problem_id")
MODELS = ("model", "agent", "Model Name", "llm", "system")
OUTCOMES = ("resolved", "correct", "passed", "acc", "score", "is_correct", "success", "status")
RUNS = ("run", "epoch", "seed", "trial", "attempt")
DATASETS = ("dataset", "benchmark", "suite")
WORDS = (
    (0, 1),
    (False, True),
    ("fail", "pass"),
    ("unresolved", "resolved"),
    ("I", "C"),
    ("incorrect", "correct"),
    ("No", "Yes"),
)
MISSING = (None, "N/A", "")
ATTRIBUTES = {"latency": 2.5, "cost_usd": 0.1, "repo": "r", "n_tokens": 7, "is_hard": True}


@dataclass(frozen=True)
class ItemCase:
    """A table, or its file, and the means of the models over the items that all of them have."""

    table: Any
    means: dict[str, float]
    written: str


def case(seed: int, folder: Path) -> ItemCase:
    """Return a table that depends on the seed alone."""
    rng = np.random.default_rng(seed)

    def one_of(choices: Any) -> Any:
        return choices[rng.integers(len(choices))]

    n_models, n_items = int(rng.integers(2, 9)), int(rng.integers(8, 60))
    n_runs, n_datasets = int(one_of((1, 1, 1, 2, 3))), int(one_of((1, 1, 1, 2, 4)))
    wide = n_runs == 1 and n_datasets == 1 and rng.random() < 0.3
    item, model, outcome = one_of(ITEMS), one_of(MODELS), one_of(OUTCOMES)
    run, dataset, words = one_of(RUNS), one_of(DATASETS), one_of(WORDS)
    skills, difficulty = rng.uniform(0.2, 0.8, n_models), rng.normal(0, 0.2, n_items)
    rows = [
        {
            dataset: f"bench {d}",
            item: f"it-{d}-{i}",
            model: f"agent {m}",
            run: r,
            outcome: int(rng.random() < skills[m] + difficulty[i]),
        }
        for d in range(n_datasets)
        for i in range(n_items)
        for m in range(n_models)
        for r in range(n_runs)
    ]
    table = pd.DataFrame(rows)
    lost = rng.random(len(table)) < one_of((0, 0, 0, 0.02, 0.2))
    results = table[outcome].astype(float).mask(lost)
    means = _means(table.assign(**{outcome: results}), dataset, item, model, outcome)
    cells = table[outcome].map(dict(enumerate(words))).astype(object)
    absent = rng.random() < 0.5
    table[outcome] = cells if absent else cells.mask(lost, one_of(MISSING))
    table = table[~lost] if absent else table
    table = table.drop(columns=[run] * (n_runs == 1) + [dataset] * (n_datasets == 1))
    if wide:
        table = table.pivot(index=item, columns=model, values=outcome).reset_index()
        table = table.rename_axis(columns=None)
    for name, value in ATTRIBUTES.items():
        if rng.random() < 0.2:
            table[name] = value
    table = table.sample(frac=1, random_state=seed)
    written = f"seed {seed}: {list(table.columns)}, {len(table)} rows, {words}"
    if rng.random() < 0.5:
        return ItemCase(table.reset_index(drop=True), means, written)
    path = folder / "results.csv"
    table.to_csv(path, index=False)
    return ItemCase(str(path), means, written)


def _means(
    table: pd.DataFrame, dataset: str, item: str, model: str, outcome: str
) -> dict[str, float]:
    """Return the mean of each model over the data sets, of the items that all models have."""
    by_dataset = []
    for _, rows in table.groupby(dataset):
        wide = rows.pivot_table(index=item, columns=model, values=outcome, aggfunc="mean")
        n_items = len(wide)
        wide = wide.loc[:, wide.notna().sum() >= n_items / 2].dropna()
        by_dataset.append(wide.mean())
    return dict(pd.concat(by_dataset, axis=1).mean(axis=1))
