"""The choices that a study allows, and the nine numbers in every universe of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from prgbench.answer.task_scores import Floats
from prgbench.robustness.choices import (
    AUPRS,
    AVERAGES,
    BEST_DIFFERS,
    CORRELATION,
    FOLD_MEAN,
    KEPT,
    MEASURES,
    OTHER,
    OWN,
    PAIRS,
    POOLED,
    POSITIVE_CLASSES,
    REMOVED,
    STATED,
    TIES,
    TOP_DIFFERS,
    BoolArray,
    ByTieRule,
    Ints,
    Options,
    best_differ,
    correlation,
    number_column,
    rank_models,
    rank_sums,
    score_column,
    top_differ,
)
from prgbench.study.ranking import Ranking

ORDERS = 20
_DRAW = 81
Statistics = dict[str, ByTieRule]


@dataclass(frozen=True, slots=True)
class Archive:
    """The models of all tasks in padded arrays, a row per task.

    Attributes
    ----------
    scores : dict of (str, str, str) to ndarray of shape (tasks, models)
        By positive class, average and measure.
    present, duplicate : ndarray of bool, shape (tasks, models)
        Which places hold a model, and which of these rank all rows as an earlier run does.
    instances, procedures : ndarray of shape (tasks,)
        The size of each task and its estimation procedure (0 where it is not known).
    orders : ndarray of int, shape (1 + ORDERS, tasks, models)
        Random orders of the models of each task: the first to draw models, the rest for ties.
    """

    scores: dict[tuple[str, str, str], Floats]
    present: BoolArray
    duplicate: BoolArray
    instances: Ints
    procedures: Ints
    orders: Ints


def read_archive(table: pd.DataFrame, models: pd.DataFrame, seed: int) -> Archive:
    """Put the scores of all tasks into padded arrays.

    Parameters
    ----------
    table : DataFrame
        ``multiverse_scores`` of all tasks.
    models : DataFrame
        The models of the study; ``estimation_procedure`` is read if it is there.
    seed : int
        The seed of the random orders.
    """
    table = table.sort_values(["task_id", "run_id"], ignore_index=True)
    task_ids, rows = np.unique(table["task_id"], return_inverse=True)
    places = table.groupby("task_id").cumcount().to_numpy()
    shape = (len(task_ids), int(places.max()) + 1)

    def padded(values: Any, fill: Any) -> Any:
        array = np.full(shape, fill)
        array[rows, places] = values
        return array

    by_task = table.groupby("task_id")["instances"].first()
    procedures = np.zeros(len(task_ids), dtype=np.int64)
    if "estimation_procedure" in models:
        own = models.groupby("task_id")["estimation_procedure"].first()
        procedures = own.reindex(task_ids).to_numpy(dtype=np.int64)
    return Archive(
        scores={
            key: padded(table[score_column(*key)].to_numpy(dtype=np.float64), np.nan)
            for key in product(POSITIVE_CLASSES, AVERAGES, MEASURES)
        },
        present=padded(True, False),
        duplicate=padded(table.duplicated(["task_id", "ranking"]).to_numpy(), False),
        instances=by_task.to_numpy(),
        procedures=procedures,
        orders=np.stack([_orders(seed, int(task_id), shape[1]) for task_id in task_ids], axis=1),
    )


def _orders(seed: int, task_id: int, n_models: int) -> Ints:
    rng = np.random.default_rng([seed, task_id, _DRAW])
    return np.argsort(rng.random((1 + ORDERS, n_models)), axis=1)


def levels_of(archive: Archive, options: Options) -> dict[str, list[Any]]:
    """Return the levels of each choice that make a difference in this archive, the default first.

    Those of the procedures are 0 for all of them, or the greatest id that counts.
    """
    sizes = archive.present.sum(axis=1)
    fold, pooled = (archive.scores[STATED, average, "auroc"] for average in (FOLD_MEAN, POOLED))
    folds = bool((~np.isnan(fold) & (fold != pooled)).any())
    swapped = bool((~np.isnan(archive.scores[OTHER, POOLED, "auroc"])).any())
    smallest = sorted(n for n in options.minimum_n if (archive.instances >= n).any())
    kept = [n for n in smallest if (archive.instances < n).any()]
    procedures = np.unique(archive.procedures).tolist()
    return {
        "ties": list(TIES),
        "average": list(AVERAGES) if folds else [POOLED],
        "aupr": list(AUPRS),
        "procedures": [0, *procedures[:-1]],
        "duplicates": [KEPT, REMOVED] if archive.duplicate.any() else [KEPT],
        "models": [OWN, *(k for k in options.models if (sizes > k).any() or _some(sizes, k))],
        "minimum_n": [0, *kept],
        "positive_class": list(POSITIVE_CLASSES) if swapped else [STATED],
    }


def _some(sizes: Ints, least: int) -> bool:
    """Tell whether some tasks, and not all, have so many models."""
    return bool((sizes >= least).any() and (sizes < least).any())


def universes(
    archive: Archive, levels: dict[str, list[Any]], ranking: Ranking
) -> Iterator[dict[str, Any]]:
    """Yield the choices and the nine numbers of every universe, the default first."""
    of_models = ("positive_class", "average", "duplicates", "models")
    of_tasks = ("procedures", "minimum_n")
    names = sorted({int(p) for p in archive.procedures})
    for chosen in product(*(levels[choice] for choice in of_models)):
        choices = dict(zip(of_models, chosen, strict=True))
        statistics, usable = _variant(archive, ranking, **choices)
        for procedure, least in product(*(levels[choice] for choice in of_tasks)):
            tasks = usable & (archive.instances >= least)
            if procedure:
                tasks &= archive.procedures <= procedure
            counted = [p for p in names if not procedure or p <= procedure]
            for aupr, ties in product(levels["aupr"], levels["ties"]):
                yield {
                    "ties": ties,
                    "average": choices["average"],
                    "aupr": aupr,
                    "procedures": f"{{{', '.join(map(str, counted))}}}",
                    "duplicates": choices["duplicates"],
                    "models": str(choices["models"]),
                    "minimum_n": least,
                    "positive_class": choices["positive_class"],
                    "tasks": int(tasks.sum()),
                    "left_out": int((~tasks).sum()),
                    **_numbers(statistics, aupr, ties, tasks),
                }


def _variant(
    archive: Archive,
    ranking: Ranking,
    *,
    positive_class: str,
    average: str,
    duplicates: str,
    models: int | str,
) -> tuple[dict[tuple[str, str], Statistics], BoolArray]:
    """Compare all pairs of measures in all tasks; return also which tasks count."""
    kept = archive.present & ~archive.duplicate if duplicates == REMOVED else archive.present
    least = 2
    if isinstance(models, int):
        least = max(2, models)
        kept = _drawn(kept, archive.orders[0], models)
    scores = {name: _scores(archive, positive_class, average, name) for name in MEASURES}
    usable = kept.sum(axis=1) >= least
    for values in scores.values():
        usable &= (~np.isnan(values) & kept).any(axis=1)
    ranked = {name: rank_models(values, kept, ranking) for name, values in scores.items()}
    pairs = {pair for aupr in AUPRS for pair in _pairs(aupr)}
    return {
        (a, b): {
            BEST_DIFFERS: best_differ(ranked[a], ranked[b]),
            TOP_DIFFERS: top_differ(ranked[a], ranked[b], archive.orders[1:], ranking.top),
            CORRELATION: rank_sums(ranked[a], ranked[b], ranking),
        }
        for a, b in sorted(pairs)
    }, usable


def _scores(archive: Archive, positive_class: str, average: str, name: str) -> Floats:
    """Return the scores by a measure; tasks that are not balanced have the stated class."""
    stated = archive.scores[STATED, average, name]
    if positive_class == STATED:
        return stated
    other = archive.scores[OTHER, average, name]
    pooled = archive.scores[OTHER, POOLED, "auroc"]
    unbalanced = np.isnan(pooled).all(axis=1, keepdims=True)
    return np.where(unbalanced, stated, other)


def _drawn(kept: BoolArray, order: Ints, models: int) -> BoolArray:
    """Keep the first models of each task in a random order."""
    ordered = np.take_along_axis(kept, order, axis=1)
    first = ordered & (np.cumsum(ordered, axis=1) <= models)
    drawn = np.zeros_like(kept)
    np.put_along_axis(drawn, order, first, axis=1)
    return drawn


def _pairs(aupr: str) -> list[tuple[str, str]]:
    return [(aupr if a == "aupr" else a, b) for a, b in PAIRS]


def _numbers(
    statistics: dict[tuple[str, str], Statistics], aupr: str, ties: str, tasks: BoolArray
) -> dict[str, float]:
    numbers = {}
    for stated, pair in zip(PAIRS, _pairs(aupr), strict=True):
        own = statistics[pair]
        for statistic in (BEST_DIFFERS, TOP_DIFFERS):
            values = own[statistic][ties][tasks]
            share = float(values.mean()) if len(values) else float("nan")
            numbers[number_column(statistic, *stated)] = share
        sums = own[CORRELATION][ties][tasks].sum(axis=0)
        numbers[number_column(CORRELATION, *stated)] = correlation(sums)
    return numbers
