"""For which costs of errors which model is certainly the best, data set by data set.

Two measures that disagree weigh the costs of a miss and of a false alarm differently. Here all
costs are compared at once, with bands that hold for all pairs of the models of a task together
(`prgbench.metrics.winning_ranges`). Pairs are counted in every task, beside those that the
measures order alike; the means over data sets are those of `prgbench.answer.mean_costs`. What
other modules read of these tables is in `prgbench.answer.costs_of_tasks`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import Annotated

import numpy as np
import pandas as pd
from pydantic import Field

from prgbench.answer.bootstrap_replicates import replicates_of_task
from prgbench.answer.interface import (
    Part,
    PartOptions,
    Study,
    Tables,
    columns_of,
    table_of,
)
from prgbench.answer.mean_costs import (
    GRID,
    MeanCost,
    MeanCostPair,
    mean_cost_tables,
    no_noise,
    noise_of_task,
)
from prgbench.answer.scored_task import Setting
from prgbench.answer.task_scores import TaskScores
from prgbench.data.models import Models
from prgbench.metrics.cost_curves import cost_curve, cost_ratio_of
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.envelope_bands import FEWEST
from prgbench.metrics.fixed_thresholds import ranges_of_many
from prgbench.metrics.operating_conditions import MARGIN, PairVerdict, WinningRanges, ranges_of
from prgbench.typing import BoolArray

MOST_MODELS = 12
"""Of more models the ranges of a task are not listed; their pairs are counted."""

_RESAMPLES = 500
_MANY = f"more than {MOST_MODELS} models"
_STREAM = 67
_ROUNDING = 1e-12


class Options(PartOptions):
    """For which costs of errors which model wins."""

    margin: Annotated[float, Field(ge=0)] = MARGIN
    """A difference in loss too small to matter for "at least as good at every cost"; a classifier
    that is always wrong has loss 1.
    """

    prevalence: Annotated[float, Field(gt=0, lt=1)] | None = None
    """The share of positives where the models are used, to which costs refer; null for the share
    in the data, or the median over data sets in means over these.
    """


@dataclass(frozen=True, slots=True)
class ComparedTask:
    """A task whose models were compared at all costs, or the ``note`` on why not.

    Costs refer to the ``prevalence``. ``smaller_class`` counts the independent groups of rows of
    the rarer class.
    """

    task_id: int
    dataset_name: str
    prevalence: float
    smaller_class: int
    models: int
    margin: float
    note: str

    @property
    def is_compared(self) -> bool:
        """Whether the pairs of its models were compared, though their ranges may not be listed."""
        return self.note in ("", _MANY)


@dataclass(frozen=True, slots=True)
class CandidateModel:
    """A model that may be the best of its task in a range of costs: one row for each.

    The range, numbered by ``place``, goes from the cost weight ``low`` to ``high``, or from a miss
    that costs ``least`` times as much as a false alarm to one that costs ``most`` times as much.
    If the model is ``certain``, it is the only one there.
    """

    task_id: int
    place: int
    low: float
    high: float
    least: float
    most: float
    model: str
    certain: bool


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """What is certain of two models of a task over all costs."""

    task_id: int
    model: str
    other: str
    verdict: str


@dataclass(frozen=True, slots=True)
class CountedPairs:
    """How many pairs of models of a task the measures order alike, and what costs do to them.

    ``crossing_seen`` counts the pairs whose cost curves cross in these data, so that some cost
    reverses their order; ``dominated`` those of which one model certainly is at least as good at
    every cost, ``crossing`` those of which each certainly wins somewhere. In ``alike`` and the
    columns that begin with it are the pairs that all measures order alike; ``lacking`` are those
    that some measure can't order, as a model has no score by it.
    """

    task_id: int
    measures: int
    pairs: int
    crossing_seen: int
    dominated: int
    crossing: int
    alike: int
    alike_crossing_seen: int
    alike_dominated: int
    alike_crossing: int
    lacking: int


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The least loss of a model at a cost weight."""

    task_id: int
    model: str
    c: float
    loss: float


