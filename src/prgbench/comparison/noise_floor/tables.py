"""The noise floor: how often a measure disagrees with itself on other instances of the task.

Each bootstrap replicate draws the instances of a task with replacement, the same for all models.
Repeated cross-validation has several rows of an instance; they are drawn together.
"""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.task_scores import Floats, TaskScores, evaluate_models, model_batches
from prgbench.metrics import Measure, evaluate
from prgbench.metrics.batch import FromAreas
from prgbench.metrics.resampling import reweighted_areas
from prgbench.replication.best_models import direction, sets_differ, best_by_score
from prgbench.replication.best_models import best_models
from prgbench.replication.groups import sort_models
from prgbench.replication.groups import by_pair
from prgbench.stats.cluster_bootstrap import ClusterBootstrap

WINNER_SHARE = 0.05
_CELLS_AT_ONCE = 1 << 24


def noise_floor_of_task(
    task: TaskScores,
    measures: Sequence[Measure],
    *,
    replicates: int = 50,
    confidence_level: float = 0.95,
    decimals: int = 12,
    seed: int = 0,
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Evaluate the models of a task on bootstrap replicates of its instances.

    Parameters
    ----------
    task : TaskScores
        The task.
    measures : sequence of Measure
        The measures.
    replicates : int
        How many replicates.
    confidence_level : float
        The level of the intervals of the gaps.
    decimals : int
        Scores that are equal at this decimal are tied.
    seed : int
        The seed of the replicates.

    Returns
    -------
    floor : DataFrame
        A row per measure: how often its best models on a replicate differ from those on the task
        (``differs``, and ``differs_expected`` if ties are broken at random), the number of
        replicates and of those left out because they have one class only (``undefined``).
    gaps : DataFrame
        A row per model and measure: ``win_share``, the share of the replicates that the model wins
        (divided among ties); ``gap``, by how much the first of the best models is better than it,
        with standard error and percentile interval over the replicates.
    """
    sign = direction(measures)[:, None]
    original = evaluate_models(task.y_true, task.y_scores, measures).T * sign
    scores, undefined = _replicates(task, measures, replicates, seed)
    scores *= sign
    best = best_by_score(original, decimals)
    sets = best_by_score(scores, decimals)
    differ, expected = sets_differ(sets, best)
    first = best.argmax(axis=-1)[:, None]
    gaps = np.take_along_axis(scores, first[None], axis=-1) - scores
    names = [measure.name for measure in measures]
    floor = pd.DataFrame(
        {
            "task_id": task.task_id,
            "measure": names,
            "differs": _mean(differ),
            "differs_expected": _mean(expected),
            "replicates": replicates,
            "undefined": undefined,
        }
    )
    error, lower, upper = _spread(gaps, (1 - confidence_level) / 2)
    return floor, pd.DataFrame(
        {
            "task_id": task.task_id,
            "run_id": np.tile(task.run_ids, len(names)),
            "measure": np.repeat(names, len(task.run_ids)),
            "win_share": _mean(sets / sets.sum(axis=-1, keepdims=True)).ravel(),
            "gap": (np.take_along_axis(original, first, axis=-1) - original).ravel(),
            "gap_se": error.ravel(),
            "gap_lower": lower.ravel(),
            "gap_upper": upper.ravel(),
        }
    )


def noise_floor_summary(
    models: pd.DataFrame,
    agreement: pd.DataFrame,
    floor: pd.DataFrame,
    gaps: pd.DataFrame,
    changes: pd.DataFrame | None = None,
    *,
    winner_share: float = WINNER_SHARE,
    resamples: int = 10_000,
    confidence_level: float = 0.95,
    seed: int = 0,
) -> pd.DataFrame:
    """Set the disagreement of two measures beside that of each with itself.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    agreement : DataFrame
        What `task_agreement` returns.
    floor, gaps : DataFrame
        What `noise_floor_of_task` returns, for all tasks.
    changes : DataFrame, optional
        The changes between halves that `split_sample_of_task` returns.
    winner_share : float
        A model is in a bootstrap winner set if it wins at least this share of the replicates.
    resamples, confidence_level, seed
        As in `agreement_intervals`.

    Returns
    -------
    DataFrame
        A row per pair: the share of tasks whose best models differ (``best_differs``); the noise
        floor of either measure and their mean (``floor``); the ``excess`` over this mean with its
        interval by resampling data sets; the same with ties broken at random
        (``..._expected``); the mean disagreement of the two with themselves between halves of the
        folds (``floor_halves``); and of the ``disagreements``, the share in which the picks of
        each measure are in the bootstrap winner set of the other (``within_noise``). Tasks whose
        every replicate has one class only have no floor and are counted in ``undefined``.
    """
    options: dict[str, Any] = {
        "resamples": resamples,
        "seed": seed,
        "confidence_level": confidence_level,
    }
    strict, expected = (
        floor.pivot(index="task_id", columns="measure", values=column)
        for column in ("differs", "differs_expected")
    )
    halves = None if changes is None else changes.groupby("measure")["differs"].mean()
    rows = []
    for a, b, tasks in by_pair(agreement):
        bootstrap = ClusterBootstrap(tasks["dataset_id"], **options)
        own = strict.reindex(tasks["task_id"])[[a, b]]
        own_expected = expected.reindex(tasks["task_id"])[[a, b]].mean(axis=1).to_numpy()
        differs = tasks["best_differs"].to_numpy(dtype=float)
        excess = bootstrap.interval(bootstrap.mean(differs - own.mean(axis=1).to_numpy()))
        excess_expected = bootstrap.interval(
            bootstrap.mean(tasks["best_differs_expected"].to_numpy() - own_expected)
        )
        disagreeing = tasks.loc[tasks["best_differs"].to_numpy(dtype=bool), "task_id"]
        within = within_noise(models, gaps, a, b, winner_share).reindex(disagreeing)
        rows.append(
            {
                "measure_a": a,
                "measure_b": b,
                "best_differs": differs.mean(),
                "floor_a": own[a].mean(),
                "floor_b": own[b].mean(),
                "floor": own.mean(axis=1).mean(),
                "excess": excess.estimate,
                "excess_lower": excess.lower,
                "excess_upper": excess.upper,
                "best_differs_expected": tasks["best_differs_expected"].mean(),
                "floor_expected": float(np.nanmean(own_expected)),
                "excess_expected": excess_expected.estimate,
                "excess_expected_lower": excess_expected.lower,
                "excess_expected_upper": excess_expected.upper,
                "floor_halves": np.nan if halves is None else (halves[a] + halves[b]) / 2,
                "disagreements": len(disagreeing),
                "within_noise": within.mean() if len(within) else np.nan,
                "tasks": len(tasks),
                "undefined": int(own.isna().any(axis=1).sum()),
                "note": excess.note,
            }
        )
    return pd.DataFrame(rows)


def within_noise(
    models: pd.DataFrame, gaps: pd.DataFrame, a: str, b: str, winner_share: float = WINNER_SHARE
) -> pd.Series:
    """Return for each task whether the picks of each measure could have won by the other.

    They could if each of them wins at least ``winner_share`` of the replicates by the other
    measure.
    """
    table = sort_models(models)
    shares = gaps.pivot(index=["task_id", "run_id"], columns="measure", values="win_share")
    shares = shares.reindex(pd.MultiIndex.from_frame(table[["task_id", "run_id"]]))
    best = best_models(table, [a, b])
    plausible = shares[[b, a]].to_numpy() >= winner_share
    contradicted = pd.Series((best & ~plausible).any(axis=1))
    return ~contradicted.groupby(table["task_id"]).any()


def _replicates(
    task: TaskScores, measures: Sequence[Measure], replicates: int, seed: int
) -> tuple[Floats, int]:
    """Scores (replicates, measures, models) and the number of replicates with one class only."""
    rng = np.random.default_rng([seed, task.task_id])
    n = task.n_instances
    at_once = max(1, _CELLS_AT_ONCE // len(task.y_true))
    parts = []
    for start in range(0, replicates, at_once):
        size = min(at_once, replicates - start)
        drawn = rng.integers(n, size=(size, n)) + n * np.arange(size)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n)
        weights = counts.astype(np.int32)[:, task.instances]
        n_pos = weights @ task.y_true
        weights = weights[(n_pos > 0) & (n_pos < weights.sum(axis=1))]
        parts.append(reweighted_scores(task, measures, weights))
    scores = np.concatenate(parts)
    return scores, replicates - len(scores)


def reweighted_scores(
    task: TaskScores, measures: Sequence[Measure], weights: NDArray[np.int32]
) -> Floats:
    """Evaluate the models under whole-number weights of the rows, each with both classes.

    Returns
    -------
    ndarray of shape (weightings, measures, models)
        Measures of the areas come from one sort per model; others from rows repeated as often as
        the weights say, which takes much longer.
    """
    scores = np.empty((len(weights), len(measures), len(task.run_ids)))
    areas = [place for place, m in enumerate(measures) if isinstance(m.batch, FromAreas)]
    others = [place for place in range(len(measures)) if place not in areas]
    if areas and len(weights):
        names = [measures[at].name for at in areas]
        for models in model_batches(task.y_scores):
            values = reweighted_areas(task.y_true, task.y_scores[models], weights, measures=names)
            scores[:, areas, models] = values.transpose(0, 2, 1)
    if others:
        for place, weight in enumerate(weights):
            rows = np.repeat(np.arange(len(weight)), weight)
            chosen = [measures[at] for at in others]
            values = evaluate(task.y_true[rows], task.y_scores[:, rows], chosen)
            scores[place, others] = values.T
    return scores


def _spread(gaps: Floats, tail: float) -> tuple[Floats, Floats, Floats]:
    """Return standard error and quantiles over the replicates that are defined."""
    if len(gaps) < 2:
        missing = np.full(gaps.shape[1:], np.nan)
        return missing, missing, missing
    if np.isnan(gaps).any():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            lower, upper = np.nanquantile(gaps, [tail, 1 - tail], axis=0)
            return np.nanstd(gaps, axis=0, ddof=1), lower, upper
    lower, upper = np.quantile(gaps, [tail, 1 - tail], axis=0)
    return gaps.std(axis=0, ddof=1), lower, upper


def _mean(values: NDArray[np.float64] | NDArray[np.bool_]) -> Floats:
    return values.mean(axis=0) if len(values) else np.full(values.shape[1:], np.nan)
