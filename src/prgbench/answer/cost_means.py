"""Means of costs and regrets over picks and tasks, and how probable large costs are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from prgbench.answer.cost_targets import F_TARGETS, RANDOM_MODEL, TARGETS
from prgbench.answer.rows import Bound, table_of
from prgbench.answer.task_scores import BoolArray, Floats
from prgbench.metrics import Measure, gain
from prgbench.stats.cluster_bootstrap import Resampling, Statistic
from prgbench.study.agreement import best_models, sort_models, task_slices

EQUAL = 1e-12
NO_TRUE_POSITIVE = "F-gain: tasks in which a pick has no true positive are left out"
_CELLS_AT_ONCE = 1 << 22
_DRAWS = 10_000
_PRIOR = 0.5
_WEIGHTS_AT_ONCE = 1 << 20


def mean_of_sets(sets: BoolArray, values: Floats) -> Floats:
    """Average values (..., models) over sets (..., sets, models): expected under a random order.

    NaN for an empty set, or one with a model whose value is NaN.
    """
    missing = np.isnan(values)
    totals = (sets @ np.where(missing, 0.0, values)[..., None])[..., 0]
    sizes = sets.sum(axis=-1)
    undefined = (sets & missing[..., None, :]).any(axis=-1) | (sizes == 0)
    return np.where(undefined, np.nan, totals / np.maximum(sizes, 1))


def below(sets: BoolArray, values: Floats) -> Floats:
    """Return how likely a model has a lower value than a random member of a set, ties half.

    Sets (rows, sets, models) and values (rows, models) give shape (rows, sets, models).
    """
    result = np.empty(sets.shape)
    shares = sets / np.maximum(sets.sum(axis=-1, keepdims=True), 1)
    at_once = max(1, _CELLS_AT_ONCE // values.shape[-1] ** 2)
    for start in range(0, len(values), at_once):
        part = slice(start, start + at_once)
        behind = values[part, :, None] - values[part, None, :]
        lower = np.where(np.abs(behind) <= EQUAL, 0.5, behind > 0)
        result[part] = shares[part] @ lower
    return result


def pair_of_picks(
    a: BoolArray, b: BoolArray, below_a: Floats, below_b: Floats
) -> tuple[Floats, Floats]:
    """Compare the picks from two sets of best models, with all models in one random order.

    The first model of the union of the sets is the pick from both if it is in both. If it is in
    one set only, the pick from the other one is any of its members. ``below_a`` and ``below_b``
    are from `below`. Returns the probability that the picks differ, and that the first one's is
    worse, too.
    """
    size = (a | b).sum(axis=-1)
    worse = np.where(a & ~b, below_b, 0.0) + np.where(b & ~a, 1 - below_a, 0.0)
    return 1 - (a & b).sum(axis=-1) / size, worse.sum(axis=-1) / size


def mean_shortfall(
    table: pd.DataFrame, resampling: Resampling, *, harmonic: bool
) -> dict[str, Any]:
    """Compare the picks with the target's own, over tasks: the cost and the arithmetic mean.

    For F-scores the cost is the difference of two means, each averaged as F-gain and converted
    back; tasks with an F-gain of -inf are ``infinite`` and only in the arithmetic mean.
    """
    defined = table.dropna(subset="difference")
    bootstrap = resampling.of(defined["dataset_id"])
    cost = arithmetic = bootstrap.interval(bootstrap.mean(defined["difference"]))
    infinite = 0
    if harmonic:
        finite = defined[np.isfinite(defined["own_gain"]) & np.isfinite(defined["pick_gain"])]
        infinite = len(defined) - len(finite)
        statistic = _difference_of_f_scores(finite, resampling)
        cost = resampling.of(finite["dataset_id"]).interval(statistic)
    return {
        "cost": cost.estimate,
        "lower": cost.lower,
        "upper": cost.upper,
        "arithmetic": arithmetic.estimate,
        "arithmetic_lower": arithmetic.lower,
        "arithmetic_upper": arithmetic.upper,
        "tasks": len(defined),
        "datasets": defined["dataset_id"].nunique(),
        "infinite": infinite,
        "undefined": len(table) - len(defined),
        "note": "; ".join(filter(None, [cost.note, NO_TRUE_POSITIVE if infinite else ""])),
    }


def _difference_of_f_scores(table: pd.DataFrame, resampling: Resampling) -> Statistic:
    """Return the statistic "F of own gains minus F of the picks' gains".

    A mean gain G is converted back at the mean odds o, as `mean_fbeta` does: F = o / (o + 1 - G).
    """
    odds = table["prevalence"] / (1 - table["prevalence"])
    sums = resampling.of(table["dataset_id"]).cluster_sums(
        np.column_stack([odds, 1 - table["own_gain"], 1 - table["pick_gain"]])
    )

    def statistic(weights: Floats) -> Floats:
        odds, own, pick = (weights @ sums).T
        with np.errstate(invalid="ignore"):
            difference: Floats = odds / (odds + own) - odds / (odds + pick)
        return difference

    return statistic


class Regions(NamedTuple):
    """How probable it is that most differences are below, within or above the region."""

    below: float
    within: float
    above: float


def bayesian_signed_rank(differences: Floats, equivalent: float, seed: int) -> Regions:
    """Compare the mean of two differences, drawn at random, with a region around 0.

    Their distribution has a Dirichlet process as prior, with half an observation at 0. Weights of
    the differences are drawn from the posterior; the result is how often each region has the most
    mass (Benavoli et al. 2014; Benavoli et al. 2017, section 4.2). The region is ``equivalent``
    either way.
    """
    if not len(differences):
        return Regions(np.nan, np.nan, np.nan)
    values = np.append(differences, 0.0)
    order = np.argsort(values, kind="stable")
    ordered, prior = values[order], order.argmax()
    rng = np.random.default_rng([seed, len(differences)])
    winners = np.zeros(3)
    at_once = max(1, _WEIGHTS_AT_ONCE // len(ordered))
    for start in range(0, _DRAWS, at_once):
        draws = min(at_once, _DRAWS - start)
        weights = rng.standard_exponential((len(ordered), draws))
        weights[prior] = rng.standard_gamma(_PRIOR, draws)
        weights /= weights.sum(axis=0)
        above = _mass_above(ordered, weights, 2 * equivalent)
        below = _mass_above(-ordered[::-1], weights[::-1], 2 * equivalent)
        masses = np.stack([below, 1 - below - above, above])
        winners += np.bincount(masses.argmax(axis=0), minlength=3)
    return Regions(*(winners / _DRAWS).tolist())


def _mass_above(ordered: Floats, weights: Floats, limit: float) -> Floats:
    """Sum the products of weights of two values whose sum is above a limit; half at the limit."""
    from_top = np.zeros((len(weights) + 1, weights.shape[1]))
    np.cumsum(weights[::-1], axis=0, out=from_top[1:])
    at_least, more = (
        len(ordered) - np.searchsorted(ordered, limit - ordered, side=side)
        for side in ("left", "right")
    )
    mass = np.zeros(weights.shape[1])
    for own, with_ties, without in zip(weights, at_least, more, strict=True):
        if with_ties:
            mass += own * (from_top[with_ties] + from_top[without]) / 2
    return mass


@dataclass(frozen=True, slots=True)
class InSampleRegret:
    """How far a measure's best models fall short of the best one: a row of `in_sample_regret`."""

    target: str
    measure: str
    regret: float
    lower: Bound
    upper: Bound
    arithmetic: float
    arithmetic_lower: Bound
    arithmetic_upper: Bound
    tasks: int
    datasets: int
    infinite: int
    undefined: int
    note: str


