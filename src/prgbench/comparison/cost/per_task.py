"""What choosing by each measure costs in a task, chosen on one half and judged on the other.

Source of the design: Huang & Ling (2006), Evaluating model selection abilities of performance
measures.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.compared import Tables
from prgbench.comparison.cost import Options
from prgbench.comparison.cost.names import F_TARGETS, RANDOM_MODEL
from prgbench.comparison.cost.picks import below, mean_of_sets, pair_of_picks
from prgbench.comparison.cost.target_halves import HalfTarget, targets_of_halves
from prgbench.comparison.cost.target_scores import targets_of_task
from prgbench.comparison.setting import Setting
from prgbench.comparison.subsamples import scores_of_parts
from prgbench.comparison.task_scores import BoolArray, Floats, TaskScores
from prgbench.metrics import gain
from prgbench.replication.best_models import best_by_score


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return "costs" and "cost_pairs_of_tasks" of the halves, "targets" of all instances."""
    costs, pairs = costs_of_task(task, setting)
    return {
        "costs": costs,
        "cost_pairs_of_tasks": pairs,
        "targets": targets_of_task(task).assign(task_id=task.task_id),
    }


def costs_of_task(task: TaskScores, setting: Setting) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Choose on one half of each split by each measure and target, judge on the other half.

    Each split is used both ways. Ties are broken at random, in one order for all measures: the
    expectation over this order is taken.

    Returns
    -------
    costs : DataFrame
        A row per target and measure (and a random model): the mean target of the measure's pick
        (``pick``), of the target's own pick (``own``) and their ``difference``, own - pick; for
        F-scores the same as F-gain (``pick_gain``, ``own_gain``; pooled as `HalfTarget` says,
        -inf without a true positive); how many choices are judged (``splits``) and how many are
        not, since a half has one class only or a pick has no target (``undefined``); the task's
        ``prevalence``.
    pairs : DataFrame
        A row per target and pair: the mean target of A's pick minus that of B's
        (``difference``), the share of ``splits`` in which the picks differ (``differs``) and in
        which they differ and A's is the worse one, ties half (``worse``), and ``undefined``.
    """
    names = [measure.name for measure in setting.measures]
    scores = scores_of_parts(task, setting, 2)
    sets = _of_choices(best_by_score(scores, setting.ranking.decimals))
    prevalence = float(task.y_true.mean())
    costs, pairs = [], []
    for name, target in targets_of_halves(task, setting).items():
        judged = _of_judges(target.values)
        own = _of_choices(best_by_score(target.values, setting.ranking.decimals))
        all_sets = np.concatenate([sets, ~np.isnan(judged)[:, None], own[:, None]], axis=1)
        rows = _cost_rows(target, all_sets, prevalence if name in F_TARGETS else None)
        costs += [
            {"target": name, "measure": measure, **row}
            for measure, row in zip([*names, RANDOM_MODEL], rows, strict=True)
        ]
        pairs += [{"target": name, **row} for row in _pair_rows(names, sets, judged)]
    return (
        pd.DataFrame(costs).assign(task_id=task.task_id, prevalence=prevalence),
        pd.DataFrame(pairs, columns=_PAIR_COLUMNS).assign(task_id=task.task_id),
    )


_EQUAL = 1e-12
_PAIR_COLUMNS = [
    "target", "measure_a", "measure_b", "difference", "differs", "worse", "splits", "undefined"
]  # fmt: skip


def _of_choices(values: NDArray[Any]) -> NDArray[Any]:
    """Put both ways of each split below each other, (splits, 2, ...) to (2 splits, ...)."""
    return values.reshape(-1, *values.shape[2:])


def _of_judges(values: Floats) -> Floats:
    """Return what the other half says, in the order of the choices."""
    return _of_choices(values[:, ::-1])


def _cost_rows(
    target: HalfTarget, sets: BoolArray, prevalence: float | None
) -> Iterator[dict[str, float]]:
    """Yield the costs of the sets (choices, sets, models) but the last, the target's own."""
    values = mean_of_sets(sets, _of_judges(target.values))
    hits = mean_of_sets(sets, _of_judges(target.hits))
    totals = mean_of_sets(sets, _of_judges(target.totals))
    defined = ~np.isnan(values)
    for place in range(sets.shape[1] - 1):
        both = defined[:, place] & defined[:, -1]
        gains = (
            [np.nan, np.nan]
            if prevalence is None or not both.any()
            else [
                float(gain(hits[both, at].sum() / totals[both, at].sum(), prevalence))
                for at in (place, -1)
            ]
        )
        yield {
            "pick": _mean(values[both, place]),
            "own": _mean(values[both, -1]),
            "difference": _mean(values[both, -1] - values[both, place]),
            "pick_gain": gains[0],
            "own_gain": gains[1],
            "splits": int(both.sum()),
            "undefined": int((~both).sum()),
        }


def _pair_rows(
    names: Sequence[str], sets: BoolArray, judged: Floats
) -> Iterator[dict[str, object]]:
    """Yield what the picks of each pair are worth, by sets (choices, measures, models)."""
    values = mean_of_sets(sets, judged)
    lower = below(sets, judged)
    for a, b in combinations(range(len(names)), 2):
        defined = ~np.isnan(values[:, a] + values[:, b])
        picks = pair_of_picks(sets[:, a], sets[:, b], lower[:, a], lower[:, b])
        yield {
            "measure_a": names[a],
            "measure_b": names[b],
            "difference": _mean((values[:, a] - values[:, b])[defined]),
            "differs": _mean(picks.differs[defined]),
            "worse": _mean(picks.worse[defined]),
            "splits": int(defined.sum()),
            "undefined": int((~defined).sum()),
        }


def _mean(values: Floats) -> float:
    """Return the mean; 0 where it is rounding, NaN where there is no value."""
    mean = float(values.mean()) if len(values) else float("nan")
    return 0.0 if abs(mean) <= _EQUAL else mean
