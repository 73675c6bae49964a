"""How much of a study each guess of the replication concerns."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from prgbench.archive.flow_family import algorithm
from prgbench.plotting.sentences import count, share_of
from prgbench.replication.groups import PAIR

COMPARED = ("aupr", "auprg", "auroc")


def concerned(
    name: str, models: pd.DataFrame, agreement: pd.DataFrame, settings: Mapping[str, Any]
) -> str:
    """Say how much of a study a guess concerns.

    Parameters
    ----------
    name : str
        Which count: ``procedures``, ``pinned``, ``versions``, ``balanced``, ``tied`` or
        ``undefined``; "" for none.
    models, agreement : DataFrame
        The ranked models, and what `task_agreement` returns.
    settings : mapping
        All settings of the study.
    """
    return _COUNTS[name](models, agreement, settings) if name else ""


def _procedures(models: pd.DataFrame, _agreement: pd.DataFrame, _settings: Any) -> str:
    if "estimation_procedure" not in models:
        return ""
    known = sorted(models["estimation_procedure"].unique())
    parts = []
    for place in range(len(known)):
        counted = known[: place + 1]
        own = models[models["estimation_procedure"].isin(counted)]
        tasks, datasets = own["task_id"].nunique(), own["dataset_id"].nunique()
        names = ", ".join(str(int(one)) for one in counted)
        parts.append(f"{{{names}}}: {count(tasks, 'task')} on {count(datasets, 'data set')}")
    return "; ".join(parts)


def _pinned(models: pd.DataFrame, _agreement: pd.DataFrame, settings: Mapping[str, Any]) -> str:
    pinned = {int(task_id) for task_id in settings["selection"]["pinned_runs"]}
    tasks = models["task_id"].unique()
    held = len(pinned.intersection(tasks.tolist()))
    if not held:
        return "no task here has them: nothing changes"
    most = f"{100 * held / len(tasks):.2f} points"
    return (
        f"tasks with pinned runs: {share_of(held, len(tasks))}, so that no share of tasks moves "
        f"by more than {most}"
    )


def _versions(models: pd.DataFrame, _agreement: pd.DataFrame, _settings: Any) -> str:
    names = models["flow_name"].map(lambda name: algorithm(str(name)))
    alike = pd.DataFrame({"task": models["task_id"], "name": names}).duplicated(keep=False)
    return f"models with another version beside them: {share_of(int(alike.sum()), len(models))}"


def _balanced(models: pd.DataFrame, _agreement: pd.DataFrame, _settings: Any) -> str:
    prevalence = models.groupby("task_id")["prevalence"].first()
    return f"balanced tasks: {share_of(int((prevalence == 0.5).sum()), len(prevalence))}"


def _tied(_models: pd.DataFrame, agreement: pd.DataFrame, _settings: Any) -> str:
    nine = agreement[agreement[PAIR].isin(COMPARED).all(axis=1)]
    open_ones = nine["best_differs"] & ~nine["best_differs_surely"]
    tasks = nine.loc[open_ones, "task_id"].nunique()
    total = agreement["task_id"].nunique()
    return f"tasks in which two different sets of best models overlap: {share_of(tasks, total)}"


def _undefined(models: pd.DataFrame, _agreement: pd.DataFrame, _settings: Any) -> str:
    undefined = models[[name for name in COMPARED if name in models]].isna().any(axis=1)
    return f"models with an undefined measure: {share_of(int(undefined.sum()), len(models))}"


_COUNTS: dict[str, Callable[[pd.DataFrame, pd.DataFrame, Mapping[str, Any]], str]] = {
    "procedures": _procedures,
    "pinned": _pinned,
    "versions": _versions,
    "balanced": _balanced,
    "tied": _tied,
    "undefined": _undefined,
}
