"""A study of the paper's size, made up: 886 tasks on 426 data sets, 30 models, 1,000 rows."""

from pathlib import Path

import numpy as np
import pandas as pd

from prgbench.data.models import Models
from prgbench.metrics import auroc_score, get_measure
from prgbench.sources.chosen_models import ChosenModels
from prgbench.sources.runs import Run
from prgbench.sources.store.bundle import BundleStore, write_bundle
from prgbench.sources.store.bundle_header import BundleHeader, Shared
from prgbench.sources.task_predictions import Model
from prgbench.sources.tasks import Task
from prgbench.study.ranking import Ranking, add_ranks
from prgbench.study.scoring import score_task

FAMILIES = ("weka.", "mlr.", "sklearn.", "rm.", "moa.")
FOLDS = 10
IDS = ("task_id", "dataset_id", "run_id", "run_ids", "run_a", "run_b")
IDS_OF_COPY = 10**8


def make_study(
    folder: Path, n_tasks: int, n_datasets: int, n_models: int, n_rows: int, seed: int = 0
) -> tuple[BundleStore, Models]:
    """Write bundles of correlated models and return them with their scores and ranks."""
    store = BundleStore(folder)
    measures = [get_measure(name) for name in ("aupr", "auprg", "auroc")]
    made = [
        _make_task(store, i + 1, i % n_datasets + 1, n_models, n_rows, seed)
        for i in range(n_tasks)
    ]
    parts = [score_task(task, store.load(task.task.task_id), measures) for task in made]
    return store, add_ranks(Models.concat(parts), measures, Ranking())


def copied(table: pd.DataFrame, copy: int) -> pd.DataFrame:
    """Return a table of models, or of a part, as one of other tasks, data sets and runs."""
    table = table.copy()
    for column in table.columns.intersection(IDS):
        table[column] = table[column] + copy * IDS_OF_COPY
    return table


def _make_task(
    store: BundleStore, task_id: int, dataset: int, n_models: int, n_rows: int, seed: int
) -> ChosenModels:
    rng = np.random.default_rng([seed, task_id])
    y_true = rng.random(n_rows) < rng.uniform(0.03, 0.5)
    y_true[:2] = True, False
    difficulty = rng.normal(size=n_rows)
    quality = rng.normal(1.2, 0.25, n_models)
    task = Task(task_id, dataset, f"made-up-{dataset}", "class", ("0", "1"), n_rows, 1, 1, FOLDS)
    columns = {
        "repeat": np.zeros(n_rows, dtype=np.int16),
        "row_id": np.arange(n_rows, dtype=np.int64),
        "fold": (np.arange(n_rows) % FOLDS).astype(np.int16),
        "truth": y_true.astype(np.int8),
    }
    models = []
    for place in range(n_models):
        run_id = 1000 * task_id + place
        logit = quality[place] * y_true + 0.8 * difficulty + 0.6 * rng.normal(size=n_rows) - 0.6
        score = 1 / (1 + np.exp(-2 * logit))
        if place % 5 == 0:
            score = np.round(score, 1)
        columns[f"score_{run_id}"] = score
        columns[f"predicted_{run_id}"] = (score >= 0.5).astype(np.int8)
        flow = f"{FAMILIES[place % len(FAMILIES)]}Flow{place}"
        time = f"20{14 + place % 3}-01-01 00:00:00"
        run = Run(run_id, task_id, place + 1, flow, place + 1, 1, time, None)
        models.append(Model(run, run_id, "", auroc_score(y_true, score)))
    header = BundleHeader("made up", task, "1", "0", n_rows, Shared(), tuple(models))
    path = store.path(task_id)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bundle(path, header, {name: c.__getitem__ for name, c in columns.items()}, None)
    return ChosenModels(task, models, [])
