"""The tasks and models that the figures show as examples."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from prgbench.archive.store.bundle import BundleStore
from prgbench.replication.best_models import first_best
from prgbench.replication.ranking import rank_column


@dataclass(frozen=True, slots=True)
class ExampleChoice:
    """What the figures show.

    ``scatter_tasks`` are the two tasks of the scatter plots; ``curve_task`` and ``curve_runs`` the
    two models whose curves are drawn; the reasons say how each was chosen.
    """

    scatter_tasks: tuple[int, ...]
    scatter_reason: str
    curve_task: int
    curve_runs: tuple[int, int]
    curve_reason: str


def choose_examples(
    models: pd.DataFrame,
    agreement: pd.DataFrame,
    *,
    scatter_tasks: Sequence[int] | None = None,
    curve_task: int | None = None,
    curve_runs: Sequence[int] | None = None,
) -> ExampleChoice:
    """Choose the examples: those that the study names where it has them, else by the data.

    Parameters
    ----------
    models : DataFrame
        Ranked models with AUPR and AUPRG.
    agreement : DataFrame
        What `task_agreement` returns.
    scatter_tasks, curve_task, curve_runs
        What the study file names.

    Returns
    -------
    ExampleChoice
        By the data, the scatter plots show the tasks nearest the lower and the upper quartile of
        the rank correlation of AUPR and AUPRG, and the curves are those of `second_place`.
    """
    present = set(models["task_id"])
    if scatter_tasks and present.issuperset(scatter_tasks):
        scatter, scatter_reason = tuple(scatter_tasks), "named by the study"
    else:
        scatter = quartile_tasks(agreement)
        scatter_reason = "nearest the lower and upper quartile of the rank correlation"
    runs = set(models.loc[models["task_id"] == curve_task, "run_id"])
    if curve_task is not None and curve_runs is not None and runs.issuperset(curve_runs):
        task, pair, reason = curve_task, (curve_runs[0], curve_runs[1]), "named by the study"
    else:
        task, pair = second_place(models)
        reason = "the clearest disagreement about the second place"
    return ExampleChoice(scatter, scatter_reason, task, pair, reason)


def quartile_tasks(agreement: pd.DataFrame) -> tuple[int, ...]:
    """Return the tasks nearest the lower and upper quartile of the AUPR-AUPRG rank correlation."""
    pair = agreement[agreement["measure_a"].isin(_PAIR) & agreement["measure_b"].isin(_PAIR)]
    spearman = pair.dropna(subset="spearman").set_index("task_id")["spearman"]
    if spearman.empty:
        return tuple(pair["task_id"].head(2))
    chosen: list[int] = []
    for quantile in spearman.quantile([0.25, 0.75]):
        distance = (spearman - quantile).abs().drop(chosen)
        if not distance.empty:
            chosen.append(int(distance.index[int(distance.argmin())]))
    return tuple(chosen)


def second_place(models: pd.DataFrame) -> tuple[int, tuple[int, int]]:
    """Return the task on which AUPR and AUPRG disagree most clearly about the second place.

    In each task the second model by AUPRG is set against the second by AUPR, where the two are
    different models and each measure strictly prefers its own. The clearest disagreement is the
    one with the greatest product of the two differences; tasks in which the measures agree on
    the best model come first, as in Figure 5 of Flach & Kull (2015). Of several best models the
    one with the lowest run id counts.

    Returns
    -------
    task_id : int
        The task; without any disagreement, the first task.
    runs : (int, int)
        The runs preferred by AUPRG and by AUPR.
    """
    best_a, best_b = (first_best(models, name)["run_id"] for name in _PAIR)
    same_best = best_a == best_b
    ranked = [
        _second_place(task, same_best=bool(same_best.loc[task_id]))
        for task_id, task in models.groupby("task_id")
    ]
    _, _, task_id, runs = max(ranked, key=lambda entry: entry[:2])
    return task_id, runs


_PAIR = ("aupr", "auprg")


def _second_place(
    task: pd.DataFrame, *, same_best: bool
) -> tuple[bool, float, int, tuple[int, int]]:
    by_aupr, by_auprg = (
        task.sort_values([rank_column(name), "run_id"], ignore_index=True) for name in _PAIR
    )
    place = min(1, len(task) - 1)
    a, b = by_auprg.iloc[place], by_aupr.iloc[place]
    gain_aupr, gain_auprg = b["aupr"] - a["aupr"], a["auprg"] - b["auprg"]
    clear = max(gain_aupr, 0.0) * max(gain_auprg, 0.0)
    runs = (int(a["run_id"]), int(b["run_id"]))
    return same_best and clear > 0, float(clear), int(a["task_id"]), runs


def example_scores(examples: ExampleChoice, store: BundleStore) -> pd.DataFrame:
    """Return ``run_id``, ``y_true`` and ``y_score`` of the models whose curves are drawn."""
    bundle = store.open(examples.curve_task)
    y_true = bundle.y_true()
    parts = []
    for run_id in dict.fromkeys(examples.curve_runs):
        part = pd.DataFrame({"y_true": y_true, "y_score": bundle.y_score(run_id)})
        part.insert(0, "run_id", np.int64(run_id))
        parts.append(part)
    return pd.concat(parts, ignore_index=True)
