"""The tasks and models that figures show as examples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.data.models import Models
from prgbench.run.csv_files import read_csv
from prgbench.run.records import from_json
from prgbench.run.safe_text import plain

if TYPE_CHECKING:
    from prgbench.data.stores import Store

CLEARLY_GOOD = 0.5
MOST_CURVES = 5
"""How many curves a study of one task shows."""

SHOWN_PAIR = ("aupr", "auprg")
"""The measures that the paper's figures show."""
_NAMED = "named by the study"
_ONLY_TASK = "the only task"
_SECOND_PLACE = (
    "a disagreement about the second place, in the task nearest the lower quartile of the rank "
    "correlation"
)
_QUARTILES = "nearest the lower and upper quartile of the rank correlation"
_BESIDE = (
    "that of the encircled models, and the one nearest the more distant quartile of the rank "
    "correlation"
)
_NO_PAIR = "AUPR or AUPRG is not among the measures"

Line = tuple[NDArray[np.float64], NDArray[np.float64]]
Disagreement = tuple[int, tuple[int, int]]
"""A task and its two runs that AUPRG and AUPR prefer, in this order."""

TaskIds = Mapping[int | str | None, int]
"""The ids of tasks by what a study may name them: their ids, or their data sets."""


@dataclass(frozen=True, slots=True)
class ExampleChoice:
    """What the figures show.

    ``scatter_tasks`` are the two tasks of the scatter plots; ``curve_task`` and ``curve_runs`` the
    models whose curves are drawn, None if AUPR and AUPRG agree about every second place. The
    reasons say how each was chosen.
    """

    scatter_tasks: tuple[int, ...]
    scatter_reason: str
    curve_task: int | None
    curve_runs: tuple[int, ...] | None
    curve_reason: str


NO_EXAMPLES = ExampleChoice((), _NO_PAIR, None, None, _NO_PAIR)


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """The ranked models and their agreement, and the examples among them.

    ``pairs`` is what `task_agreement` returns, ``scores`` what `example_scores` does.
    """

    models: Models
    pairs: pd.DataFrame
    choice: ExampleChoice
    scores: pd.DataFrame

    @classmethod
    def read(cls, *, models: Path, pairs: Path, choice: Path, scores: Path) -> Self:
        """Read the files of a study."""
        return cls(
            Models.read(models),
            read_csv(pairs),
            from_json(ExampleChoice, choice.read_text(encoding="utf-8")),
            pd.read_parquet(scores),
        )


def choose_examples(
    models: Models,
    agreement: pd.DataFrame,
    *,
    scatter_tasks: Sequence[int | str] | None = None,
    curve_task: int | str | None = None,
    curve_runs: Sequence[int] | None = None,
) -> ExampleChoice:
    """Choose the examples: those that the study names if it has them, else by the data.

    By the data, the curves are those of `second_place`, and the scatter plots show its task, in
    which they are encircled, beside the task nearest the quartile of the rank correlation of AUPR
    and AUPRG that is farther from it; without a disagreement, both quartiles. There is none if
    AUPR or AUPRG is not among the measures. The only task of a study shows its best models.
    What the study names and does not have is in the reasons.
    """
    if models.n_tasks == 1:
        return _best_models(models)
    if not set(SHOWN_PAIR) <= set(models.measures):
        return NO_EXAMPLES
    task_ids = _ids_of_names(models)
    drawn, curve_reason = _curves(models, agreement, task_ids, curve_task, curve_runs or ())
    curve_id, drawn_runs = drawn or (None, None)
    scatter_ids, scatter_reason = _scatter_plots(
        agreement, task_ids, scatter_tasks or (), curve_id
    )
    return ExampleChoice(scatter_ids, scatter_reason, curve_id, drawn_runs, curve_reason)


def _curves(
    models: Models,
    agreement: pd.DataFrame,
    task_ids: TaskIds,
    named_task: int | str | None,
    named_runs: Sequence[int],
) -> tuple[Disagreement | None, str]:
    """Return the task and the runs whose curves are drawn, and why."""
    named_id = task_ids.get(named_task)
    runs_of_task = set(models.of_task(named_id).run_id)
    missing_runs = [run_id for run_id in named_runs if run_id not in runs_of_task]
    if named_id is not None and named_runs and not missing_runs:
        return (named_id, (named_runs[0], named_runs[1])), _NAMED
    if named_id is None and named_task is not None:
        missing = [f"task {named_task}"]
    else:
        missing = [f"run {run_id} of task {named_task}" for run_id in missing_runs]
    return second_place(models, agreement), _SECOND_PLACE + _not_there(missing)


def _scatter_plots(
    agreement: pd.DataFrame,
    task_ids: TaskIds,
    named_tasks: Sequence[int | str],
    curve_id: int | None,
) -> tuple[tuple[int, ...], str]:
    """Return the tasks of the scatter plots, and why; ``curve_id`` is that of the curves."""
    missing = [f"task {task}" for task in named_tasks if task not in task_ids]
    if named_tasks and not missing:
        return tuple(task_ids[task] for task in named_tasks), _NAMED
    if curve_id is None:
        return quartile_tasks(agreement), _QUARTILES + _not_there(missing)
    return beside(curve_id, agreement), _BESIDE + _not_there(missing)


