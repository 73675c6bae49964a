"""The ROC curves of a task's best models, by each pair of measures that disagree."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.comparison.compared import Tables
from prgbench.comparison.mechanism import Options
from prgbench.comparison.mechanism.crossings import Comparison, Curve, compare_curves
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import TaskScores
from prgbench.replication.best_models import BoolArray, best_models

Places = NDArray[np.intp]

SHARES = np.array([0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7])


def per_task(
    task: TaskScores, models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return ``roc_picks``, ``roc_recall`` and ``roc_room``.

    The first has a row per pair of measures that disagree, the second a row per share of instances
    predicted positive for each of them, the third a row for the task.
    """
    names = [measure.name for measure in setting.measures]
    ordered = models.sort_values("run_id", ignore_index=True)
    best = best_models(ordered, names)
    places = np.searchsorted(task.run_ids, ordered["run_id"].to_numpy())
    curves = _Curves(task)
    picks, recalls = [], []
    for a, b in combinations(range(len(names)), 2):
        if (best[:, a] == best[:, b]).all():
            continue
        pair = {"task_id": task.task_id, "measure_a": names[a], "measure_b": names[b]}
        of_a, of_b = (int(best[:, measure].argmax()) for measure in (a, b))
        strict = not (best[of_a, b] or best[of_b, a])
        run_a, run_b = (int(ordered["run_id"].iloc[place]) for place in (of_a, of_b))
        picks.append({**pair, "run_a": run_a, "run_b": run_b, "strict": strict})
        if strict and curves.defined:
            curve_a, curve_b = curves.of(places[of_a]), curves.of(places[of_b])
            picks[-1] |= _described(compare_curves(curve_a, curve_b))
            recalls += _recall_differences(pair, curve_a, curve_b)
    room = _room(task, curves, places, best, names)
    return {
        "roc_picks": pd.DataFrame(picks, columns=list(_PICKS)).astype(_PICKS),
        "roc_recall": pd.DataFrame(recalls, columns=list(_RECALL)).astype(_RECALL),
        "roc_room": pd.DataFrame([room]).astype(_ROOM),
    }


class _Curves:
    """The curves of a task's models; those of best models are kept."""

    def __init__(self, task: TaskScores) -> None:
        self._task = task
        self._kept: dict[int, Curve] = {}
        self.defined = bool(task.y_true.any() and not task.y_true.all())

    def of(self, place: int, *, keep: bool = True) -> Curve:
        if place in self._kept:
            return self._kept[place]
        curve = Curve.of(self._task.y_true, self._task.y_scores[place])
        if keep:
            self._kept[place] = curve
        return curve


def _described(comparison: Comparison) -> dict[str, object]:
    return {
        "crossings": comparison.crossings,
        "widest": comparison.widest,
        "widest_at": comparison.widest_at,
    }


def _recall_differences(pair: dict[str, object], a: Curve, b: Curve) -> list[dict[str, object]]:
    differences = a.recall(SHARES) - b.recall(SHARES)
    return [
        {**pair, "predicted_positive": share, "difference": difference}
        for share, difference in zip(SHARES.tolist(), differences.tolist(), strict=True)
    ]


def _room(
    task: TaskScores,
    curves: _Curves,
    places: Places,
    best: BoolArray,
    names: Sequence[str],
) -> dict[str, object]:
    """Count the models whose curves cross that of the best one: the room for disagreement."""
    measure = "auroc" if "auroc" in names else names[0]
    first = int(best[:, names.index(measure)].argmax())
    row = {"task_id": task.task_id, "measure": measure, "others": len(places) - 1}
    if not curves.defined:
        return {**row, "crossed_by": np.nan}
    own = curves.of(places[first])
    others = [place for place in places if place != places[first]]
    crossed = [compare_curves(own, curves.of(place, keep=False)).cross for place in others]
    return {**row, "crossed_by": sum(crossed)}


_PICKS = {
    "task_id": np.int64,
    "measure_a": object,
    "measure_b": object,
    "run_a": np.int64,
    "run_b": np.int64,
    "strict": bool,
    "crossings": float,
    "widest": float,
    "widest_at": float,
}
_RECALL = {
    "task_id": np.int64,
    "measure_a": object,
    "measure_b": object,
    "predicted_positive": float,
    "difference": float,
}
_ROOM = {"task_id": np.int64, "measure": object, "others": np.int64, "crossed_by": float}