def in_sample_regret(regrets: pd.DataFrame, resampling: Resampling) -> pd.DataFrame:
    """Summarise regrets over the tasks: a row per target and measure."""
    rows = []
    for key, own in regrets.groupby(["target", "measure"], sort=False):
        target, measure = map(str, key)
        found = mean_shortfall(own, resampling, harmonic=target in F_TARGETS)
        rows.append(InSampleRegret(target, measure, found.pop("cost"), **found))
    return table_of(InSampleRegret, rows)


def task_regrets(
    models: pd.DataFrame, targets: pd.DataFrame, measures: Sequence[Measure]
) -> pd.DataFrame:
    """Compute how far each measure's best models fall short of the best one by each target.

    A row per task, target and measure (and a random model): ``difference`` is the highest target
    of the task's models minus the mean target of the best by the measure, NaN if one of these has
    none.
    """
    names = [name for name in TARGETS if name in targets]
    renamed = targets.rename(columns={name: f"{name}_target" for name in names})
    merged = sort_models(models).merge(renamed, on=["task_id", "run_id"])
    best = best_models(merged, [measure.name for measure in measures])
    values = merged[[f"{name}_target" for name in names]].to_numpy(dtype=float)
    labels = [*(measure.name for measure in measures), RANDOM_MODEL]
    parts = []
    for task_id, rows in task_slices(merged):
        first = merged.iloc[rows.start]
        own = values[rows].T
        regrets = _regrets(own, _gains(own, names, first["prevalence"]), best[rows].T)
        parts.append(
            pd.DataFrame(
                {
                    "task_id": task_id,
                    "dataset_id": first["dataset_id"],
                    "prevalence": first["prevalence"],
                    "target": np.repeat(names, len(labels)),
                    "measure": labels * len(names),
                    **{name: column.ravel() for name, column in regrets.items()},
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def _gains(values: Floats, names: Sequence[str], prevalence: float) -> Floats:
    """Return F-gains of values (targets, models); NaN where infinite or not defined."""
    gains = np.full_like(values, np.nan)
    if 0 < prevalence < 1:
        own = [name in F_TARGETS for name in names]
        gains[own] = gain(values[own], prevalence)
    gains[np.isinf(gains)] = np.nan
    return gains


def _regrets(values: Floats, gains: Floats, best: BoolArray) -> dict[str, Floats]:
    """Return regrets of shape (targets, measures + 1) from values and gains (targets, models)."""
    random = ~np.isnan(values)[:, None]
    sets = np.concatenate([np.repeat(best[None], len(values), axis=0), random], axis=1)
    difference = _highest(values) - mean_of_sets(sets, values)
    return {
        "difference": np.where(np.abs(difference) <= EQUAL, 0.0, difference),
        "own_gain": np.broadcast_to(_highest(gains), difference.shape),
        "pick_gain": mean_of_sets(sets, gains),
    }


def _highest(values: Floats) -> Floats:
    """Return the highest value of each target (targets, models); NaN without one."""
    highest = np.where(np.isnan(values), -np.inf, values).max(axis=1, keepdims=True)
    return np.where(np.isinf(highest), np.nan, highest)
