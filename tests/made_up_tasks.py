"""Tasks and models made up for tests of the analysis: correlated models with a known order."""

from dataclasses import replace

import numpy as np
import pandas as pd

from prgbench.answer.interface import Study
from prgbench.answer.run import compute_tables
from prgbench.answer.scored_task import Setting
from prgbench.answer.tables import gather
from prgbench.answer.task_scores import TaskScores
from prgbench.data.models import Models
from prgbench.metrics import evaluate, get_measure
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import task_agreement
from prgbench.study.ranking import Ranking, add_ranks
from prgbench.study_file import PARTS

RANKING = Ranking()
NAMES = ("aupr", "auprg", "auroc")
MEASURES = [get_measure(name) for name in NAMES]


def make_task_scores(task_id=1, n=200, n_models=6, *, seed=0, prevalence=0.3, folds=10, ties=True):
    """Return a task whose later models are better; every third one has few distinct scores."""
    rng = np.random.default_rng([seed, task_id])
    y_true = rng.random(n) < prevalence
    y_true[:2] = True, False
    shared = rng.normal(size=n)
    scores = np.stack(
        [
            (0.6 + 0.25 * place) * y_true + 0.7 * shared + 0.7 * rng.normal(size=n)
            for place in range(n_models)
        ]
    )
    # Rounded, since the last digits of exp depend on the processor and seeds on the scores.
    scores = np.round(1 / (1 + np.exp(-scores)), 12)
    if ties:
        scores[::3] = np.round(scores[::3], 1)
    return TaskScores(
        task_id=task_id,
        run_ids=100 * task_id + np.arange(n_models),
        y_true=y_true,
        y_scores=scores,
        decisions=(scores >= 0.5).astype(np.int8),
        repeats=np.zeros(n, dtype=np.int64),
        folds=np.arange(n) % folds,
        instances=np.arange(n),
    )


def repeated(task, repeats):
    """Return the task with each row in several repeats, in other folds, scores alike."""
    tiled = {name: np.tile(getattr(task, name), repeats) for name in ("y_true", "instances")}
    n = len(task.y_true)
    return replace(
        task,
        **tiled,
        y_scores=np.tile(task.y_scores, repeats),
        decisions=np.tile(task.decisions, repeats),
        repeats=np.repeat(np.arange(repeats), n),
        folds=np.concatenate([np.roll(task.folds, k) for k in range(repeats)]),
    )


def models_of(tasks, names=NAMES, tasks_per_dataset=2):
    """Return the scored and ranked models of tasks; neighbours stand on the same data set."""
    measures = [get_measure(name) for name in names]
    parts = []
    for place, task in enumerate(tasks):
        part = pd.DataFrame(
            evaluate(task.y_true, task.y_scores, measures), columns=[m.name for m in measures]
        )
        part["run_id"] = task.run_ids
        part["task_id"] = task.task_id
        part["dataset_id"] = place // tasks_per_dataset
        part["dataset_name"] = f"data-{place // tasks_per_dataset}"
        part["flow_id"] = range(len(part))
        part["flow_name"] = [f"weka.Flow{k}" for k in range(len(part))]
        part["flow_family"] = ["weka", "mlr", "sklearn"] * (len(part) // 3) + ["moa"] * (
            len(part) % 3
        )
        part["upload_time"] = [f"20{14 + k % 3}-01-01 00:00:00" for k in range(len(part))]
        part["n"] = len(task.y_true)
        part["n_instances"] = task.n_instances
        part["prevalence"] = task.y_true.mean()
        part["n_distinct"] = [len(np.unique(scores)) for scores in task.y_scores]
        part["pooled_auroc"] = evaluate(task.y_true, task.y_scores, ["auroc"])[:, 0]
        parts.append(part)
    return add_ranks(Models(pd.concat(parts, ignore_index=True), names), measures, RANKING)


def resampling(resamples=50):
    """Return how data sets are resampled, with 95% intervals."""
    return Resampling(resamples, confidence_level=0.95, seed=0)


def make_setting(names=NAMES, **changes):
    """Return what the parts share, with few replicates."""
    return Setting(
        **{
            "names": tuple(names),
            "ranking": RANKING,
            "seed": 0,
            "confidence_level": 0.95,
            "replicates": 20,
            "splits": 4,
            **changes,
        }
    )


def make_study(tasks, per_task=None, setting=None, resamples=50):
    """Return the tables of tasks, with the gathered tables of their instances."""
    setting = setting or make_setting()
    models = models_of(tasks, setting.names)
    agreement = task_agreement(models, setting.measures)
    return Study(models, agreement, per_task or {}, setting, resampling(resamples))


def parts_named(names):
    """Return the parts of these names, in the order of the page."""
    return [part for part in PARTS if part.name in set(names)]


def make_tables(names, tasks, setting=None, **changes):
    """Return the tables of parts as a study has them; ``changes`` are options, by part."""
    setting = setting or make_setting()
    options = {part: part.options(**changes.get(part.name, {})) for part in parts_named(names)}
    per_task = gather(
        part.per_task(task, setting, own)
        for part, own in options.items()
        if part.per_task
        for task in tasks
    )
    return compute_tables(make_study(tasks, per_task, setting), options)


def with_rows(task, rows):
    """Return a task with these rows of another one as its instances."""
    return replace(
        task,
        y_true=task.y_true[rows],
        y_scores=task.y_scores[:, rows],
        decisions=task.decisions[:, rows],
        repeats=task.repeats[rows],
        folds=task.folds[rows],
        instances=np.arange(len(rows)),
    )
