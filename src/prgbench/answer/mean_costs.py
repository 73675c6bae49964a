"""For which costs of errors which model is certainly the best in the mean over data sets.

The mean cost curves of the models that are on most data sets, at a cost weight c that means the
same in each: the share of the misses in the cost of being always wrong. A few halves of each data
set are enough for the noise of the mean over many. The least loss of many thresholds looks lower
than it is, by an error that does not average out over data sets: halves show it, as it is larger
there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.answer.interface import Bound, Tables, table_of
from prgbench.answer.model_names import distinct_names
from prgbench.answer.scored_task import OPTIMISM, Setting
from prgbench.answer.task_scores import TaskScores
from prgbench.data.models import Models
from prgbench.metrics.cost_curves import cost_curve
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.envelope_bands import curves_under
from prgbench.metrics.operating_conditions import PairVerdict
from prgbench.metrics.resampling import halves_of
from prgbench.stats.mean_curves import (
    ComparedCurves,
    CurveErrors,
    compared_curves,
    no_errors_known,
)
from prgbench.stats.two_way import TwoWay
from prgbench.typing import Floats, Ints

GRID = np.array([0.02, *(np.arange(1, 20) / 20), 0.98])
"""The cost weights at which means are compared."""

MOST_MODELS = 100
"""Of more models that are on most data sets, means are not compared at all costs."""

_HALVES = 8
_STREAM = 68

_NOISE = ["task_id", "run_ids", "losses", "noise"]


@dataclass(frozen=True, slots=True)
class MeanCost:
    """The mean loss of a model over the data sets at a cost weight, and where it may be the best.

    The bounds of a curve hold at all costs at once: for these data sets with other instances, and
    in ``_new`` for new data sets. The costs refer to the ``prevalence``.
    """

    model: str
    c: float
    datasets: int
    prevalence: float
    loss: float
    lower: float
    upper: float
    lower_new: Bound
    upper_new: Bound
    may_win: bool
    may_win_new: bool


@dataclass(frozen=True, slots=True)
class MeanCostPair:
    """What is certain of the mean losses of two models over all costs, up to the ``margin``."""

    model: str
    other: str
    margin: float
    verdict: str
    verdict_new: str


def noise_of_task(task: TaskScores, sample: Sample, setting: Setting) -> pd.DataFrame:
    """Return a row with the losses of a task's models at `GRID`, and how those of halves differ.

    ``losses`` are (models, points), ``noise`` (halves, models, points), row by row. As a half has
    half of the instances, it differs from the whole as much as this from the population.
    """
    losses = np.array([cost_curve(task.y_true, scores).at(GRID) for scores in task.y_scores])
    rng = np.random.default_rng([setting.seed, task.seed, _STREAM])
    drawn = curves_under(sample, "cost", GRID, halves_of(sample, _HALVES, rng))
    noise = drawn[np.isfinite(drawn).all(axis=(1, 2))] - losses
    row = (task.task_id, task.run_ids, losses.ravel(), noise.ravel().astype(np.float32))
    return pd.DataFrame([row], columns=_NOISE)


def no_noise() -> pd.DataFrame:
    """Return the table of `noise_of_task` without a row."""
    return pd.DataFrame(columns=_NOISE)


@dataclass(frozen=True, slots=True, eq=False)
class _Field:
    """The models on most data sets: ``losses`` and ``optimism`` are (tasks, models, points).

    ``noise`` has the halves of each task in turn, (halves, models, points), which have the
    numbers of their task in ``noise_of``. Models that a task lacks have NaN in ``losses``.
    """

    names: Sequence[str]
    losses: Floats
    optimism: Floats
    noise: Floats
    noise_of: Ints
    datasets: Ints
    families: Ints | None

    def at(self, point: int) -> TwoWay:
        """Return the losses at a point."""
        return TwoWay(self.losses[:, :, point], self.datasets, self.families)


def mean_cost_tables(
    models: Models,
    table: pd.DataFrame,
    *,
    level: float,
    margin: float,
    prevalence: float,
) -> Tables:
    """Return ``mean_costs`` and ``mean_cost_pairs``; without rows unless two data sets have them.

    Means are by least squares where a model lacks data sets, as of the standings. The costs of a
    weight are written at the ``prevalence``.
    """
    field = _field_of(models, table)
    if field is None:
        return {
            "mean_costs": table_of(MeanCost, []),
            "mean_cost_pairs": table_of(MeanCostPair, []),
        }
    first = field.at(0)
    heights, optimism = (
        _last_models(first.parts(_models_last(values)).sum(axis=0))
        for values in (np.nan_to_num(field.losses), field.optimism)
    )
    these = compared_curves(heights, optimism, _of_instances(field, first), level)
    new = compared_curves(heights, optimism, _of_data_sets(field), level)
    on = first.n_datasets_of_models
    rows = [
        MeanCost(
            name,
            float(c),
            int(on[model]),
            prevalence,
            float(heights[model, point]),
            *_bounds(these, model, point),
            *_bounds(new, model, point),
            bool(these.may_win[model, point]),
            bool(new.may_win[model, point]),
        )
        for model, name in enumerate(field.names)
        for point, c in enumerate(GRID)
    ]
    pairs = [
        MeanCostPair(
            field.names[a],
            field.names[b],
            margin,
            *(_verdict(target, a, b, margin) for target in (these, new)),
        )
        for a, b in combinations(range(len(field.names)), 2)
    ]
    return {
        "mean_costs": table_of(MeanCost, rows),
        "mean_cost_pairs": table_of(MeanCostPair, pairs),
    }


def _models_last(values: Floats) -> Floats:
    return np.moveaxis(values, 1, -1)


def _last_models(values: Floats) -> Floats:
    return np.moveaxis(values, -1, 0)


def _field_of(models: Models, table: pd.DataFrame) -> _Field | None:
    """Return the models that are on most of the data sets; None if they are not compared."""
    runs = models.frame[models.task_id.isin(table["task_id"])]
    on = runs.groupby("flow_id")["dataset_id"].nunique()
    # Any two models on more than half of the data sets share one.
    flows = on.index[2 * on > runs["dataset_id"].nunique()]
    runs = runs[runs["flow_id"].isin(flows)]
    tasks = table[table["task_id"].isin(runs["task_id"])].reset_index(drop=True)
    if not 2 <= len(flows) <= MOST_MODELS or runs["dataset_id"].nunique() < 2:
        return None
    losses = np.full((len(tasks), len(flows), len(GRID)), np.nan)
    optimism = np.zeros(losses.shape)
    noise: list[Floats] = []
    noise_of: list[Ints] = []
    for number, (task_id, run_ids, of_runs, halves) in enumerate(tasks[_NOISE].to_numpy()):
        shares = _shares(runs[runs["task_id"] == task_id], run_ids, flows)
        there = shares.any(axis=1)
        losses[number, there] = shares[there] @ of_runs.reshape(-1, len(GRID))
        drawn = halves.reshape(-1, len(run_ids), len(GRID)).astype(np.float64)
        of_halves = shares @ drawn
        optimism[number] = OPTIMISM * of_halves.mean(axis=0)
        noise.append(of_halves - of_halves.mean(axis=0))
        noise_of.append(np.full(len(drawn), number))
    tasks_once = runs.drop_duplicates("task_id").set_index("task_id").loc[tasks["task_id"]]
    names = models.flow_name.groupby(models.flow_id).first().loc[flows]
    return _Field(
        distinct_names(names, flows),
        losses,
        optimism,
        np.concatenate(noise),
        np.concatenate(noise_of),
        pd.factorize(tasks_once["dataset_id"])[0],
        None if models.dataset_family is None else pd.factorize(tasks_once["dataset_family"])[0],
    )


def _shares(runs: pd.DataFrame, run_ids: Ints, flows: "pd.Index[int]") -> Floats:
    """Return how much the runs of a task count in the loss of each model, shape (models, runs).

    A model with several runs has the mean of their losses.
    """
    shares = np.zeros((len(flows), len(run_ids)))
    models = flows.get_indexer(pd.Index(runs["flow_id"]))
    shares[models, pd.Index(run_ids).get_indexer(pd.Index(runs["run_id"]))] = 1.0
    return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1.0))


def _of_instances(field: _Field, first: TwoWay) -> CurveErrors:
    """Return the errors of the means over other instances of these data sets."""
    halves = np.bincount(field.noise_of, minlength=len(field.losses))
    # Tasks of a data set share instances: their errors count as if they were equal.
    shared = np.bincount(field.datasets)[field.datasets]
    scale = np.sqrt(shared / np.maximum(halves - 1, 1))
    errors = np.empty_like(field.noise)
    for task in range(len(field.losses)):
        rows = np.flatnonzero(field.noise_of == task)
        parts = first.parts(_models_last(field.noise[rows]), field.noise_of[rows])
        errors[rows] = scale[task] * np.moveaxis(parts, -1, 1)
    degrees = float(np.maximum(halves - 1, 0).sum())
    return CurveErrors(errors, max(degrees, 1.0), by_signs=False)


def _of_data_sets(field: _Field) -> CurveErrors:
    """Return the errors of the means over other samples of data sets."""
    at_points = [field.at(point) for point in range(len(GRID))]
    errors = np.stack([at.errors_between() for at in at_points], axis=-1)
    n = len(errors)
    if n < 2:
        return no_errors_known((errors.shape[1], errors.shape[2]))
    degrees = float(at_points[0].degrees_between.min())
    return CurveErrors(errors * np.sqrt((n - 1) / n), degrees, by_signs=True)


def _bounds(found: ComparedCurves, model: int, point: int) -> tuple[float, float]:
    """Return the band at a point, inside the range of a loss; NaN if nothing bounds it."""
    low, high = float(found.low[model, point]), float(found.high[model, point])
    if not np.isfinite([low, high]).all():
        return float("nan"), float("nan")
    most = float(min(GRID[point], 1 - GRID[point]))
    return max(low, 0.0), min(high, most)


def _verdict(found: ComparedCurves, a: int, b: int, margin: float) -> str:
    """Say what is certain of two models, as `prgbench.metrics.WinningRanges.verdict` does."""
    a_wins = bool((found.lead[a, b] > 0).any())
    b_wins = bool((found.lead[b, a] > 0).any())
    if a_wins and b_wins:
        return PairVerdict.CROSSING.value
    if a_wins and found.worst[a, b] <= margin:
        return PairVerdict.FIRST.value
    if b_wins and found.worst[b, a] <= margin:
        return PairVerdict.SECOND.value
    return PairVerdict.OPEN.value
