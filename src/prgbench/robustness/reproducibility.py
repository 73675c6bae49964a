"""How often a measure picks the same model from other instances."""

from collections.abc import Iterator
from itertools import combinations, pairwise

import numpy as np
import pandas as pd

from prgbench.answer.interface import Part, PartOptions, Setting, Study, Tables
from prgbench.answer.subsamples import (
    best_on_parts,
    disagreement_across,
    distinct_models,
    scores_of_parts,
)
from prgbench.answer.task_scores import TaskScores
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.stats.families import holm, sign_flip_test


class Options(PartOptions):
    """How often a measure picks the same model again, on halves, quarters and eighths."""


SIZES = {2: "n/2", 4: "n/4", 8: "n/8"}

ALL = "all"
EVERY_SIZE = "all, at every size"
PREVALENCE_EDGES = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return ``self_agreement``, the table of `self_disagreement_of_task`."""
    return {"self_agreement": self_disagreement_of_task(task, setting)}


def self_disagreement_of_task(task: TaskScores, setting: Setting) -> pd.DataFrame:
    """Compare the picks by each measure on two halves, two quarters and two eighths of a task.

    Returns
    -------
    DataFrame
        A row per measure and number of parts: the probability that the two picks differ
        (``differs_expected``, mean over the splits; of tied models one is picked at random, and
        models that no measure tells apart count as one), and the number of splits without a value
        (``undefined``).
    """
    decimals = setting.ranking.decimals
    differs, undefined = [], []
    for parts in SIZES:
        scores = distinct_models(scores_of_parts(task, setting, parts), decimals)
        across = disagreement_across(best_on_parts(scores, decimals))
        own = np.diagonal(across, axis1=1, axis2=2)
        missing = np.isnan(own)
        defined = (~missing).sum(axis=0)
        differs.append(np.where(missing, 0, own).sum(axis=0) / np.where(defined, defined, np.nan))
        undefined.append(missing.sum(axis=0))
    names = [measure.name for measure in setting.measures]
    return pd.DataFrame(
        {
            "task_id": task.task_id,
            "measure": names * len(SIZES),
            "parts": np.repeat(list(SIZES), len(names)),
            "differs_expected": np.concatenate(differs),
            "undefined": np.concatenate(undefined),
        }
    )


def tables(study: Study, _: Options) -> Tables:
    """Return ``reproducibility``, by measure, and ``reproducibility_pairs``, by pair of them."""
    tasks = study.models.groupby("task_id")[["dataset_id", "prevalence"]].first()
    own = study.per_task["self_agreement"].join(tasks, on="task_id")
    own = own.assign(agreement=1 - own["differs_expected"])
    return {
        "reproducibility": reproducibility_summary(own, study.resampling),
        "reproducibility_pairs": reproducibility_comparison(
            own[own["parts"] == min(SIZES)], study.resampling
        ),
    }


def reproducibility_summary(self_agreement: pd.DataFrame, resampling: Resampling) -> pd.DataFrame:
    """Summarise how often a measure picks the same model again.

    Parameters
    ----------
    self_agreement : DataFrame
        A row per task, measure and number of parts with the ``agreement`` of the two picks (NaN if
        undefined), the ``prevalence`` and the ``dataset_id`` of the task.
    resampling : Resampling
        How data sets are resampled.

    Returns
    -------
    DataFrame
        A row per measure, number of parts and group of tasks (``prevalence``): "all", "all, at
        every size" (those with a value at all sizes, so that sizes compare) and bins of prevalence
        with at least one task. The mean ``agreement`` with its interval, the number of tasks with
        a value, of their data sets, and of tasks without one (``undefined``).
    """
    rows = [
        {
            "measure": measure,
            "parts": parts,
            "prevalence": group,
            **_agreement(tasks, resampling),
        }
        for group, members in _groups(self_agreement)
        for (measure, parts), tasks in members.groupby(["measure", "parts"], sort=False)
    ]
    return pd.DataFrame(rows, columns=_COLUMNS)


def reproducibility_comparison(
    self_agreement: pd.DataFrame, resampling: Resampling
) -> pd.DataFrame:
    """Compare the agreements of two measures with themselves, task by task.

    Parameters
    ----------
    self_agreement : DataFrame
        As in `reproducibility_summary`, of one number of parts.
    resampling : Resampling
        How data sets are resampled.

    Returns
    -------
    DataFrame
        A row per pair: the mean ``difference`` of the agreement of A and that of B with its
        interval, the two-sided ``p_value`` of the sign-flip test over data sets and
        ``p_value_adjusted`` for the pairs, the number of tasks in which both have a value, of
        their data sets, and of the other tasks (``undefined``).
    """
    names = list(dict.fromkeys(self_agreement["measure"]))
    wide = self_agreement.pivot(
        index=["task_id", "dataset_id"], columns="measure", values="agreement"
    )
    rows = []
    for a, b in combinations(names, 2):
        difference = (wide[a] - wide[b]).dropna()
        datasets = difference.index.get_level_values("dataset_id")
        bootstrap = resampling.of(datasets)
        interval = bootstrap.interval(bootstrap.mean(difference))
        rows.append(
            {
                "measure_a": a,
                "measure_b": b,
                "difference": interval.estimate,
                "lower": interval.lower,
                "upper": interval.upper,
                "p_value": sign_flip_test(difference, datasets, seed=resampling.seed),
                "tasks": len(difference),
                "datasets": bootstrap.n_clusters,
                "undefined": len(wide) - len(difference),
                "note": interval.note,
            }
        )
    table = pd.DataFrame(rows, columns=_PAIR_COLUMNS)
    return table.assign(p_value_adjusted=holm(table["p_value"]))


def _groups(self_agreement: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    yield ALL, self_agreement
    defined = self_agreement["agreement"].notna().groupby(self_agreement["task_id"])
    # What is left out stays as a task without a value, to be counted.
    complete = self_agreement["agreement"].where(defined.transform("all"))
    yield EVERY_SIZE, self_agreement.assign(agreement=complete)
    names = _bin_names()
    bins = pd.cut(self_agreement["prevalence"], [-np.inf, *PREVALENCE_EDGES, np.inf], labels=names)
    for name in names:
        members = self_agreement[bins == name]
        if len(members):
            yield name, members


def _bin_names() -> list[str]:
    between = [f"{low:g} – {high:g}" for low, high in pairwise(PREVALENCE_EDGES)]
    return [f"≤ {PREVALENCE_EDGES[0]:g}", *between, f"> {PREVALENCE_EDGES[-1]:g}"]


def _agreement(tasks: pd.DataFrame, resampling: Resampling) -> dict[str, object]:
    defined = tasks.dropna(subset="agreement")
    interval = resampling.of(defined["dataset_id"]).interval_of_share(defined["agreement"])
    return {
        "agreement": interval.estimate,
        "lower": interval.lower,
        "upper": interval.upper,
        "tasks": len(defined),
        "datasets": defined["dataset_id"].nunique(),
        "undefined": len(tasks) - len(defined),
        "note": interval.note,
    }


_COLUMNS = [
    "measure",
    "parts",
    "prevalence",
    "agreement",
    "lower",
    "upper",
    "tasks",
    "datasets",
    "undefined",
    "note",
]
_PAIR_COLUMNS = [
    "measure_a",
    "measure_b",
    "difference",
    "lower",
    "upper",
    "p_value",
    "p_value_adjusted",
    "tasks",
    "datasets",
    "undefined",
    "note",
]

PART = Part("reproducibility", Options, tables, per_task)
