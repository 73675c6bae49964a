"""What the study's numbers would be if all measures ranked the models alike."""

from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

import numpy as np
import pandas as pd
from pydantic import Field

from prgbench.answer.interface import Bound, Part, PartOptions, Study, Tables, table_of
from prgbench.answer.intervals import SUMS, correlation_of_sums, rank_sums
from prgbench.answer.noise_replicas import UNTIED, VERSIONS, replicated_scores
from prgbench.answer.setting import Setting
from prgbench.answer.task_scores import BoolArray, Floats, TaskScores
from prgbench.data.models import Models
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling, Weights
from prgbench.study.agreement import best_by_rank, by_pair, direction, sets_differ
from prgbench.study.ranking import TOP, rank_losses, ranks_of

BEST, TOP_DIFFERS, RANKS = "best_differs", "top_differs", "rank_correlation"
STATISTICS = (BEST, TOP_DIFFERS, RANKS)
VALUES = {BEST: [BEST], TOP_DIFFERS: [TOP_DIFFERS], RANKS: list(SUMS)}
COLUMNS = ["task_id", "version", "replicate", "measure_a", "measure_b", BEST, TOP_DIFFERS, *SUMS]
_STREAM = 20_151


class Options(PartOptions):
    """What the paper's numbers would be if the measures ranked all models alike in truth."""

    replicates: Annotated[int, Field(ge=20, le=10_000)] = 20
    """How many replicates of each task are drawn."""


@dataclass(frozen=True, slots=True)
class NoiseAlone:
    """A number found for a pair of measures, beside those of noise alone."""

    measure_a: str
    measure_b: str
    statistic: str
    found: float
    null: float
    null_lower: float
    null_upper: float
    tied_null: float
    tied_null_lower: float
    tied_null_upper: float
    difference: float
    difference_lower: Bound
    difference_upper: Bound
    replicates: int
    tasks: int
    datasets: int
    undefined: int


def per_task(task: TaskScores, setting: Setting, options: Options) -> Tables:
    """Return ``nulls``: pairs of measures compared on each replicate of a task, by version.

    Whether the best models and the ordered tops differ, and the sums of the ranks for their pooled
    correlation. Measures that need probabilities have no rows.
    """
    replicates = options.replicates
    measures = [measure for measure in setting.measures if not measure.needs_probabilities]
    rng = np.random.default_rng([setting.seed, task.task_id, _STREAM])
    scores = replicated_scores(task, measures, replicates, rng) if len(measures) > 1 else None
    pairs = list(combinations(range(len(measures)), 2))
    names = np.array([[measures[a].name, measures[b].name] for a, b in pairs], dtype=object)
    agreements, versions = [], list(scores or {})
    for values in (scores or {}).values():
        losses = np.moveaxis(-values * direction(measures), 2, 0)
        ranks = rank_losses(losses, setting.ranking)
        agreements += [
            agreement_of_ranks(ranks[a], ranks[b], setting.ranking.top) for a, b in pairs
        ]
    if not agreements:
        return {"nulls": pd.DataFrame(columns=COLUMNS)}
    measure_a, measure_b = np.repeat(np.tile(names, (len(versions), 1)), replicates, axis=0).T
    facts = {
        "task_id": task.task_id,
        "version": np.repeat(np.array(versions, dtype=object), len(pairs) * replicates),
        "replicate": np.tile(np.arange(replicates), len(agreements)),
        "measure_a": measure_a,
        "measure_b": measure_b,
    }
    compared = {
        name: np.concatenate([agreement[name] for agreement in agreements])
        for name in agreements[0]
    }
    return {"nulls": pd.DataFrame(facts | compared)}


def agreement_of_ranks(a: Floats, b: Floats, top: int = TOP) -> dict[str, Floats | BoolArray]:
    """Compare ranks (replicates, models) by two measures in each replicate."""
    models = np.full(len(a), float(a.shape[1]))
    sums = (values.sum(axis=1) for values in (a, b, a * a, b * b, a * b))
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


