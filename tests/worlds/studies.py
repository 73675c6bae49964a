"""Runs studies of a world through the parts of the comparison, in process."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from made_up_tasks import parts_named
from prgbench.answer.interface import Study, Tables
from prgbench.answer.run import compute_tables
from prgbench.answer.scored_task import Setting
from prgbench.answer.tables import gather
from prgbench.answer.task_scores import TaskScores
from prgbench.data.models import Models
from prgbench.metrics import evaluate
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import task_agreement
from prgbench.study.ranking import Ranking, add_ranks

RESAMPLES = 1000
UNSCORED = {"rankings", "model_pairs", "choosing", "expected_f1"}
NAMES = ("aupr", "auprg", "auroc")


def setting_of(
    seed: int, *, splits: int = 20, replicates: int = 200, names: tuple[str, ...] = NAMES
) -> Setting:
    """Return what the parts share, as a study file has it if it says nothing else."""
    return Setting(
        names=names,
        ranking=Ranking(),
        seed=seed,
        confidence_level=0.95,
        replicates=replicates,
        splits=splits,
    )


def models_of(tasks: Sequence[TaskScores], datasets: Sequence[int], setting: Setting) -> Models:
    """Return the ranked models of the tasks."""
    scores = [evaluate(task.y_true, task.y_scores, setting.measures) for task in tasks]
    sizes = [len(values) for values in scores]
    frame = pd.DataFrame(np.concatenate(scores), columns=list(setting.names))
    by_task = {
        "task_id": [task.task_id for task in tasks],
        "dataset_id": datasets,
        "dataset_name": [f"data-{dataset}" for dataset in datasets],
        "n": [len(task.y_true) for task in tasks],
        "n_instances": [task.n_instances for task in tasks],
        "prevalence": [task.y_true.mean() for task in tasks],
    }
    frame = frame.assign(
        run_id=np.concatenate([task.run_ids for task in tasks]),
        pooled_auroc=frame["auroc"],
        **{name: np.repeat(values, sizes) for name, values in by_task.items()},
    )
    return add_ranks(Models(frame, setting.names), setting.measures, setting.ranking)


def study_of(
    tasks: Sequence[TaskScores], datasets: Sequence[int], names: Sequence[str], setting: Setting
) -> Study:
    """Return a study of these tasks with what parts compute from their instances.

    Its models are scored and ranked only if a part asks for more than parts of the instances.
    """
    if set(names) <= UNSCORED:
        columns = {"task_id": [task.task_id for task in tasks], "dataset_id": datasets}
        models = Models(pd.DataFrame(columns), ())
        agreement = pd.DataFrame()
    else:
        models = models_of(tasks, datasets, setting)
        agreement = task_agreement(models, setting.measures)
    per_task = gather(
        part.per_task(task, setting, part.options())
        for task in tasks
        for part in parts_named(names)
        if part.per_task is not None
    )
    resampling = Resampling(RESAMPLES, setting.confidence_level, setting.seed)
    return Study(models, agreement, per_task, setting, resampling)


def tables_of(
    tasks: Sequence[TaskScores], datasets: Sequence[int], names: Sequence[str], setting: Setting
) -> Tables:
    """Return the tables of parts for a study of these tasks."""
    study = study_of(tasks, datasets, names, setting)
    return compute_tables(study, {part: part.options() for part in parts_named(names)})