def per_task(task: TaskScores, setting: Setting, options: Options) -> Tables:
    """Return the tables of a task, in which models are ``run_id``."""
    n_models = len(task.run_ids)
    note = _note(task, n_models)
    sample = sample_of(task)
    is_compared = n_models > 1 and task.smaller_class >= FEWEST
    found = _compared(task, sample, setting, options) if is_compared else None
    about = {
        "task_id": task.task_id,
        "prevalence": options.prevalence or task.prevalence,
        "smaller_class": task.smaller_class,
        "models": n_models,
        "margin": options.margin,
        "note": note,
    }
    listed = None if note else found
    ranges = list(_ranges(task, listed)) if listed else []
    pairs = list(_pairs(task, listed)) if listed else []
    points = list(_points(task, listed)) if listed else []
    return {
        "cost_tasks": pd.DataFrame([about]),
        "cost_ranges": pd.DataFrame(ranges, columns=_COLUMNS["cost_ranges"]),
        "cost_pairs": pd.DataFrame(pairs, columns=_COLUMNS["cost_pairs"]),
        "cost_curves": pd.DataFrame(points, columns=_COLUMNS["cost_curves"]),
        "cost_counts": table_of(CountedPairs, [_counted(task, setting, found)]),
        "cost_noise": noise_of_task(task, sample, setting) if is_compared else no_noise(),
    }


_COLUMNS = {
    "cost_ranges": ["task_id", "place", "low", "high", "run_id", "certain"],
    "cost_pairs": ["task_id", "run_id", "other_id", "verdict"],
    "cost_curves": ["task_id", "run_id", "c", "loss"],
}


def _note(task: TaskScores, n_models: int) -> str:
    """Say why the models of a task are not compared; "" if they are."""
    if n_models < 2:
        return "one model"
    if task.smaller_class < FEWEST:
        return f"fewer than {FEWEST} of the rarer class"
    if n_models > MOST_MODELS:
        return _MANY
    return ""


def sample_of(task: TaskScores) -> Sample:
    """Return the rows of a task as a sample, in groups if they depend on each other."""
    is_grouped = task.n_groups < len(task.y_true)
    ones = np.ones(len(task.y_true))
    return Sample(
        task.y_true,
        task.y_scores,
        ones,
        task.groups,
        is_weighted=False,
        is_grouped=is_grouped,
    )


def _compared(
    task: TaskScores, sample: Sample, setting: Setting, options: Options
) -> WinningRanges:
    """Compare the models of a task; of many, with the thresholds held."""
    names = [str(run_id) for run_id in task.run_ids]
    rng = np.random.default_rng([setting.seed, task.seed, _STREAM])
    if len(names) > MOST_MODELS:
        return ranges_of_many(
            sample,
            names,
            grid=GRID,
            margin=options.margin,
            confidence_level=setting.confidence_level,
            n_resamples=_RESAMPLES,
            random_state=rng,
        )
    return ranges_of(
        sample,
        names,
        "cost",
        margin=options.margin,
        confidence_level=setting.confidence_level,
        n_resamples=_RESAMPLES,
        random_state=rng,
    )


def _counted(task: TaskScores, setting: Setting, found: WinningRanges | None) -> CountedPairs:
    """Count the pairs of models of a task; without a comparison nothing is certain of any."""
    pairs = np.triu(np.ones((len(task.run_ids),) * 2, dtype=bool), 1)
    alike = pairs & ordered_alike(task, setting)
    seen = crossing_curves(task)
    verdicts = np.full(pairs.shape, PairVerdict.OPEN, dtype=object)
    if found is not None:
        verdicts[pairs] = list(found.verdicts.values())
    dominated = np.isin(verdicts, (PairVerdict.FIRST, PairVerdict.SECOND))
    crossing = verdicts == PairVerdict.CROSSING
    numbers = [
        int((members & kind).sum())
        for members in (pairs, alike)
        for kind in (pairs, seen, dominated, crossing)
    ]
    scored = np.isfinite(replicates_of_task(task, setting).original).all(axis=0)
    lacking = int(pairs.sum()) - comb(int(scored.sum()), 2)
    return CountedPairs(task.task_id, len(setting.names), *[*numbers, lacking])