def tables(study: Study, _options: Options) -> Tables:
    """Return ``noise_alone``, the numbers found beside those of noise alone."""
    nulls = study.per_task["nulls"]
    return {"noise_alone": noise_alone(study.models, study.agreement, nulls, study.resampling)}


def noise_alone(
    models: Models, agreement: pd.DataFrame, nulls: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Compare the numbers of `agreement_summary` with replicates without true disagreement.

    ``null`` is the mean of a number over the replicates of the study, its bounds are the least and
    the greatest; ``tied_null`` is the same with the models' own ties. ``difference`` is found
    minus null, its interval by resampling data sets. Tasks without replicates are ``undefined``.
    """
    rows = []
    for a, b, tasks in by_pair(agreement):
        pair_nulls = nulls[(nulls["measure_a"] == a) & (nulls["measure_b"] == b)]
        used = tasks[tasks["task_id"].isin(pair_nulls["task_id"])].sort_values("task_id")
        bootstrap = resampling.of(used["dataset_id"]) if len(used) else None
        facts = used.join(rank_sums(models, a, b), on="task_id")
        counts = (len(used), used["dataset_id"].nunique(), len(tasks) - len(used))
        for statistic, columns in VALUES.items():
            observed = facts[columns].to_numpy(dtype=float)[:, None]
            nulled = {version: _replicates(pair_nulls, version, columns) for version in VERSIONS}
            untied, tied = (_range(values) for values in nulled.values())
            difference = _difference(bootstrap, observed, nulled[UNTIED])
            rows.append(
                NoiseAlone(
                    a,
                    b,
                    statistic,
                    float(over_tasks(observed)[0]),
                    *untied,
                    *tied,
                    *difference,
                    nulled[UNTIED].shape[1],
                    *counts,
                )
            )
    return table_of(NoiseAlone, rows)


def _replicates(nulls: pd.DataFrame, version: str, columns: list[str]) -> Floats:
    """Arrange columns of the replicates of a pair: shape (tasks, replicates, columns)."""
    version_nulls = nulls[nulls["version"] == version].sort_values(["task_id", "replicate"])
    shape = version_nulls["task_id"].nunique(), version_nulls["replicate"].nunique(), len(columns)
    return version_nulls[columns].to_numpy(dtype=float).reshape(shape)


def over_tasks(values: Floats) -> Floats:
    """Return the number of the study in each replicate, from shares or sums of ranks."""
    if not len(values):
        return np.full(values.shape[1], np.nan)
    return (
        values.mean(axis=0)[:, 0] if values.shape[2] == 1 else correlation_of_sums(values.sum(0))
    )


def _range(values: Floats) -> tuple[float, float, float]:
    """Return the mean, the least and the greatest number of the replicates."""
    numbers = over_tasks(values)
    if not len(numbers):
        return (float("nan"),) * 3
    return float(numbers.mean()), float(numbers.min()), float(numbers.max())


def _difference(
    bootstrap: ClusterBootstrap | None, found: Floats, null: Floats
) -> tuple[float, float, float]:
    """Return found minus the mean of the replicates with its interval."""
    if bootstrap is None:
        return (float("nan"),) * 3
    if found.shape[2] == 1:
        change = bootstrap.mean((found - null.mean(axis=1, keepdims=True)).ravel())
    else:
        sums = bootstrap.cluster_sums(np.concatenate([found, null], axis=1))

        def change(weights: Weights) -> Floats:
            total = weights @ sums.reshape(len(sums), -1)
            values = correlation_of_sums(total.reshape(len(weights), *sums.shape[1:]))
            return np.asarray(values[:, 0] - values[:, 1:].mean(axis=1))

    interval = bootstrap.interval(change)
    return interval.estimate, interval.lower, interval.upper


PART = Part(
    "noise_alone", Options, tables, per_task, rows={"noise_alone": NoiseAlone}, of_pairs=True
)
