"""What the study's numbers would be if all measures ranked the models alike."""

from itertools import combinations
from typing import Annotated

import numpy as np
import pandas as pd
from pydantic import Field

from prgbench.answer.interface import Part, PartOptions, Setting, Study, Tables
from prgbench.answer.noise_replicas import (
    BEST,
    RANKS,
    STATISTICS,
    SUMS,
    TOP_DIFFERS,
    UNTIED,
    VERSIONS,
    replicated_scores,
)
from prgbench.answer.task_scores import BoolArray, Floats, TaskScores
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling
from prgbench.study.agreement import best_by_rank, by_pair, direction, sets_differ
from prgbench.study.ranking import TOP, rank_column, rank_losses, ranks_of


class Options(PartOptions):
    """What the paper's numbers would be if the measures ranked all models alike in truth."""

    replicates: Annotated[int, Field(ge=20, le=10_000)] = 20
    """How many replicates of each task are drawn."""


_STREAM = 20_151


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, options: Options
) -> Tables:
    """Return the table of `null_agreement`, "nulls"."""
    return {"nulls": null_agreement(task, setting, options.replicates)}


def null_agreement(task: TaskScores, setting: Setting, replicates: int) -> pd.DataFrame:
    """Compare each pair of measures on replicates of a task, as `task_agreement` does on the task.

    Returns
    -------
    DataFrame
        A row per version ("untied", "tied"), replicate and pair of measures: whether the best
        models and the ordered top three differ, and the sums of the ranks that their pooled
        correlation needs. Measures that need probabilities have no rows; no measure has where the
        task has one class only or instances that do not stand once in every repeat.
    """
    measures = [measure for measure in setting.measures if not measure.needs_probabilities]
    rng = np.random.default_rng([setting.seed, task.task_id, _STREAM])
    scores = replicated_scores(task, measures, replicates, rng) if len(measures) > 1 else None
    tables = []
    for version, values in (scores or {}).items():
        losses = np.moveaxis(-values * direction(measures), 2, 0)
        ranks = rank_losses(losses, setting.ranking)
        for a, b in combinations(range(len(measures)), 2):
            facts = {
                "task_id": task.task_id,
                "version": version,
                "replicate": np.arange(replicates),
                "measure_a": measures[a].name,
                "measure_b": measures[b].name,
            }
            tables.append(
                pd.DataFrame(facts | agreement_of_ranks(ranks[a], ranks[b], setting.ranking.top))
            )
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=COLUMNS)


def agreement_of_ranks(a: Floats, b: Floats, top: int = TOP) -> dict[str, Floats | BoolArray]:
    """Compare ranks (replicates, models) by two measures, each replicate apart."""
    models = np.full(len(a), float(a.shape[1]))
    sums = (own.sum(axis=1) for own in (a, b, a * a, b * b, a * b))
    return {
        BEST: sets_differ(best_by_rank(a), best_by_rank(b))[0],
        TOP_DIFFERS: tops_differ(a, b, top),
        **dict(zip(SUMS, (models, *sums), strict=True)),
    }


def tops_differ(a: Floats, b: Floats, top: int = TOP) -> BoolArray:
    """Return for each row of ranks what `top_differs` returns."""
    places = [ranks_of(ranks, "min") for ranks in (a, b)]
    first_a, first_b = (np.where(place <= top, place, 0) for place in places)
    return np.asarray((first_a != first_b).any(axis=-1))


COLUMNS = [
    "task_id",
    "version",
    "replicate",
    "measure_a",
    "measure_b",
    BEST,
    TOP_DIFFERS,
    *SUMS,
]


def tables(study: Study, _options: Options) -> Tables:
    """Return ``noise_alone``, the numbers found beside those of noise alone."""
    return {
        "noise_alone": noise_alone(
            study.models, study.agreement, study.per_task["nulls"], study.resampling
        )
    }


