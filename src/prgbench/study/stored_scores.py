"""A table of the scores that a server stores of a plan's runs: no file is downloaded."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from prgbench.plotting.words import count
from prgbench.run.errors import PrgbenchError
from prgbench.run.foreign_text import plain
from prgbench.sources.interface import Run
from prgbench.sources.openml.listings import MEASURES, Folds
from prgbench.sources.openml.source import OpenMLSource
from prgbench.study.plan import Plan, PlannedTask

FEWEST_MODELS = 2


def stored_scores(source: OpenMLSource, plan: Plan) -> tuple[pd.DataFrame, str]:
    """Return a table of scores as `prgbench.compare` takes it, and what is said of it.

    Of each data set the first task of the plan is taken, so that no two rows of the table share
    instances, and of it the first candidates, as many as a study has models.
    """
    chosen: dict[int, PlannedTask] = {}
    for task in plan.tasks:
        chosen.setdefault(task.dataset_id, task)
    runs = {task.task_id: task.candidates[: plan.n_models] for task in chosen.values()}
    found = source.stored_scores([run.run_id for own in runs.values() for run in own])
    rows: list[dict[str, object]] = []
    gaps: list[float] = []
    without = 0
    for task in chosen.values():
        for run, name in zip(runs[task.task_id], _names(runs[task.task_id]), strict=True):
            folds = _complete(task, {measure: found[measure].get(run.run_id) for measure in found})
            if folds is None:
                without += 1
                continue
            rows += _rows(task, name, folds)
            if run.auroc is not None:
                gaps.append(abs(float(np.mean(folds["auroc"])) - run.auroc))
    table = pd.DataFrame(rows)
    if table.empty:
        raise PrgbenchError(
            f"The {source.label} has no run of the plan with all of {', '.join(MEASURES)} in each "
            "fold: its evaluations may be incomplete; try again later."
        )
    models = table.groupby("dataset")["model"].nunique()
    few = models[models < FEWEST_MODELS].index
    table = table[~table["dataset"].isin(few)].reset_index(drop=True)
    return table, _said(table, without, gaps)


def _names(runs: Sequence[Run]) -> Iterator[str]:
    """Yield the flows' names, with their numbers where two are called alike."""
    names = [plain(run.flow_name) for run in runs]
    for run, name in zip(runs, names, strict=True):
        yield f"{name} ({run.flow_id})" if names.count(name) > 1 else name


def _complete(task: PlannedTask, folds: Mapping[str, Folds | None]) -> dict[str, Folds] | None:
    """Return the scores if each measure has one for each fold of each repeat."""
    n_scores = task.n_repeats * task.n_folds
    whole = {name: own for name, own in folds.items() if own and len(own) == n_scores}
    return whole if len(whole) == len(folds) else None


def _rows(
    task: PlannedTask, model: str, folds: Mapping[str, Folds]
) -> Iterable[dict[str, object]]:
    for place in range(task.n_repeats * task.n_folds):
        yield {
            "dataset": f"{plain(task.dataset_name)} ({task.dataset_id})",
            "model": model,
            "repeat": place // task.n_folds,
            "fold": place % task.n_folds,
            **{name: own[place] for name, own in folds.items()},
        }


def _said(table: pd.DataFrame, without: int, gaps: Sequence[float]) -> str:
    models = table.groupby("dataset")["model"].nunique()
    text = (
        f"{count(len(models), 'data set')}, {count(int(models.sum()), 'run')} with "
        f"{', '.join(MEASURES)} in each fold; {count(without, 'run')} without."
    )
    if gaps:
        text += (
            f" The mean AUROC over the folds and the stored AUROC of a run differ by "
            f"{np.median(gaps):.4f} in the median, by {max(gaps):.4f} at most."
        )
    return text
