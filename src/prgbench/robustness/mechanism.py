"""Whether the ROC curves of the two picks of a task cross."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.interface import Bound, Part, PartOptions, Setting, Study, Tables, table_of
from prgbench.answer.task_scores import BoolArray, Floats, TaskScores
from prgbench.metrics.engine.counts import count
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import PAIR, best_models, by_pair


class Options(PartOptions):
    """Whether the ROC curves of the best models by two measures cross, and where."""


Ints = NDArray[np.int64]
SHARES = np.array([0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7])
_LARGEST_EXACT = 1 << 21
_PAIR = {"task_id": np.int64, "measure_a": object, "measure_b": object}
_RECALL = _PAIR | {"predicted_positive": float, "difference": float}
_PICKS = _PAIR | {"run_a": np.int64, "run_b": np.int64, "strict": bool}
_PICKS |= dict.fromkeys(("crossings", "widest", "widest_at"), float)


@dataclass(frozen=True, slots=True)
class Crossings:
    """The disagreements of a pair of measures, by what the ROC curves of their picks do.

    They are ``tied`` (one measure's first best model is also among the best by the other measure),
    ``undefined`` (one class), ``crossing`` or ``dominated``. The other columns are the same for
    all pairs: in how many tasks some model's curve crosses that of the best model by
    ``room_measure``.
    """

    measure_a: str
    measure_b: str
    tasks: int
    datasets: int
    disagreements: int
    tied: int
    undefined: int
    crossing: int
    dominated: int
    median_crossings: float
    median_widest_at: float
    room_measure: str
    crossed_tasks: int
    crossed_undefined: int
    crossed: float
    lower: Bound
    upper: Bound
    crossing_models: float
    note: str


@dataclass(frozen=True, slots=True)
class RecallDifference:
    """The mean recall of the best models by A minus that by B, over the disagreements.

    Recall is that where the share ``predicted_positive`` of all instances is predicted positive.
    """

    measure_a: str
    measure_b: str
    predicted_positive: float
    difference: float
    lower: Bound
    upper: Bound
    disagreements: int
    datasets: int
    note: str


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The vertices of a ROC curve: the positives among so many predicted positive, increasing."""

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
    """How often the curve that is above changes (touching is no crossing), and the widest gap."""

    crossings: int
    widest: float
    widest_at: float


def compare_curves(a: Curve, b: Curve) -> Comparison:
    """Compare the curves of two models of one task with both classes."""
    at = _vertices(a, b)
    shares = at / at[-1]
    difference = a.recall(shares) - b.recall(shares)
    widest = int(np.abs(difference).argmax())
    return Comparison(
        crossings=_crossings(a, b),
        widest=float(difference[widest]),
        widest_at=float(shares[widest]),
    )


def _crossings(a: Curve, b: Curve) -> int:
    at = _vertices(a, b)
    (hits_a, length_a), (hits_b, length_b) = a.hits_at(at), b.hits_at(at)
    if at[-1] >= _LARGEST_EXACT:  # products of three counts outgrow 64 bits
        hits_a, hits_b = hits_a.astype(object), hits_b.astype(object)
    signs = np.sign(hits_a * length_b - hits_b * length_a).astype(np.int64)
    apart = signs[signs != 0]
    return int((apart[1:] != apart[:-1]).sum())


def _vertices(a: Curve, b: Curve) -> NDArray[np.intp]:
    """Return the numbers of predicted positives at which one of the curves may bend."""
    is_vertex = np.zeros(a.predicted[-1] + 1, dtype=bool)
    is_vertex[a.predicted] = is_vertex[b.predicted] = True
    return np.flatnonzero(is_vertex)


def per_task(
    task: TaskScores, models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Compare the curves of the first best models by each two measures that disagree."""
    names = [measure.name for measure in setting.measures]
    ordered = models.sort_values("run_id", ignore_index=True)
    best = best_models(ordered, names)
    places = np.searchsorted(task.run_ids, ordered["run_id"].to_numpy())

    @cache
    def curve(model: int) -> Curve:
        return Curve.of(task.y_true, task.y_scores[places[model]])

    picks, recalls = [], []
    for a, b in combinations(range(len(names)), 2):
        if (best[:, a] == best[:, b]).all():
            continue
        pair = {"task_id": task.task_id, "measure_a": names[a], "measure_b": names[b]}
        of_a, of_b = (int(best[:, measure].argmax()) for measure in (a, b))
        run_a, run_b = ordered["run_id"].iloc[[of_a, of_b]]
        strict = not (best[of_a, b] or best[of_b, a])
        picks.append({**pair, "run_a": run_a, "run_b": run_b, "strict": strict})
        if strict and _has_both_classes(task):
            picks[-1] |= asdict(compare_curves(curve(of_a), curve(of_b)))
            differences = curve(of_a).recall(SHARES) - curve(of_b).recall(SHARES)
            recalls += [
                {**pair, "predicted_positive": share, "difference": difference}
                for share, difference in zip(SHARES, differences, strict=True)
            ]
    return {
        "roc_picks": pd.DataFrame(picks, columns=list(_PICKS)).astype(_PICKS),
        "roc_recall": pd.DataFrame(recalls, columns=list(_RECALL)).astype(_RECALL),
        "roc_room": pd.DataFrame([_room(task, places, best, names)]),
    }


def _room(
    task: TaskScores, places: NDArray[np.intp], best: BoolArray, names: Sequence[str]
) -> dict[str, object]:
    """Count the models whose curves cross that of the best one: the room for disagreement."""
    measure = "auroc" if "auroc" in names else names[0]
    first = places[best[:, names.index(measure)].argmax()]
    crossed_by = float("nan")
    if _has_both_classes(task):
        own = Curve.of(task.y_true, task.y_scores[first])
        others = (Curve.of(task.y_true, task.y_scores[place]) for place in places)
        crossed_by = float(sum(_crossings(own, other) > 0 for other in others))
    return {
        "task_id": task.task_id,
        "measure": measure,
        "others": len(places) - 1,
        "crossed_by": crossed_by,
    }


def _has_both_classes(task: TaskScores) -> bool:
    return bool(task.y_true.any() and not task.y_true.all())


def tables(study: Study, _options: Options) -> Tables:
    """Return ``mechanism``, a row per pair, and ``mechanism_quantiles``."""
    agreement, resampling = study.agreement, study.resampling
    picks, recalls, room = (study.per_task[f"roc_{name}"] for name in ("picks", "recall", "room"))
    return {
        "mechanism": table_of(Crossings, crossing_summary(agreement, picks, room, resampling)),
        "mechanism_quantiles": table_of(
            RecallDifference, recall_differences(agreement, recalls, resampling)
        ),
    }


def crossing_summary(
    agreement: pd.DataFrame, picks: pd.DataFrame, room: pd.DataFrame, resampling: Resampling
) -> Iterator[Crossings]:
    """Count for each pair the disagreements whose ROC curves cross."""
    tasks = agreement.drop_duplicates("task_id")[["task_id", "dataset_id"]]
    by_task = tasks.merge(room, on="task_id", how="left")
    crossed = (by_task["crossed_by"] > 0).where(by_task["crossed_by"].notna()).astype(float)
    share = resampling.of(by_task["dataset_id"]).interval_of_share(crossed)
    for a, b, own_tasks in by_pair(agreement):
        own = _of_pair(picks, a, b)
        strict = own[own["strict"].astype(bool)]
        compared = strict.dropna(subset="crossings")
        crossing = compared[compared["crossings"] > 0]
        yield Crossings(
            measure_a=a,
            measure_b=b,
            tasks=len(own_tasks),
            datasets=own_tasks["dataset_id"].nunique(),
            disagreements=len(own),
            tied=len(own) - len(strict),
            undefined=len(strict) - len(compared),
            crossing=len(crossing),
            dominated=len(compared) - len(crossing),
            median_crossings=crossing["crossings"].median(),
            median_widest_at=crossing["widest_at"].median(),
            room_measure=room["measure"].iloc[0],
            crossed_tasks=int(crossed.sum()),
            crossed_undefined=int(crossed.isna().sum()),
            crossed=share.estimate,
            lower=share.lower,
            upper=share.upper,
            crossing_models=by_task["crossed_by"].mean(),
            note=share.note,
        )


def recall_differences(
    agreement: pd.DataFrame, recalls: pd.DataFrame, resampling: Resampling
) -> Iterator[RecallDifference]:
    """Average the differences of recall between the best models by two measures."""
    datasets = agreement.drop_duplicates("task_id").set_index("task_id")["dataset_id"]
    for a, b, _ in by_pair(agreement):
        for _, own in _of_pair(recalls, a, b).groupby("predicted_positive"):
            bootstrap = resampling.of(datasets.loc[own["task_id"]])
            interval = bootstrap.interval(bootstrap.mean(own["difference"]))
            yield RecallDifference(
                measure_a=a,
                measure_b=b,
                predicted_positive=own["predicted_positive"].iloc[0],
                difference=interval.estimate,
                lower=interval.lower,
                upper=interval.upper,
                disagreements=len(own),
                datasets=bootstrap.n_clusters,
                note=interval.note,
            )


def _of_pair(table: pd.DataFrame, *pair: str) -> pd.DataFrame:
    return table[(table[PAIR] == list(pair)).all(axis=1)]


PART = Part(
    "mechanism",
    Options,
    tables,
    per_task,
    rows={"mechanism": Crossings, "mechanism_quantiles": RecallDifference},
    of_pairs=True,
)
