"""Whether the ROC curves of the two picks of a task cross."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.interface import Part, PartOptions, Setting, Study, Tables
from prgbench.answer.task_scores import TaskScores
from prgbench.metrics.engine.counts import count
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import PAIR, BoolArray, best_models, by_pair


class Options(PartOptions):
    """Whether the ROC curves of the best models by two measures cross, and where."""


Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LARGEST_EXACT = 1 << 21


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The vertices of a ROC curve by the number of instances predicted positive.

    Attributes
    ----------
    predicted : ndarray of int, shape (points,)
        How many instances are predicted positive, from 0 to all; strictly increasing.
    hits : ndarray of int, shape (points,)
        How many of these are positives.
    """

    predicted: Ints
    hits: Ints

    @classmethod
    def of(cls, positive: BoolArray, scores: Floats) -> "Curve":
        """Return the curve of a model's scores."""
        counts = count(positive, scores)
        return cls((counts.tp + counts.fp).astype(np.int64), counts.tp.astype(np.int64))

    def recall(self, shares: Floats) -> Floats:
        """Return the recall where these shares of all instances are predicted positive."""
        hits = np.interp(shares * self.predicted[-1], self.predicted, self.hits)
        return np.asarray(hits / self.hits[-1])

    def hits_at(self, predicted: Ints) -> tuple[Ints, Ints]:
        """Return the interpolated hits at whole numbers as numerators and denominators."""
        right = np.searchsorted(self.predicted, predicted).clip(min=1)
        start, before = self.predicted[right - 1], self.hits[right - 1]
        length = self.predicted[right] - start
        rise = self.hits[right] - before
        return before * length + (predicted - start) * rise, length


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two ROC curves lie to each other.

    Attributes
    ----------
    a_above, b_above : bool
        Whether the first, or the second, curve is above the other anywhere.
    crossings : int
        How often the curve that is above changes; touching is no crossing.
    widest : float
        The recall of the first minus that of the second where they are farthest apart.
    widest_at : float
        The share of instances predicted positive there.
    """

    a_above: bool
    b_above: bool
    crossings: int
    widest: float
    widest_at: float

    @property
    def cross(self) -> bool:
        """Return whether neither curve dominates the other."""
        return self.a_above and self.b_above


def compare_curves(a: Curve, b: Curve) -> Comparison:
    """Compare the curves of two models of one task.

    Parameters
    ----------
    a, b : Curve
        Of the same instances, with both classes.
    """
    vertex = np.zeros(a.predicted[-1] + 1, dtype=bool)
    vertex[a.predicted] = vertex[b.predicted] = True
    at = np.flatnonzero(vertex)
    (hits_a, length_a), (hits_b, length_b) = a.hits_at(at), b.hits_at(at)
    if at[-1] >= _LARGEST_EXACT:  # products of three counts outgrow 64 bits
        hits_a, hits_b = hits_a.astype(object), hits_b.astype(object)
    signs = np.sign(hits_a * length_b - hits_b * length_a).astype(np.int64)
    apart = signs[signs != 0]
    shares = at / at[-1]
    difference = a.recall(shares) - b.recall(shares)
    widest = int(np.abs(difference).argmax())
    return Comparison(
        a_above=bool((apart > 0).any()),
        b_above=bool((apart < 0).any()),
        crossings=int((apart[1:] != apart[:-1]).sum()),
        widest=float(difference[widest]),
        widest_at=float(shares[widest]),
    )


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


def tables(study: Study, _options: Options) -> Tables:
    """Return ``mechanism``, a row per pair, and ``mechanism_quantiles``."""
    picks, room = study.per_task["roc_picks"], study.per_task["roc_room"]
    return {
        "mechanism": crossing_summary(study.agreement, picks, room, study.resampling),
        "mechanism_quantiles": recall_differences(
            study.agreement, study.per_task["roc_recall"], study.resampling
        ),
    }


def crossing_summary(
    agreement: pd.DataFrame, picks: pd.DataFrame, room: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Count the disagreements of each pair whose ROC curves cross.

    Parameters
    ----------
    agreement : DataFrame
        What `task_agreement` returns.
    picks, room : DataFrame
        What ``per_task`` returns, of all tasks.
    resampling : Resampling
        How data sets are resampled.

    Returns
    -------
    DataFrame
        A row per pair: ``disagreements``, in which the sets of best models differ, are ``tied``
        (one measure's first best model is also among the best by the other measure),
        ``undefined`` (of one class), ``crossing`` or ``dominated``, with the median number of
        crossings and the median share of instances predicted positive where the curves are
        farthest apart. ``crossed`` is the share of all tasks in which some model's curve crosses
        that of the best model by ``room_measure``, with its interval; ``crossing_models`` the
        mean number of such models.
    """
    tasks = agreement.drop_duplicates("task_id")[["task_id", "dataset_id"]]
    by_task = tasks.merge(room, on="task_id", how="left")
    crossed_by = by_task["crossed_by"].to_numpy()
    crossed = np.where(np.isnan(crossed_by), np.nan, crossed_by > 0)
    share = resampling.of(by_task["dataset_id"]).interval_of_share(crossed)
    rows = []
    for a, b, own_tasks in by_pair(agreement):
        own = _of_pair(picks, a, b)
        strict = own[own["strict"].astype(bool)]
        compared = strict.dropna(subset="crossings")
        crossing = compared[compared["crossings"] > 0]
        rows.append(
            {
                "measure_a": a,
                "measure_b": b,
                "tasks": len(own_tasks),
                "datasets": own_tasks["dataset_id"].nunique(),
                "disagreements": len(own),
                "tied": len(own) - len(strict),
                "undefined": len(strict) - len(compared),
                "crossing": len(crossing),
                "dominated": len(compared) - len(crossing),
                "median_crossings": crossing["crossings"].median(),
                "median_widest_at": crossing["widest_at"].median(),
                "room_measure": room["measure"].iloc[0],
                "crossed_tasks": int(np.nansum(crossed)),
                "crossed_undefined": int(np.isnan(crossed).sum()),
                "crossed": share.estimate,
                "lower": share.lower,
                "upper": share.upper,
                "crossing_models": float(pd.Series(crossed_by).mean()),
                "note": share.note,
            }
        )
    return pd.DataFrame(rows)


