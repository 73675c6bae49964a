"""How the variance of a disagreement splits into instances, partition, models and measure."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.answer.given_picks import HALF, REPEAT, StudyTasks
from prgbench.answer.interface import Bound, table_of
from prgbench.answer.task_scores import BoolArray, Floats, IntArray
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Statistic, Weights
from prgbench.stats.interval import Interval
from prgbench.study.agreement import best_by_score, by_pair

INSTANCES = "instances"
PARTITION = "partition"
MODELS = "draw_of_models"
INTERACTIONS = "interactions"
TASK = "task"
TOTAL = "total"
MEASURE = "measure"
HALVES = "halves"
REPEATS = "repeats"
DESIGNS = {HALVES: (INSTANCES, MODELS), REPEATS: (INSTANCES, PARTITION, MODELS)}
"""What varies in a task: between halves, and between halves of single repeats."""
OTHER_TASKS = "other tasks"
REDRAWN = {INSTANCES: HALF, PARTITION: REPEAT}
FEWEST_MODELS = 4
FEW = "fewer than three data sets: no interval"
NOTHING = (np.nan, np.nan, np.nan, np.nan, np.nan)
NO_PART = "the measure is what disagrees: no part of the variance"


def model_halves(rng: np.random.Generator, splits: int, models: int) -> IntArray:
    """Draw two disjoint halves of the models for each split: shape (splits, 2, models // 2)."""
    order = rng.permuted(np.tile(np.arange(models), (splits, 1)), axis=1)
    half = models // 2
    return order[:, : 2 * half].reshape(splits, 2, half)


def disagreements(scores: Floats, halves: IntArray, decimals: int) -> BoolArray:
    """Find in each cell and each half of the models whether the best models of pairs differ.

    Scores (splits, ..., measures, models) and halves from `model_halves` give shape (pairs,
    splits, ..., 2).
    """
    cells = (1,) * (scores.ndim - 2)
    best = np.stack(
        [
            best_by_score(
                np.take_along_axis(scores, half.reshape(len(half), *cells, -1), axis=-1), decimals
            )
            for half in halves.transpose(1, 0, 2)
        ],
        axis=-3,
    )
    pairs = combinations(range(scores.shape[-2]), 2)
    return np.array([(best[..., a, :] != best[..., b, :]).any(axis=-1) for a, b in pairs])


def crossed_moments(differs: BoolArray, factors: tuple[str, ...]) -> dict[tuple[str, ...], float]:
    """Average the products of disagreements in two cells, by the factors that the two cells share.

    ``differs`` (splits, 2, ..., 2) has an axis for each factor. The moment of all factors is the
    share of cells in which the best models differ.
    """
    moments = {}
    for shared in subsets(factors):
        redrawn = tuple(1 + factors.index(name) for name in factors if name not in shared)
        moments[shared] = float((differs & np.flip(differs, axis=redrawn)).mean())
    return moments


def subsets(factors: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield all sets of factors, small ones first."""
    for size in range(len(factors) + 1):
        yield from combinations(factors, size)


def moment_rows(
    scores: Floats, halves: IntArray, names: Sequence[str], design: str, decimals: int
) -> pd.DataFrame:
    """Return a row per pair of measures and set of shared factors, with the mean product.

    ``scores`` has an axis of length 2 for each factor of the design but the draw of models. All is
    NaN without a split, or with fewer than four models.
    """
    missing = np.asarray(np.isnan(scores).all(axis=-1))
    usable = ~missing.reshape(len(scores), math.prod(scores.shape[1:-1])).any(axis=1)
    defined = usable.any() and scores.shape[-1] >= FEWEST_MODELS
    found = disagreements(scores[usable], halves[usable], decimals) if defined else None
    rows = []
    for place, (a, b) in enumerate(combinations(names, 2)):
        moments = (
            dict.fromkeys(subsets(DESIGNS[design]), np.nan)
            if found is None
            else crossed_moments(found[place], DESIGNS[design])
        )
        rows += [(a, b, design, ", ".join(shared), moment) for shared, moment in moments.items()]
    return pd.DataFrame(rows, columns=["measure_a", "measure_b", "design", "shared", "moment"])


@dataclass(frozen=True, slots=True)
class VarianceShare:
    """The part of a source in the variance of a disagreement: a row of `variance_split`."""

    measure_a: str
    measure_b: str
    design: str
    source: str
    variance: float
    share: float
    lower: Bound
    upper: Bound
    disagreement_changes: float
    best_model_changes: float
    tasks: int
    datasets: int
    undefined: int
    note: str


def variance_split(
    moments: pd.DataFrame, changes: pd.DataFrame, agreement: pd.DataFrame, tasks: StudyTasks
) -> pd.DataFrame:
    """Split the variance of the disagreement of each pair of measures, by design and source.

    ``disagreement_changes`` is how often the disagreement changes if only this source is redrawn;
    ``best_model_changes`` how often the best model by one of the two measures changes then. A
    design that no task allows has no rows.
    """
    rows: list[VarianceShare] = []
    for a, b, own in by_pair(moments):
        changed = changes[changes["measure"].isin((a, b))]
        other = agreement[agreement["measure_a"].eq(a) & agreement["measure_b"].eq(b)]
        for design, factors in DESIGNS.items():
            of_design = own[own["design"] == design]
            table = of_design.pivot(index="task_id", columns="shared", values="moment").dropna()
            if table.empty:
                continue
            everything, sources = ", ".join(factors), components(factors)
            bootstrap = tasks.bootstrap(table)
            total = _combination(bootstrap, table, sources[TOTAL], everything)
            for source, signs in sources.items():
                variance = _combination(bootstrap, table, signs, everything)
                found = tasks.counted(_interval(bootstrap, _ratio(variance, total)), table)
                differs = np.nan
                if source in factors:
                    redrawn = ", ".join([name for name in factors if name != source])
                    differs = 2 * float((table[everything] - table[redrawn]).mean())
                alone = changed["source"] == REDRAWN.get(source)
                best = changed.loc[alone, "best_models_change"].mean()
                note = "" if source == TOTAL else found.note
                once = float(variance(np.ones((1, bootstrap.n_clusters)))[0])
                key = (a, b, design, source, once)
                rows.append(VarianceShare(*key, *found[:3], differs, best, *found[3:6], note))
            best = other["best_differs_expected"].mean()
            counts = (len(other), other["dataset_id"].nunique(), 0)
            rows.append(VarianceShare(a, b, design, MEASURE, *NOTHING, best, *counts, NO_PART))
    return table_of(VarianceShare, rows)


def components(factors: Sequence[str]) -> dict[str, dict[str, int]]:
    """Return for each source the signs of the moments that add up to its variance.

    Moments are named by the shared factors; that of two tasks is "other tasks".
    """
    everything = ", ".join(factors)
    return {
        **{name: {name: 1, "": -1} for name in factors},
        INTERACTIONS: {everything: 1, **dict.fromkeys(factors, -1), "": len(factors) - 1},
        TASK: {"": 1, OTHER_TASKS: -1},
        TOTAL: {everything: 1, OTHER_TASKS: -1},
    }


def _interval(bootstrap: ClusterBootstrap, share: Statistic) -> Interval:
    """Compute an interval if at least two data sets remain when one is left out."""
    if bootstrap.n_clusters > 2:
        return bootstrap.interval(share)
    estimate = float(share(np.ones((1, bootstrap.n_clusters)))[0])
    return Interval(estimate, *NOTHING, 0, FEW)


def _combination(
    bootstrap: ClusterBootstrap, table: pd.DataFrame, signs: dict[str, int], everything: str
) -> Statistic:
    """Return the sum of signed means of moments as a statistic.

    The moment of two tasks is the mean product over pairs on different data sets; a data set that
    is drawn twice counts as two.
    """
    within = [name for name in signs if name != OTHER_TASKS]
    signed = table[within].to_numpy() @ np.array([signs[name] for name in within], dtype=float)
    mean = bootstrap.mean(signed)
    if OTHER_TASKS not in signs:
        return mean
    sums = bootstrap.cluster_sums(np.column_stack([table[everything], np.ones(len(table))]))

    def statistic(weights: Weights) -> Floats:
        pairs = (weights @ sums) ** 2 - weights @ sums**2
        return mean(weights) + signs[OTHER_TASKS] * _divided(pairs[:, 0], pairs[:, 1])

    return statistic


def _ratio(part: Statistic, total: Statistic) -> Statistic:
    return lambda weights: _divided(part(weights), total(weights))


def _divided(numerator: Floats, denominator: Floats) -> Floats:
    nothing = np.full_like(numerator, np.nan)
    return np.divide(numerator, denominator, out=nothing, where=denominator > 1e-12)