def noise_alone(
    models: pd.DataFrame, agreement: pd.DataFrame, nulls: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Set the numbers of `agreement_summary` beside those of replicates with no true disagreement.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    agreement : DataFrame
        What `task_agreement` returns.
    nulls : DataFrame
        What `null_agreement` returns, for all tasks.
    resampling : Resampling
        How data sets are resampled.

    Returns
    -------
    DataFrame
        A row per pair of measures and statistic ("best_differs", "top_differs",
        "rank_correlation"): the number ``found`` on the tasks that have replicates; the mean of
        the same number over the replicates of the study (``null``), the least and the greatest of
        them (``null_lower``, ``null_upper``), and the same with the models' own ties
        (``tied_null``, ...); ``difference``, found minus ``null``, with its interval by resampling
        data sets; the numbers of ``replicates``, ``tasks`` and ``datasets``, and of tasks without
        replicates (``undefined``).
    """
    rows = []
    for a, b, tasks in by_pair(agreement):
        own = nulls[(nulls["measure_a"] == a) & (nulls["measure_b"] == b)]
        used = tasks[tasks["task_id"].isin(own["task_id"])].sort_values("task_id")
        bootstrap = resampling.of(used["dataset_id"]) if len(used) else None
        found = _found(models, used, a, b)
        by_version = {version: _replicates(own, version) for version in VERSIONS}
        for statistic in STATISTICS:
            null, tied = (
                over_tasks(statistic, by_version[version][statistic]) for version in VERSIONS
            )
            rows.append(
                {
                    "measure_a": a,
                    "measure_b": b,
                    "statistic": statistic,
                    "found": _only(over_tasks(statistic, found[statistic][:, None])),
                    **_range("null", null),
                    **_range("tied_null", tied),
                    **_difference(
                        bootstrap, statistic, found[statistic], by_version[UNTIED][statistic]
                    ),
                    "replicates": len(null),
                    "tasks": len(used),
                    "datasets": used["dataset_id"].nunique(),
                    "undefined": len(tasks) - len(used),
                }
            )
    return pd.DataFrame(rows)


def over_tasks(statistic: str, values: Floats) -> Floats:
    """Return a number of the study in each of its replicates.

    Parameters
    ----------
    statistic : str
        Its name.
    values : ndarray of shape (tasks, replicates) or (tasks, replicates, 6)
        Shares of the tasks, or the sums of the ranks of each.
    """
    if not len(values):
        return np.full(values.shape[1], np.nan)
    return _correlation(values.sum(axis=0)) if statistic == RANKS else values.mean(axis=0)


def _found(models: pd.DataFrame, tasks: pd.DataFrame, a: str, b: str) -> dict[str, Floats]:
    x, y = models[rank_column(a)], models[rank_column(b)]
    sums = pd.DataFrame({"n": 1.0, "sx": x, "sy": y, "sxx": x * x, "syy": y * y, "sxy": x * y})
    by_task = sums.groupby(models["task_id"])[list(SUMS)].sum()
    return {
        BEST: tasks[BEST].to_numpy(dtype=float),
        TOP_DIFFERS: tasks[TOP_DIFFERS].to_numpy(dtype=float),
        RANKS: by_task.loc[tasks["task_id"]].to_numpy(),
    }


def _replicates(nulls: pd.DataFrame, version: str) -> dict[str, Floats]:
    """Arrange the replicates of a pair: (tasks, replicates), for the ranks with their sums."""
    own = nulls[nulls["version"] == version].sort_values(["task_id", "replicate"])
    shape = own["task_id"].nunique(), own["replicate"].nunique()
    return {
        BEST: own[BEST].to_numpy(dtype=float).reshape(shape),
        TOP_DIFFERS: own[TOP_DIFFERS].to_numpy(dtype=float).reshape(shape),
        RANKS: own[list(SUMS)].to_numpy(dtype=float).reshape(*shape, len(SUMS)),
    }


def _difference(
    bootstrap: ClusterBootstrap | None, statistic: str, found: Floats, null: Floats
) -> dict[str, float]:
    """Return found minus the mean of the replicates with its interval."""
    if bootstrap is None:
        return dict.fromkeys(_DIFFERENCE, float("nan"))
    if statistic == RANKS:
        sums = bootstrap.cluster_sums(np.concatenate([found[:, None], null], axis=1))

        def change(weights: Floats) -> Floats:
            total = weights @ sums.reshape(len(sums), -1)
            values = _correlation(total.reshape(len(weights), *sums.shape[1:]))
            return np.asarray(values[:, 0] - values[:, 1:].mean(axis=1))

        interval = bootstrap.interval(change)
    else:
        interval = bootstrap.interval(bootstrap.mean(found - null.mean(axis=1)))
    bounds = interval.estimate, interval.lower, interval.upper
    return dict(zip(_DIFFERENCE, bounds, strict=True))


_DIFFERENCE = ("difference", "difference_lower", "difference_upper")


def _range(name: str, values: Floats) -> dict[str, float]:
    """Return the mean, the least and the greatest of the replicates."""
    some = len(values) > 0
    return {
        name: float(values.mean()) if some else float("nan"),
        f"{name}_lower": float(values.min()) if some else float("nan"),
        f"{name}_upper": float(values.max()) if some else float("nan"),
    }


def _only(values: Floats) -> float:
    return float(values[0])


def _correlation(sums: Floats) -> Floats:
    """Pearson's correlation from n and the sums of x, y, xx, yy and xy along the last axis."""
    n, sx, sy, sxx, syy, sxy = np.moveaxis(sums, -1, 0)
    variances = (n * sxx - sx**2) * (n * syy - sy**2)
    scale = np.sqrt(np.where(variances > 0, variances, np.nan))
    return np.asarray((n * sxy - sx * sy) / scale)


PART = Part("noise_alone", Options, tables, per_task)
