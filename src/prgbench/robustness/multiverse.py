"""The paper's nine numbers under every defensible choice."""

import hashlib
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.interface import Part, Setting, Study, Tables
from prgbench.answer.task_scores import Floats, TaskScores, model_batches
from prgbench.metrics import evaluate
from prgbench.robustness.choices import (
    ALL_CHOICES,
    CHOICES,
    FOLD_MEAN,
    MEASURES,
    NUMBERS,
    OTHER,
    POOLED,
    SEVERAL,
    STATED,
    Options,
    score_column,
)
from prgbench.robustness.universes import levels_of, read_archive, universes


def per_task(
    task: TaskScores, _models: pd.DataFrame, _setting: Setting, _options: Options
) -> Tables:
    """Return ``multiverse_scores``.

    Returns
    -------
    dict of str to DataFrame
        A row per model: a checksum of its ranking of the rows, the number of instances of the
        task, and its scores, pooled and as means over folds, with the stated positive class and,
        where the classes are balanced, with the other one (else NaN).
    """
    table = rankings_of_task(task).assign(task_id=task.task_id, instances=task.n_instances)
    balanced = 2 * task.y_true.sum() == len(task.y_true)
    everything = [np.arange(len(task.y_true))]
    for positive_class in (STATED, OTHER):
        for average, parts in ((POOLED, everything), (FOLD_MEAN, task.fold_rows())):
            defined = positive_class == STATED or balanced
            scores = _means(task, parts if defined else [], swapped=positive_class == OTHER)
            for name, values in zip(MEASURES, scores, strict=True):
                table[score_column(positive_class, average, name)] = values
    return {"multiverse_scores": table}


def _means(task: TaskScores, parts: list[NDArray[np.intp]], *, swapped: bool) -> Floats:
    """Average each measure over the parts in which it is defined: shape (measures, models)."""
    totals = np.zeros((len(MEASURES), len(task.run_ids)))
    counts = np.zeros_like(totals)
    for rows in parts:
        values = _values(task, rows, swapped=swapped)
        defined = ~np.isnan(values)
        totals += np.where(defined, values, 0.0)
        counts += defined
    return totals / np.where(counts > 0, counts, np.nan)


def _values(task: TaskScores, rows: NDArray[np.intp], *, swapped: bool) -> Floats:
    y_true = task.y_true[rows] != swapped
    sign = -1.0 if swapped else 1.0
    batches = [
        evaluate(y_true, sign * task.y_scores[models][:, rows], MEASURES)
        for models in model_batches(task.y_scores)
    ]
    return np.concatenate(batches).T


def rankings_of_task(task: TaskScores) -> pd.DataFrame:
    """Return a checksum of each model's ranking of the rows: ``run_id`` and ``ranking``."""
    return pd.DataFrame(
        {"run_id": task.run_ids, "ranking": [ranking_checksum(s) for s in task.y_scores]}
    )


def ranking_checksum(scores: Floats) -> str:
    """Return a checksum that is the same for scores that order all rows alike, ties included.

    Examples
    --------
    >>> ranking_checksum(np.array([0.1, 0.7, 0.1])) == ranking_checksum(np.array([-5.0, 2, -5]))
    True
    """
    order = np.argsort(scores)
    ranked = scores[order]
    ranks = np.zeros(len(scores), dtype=np.int64)
    ranks[order[1:]] = np.cumsum(ranked[1:] != ranked[:-1])
    return hashlib.blake2b(ranks.tobytes(), digest_size=12).hexdigest()


def tables(study: Study, options: Options) -> Tables:
    """Return all universes and the ranges of the nine numbers.

    Returns
    -------
    dict of str to DataFrame
        ``multiverse``: a row per universe with its choices, the nine numbers, the tasks that
        count and those that are left out, the default universe first; ``multiverse_range``: what
        `ranges` returns.
    """
    setting = study.setting
    archive = read_archive(study.per_task["multiverse_scores"], study.models, setting.seed)
    levels = levels_of(archive, options)
    found = pd.DataFrame(universes(archive, levels, setting.ranking))
    found.insert(0, "default", found.index == 0)
    return {"multiverse": found, "multiverse_range": ranges(found)}


def ranges(found: pd.DataFrame) -> pd.DataFrame:
    """Return how far each of the nine numbers goes, over all choices and by each choice alone.

    Parameters
    ----------
    found : DataFrame
        A row per universe; one is the ``default``.

    Returns
    -------
    DataFrame
        A row per number and choice that varies, and one for all choices together: the number in
        the default universe (``found``), the least, the greatest and the median over the
        universes in which no other choice differs from the default, at which level the least and
        the greatest stand, and how many universes these are.
    """
    default = found.loc[found["default"]].iloc[0]
    varying = [choice for choice in CHOICES if found[choice].nunique() > 1]
    rows: list[dict[str, Any]] = []
    for number, (statistic, a, b) in NUMBERS.items():
        for choice in [ALL_CHOICES, *varying]:
            own = found
            for other in varying if choice != ALL_CHOICES else []:
                if other != choice:
                    own = own[own[other] == default[other]]
            rows.append(
                {
                    "statistic": statistic,
                    "measure_a": a,
                    "measure_b": b,
                    "choice": choice,
                    "found": default[number],
                    **_range(own.dropna(subset=number), number, choice),
                }
            )
    return pd.DataFrame(rows)


def _range(own: pd.DataFrame, number: str, choice: str) -> dict[str, Any]:
    ordered = own.sort_values(number, kind="stable")
    levels = [] if choice == ALL_CHOICES else ordered[choice].astype(str).tolist()
    return {
        "least": ordered[number].min(),
        "greatest": ordered[number].max(),
        "median": ordered[number].median(),
        "least_at": next(iter(levels), SEVERAL),
        "greatest_at": next(reversed(levels), SEVERAL),
        "universes": len(ordered),
    }


PART = Part("multiverse", Options, tables, per_task)
