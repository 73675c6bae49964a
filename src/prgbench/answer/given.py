"""What the answer takes as given, and how much the best model depends on it."""

from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from prgbench.answer.given_picks import (
    CHANGES,
    FOLD_MEAN,
    HALF,
    NO_FOLDS,
    NO_REPEATS,
    REPEAT,
    StudyTasks,
    change_by_fold_mean,
    change_by_half,
    gap_of_best_two,
    repeats_compared,
    scores_of_rows,
    size_ratio,
    whole_repeats,
)
from prgbench.answer.interface import Bound, Part, PartOptions, Study, Tables, table_of
from prgbench.answer.setting import Setting
from prgbench.answer.subsamples import scores_of_parts
from prgbench.answer.task_scores import TaskScores, evaluate_models
from prgbench.study.agreement import by_pair, direction

_WITHOUT_TASKS = {FOLD_MEAN: NO_FOLDS, REPEAT: NO_REPEATS}


class Options(PartOptions):
    """What the answer takes as given: the fitted models and the partition into folds."""


def per_task(task: TaskScores, setting: Setting, _options: Options) -> Tables:
    """Return what the tables of the part need of a task."""
    measures, decimals = setting.measures, setting.ranking.decimals
    names = [measure.name for measure in measures]
    pooled = evaluate_models(task.y_true, task.y_scores, measures).T * direction(measures)[:, None]
    folds = scores_of_rows(task, measures, task.fold_rows())
    halves = scores_of_parts(task, setting, 2)
    of_repeats = scores_of_rows(task, measures, whole_repeats(task))
    repeats = repeats_compared(of_repeats, names, decimals)
    ratio = size_ratio(task)
    changes, gaps = [], []
    for place, name in enumerate(names):
        own = repeats[(repeats["measure_a"] == name) & (repeats["measure_b"] == name)].iloc[0]
        found = {
            FOLD_MEAN: change_by_fold_mean(pooled[place], folds[:, place], decimals),
            REPEAT: (own["across_repeats"], own["sets_across_repeats"]),
            HALF: change_by_half(halves[:, :, place], decimals),
        }
        changes += [(name, source, *values) for source, values in found.items()]
        gap = gap_of_best_two(pooled[place], folds[:, place], halves[:, :, place], ratio, decimals)
        gaps.append({"measure": name, **gap})
    columns = ["measure", "source", "change", "sets_change"]
    tables = {
        "given_changes": pd.DataFrame(changes, columns=columns),
        "given_repeats": repeats,
        "training_gaps": pd.DataFrame(gaps),
    }
    return {key: table.assign(task_id=task.task_id) for key, table in tables.items()}


def tables(study: Study, _options: Options) -> Tables:
    """Return what changes best models, and what repeats say."""
    names = [measure.name for measure in study.setting.measures]
    tasks = StudyTasks.of(study.models, study.resampling)
    gathered = study.per_task
    changes = changed_picks(gathered["given_changes"], names, tasks)
    repeats = gathered["given_repeats"]
    return {
        "given": changes,
        "given_pairs": pairs_across_repeats(repeats, study.agreement, names, tasks),
        "training_error": training_errors(gathered["training_gaps"], names, tasks),
    }


@dataclass(frozen=True, slots=True)
class ChangedPick:
    """How often the best model changes with what the answer takes as given."""

    source: str
    measure: str
    best_models_change: float
    lower: Bound
    upper: Bound
    tasks: int
    datasets: int
    undefined: int
    note: str
    sets_change: float


def changed_picks(changes: pd.DataFrame, names: list[str], tasks: StudyTasks) -> pd.DataFrame:
    """Count how often the best model by the same measure changes with the average, repeat or half.

    A change is expected under one random order of ties; ``sets_change`` is that of the whole sets.
    """
    rows = []
    for source in CHANGES:
        for name in names:
            own = changes[changes["source"].eq(source) & changes["measure"].eq(name)]
            own = own.set_index("task_id")
            found = tasks.share(own["change"])
            if not found.tasks:
                found = found._replace(note=_WITHOUT_TASKS.get(source, found.note))
            rows.append(ChangedPick(source, name, *found, own["sets_change"].mean()))
    return table_of(ChangedPick, rows)


@dataclass(frozen=True, slots=True)
class PairAcrossRepeats:
    """Two measures in two repeats: a row of `pairs_across_repeats`."""

    measure_a: str
    measure_b: str
    another_measure: float
    another_measure_lower: float
    another_measure_upper: float
    within_repeat: float
    across_repeats: float
    one_measure: float
    excess: float
    lower: Bound
    upper: Bound
    tasks: int
    datasets: int
    undefined: int
    note: str


def pairs_across_repeats(
    repeats: pd.DataFrame, agreement: pd.DataFrame, names: list[str], tasks: StudyTasks
) -> pd.DataFrame:
    """Compare how often the best models of pairs differ in the same repeat and across two.

    ``another_measure`` is by pooled predictions; the others are of the tasks that repeat.
    """
    by = {(a, b): own.set_index("task_id") for a, b, own in by_pair(repeats)}
    pooled = {(a, b): own.set_index("task_id") for a, b, own in by_pair(agreement)}
    rows = []
    for a, b in combinations(names, 2):
        two = by[a, b]
        one = (by[a, a]["across_repeats"] + by[b, b]["across_repeats"]) / 2
        excess = tasks.mean(two["across_repeats"] - one)
        if not excess.tasks:
            excess = excess._replace(note=NO_REPEATS)
        share, lower, upper = tasks.share(pooled[a, b]["best_differs_expected"])[:3]
        within, across = two["within_repeat"].mean(), two["across_repeats"].mean()
        rows.append(
            PairAcrossRepeats(a, b, share, lower, upper, within, across, one.mean(), *excess)
        )
    return table_of(PairAcrossRepeats, rows)


@dataclass(frozen=True, slots=True)
class TrainingError:
    """The gap between the best two models and its errors: a row of `training_errors`."""

    measure: str
    corrected_to_naive: float
    corrected_to_instances: float
    beyond_twice: float
    lower: Bound
    upper: Bound
    tasks: int
    datasets: int
    undefined: int
    note: str


def training_errors(gaps: pd.DataFrame, names: list[str], tasks: StudyTasks) -> pd.DataFrame:
    """Compare the gap between the best two models with its errors: medians over the tasks.

    Errors of 0 do not count in the ratios. The second model is selected, so the share of gaps
    beyond twice the corrected error describes and tests nothing.
    """
    rows = []
    for name in names:
        own = gaps[gaps["measure"] == name].set_index("task_id")
        corrected = own["corrected"]
        beyond = (own["gap"] > 2 * corrected).astype(float).where(corrected.notna())
        to_naive, to_instances = (
            float((corrected / own[other].where(own[other] > 0)).median())
            for other in ("naive", "instances")
        )
        rows.append(TrainingError(name, to_naive, to_instances, *tasks.share(beyond)))
    return table_of(TrainingError, rows)


PART = Part(
    "given",
    Options,
    tables,
    per_task,
    rows={
        "given": ChangedPick,
        "given_pairs": PairAcrossRepeats,
        "training_error": TrainingError,
    },
)