def quartile_tasks(agreement: pd.DataFrame) -> tuple[int, ...]:
    """Return the tasks nearest the lower and upper quartile of the AUPR-AUPRG rank correlation."""
    spearman = _correlations(agreement)
    if spearman.isna().all():
        return tuple(spearman.index[:2])
    chosen: list[int] = []
    for quantile in spearman.quantile([0.25, 0.75]):
        distance = (spearman.dropna() - quantile).abs().drop(chosen)
        if not distance.empty:
            chosen.append(int(distance.index[int(distance.argmin())]))
    return tuple(chosen)


def beside(task_id: int, agreement: pd.DataFrame) -> tuple[int, ...]:
    """Return a task and, of the others' `quartile_tasks`, the one that is less like it."""
    spearman = _correlations(agreement)
    # Without the task itself, as the quartile may be nearest to it.
    candidates = quartile_tasks(agreement[agreement["task_id"] != task_id])
    farther = sorted(candidates, key=lambda other: -abs(spearman[other] - spearman[task_id]))
    return (task_id, *farther[:1])


def second_place(models: Models, agreement: pd.DataFrame) -> Disagreement | None:
    """Return two models about whose second place AUPR and AUPRG disagree, as in Figure 5.

    In each task, the second model by AUPRG is compared with the second by AUPR if they differ and
    each measure strictly prefers its own. Pairs of models that both have an AUPRG of at least
    `CLEARLY_GOOD` come first, as curves near the baseline show only noise; among these, tasks in
    which the measures agree on the best model, as in Figure 5 of Flach & Kull (2015). Of these
    tasks the one nearest the lower quartile of all tasks' rank correlations of the two measures is
    taken, as the paper's task 3872 is; of tasks as near, the one with the greatest product of the
    two differences. Among tied best models, the one with the lowest run id counts.
    """
    best_a, best_b = (models.best(name).run_id for name in SHOWN_PAIR)
    same_best = best_a == best_b
    spearman = _correlations(agreement)
    distance = (spearman - float(spearman.quantile(0.25))).abs()
    disagreements = [
        _second_place(
            task,
            same_best=bool(same_best.loc[task_id]),
            distance=float(distance.get(task_id, np.nan)),
        )
        for task_id, task in models.each_task()
    ]
    order, pair = max(disagreements, key=itemgetter(0))
    return pair if order[0] else None


def example_scores(examples: ExampleChoice, store: "Store") -> pd.DataFrame:
    """Return ``run_id``, ``y_true`` and ``y_score`` of the models whose curves are drawn."""
    if examples.curve_task is None or examples.curve_runs is None:
        return pd.DataFrame({"run_id": [], "y_true": [], "y_score": []})
    run_ids = list(dict.fromkeys(examples.curve_runs))
    predictions = store.load(examples.curve_task, run_ids=run_ids)
    y_true = predictions.y_true.astype(np.int8)
    parts = []
    for run_id, y_score in zip(run_ids, predictions.y_score, strict=True):
        part = pd.DataFrame({"y_true": y_true, "y_score": y_score})
        part.insert(0, "run_id", np.int64(run_id))
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def _not_there(named: Sequence[str]) -> str:
    """Say what a study names and does not have, for the end of a reason."""
    if not named:
        return ""
    it = "it" if len(named) == 1 else "them"
    return f" (not {plain(' and '.join(named))}, as named: the study does not have {it})"


def _best_models(models: Models) -> ExampleChoice:
    """Return the best models of the only task of a study, by its first measure."""
    best = models.best_first(models.measures[0])
    task_id = int(best.task_id.iloc[0])
    runs = tuple(int(run_id) for run_id in best.run_id[:MOST_CURVES])
    return ExampleChoice((task_id,), _ONLY_TASK, task_id, runs, _ONLY_TASK)


def _second_place(
    task: Models, *, same_best: bool, distance: float
) -> tuple[tuple[Any, ...], Disagreement]:
    """Return how fit a task is, true first if the measures disagree at all, and the two models.

    ``distance`` is that of the task's rank correlation from the quartile; NaN is the farthest.
    """
    # A task with a single model has no second place: its best model stands for it, and loses.
    second = min(1, len(task) - 1)
    by_aupr, by_auprg = (task.best_first(name) for name in SHOWN_PAIR)
    runs = int(by_auprg.run_id[second]), int(by_aupr.run_id[second])
    (aupr_a, aupr_b), (auprg_a, auprg_b) = (
        (by_auprg.scores(name)[second], by_aupr.scores(name)[second]) for name in SHOWN_PAIR
    )
    product = np.prod(np.fmax([aupr_b - aupr_a, auprg_a - auprg_b], 0.0))
    good = min(auprg_a, auprg_b) >= CLEARLY_GOOD
    nearness = -np.inf if np.isnan(distance) else -distance
    # Compared in this order: a fitness that is decided earlier can't be outweighed later.
    return (product > 0, good, same_best, nearness, product), (int(task.task_id.iloc[0]), runs)


def _correlations(agreement: pd.DataFrame) -> pd.Series:
    pair = agreement[
        agreement["measure_a"].isin(SHOWN_PAIR) & agreement["measure_b"].isin(SHOWN_PAIR)
    ]
    return pair.set_index("task_id")["spearman"]


def _ids_of_names(models: Models) -> TaskIds:
    """Return the task ids by id and by data set; of several, the lowest."""
    tasks = models.first_of_tasks()
    ids = [int(task_id) for task_id in tasks.task_id]
    # From the highest id down, so that the lowest is the one that a shared name keeps.
    of_tasks = sorted(zip(ids, tasks.dataset_name, strict=True), reverse=True)
    names: dict[int | str | None, int] = {name: task_id for task_id, name in of_tasks}
    return names | dict(zip(ids, ids, strict=True))
