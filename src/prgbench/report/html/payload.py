"""The tables that the page selects from, sorts and lists: columns of plain numbers and texts."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.plotting.labels import measure_label
from prgbench.replication.groups import by_pair, sort_models
from prgbench.replication.ranking import rank_column
from prgbench.report.html.content import PageContent
from prgbench.report.html.encoding import numbers
from prgbench.report.html.figure_files import FigureFiles

AREA_DIGITS = 6
RANK_DIGITS = 1
SETS = ("certain", "size_a", "size_b", "shared")
LEADERBOARD = {
    "rank": 0,
    "rank_lower": 0,
    "rank_upper": 0,
    "strength": 3,
    "lower": 3,
    "upper": 3,
    "mean_relative_rank": 3,
    "tasks": 0,
    "datasets": 0,
}

Columns = dict[str, Any]


def payload(content: PageContent, figures: Iterable[FigureFiles]) -> Columns:
    """Return what the page's scripts read."""
    models = sort_models(content.models)
    names = measures_of(content.agreement)
    flows = {name: place for place, name in enumerate(models["flow_name"].drop_duplicates())}
    return {
        "measures": [{"name": name, "label": measure_label(name)} for name in names],
        "openml": content.openml,
        "tasks": _tasks(models),
        "pairs": [_pair(a, b, rows, content.tables) for a, b, rows in by_pair(content.agreement)],
        "flows": list(flows),
        "models": _models(models, names, flows),
        "leaderboard": _leaderboard(content.tables),
        "figures": {figure.name: figure.embedded for figure in figures},
    }


def measures_of(agreement: pd.DataFrame) -> list[str]:
    """Return the measures of a table of pairs, in the order of the study file."""
    pairs = agreement[["measure_a", "measure_b"]].drop_duplicates()
    return list(dict.fromkeys([*pairs["measure_a"], *pairs["measure_b"]]))


def _tasks(models: pd.DataFrame) -> Columns:
    tasks = models.groupby("task_id", as_index=False).agg(
        dataset=("dataset_name", "first"),
        dataset_id=("dataset_id", "first"),
        positive=("pos_label", "first"),
        models=("run_id", "size"),
        n=("n", "first"),
        prevalence=("prevalence", "first"),
    )
    return {
        "id": tasks["task_id"].tolist(),
        **{name: tasks[name].tolist() for name in ("dataset", "dataset_id", "positive", "models")},
        "n": tasks["n"].tolist(),
        "prevalence": numbers(tasks["prevalence"], AREA_DIGITS),
    }


def _pair(a: str, b: str, rows: pd.DataFrame, tables: Tables) -> Columns:
    rows = rows.sort_values("task_id")
    pair: Columns = {
        "measures": [a, b],
        "best_differs": rows["best_differs"].astype(int).tolist(),
        "top3_differs": rows["top3_differs"].astype(int).tolist(),
        "spearman": numbers(rows["spearman"], AREA_DIGITS),
    }
    sets = tables.get("certain_tasks")
    if sets is not None:
        own = sets[(sets["measure_a"] == a) & (sets["measure_b"] == b)].set_index("task_id")
        for name in SETS:
            pair[name] = numbers(own[name].astype(float).reindex(rows["task_id"]), 0)
    return pair


def _models(models: pd.DataFrame, names: Iterable[str], flows: Mapping[str, int]) -> Columns:
    columns: Columns = {
        "run": _within_tasks(models),
        "flow": models["flow_name"].map(flows).tolist(),
    }
    for name in names:
        columns[name] = numbers(models[name], AREA_DIGITS)
        columns[rank_column(name)] = numbers(models[rank_column(name)], RANK_DIGITS)
    return columns


def _within_tasks(models: pd.DataFrame) -> list[int]:
    """Return the runs as steps from one to the next, which take less room than ids."""
    runs = models["run_id"].tolist()
    return [after - before for before, after in pairwise([0, *runs])]


def _leaderboard(tables: Tables) -> Columns | None:
    table = tables.get("leaderboard")
    if table is None or table.empty:
        return None
    return {
        "measure": table["measure"].tolist(),
        "flow": table["flow"].astype(str).tolist(),
        **{
            name: numbers(table[name].astype(np.float64), digits)
            for name, digits in LEADERBOARD.items()
        },
    }
