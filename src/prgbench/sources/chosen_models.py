"""Which models of a task a study uses, and why others are left out.

A plan names candidates; what of them can be used is known when their predictions have been fetched
or read. From here on, a study knows its models by `ChosenModels`, wherever they are from.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from prgbench.run.safe_text import plain
from prgbench.sources.exclusions import Exclusion, Reason
from prgbench.sources.runs import Run
from prgbench.sources.task_predictions import Model, TaskPredictions
from prgbench.sources.tasks import Task

FEWEST_MODELS = 2
"""With fewer models on a data set there is nothing to compare."""


@dataclass(frozen=True, slots=True)
class ChosenModels:
    """The models of a task that a study uses, in the order of its candidates."""

    task: Task
    models: list[Model]
    exclusions: list[Exclusion]


def choose_models(
    predictions: TaskPredictions, runs: Iterable[Run], n_models: int | None = None
) -> ChosenModels:
    """Return the first ``n_models`` usable models of some runs, and why others are left out.

    None for all. Runs after the last model that is needed are not looked at.
    """
    usable = {model.run.run_id: model for model in predictions.models}
    excluded = {exclusion.run_id: exclusion for exclusion in predictions.excluded}
    task = predictions.task
    chosen = ChosenModels(task, [], [])
    for run in runs:
        if len(chosen.models) == n_models:
            break
        if run.run_id in usable:
            chosen.models.append(usable[run.run_id])
        elif run.run_id in excluded:
            chosen.exclusions.append(excluded[run.run_id])
        else:
            gone = f"{plain(run.flow_name)} is no longer a model of {plain(task.dataset_name)}"
            chosen.exclusions.append(Exclusion(task.task_id, run.run_id, Reason.NO_FILE, gone))
    return chosen


def enough_models(chosen: ChosenModels, n_models: int | None) -> ChosenModels:
    """Return the models of a task, or none and the reason if they are fewer than wanted."""
    wanted = FEWEST_MODELS if n_models is None else n_models
    few = any(exclusion.reason == Reason.FEW_MODELS for exclusion in chosen.exclusions)
    if few or len(chosen.models) >= wanted:
        return chosen
    detail = f"{len(chosen.models)} of {wanted}"
    of_task = chosen.task.left_out(Reason.FEW_MODELS, detail)
    return replace(chosen, models=[], exclusions=[*chosen.exclusions, of_task])
