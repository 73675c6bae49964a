"""Which models may be the best of a task: a confidence set by each measure."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from prgbench.answer.bootstrap_replicates import replicates_without_gains
from prgbench.answer.interface import Bound, Part, PartOptions, Study, Tables, table_of
from prgbench.answer.scored_task import Setting
from prgbench.answer.task_scores import TaskScores
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.stats.confidence_set import model_confidence_set
from prgbench.study.agreement import by_pair
from prgbench.typing import BoolArray


@dataclass(frozen=True, slots=True)
class Certain:
    """In how many tasks the confidence sets of two measures have no model in common.

    Not among the ``certain`` ones are those in which a model of a set lacks the other measure.
    """

    measure_a: str
    measure_b: str
    tasks: int
    datasets: int
    disagreements: int
    certain: int
    share: float
    lower: Bound
    upper: Bound
    false_at_most: float
    undefined: int
    note: str


@dataclass(frozen=True, slots=True)
class CertainTask:
    """The sizes of the confidence sets of two measures in a task."""

    task_id: int
    measure_a: str
    measure_b: str
    size_a: int
    size_b: int
    shared: int
    certain: bool
    dataset_name: str = ""


@dataclass(frozen=True, slots=True)
class SetSize:
    """How many models are in the confidence sets of a measure."""

    measure: str
    lower_quartile: float
    median: float
    upper_quartile: float
    single: int
    all: int
    tasks: int
    undefined: int


def level_of_sets(confidence_level: float) -> float:
    """Return the level of each set of a pair, so that both hold with the given probability.

    By Bonferroni's inequality: each set may miss with half the probability.
    """
    return round((1 + confidence_level) / 2, 12)


def per_task(task: TaskScores, setting: Setting, _options: PartOptions) -> Tables:
    """Return ``confidence_sets``, a row per model and measure: whether the model is ``in_set``.

    A measure that is undefined for all models, or in all replicates, has no rows; ``scored`` says
    whether it is defined for a model.
    """
    sets = sets_of_task(task, setting, level_of_sets(setting.confidence_level))
    scored = np.isfinite(replicates_without_gains(task, setting).original)
    of_measure = dict(zip(setting.names, scored, strict=True))
    n_models = len(task.run_ids)
    table = {
        "task_id": np.full(len(sets) * n_models, task.task_id),
        "run_id": np.tile(task.run_ids, len(sets)),
        "measure": np.repeat(np.array(list(sets), dtype=object), n_models),
        "in_set": np.array(list(sets.values()), dtype=bool).ravel(),
        "scored": np.array([of_measure[name] for name in sets], dtype=bool).ravel(),
    }
    return {"confidence_sets": pd.DataFrame(table)}


def sets_of_task(task: TaskScores, setting: Setting, level: float) -> dict[str, BoolArray]:
    """Return by measure which models are in its confidence set, where the measure is defined."""
    replicates = replicates_without_gains(task, setting)
    sets = {}
    for index, measure in enumerate(setting.measures):
        scores = replicates.original[index]
        resampled = replicates.scores[:, index]
        if not (np.isfinite(scores).any() and np.isfinite(resampled).any()):
            continue
        sets[measure.name] = model_confidence_set(
            scores, resampled, level, smaller_class=task.smaller_class
        )
    return sets


def tables(study: Study, _options: PartOptions) -> Tables:
    """Return the certain disagreements, all and by task, and the sizes of the confidence sets."""
    sets = study.per_task["confidence_sets"]
    measures = [measure.name for measure in study.setting.measures]
    by_task = sets_by_task(study.agreement, sets)
    models = study.models
    names = dict(zip(models.task_id, models.dataset_name, strict=True))
    return {
        "certain": certain_disagreements(study.agreement, by_task, study.resampling),
        "certain_tasks": by_task.assign(dataset_name=by_task["task_id"].map(names)),
        "set_sizes": set_sizes(sets, measures, study.models.n_tasks),
    }


def sets_by_task(agreement: pd.DataFrame, sets: pd.DataFrame) -> pd.DataFrame:
    """Count in each task the models that could be the best one by two measures, and by both.

    A pair of measures without a model in common is ``certain`` to have different winners if each
    measure is defined for the models of both sets: else it may well prefer those that lack it.
    """
    keys = ["task_id", "run_id"]
    members = sets.pivot(index=keys, columns="measure", values=["in_set", "scored"])
    of_pairs = []
    for a, b, tasks in by_pair(agreement):
        columns = [(what, name) for what in ("in_set", "scored") for name in (a, b)]
        of_pair = members.reindex(columns=columns).dropna().astype(bool)
        in_a, in_b, has_a, has_b = of_pair.to_numpy().T
        counts = pd.DataFrame(
            {
                "size_a": in_a,
                "size_b": in_b,
                "shared": in_a & in_b,
                "lacking": (in_a & ~has_b) | (in_b & ~has_a),
            },
            index=of_pair.index,
        )
        sizes = counts.groupby(level="task_id").sum().reindex(tasks["task_id"]).dropna()
        sizes = sizes.astype(np.int64).rename_axis("task_id").reset_index()
        certain = (sizes["shared"] == 0) & (sizes["lacking"] == 0)
        of_pairs.append(sizes.assign(measure_a=a, measure_b=b, certain=certain))
    empty = table_of(CertainTask, []).drop(columns="dataset_name")
    return pd.concat(of_pairs, ignore_index=True)[empty.columns] if of_pairs else empty


def certain_disagreements(
    agreement: pd.DataFrame, by_task: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Count the tasks in which two measures have no model in both confidence sets.

    ``false_at_most`` bounds the expected number of certain tasks if the measures never truly
    disagree; tasks without sets are ``undefined``.
    """
    keys = ["measure_a", "measure_b", "task_id"]
    with_sets = agreement.merge(by_task[[*keys, "certain"]], how="left", on=keys)
    rows = []
    for a, b, tasks in by_pair(with_sets):
        certain = tasks["certain"].astype(float)
        defined = tasks[certain.notna()]
        interval = resampling.of(tasks["dataset_id"]).interval_of_share(certain)
        rows.append(
            Certain(
                measure_a=a,
                measure_b=b,
                tasks=len(defined),
                datasets=defined["dataset_id"].nunique(),
                disagreements=int(defined["best_differs"].sum()),
                certain=int(certain.sum()),
                share=interval.estimate,
                lower=interval.lower,
                upper=interval.upper,
                false_at_most=(1 - resampling.confidence_level) * len(defined),
                undefined=len(tasks) - len(defined),
                note=interval.note,
            )
        )
    return table_of(Certain, rows)


def set_sizes(sets: pd.DataFrame, measures: Sequence[str], n_tasks: int) -> pd.DataFrame:
    """Summarise how many models of a task are in the confidence set by each measure.

    A task with one model counts as ``single``, not as ``all``; one without a set is ``undefined``.
    """
    counts = sets.groupby(["measure", "task_id"])["in_set"].agg(["sum", "size"])
    rows = []
    for name in measures:
        sizes = counts[counts.index.get_level_values("measure") == name]
        size = sizes["sum"]
        models = sizes["size"]
        lower, median, upper = size.astype(float).quantile([0.25, 0.5, 0.75])
        rows.append(
            SetSize(
                measure=name,
                lower_quartile=lower,
                median=median,
                upper_quartile=upper,
                single=int((size == 1).sum()),
                all=int(((size == models) & (size > 1)).sum()),
                tasks=len(sizes),
                undefined=n_tasks - len(sizes),
            )
        )
    return table_of(SetSize, rows)


PART = Part(
    "confidence_sets",
    PartOptions,
    tables,
    per_task,
    rows={"certain": Certain, "certain_tasks": CertainTask, "set_sizes": SetSize},
    of_pairs=True,
)
