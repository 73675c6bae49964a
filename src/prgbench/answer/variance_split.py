"""How the variance of a disagreement splits into instances, partition, models and measure."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from prgbench.answer.given_picks import (
    HALF,
    INSTANCES,
    INTERACTIONS,
    MEASURE,
    PARTITION,
    REPEAT,
    TASK,
    TOTAL,
    WITH_PARTITION,
    WITHOUT_PARTITION,
    StudyTasks,
    design_name,
)
from prgbench.answer.task_scores import BoolArray, Floats, IntArray
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Statistic
from prgbench.stats.interval import Interval
from prgbench.study.agreement import best_by_score, by_pair

FEWEST_MODELS = 4


def model_halves(rng: np.random.Generator, splits: int, models: int) -> IntArray:
    """Draw two disjoint halves of the models for each split: shape (splits, 2, models // 2)."""
    order = rng.permuted(np.tile(np.arange(models), (splits, 1)), axis=1)
    half = models // 2
    return order[:, : 2 * half].reshape(splits, 2, half)


def disagreements(scores: Floats, halves: IntArray, decimals: int) -> BoolArray:
    """Find in each cell and each half of the models whether the best models of pairs differ.

    Parameters
    ----------
    scores : ndarray of shape (splits, ..., measures, models)
        Scores in each cell, higher is better.
    halves : ndarray of int, shape (splits, 2, models // 2)
        What `model_halves` returns.
    decimals : int
        Scores that are equal at this decimal are tied.

    Returns
    -------
    ndarray of bool, shape (pairs, splits, ..., 2)
        Whether the sets of best models differ, for each pair of measures in their order.
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
    """Average the products of disagreements in two cells, by what the two cells share.

    Parameters
    ----------
    differs : ndarray of bool, shape (splits, 2, ..., 2)
        Whether the best models differ, with an axis for each factor.
    factors : tuple of str
        What the axes vary.

    Returns
    -------
    dict of tuple of str to float
        For each set of factors the mean product over all pairs of cells that share these alone;
        that of all factors is the share of cells in which the best models differ.

    Examples
    --------
    >>> differs = np.array([[[True, True], [False, False]]])
    >>> crossed_moments(differs, ("row", "column"))
    {(): 0.0, ('row',): 0.5, ('column',): 0.0, ('row', 'column'): 0.5}
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
    scores: Floats, halves: IntArray, names: Sequence[str], factors: tuple[str, ...], decimals: int
) -> pd.DataFrame:
    """Return a row per pair of measures and set of shared factors, with the mean product.

    ``scores`` has an axis of length 2 for each factor but the last, the draw of models. All is
    NaN without a split, or with fewer than four models.
    """
    missing = np.asarray(np.isnan(scores).all(axis=-1))
    usable = ~missing.reshape(len(scores), math.prod(scores.shape[1:-1])).any(axis=1)
    rows = []
    defined = usable.any() and scores.shape[-1] >= FEWEST_MODELS
    found = disagreements(scores[usable], halves[usable], decimals) if defined else None
    for place, (a, b) in enumerate(combinations(names, 2)):
        moments = (
            dict.fromkeys(subsets(factors), np.nan)
            if found is None
            else crossed_moments(found[place], factors)
        )
        rows += [
            (a, b, design_name(factors), design_name(shared), moment)
            for shared, moment in moments.items()
        ]
    return pd.DataFrame(rows, columns=["measure_a", "measure_b", "design", "shared", "moment"])


OTHER_TASKS = "other tasks"
FEW = "fewer than three data sets: no interval"
REDRAWN = {INSTANCES: HALF, PARTITION: REPEAT}
COLUMNS = [
    "measure_a",
    "measure_b",
    "design",
    "source",
    "variance",
    "share",
    "lower",
    "upper",
    "disagreement_changes",
    "best_model_changes",
    "tasks",
    "datasets",
    "undefined",
    "note",
]


def variance_split(
    moments: pd.DataFrame, changes: pd.DataFrame, agreement: pd.DataFrame, tasks: StudyTasks
) -> pd.DataFrame:
    """Split the variance of the disagreement of each pair of measures.

    Parameters
    ----------
    moments : DataFrame
        What `moment_rows` returns, for all tasks.
    changes : DataFrame
        By measure and source, how often the best model changes: ``best_models_change``.
    agreement : DataFrame
        What `task_agreement` returns.
    tasks : StudyTasks
        The tasks of the study.

    Returns
    -------
    DataFrame
        A row per pair of measures, design and source: the ``variance`` that comes from it and its
        ``share`` of the total with the interval of the share; ``disagreement_changes``, how often
        D changes if this source alone is redrawn; ``best_model_changes``, how often the best model
        by one of the two measures changes then (NaN where that has no meaning); the tasks used.
        A design that no task allows has no rows.
    """
    rows: list[dict[str, Any]] = []
    for a, b, own in by_pair(moments):
        for factors in (WITHOUT_PARTITION, WITH_PARTITION):
            design = own[own["design"] == design_name(factors)]
            table = design.pivot(index="task_id", columns="shared", values="moment").dropna()
            if table.empty:
                continue
            found = [
                {"measure_a": a, "measure_b": b, "design": design_name(factors), **row}
                for row in _rows(table, factors, tasks)
            ]
            rows += _with_changes(found, changes, agreement)
    return pd.DataFrame(rows, columns=COLUMNS)


