"""How often a measure picks the same model from other instances."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.answer.interface import (
    Bound,
    Part,
    PartOptions,
    PValue,
    Setting,
    Study,
    Tables,
    table_of,
)
from prgbench.answer.subsamples import (
    best_on_parts,
    disagreement_across,
    distinct_models,
    scores_of_parts,
)
from prgbench.answer.task_scores import TaskScores
from prgbench.robustness.breakdown import PREVALENCE_EDGES, cut
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.stats.families import holm, sign_flip_test


class Options(PartOptions):
    """How often a measure picks the same model again, on halves, quarters and eighths."""


SIZES = {2: "n/2", 4: "n/4", 8: "n/8"}
ALL, EVERY_SIZE = "all", "all_at_every_size"


@dataclass(frozen=True, slots=True)
class Reproducibility:
    """How often a measure picks the same model again, in a group of tasks.

    The group (``prevalence``) is `ALL`, `EVERY_SIZE` (tasks with a value at all sizes, so that
    sizes compare) or a bin of prevalence with at least one task. ``undefined`` counts tasks
    without a value.
    """

    measure: str
    parts: int
    prevalence: str
    agreement: float
    lower: Bound
    upper: Bound
    tasks: int
    datasets: int
    undefined: int
    note: str


@dataclass(frozen=True, slots=True)
class ReproducibilityPair:
    """The mean difference of the agreements of two measures with themselves, task by task.

    The two-sided p-value is that of the sign-flip test over data sets. ``undefined`` counts tasks
    in which one of the measures has no value.
    """

    measure_a: str
    measure_b: str
    difference: float
    lower: Bound
    upper: Bound
    p_value: PValue
    p_value_adjusted: PValue
    tasks: int
    datasets: int
    undefined: int
    note: str


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return ``self_agreement``: how often the picks on two parts of a task differ, by measure.

    Of tied models one is picked at random; models that no measure tells apart count as one.
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
    table = pd.DataFrame(
        {
            "task_id": task.task_id,
            "measure": names * len(SIZES),
            "parts": np.repeat(list(SIZES), len(names)),
            "differs_expected": np.concatenate(differs),
            "undefined": np.concatenate(undefined),
        }
    )
    return {"self_agreement": table}


def tables(study: Study, _: Options) -> Tables:
    """Return ``reproducibility``, by measure, and ``reproducibility_pairs``, by pair of them."""
    tasks = study.models.groupby("task_id")[["dataset_id", "prevalence"]].first()
    own = study.per_task["self_agreement"].join(tasks, on="task_id")
    own = own.assign(agreement=1 - own["differs_expected"])
    summary = reproducibility_summary(own, study.resampling)
    pairs = reproducibility_comparison(own[own["parts"] == min(SIZES)], study.resampling)
    return {
        "reproducibility": table_of(Reproducibility, summary),
        "reproducibility_pairs": table_of(ReproducibilityPair, pairs),
    }


def reproducibility_summary(
    self_agreement: pd.DataFrame, resampling: Resampling
) -> Iterator[Reproducibility]:
    """Yield how often each measure picks the same model again, by group of tasks and size."""
    for group, members in _groups(self_agreement):
        for (measure, _), tasks in members.groupby(["measure", "parts"], sort=False):
            defined = tasks.dropna(subset="agreement")
            interval = resampling.of(defined["dataset_id"]).interval_of_share(defined["agreement"])
            yield Reproducibility(
                measure=str(measure),
                parts=int(tasks["parts"].iloc[0]),
                prevalence=group,
                agreement=interval.estimate,
                lower=interval.lower,
                upper=interval.upper,
                tasks=len(defined),
                datasets=defined["dataset_id"].nunique(),
                undefined=len(tasks) - len(defined),
                note=interval.note,
            )


def _groups(self_agreement: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    yield ALL, self_agreement
    defined = self_agreement["agreement"].notna().groupby(self_agreement["task_id"])
    # What is left out stays as a task without a value, to be counted.
    complete = self_agreement["agreement"].where(defined.transform("all"))
    yield EVERY_SIZE, self_agreement.assign(agreement=complete)
    bins = cut(self_agreement["prevalence"], PREVALENCE_EDGES)
    for name, members in self_agreement.groupby(bins, observed=True):
        yield str(name), members


def reproducibility_comparison(
    self_agreement: pd.DataFrame, resampling: Resampling
) -> list[ReproducibilityPair]:
    """Compare the agreements of each two measures with themselves, task by task."""
    wide = self_agreement.pivot(
        index=["task_id", "dataset_id"], columns="measure", values="agreement"
    )
    pairs = list(combinations(self_agreement["measure"].unique(), 2))
    differences = [(wide[a] - wide[b]).dropna() for a, b in pairs]
    datasets = [difference.index.get_level_values("dataset_id") for difference in differences]
    p_values = [
        sign_flip_test(difference, own, seed=resampling.seed)
        for difference, own in zip(differences, datasets, strict=True)
    ]
    rows = []
    for k, adjusted in enumerate(holm(p_values)):
        bootstrap = resampling.of(datasets[k])
        interval = bootstrap.interval(bootstrap.mean(differences[k]))
        rows.append(
            ReproducibilityPair(
                *pairs[k],
                difference=interval.estimate,
                lower=interval.lower,
                upper=interval.upper,
                p_value=p_values[k],
                p_value_adjusted=adjusted,
                tasks=len(differences[k]),
                datasets=bootstrap.n_clusters,
                undefined=len(wide) - len(differences[k]),
                note=interval.note,
            )
        )
    return rows


PART = Part(
    "reproducibility",
    Options,
    tables,
    per_task,
    rows={"reproducibility": Reproducibility, "reproducibility_pairs": ReproducibilityPair},
)