def ordered_alike(task: TaskScores, setting: Setting) -> BoolArray:
    """Say which two models all measures order alike, without a tie: shape (models, models)."""
    scores = np.round(replicates_of_task(task, setting).original, setting.ranking.decimals)
    signs = np.sign(scores[:, :, np.newaxis] - scores[:, np.newaxis])
    return np.asarray((signs == signs[0]).all(axis=0) & (signs[0] != 0))


def crossing_curves(task: TaskScores) -> BoolArray:
    """Say which two models have cost curves that cross: shape (models, models)."""
    curves = [cost_curve(task.y_true, scores) for scores in task.y_scores]
    # The difference of two curves has its extremes where one of them breaks.
    breaks = np.unique(np.concatenate([curve.breakpoints for curve in curves]))
    losses = np.array([curve.at(breaks) for curve in curves])
    lower = np.array([((losses - own) > _ROUNDING).any(axis=1) for own in losses])
    return np.asarray(lower & lower.T)


def _ranges(task: TaskScores, found: WinningRanges) -> Iterator[tuple[object, ...]]:
    for place, part in enumerate(found.ranges()):
        for name in part.models:
            yield task.task_id, place, part.low, part.high, int(name), part.is_certain


def _pairs(task: TaskScores, found: WinningRanges) -> Iterator[tuple[object, ...]]:
    for (a, b), verdict in found.verdicts.items():
        yield task.task_id, int(a), int(b), verdict.value


def _points(task: TaskScores, found: WinningRanges) -> Iterator[tuple[object, ...]]:
    for run_id, losses in zip(task.run_ids, found.heights, strict=True):
        for c, loss in zip(found.x, losses, strict=True):
            yield task.task_id, int(run_id), float(c), float(loss)


def tables(study: Study, options: Options) -> Tables:
    """Return the tables of all tasks, in which models have their names."""
    names = _names(study.models)
    datasets = study.models.by_task["dataset_name"].first()
    tasks = study.per_task["cost_tasks"].join(datasets, on="task_id")
    prevalence = tasks.set_index("task_id")["prevalence"]
    ranges = study.per_task["cost_ranges"]
    at = [prevalence[task_id] for task_id in ranges["task_id"]]
    ends = {
        name: [float(cost_ratio_of(c, pi)) for c, pi in zip(ranges[end], at, strict=True)]
        for name, end in (("least", "low"), ("most", "high"))
    }
    pairs = study.per_task["cost_pairs"]
    points = study.per_task["cost_curves"]
    noise = study.per_task["cost_noise"]
    of_means = mean_cost_tables(
        study.models,
        noise,
        level=study.resampling.confidence_level,
        margin=options.margin,
        prevalence=options.prevalence or _median(tasks[tasks["task_id"].isin(noise["task_id"])]),
    )
    return of_means | {
        "cost_counts": study.per_task["cost_counts"],
        "cost_tasks": tasks[columns_of(ComparedTask)],
        "cost_ranges": ranges.assign(model=ranges["run_id"].map(names), **ends)[
            columns_of(CandidateModel)
        ],
        "cost_pairs": pairs.assign(
            model=pairs["run_id"].map(names), other=pairs["other_id"].map(names)
        )[columns_of(ComparedPair)],
        "cost_curves": points.assign(model=points["run_id"].map(names))[columns_of(CurvePoint)],
    }


def _median(tasks: pd.DataFrame) -> float:
    """Return the median prevalence of the data sets; a data set has the mean of its tasks."""
    return float(tasks.groupby("dataset_name")["prevalence"].mean().median())


def _names(models: Models) -> "pd.Series[str]":
    """Return the name of each model, with its number where another of its task has the same."""
    frame = models.frame[["task_id", "run_id", "flow_name"]]
    twice = frame.duplicated(["task_id", "flow_name"], keep=False)
    numbered = frame["flow_name"] + " (" + frame["run_id"].astype(str) + ")"
    names = frame["flow_name"].where(~twice, numbered)
    return pd.Series(names.to_numpy(), index=frame["run_id"])


PART = Part(
    "costs",
    Options,
    tables,
    per_task,
    rows={
        "cost_tasks": ComparedTask,
        "cost_ranges": CandidateModel,
        "cost_pairs": ComparedPair,
        "cost_curves": CurvePoint,
        "cost_counts": CountedPairs,
        "mean_costs": MeanCost,
        "mean_cost_pairs": MeanCostPair,
    },
)