def recall_differences(
    agreement: pd.DataFrame, recalls: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Average the differences of recall between the best models by two measures.

    Returns
    -------
    DataFrame
        A row per pair and share of instances predicted positive: the mean over the disagreements
        of the recall of the best model by A minus that of the best model by B, with its interval
        over data sets.
    """
    datasets = agreement.drop_duplicates("task_id").set_index("task_id")["dataset_id"]
    rows = []
    for a, b, _ in by_pair(agreement):
        for share, own in _of_pair(recalls, a, b).groupby("predicted_positive"):
            bootstrap = resampling.of(datasets.loc[own["task_id"]])
            interval = bootstrap.interval(bootstrap.mean(own["difference"]))
            rows.append(
                {
                    "measure_a": a,
                    "measure_b": b,
                    "predicted_positive": share,
                    "difference": interval.estimate,
                    "lower": interval.lower,
                    "upper": interval.upper,
                    "disagreements": len(own),
                    "datasets": bootstrap.n_clusters,
                    "note": interval.note,
                }
            )
    return pd.DataFrame(rows, columns=_QUANTILES)


def _of_pair(table: pd.DataFrame, a: str, b: str) -> pd.DataFrame:
    return table[(table[PAIR[0]] == a) & (table[PAIR[1]] == b)]


_QUANTILES = [
    *PAIR,
    "predicted_positive",
    "difference",
    "lower",
    "upper",
    "disagreements",
    "datasets",
    "note",
]

PART = Part("mechanism", Options, tables, per_task)
