"""What the answer takes as given, measured where the archive can."""

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.given import Options
from prgbench.comparison.given.by_task import StudyTasks
from prgbench.comparison.given.names import (
    CHANGES,
    FOLD_MEAN,
    NO_FOLDS,
    NO_REPEATS,
    REPEAT,
)
from prgbench.comparison.given.variance_split import variance_split
from prgbench.replication.groups import by_pair


def tables(study: Study, _options: Options) -> Tables:
    """Return what changes best models, what repeats say, and where the variance comes from.

    Returns
    -------
    dict of str to DataFrame
        ``given``: what `changed_picks` returns; ``given_pairs``: `pairs_across_repeats`;
        ``variance_split``: `variance_split`; ``training_error``: `training_errors`.
    """
    names = [measure.name for measure in study.setting.measures]
    tasks = StudyTasks.of(study.models, study.resampling)
    changes = changed_picks(study.per_task["given_changes"], names, tasks)
    moments = study.per_task["disagreement_moments"]
    return {
        "given": changes,
        "given_pairs": pairs_across_repeats(
            study.per_task["given_repeats"], study.agreement, names, tasks
        ),
        "variance_split": variance_split(moments, changes, study.agreement, tasks),
        "training_error": training_errors(study.per_task["training_gaps"], names, tasks),
    }


def changed_picks(changes: pd.DataFrame, names: list[str], tasks: StudyTasks) -> pd.DataFrame:
    """Count how often the best model by the same measure changes with the average, repeat or half.

    Parameters
    ----------
    changes : DataFrame
        ``given_changes`` of all tasks.
    names : list of str
        The measures.
    tasks : StudyTasks
        The tasks of the study.

    Returns
    -------
    DataFrame
        A row per source and measure: the share of tasks whose best model changes if ties are
        broken in one random order (``best_models_change``) with its interval by resampling data
        sets, the share in which the set of best models changes (``sets_change``), the tasks and
        data sets of which the share is, and the number of tasks in which it is undefined.
    """
    rows = []
    for source in CHANGES:
        for name in names:
            own = changes[changes["source"].eq(source) & changes["measure"].eq(name)]
            own = own.set_index("task_id")
            found = _renamed(tasks.share(own["change"]), "best_models_change")
            if not found["tasks"]:
                found["note"] = _WITHOUT_TASKS.get(source, found["note"])
            sets = own["sets_change"].mean()
            rows.append({"source": source, "measure": name, **found, "sets_change": sets})
    return pd.DataFrame(rows)


_WITHOUT_TASKS = {FOLD_MEAN: NO_FOLDS, REPEAT: NO_REPEATS}


def pairs_across_repeats(
    repeats: pd.DataFrame, agreement: pd.DataFrame, names: list[str], tasks: StudyTasks
) -> pd.DataFrame:
    """Compare two measures in two repeats with each of them in two repeats.

    With d(A1, B2) the chance that the best models by A in one repeat and by B in another differ,
    the excess is the mean over all pairs of repeats of

        e = [d(A1, B2) + d(B1, A2) - d(A1, A2) - d(B1, B2)] / 2,

    the cross-half excess with repeats in place of halves. Both repeats have the same instances.

    Parameters
    ----------
    repeats : DataFrame
        What `repeats_compared` returns, for all tasks.
    agreement : DataFrame
        What `task_agreement` returns.
    names : list of str
        The measures.
    tasks : StudyTasks
        The tasks of the study.

    Returns
    -------
    DataFrame
        A row per pair: how often the best models differ by pooled predictions
        (``another_measure``, with ``another_measure_lower`` and ``another_measure_upper``); of
        the tasks that repeat, how often two measures differ in the same repeat
        (``within_repeat``) and across two (``across_repeats``), one measure across two
        (``one_measure``), and the ``excess`` with its interval.
    """
    by = {(a, b): own.set_index("task_id") for a, b, own in by_pair(repeats)}
    pooled = {(a, b): own.set_index("task_id") for a, b, own in by_pair(agreement)}
    rows = []
    for a, b in combinations(names, 2):
        two = by[a, b]
        one = (by[a, a]["across_repeats"] + by[b, b]["across_repeats"]) / 2
        excess = _renamed(tasks.mean(two["across_repeats"] - one), "excess")
        if not excess["tasks"]:
            excess["note"] = NO_REPEATS
        disagree = tasks.share(pooled[a, b]["best_differs_expected"])
        rows.append(
            {
                "measure_a": a,
                "measure_b": b,
                "another_measure": disagree["estimate"],
                "another_measure_lower": disagree["lower"],
                "another_measure_upper": disagree["upper"],
                "within_repeat": two["within_repeat"].mean(),
                "across_repeats": two["across_repeats"].mean(),
                "one_measure": one.mean(),
                **excess,
            }
        )
    return pd.DataFrame(rows)


def training_errors(gaps: pd.DataFrame, names: list[str], tasks: StudyTasks) -> pd.DataFrame:
    """Compare the gap between the best two models with its errors.

    Parameters
    ----------
    gaps : DataFrame
        ``training_gaps`` of all tasks.
    names : list of str
        The measures.
    tasks : StudyTasks
        The tasks of the study.

    Returns
    -------
    DataFrame
        A row per measure: the medians over the tasks of the corrected resampled error over the
        naive one of the folds (``corrected_to_naive``) and over that of the instances alone
        (``corrected_to_instances``; errors of 0 do not count); the share of tasks in which the
        gap is more than twice the corrected error (``beyond_twice``) with its interval. The
        second model is selected, so this share describes and tests nothing.
    """
    rows = []
    for name in names:
        own = gaps[gaps["measure"] == name].set_index("task_id")
        beyond = (own["gap"] > 2 * own["corrected"]).astype(float)
        rows.append(
            {
                "measure": name,
                "corrected_to_naive": _median_ratio(own["corrected"], own["naive"]),
                "corrected_to_instances": _median_ratio(own["corrected"], own["instances"]),
                **_renamed(tasks.share(beyond.where(own["corrected"].notna())), "beyond_twice"),
            }
        )
    return pd.DataFrame(rows)


def _median_ratio(a: "pd.Series[float]", b: "pd.Series[float]") -> float:
    return float((a / b.where(b > 0, np.nan)).median())


def _renamed(columns: dict[str, Any], estimate: str) -> dict[str, Any]:
    return {estimate if key == "estimate" else key: value for key, value in columns.items()}