def components(factors: tuple[str, ...]) -> dict[str, dict[str, int]]:
    """Return for each source the signs of the moments that add up to its variance.

    Moments are named by the factors that are shared; C0 is called "other tasks".

    Examples
    --------
    >>> components(("rows", "columns"))["rows"]
    {'rows': 1, '': -1}
    >>> components(("rows", "columns"))["interactions"]
    {'rows, columns': 1, 'rows': -1, 'columns': -1, '': 1}
    """
    everything = design_name(factors)
    mains = {name: {name: 1, "": -1} for name in factors}
    interactions = {everything: 1, **dict.fromkeys(factors, -1), "": len(factors) - 1}
    return {
        **mains,
        INTERACTIONS: interactions,
        TASK: {"": 1, OTHER_TASKS: -1},
        TOTAL: {everything: 1, OTHER_TASKS: -1},
    }


def _rows(
    table: pd.DataFrame, factors: tuple[str, ...], tasks: StudyTasks
) -> Iterator[dict[str, Any]]:
    everything = design_name(factors)
    sources = components(factors)
    bootstrap = tasks.bootstrap(table[everything])
    for source, signs in sources.items():
        variance = _combination(bootstrap, table, signs, everything)
        total = _combination(bootstrap, table, sources[TOTAL], everything)
        share = _ratio(variance, total)
        columns = tasks.columns(_interval(bootstrap, share), table[everything])
        redrawn = design_name(tuple(name for name in factors if name != source))
        yield {
            "source": source,
            "variance": float(variance(np.ones((1, bootstrap.n_clusters)))[0]),
            "share": columns.pop("estimate"),
            "disagreement_changes": (
                2 * float((table[everything] - table[redrawn]).mean())
                if source in factors
                else np.nan
            ),
            **columns,
            "note": "" if source == TOTAL else columns["note"],
        }


def _interval(bootstrap: ClusterBootstrap, share: Statistic) -> Interval:
    """Compute an interval where each data set can be left out and two remain."""
    if bootstrap.n_clusters > 2:
        return bootstrap.interval(share)
    estimate = float(share(np.ones((1, bootstrap.n_clusters)))[0])
    nan = float("nan")
    return Interval(estimate, nan, nan, nan, nan, nan, 0, FEW)


def _combination(
    bootstrap: ClusterBootstrap, table: pd.DataFrame, signs: dict[str, int], everything: str
) -> Statistic:
    """Return the sum of signed means of moments as a statistic."""
    within = [name for name in signs if name != OTHER_TASKS]
    signed = table[within].to_numpy() @ np.array([signs[name] for name in within], dtype=float)
    mean = bootstrap.mean(signed)
    across = _product_of_two_tasks(bootstrap, table[everything].to_numpy())
    sign = signs.get(OTHER_TASKS, 0)

    def statistic(weights: Floats) -> Floats:
        return mean(weights) + sign * across(weights) if sign else mean(weights)

    return statistic


def _product_of_two_tasks(bootstrap: ClusterBootstrap, values: Floats) -> Statistic:
    """Return the mean product of two tasks on different data sets as a statistic.

    A data set that is drawn twice counts as two.
    """
    sums = bootstrap.cluster_sums(np.column_stack([values, np.ones(len(values))]))

    def statistic(weights: Floats) -> Floats:
        pairs = (weights @ sums) ** 2 - weights @ sums**2
        return _divided(pairs[:, 0], pairs[:, 1])

    return statistic


def _ratio(part: Statistic, total: Statistic) -> Statistic:
    def statistic(weights: Floats) -> Floats:
        return _divided(part(weights), total(weights))

    return statistic


def _divided(numerator: Floats, denominator: Floats) -> Floats:
    return np.divide(
        numerator,
        denominator,
        out=np.full_like(numerator, np.nan),
        where=denominator > 1e-12,
    )


def _with_changes(
    rows: list[dict[str, Any]], changes: pd.DataFrame, agreement: pd.DataFrame
) -> Iterator[dict[str, Any]]:
    """Add how often the best model changes, and a row for the measure, to those of a pair."""
    first = rows[0]
    pair = (first["measure_a"], first["measure_b"])
    for row in rows:
        alone = changes["source"] == REDRAWN.get(row["source"])
        own = changes[alone & changes["measure"].isin(pair)]
        yield {**row, "best_model_changes": own["best_models_change"].mean()}
    other = agreement[agreement["measure_a"].eq(pair[0]) & agreement["measure_b"].eq(pair[1])]
    yield {
        **{key: first[key] for key in ("measure_a", "measure_b", "design")},
        "source": MEASURE,
        "best_model_changes": other["best_differs_expected"].mean(),
        "tasks": len(other),
        "datasets": other["dataset_id"].nunique(),
        "undefined": 0,
        "note": "the measure is what disagrees: no part of the variance",
    }
