"""A table of the scores that a server stores of a plan's runs: no file is downloaded."""

from collections.abc import Iterator, Sequence

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
    stored = source.stored_scores([run.run_id for task_runs in runs.values() for run in task_runs])
    rows: list[dict[str, object]] = []
    gaps: list[float] = []
    n_incomplete = 0
    for task in chosen.values():
        n_scores = task.n_repeats * task.n_folds
        for run, name in zip(runs[task.task_id], _names(runs[task.task_id]), strict=True):
            folds: dict[str, Folds] = {
                measure: scores.get(run.run_id) or () for measure, scores in stored.items()
            }
            if any(len(scores) != n_scores for scores in folds.values()):
                n_incomplete += 1
                continue
            rows += [
                {
                    "dataset": f"{plain(task.dataset_name)} ({task.dataset_id})",
                    "model": name,
                    "repeat": number // task.n_folds,
                    "fold": number % task.n_folds,
                    **{measure: scores[number] for measure, scores in folds.items()},
                }
                for number in range(n_scores)
            ]
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
    return table, _summary(table, n_incomplete, gaps)


def _names(runs: Sequence[Run]) -> Iterator[str]:
    """Yield the flows' names, with their numbers where two are called alike."""
    names = [plain(run.flow_name) for run in runs]
    for run, name in zip(runs, names, strict=True):
        yield f"{name} ({run.flow_id})" if names.count(name) > 1 else name


def _summary(table: pd.DataFrame, n_incomplete: int, gaps: Sequence[float]) -> str:
    models = table.groupby("dataset")["model"].nunique()
    text = (
        f"{count(len(models), 'data set')}, {count(int(models.sum()), 'run')} with "
        f"{', '.join(MEASURES)} in each fold; {count(n_incomplete, 'run')} without."
    )
    if gaps:
        text += (
            f" The mean AUROC over the folds and the stored AUROC of a run differ by "
            f"{np.median(gaps):.4f} in the median, by {max(gaps):.4f} at most."
        )
    return text
