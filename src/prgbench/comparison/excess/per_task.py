"""The picks of a task by each measure, compared across disjoint parts of its instances."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.compared import Tables
from prgbench.comparison.excess import Options
from prgbench.comparison.excess.names import PARTS
from prgbench.comparison.setting import Setting
from prgbench.comparison.subsamples import (
    best_on_parts,
    disagreement_across,
    distinct_models,
    scores_of_parts,
)
from prgbench.comparison.task_scores import BoolArray, Floats, TaskScores


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return ``halves``, a row per pair with what `cross_half_excess` says, also of quarters."""
    names = [measure.name for measure in setting.measures]
    rows = [
        {"task_id": task.task_id, "parts": parts, **row}
        for parts in PARTS
        for row in cross_half_excess(
            scores_of_parts(task, setting, parts), names, decimals=setting.ranking.decimals
        )
    ]
    return {"halves": pd.DataFrame(rows, columns=_COLUMNS)}


def cross_half_excess(
    scores: Floats, measures: Sequence[str], *, decimals: int
) -> list[dict[str, str | float]]:
    """Compare each pair of measures across two halves of a task, and each measure with itself.

    With A1 the pick by A on the first half, and so on, the excess of a split is
    [1(A1 != B2) + 1(B1 != A2) - 1(A1 != A2) - 1(B1 != B2)] / 2. Its expectation is half the sum,
    over the models, of the squared differences of the probabilities with which A and B pick them
    on a half.

    Parameters
    ----------
    scores : ndarray of shape (splits, 2, measures, models)
        What `scores_of_parts` returns: higher is better.
    measures : sequence of str
        The names of the measures.
    decimals : int
        Scores that are equal at this decimal are tied. Of tied models one is picked at random, on
        either half by itself; models that no measure tells apart in any split count as one.

    Returns
    -------
    list of dict
        Of each pair, means over the splits: the disagreement of the two across halves
        (``two_measures``), of one with itself (``one_measure``, mean of both) and the ``excess``;
        ``replicated``, what `replicated_disagreement` returns for halves in both roles; the number
        of ``splits`` with a value, and of those without (``undefined``).
    """
    distinct = distinct_models(scores, decimals)
    best = best_on_parts(distinct, decimals)
    differ = disagreement_across(best)
    rows: list[dict[str, str | float]] = []
    for a, b in combinations(range(len(measures)), 2):
        two = (differ[:, a, b] + differ[:, b, a]) / 2
        one = (differ[:, a, a] + differ[:, b, b]) / 2
        defined = ~np.isnan(two - one)
        pair = best[defined][:, :, [a, b]], distinct[defined][:, :, [a, b]]
        replicated = [
            replicated_disagreement(pair[0][:, here], pair[1][:, 1 - here]) for here in (0, 1)
        ]
        rows.append(
            {
                "measure_a": measures[a],
                "measure_b": measures[b],
                "two_measures": _mean(two[defined]),
                "one_measure": _mean(one[defined]),
                "excess": _mean((two - one)[defined]),
                "replicated": _mean(np.concatenate(replicated)),
                "splits": int(defined.sum()),
                "undefined": int((~defined).sum()),
            }
        )
    return rows


def replicated_disagreement(best: BoolArray, scores: Floats) -> Floats:
    """Ask one half whether the two measures prefer their picks on the other half again.

    Parameters
    ----------
    best : ndarray of bool, shape (splits, 2, models)
        The models that are best by either of two measures on one half.
    scores : ndarray of shape (splits, 2, models)
        The scores by the same measures on the other half: higher is better, equal is no
        preference.

    Returns
    -------
    ndarray of shape (splits,)
        For the picks a and b: 1 if each measure prefers its own, -1 if each prefers the other's,
        else 0. Of tied models the first in one random order, the same for both measures, is
        picked: the expectation over this order.

    Examples
    --------
    >>> best = np.array([[[True, False], [False, True]]])
    >>> replicated_disagreement(best, np.array([[[0.9, 0.8], [0.6, 0.7]]])).tolist()
    [1.0]
    """
    split, a, b = _choices(best[:, 0], best[:, 1])
    number = best.sum(axis=-1)[split]
    # One of the picks is the first of all best models: the other is any of its own set.
    chance = (~best[split, 1, a] / number[:, 1] + ~best[split, 0, b] / number[:, 0]) / (
        best.any(axis=1).sum(axis=-1)[split]
    )
    sign = np.sign(scores[split, :, a] - scores[split, :, b])
    both = ((sign[:, 0] > 0) & (sign[:, 1] < 0)) * 1.0 - ((sign[:, 0] < 0) & (sign[:, 1] > 0))
    sums = np.zeros(len(best))
    np.add.at(sums, split, chance * both)
    return sums


def _choices(
    first: BoolArray, second: BoolArray
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """List all pairs of a model of one set and a model of another: split, model, model."""
    split, a = np.nonzero(first)
    other_split, b = np.nonzero(second)
    partners = second.sum(axis=-1)[split]
    start = np.searchsorted(other_split, split)
    place = np.arange(partners.sum()) - np.repeat(np.cumsum(partners) - partners, partners)
    return (
        np.repeat(split, partners),
        np.repeat(a, partners),
        b[np.repeat(start, partners) + place],
    )


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else float("nan")


_COLUMNS = [
    "task_id",
    "parts",
    "measure_a",
    "measure_b",
    "two_measures",
    "one_measure",
    "excess",
    "replicated",
    "splits",
    "undefined",
]
