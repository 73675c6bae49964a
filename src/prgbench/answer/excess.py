"""How much more two measures disagree than each does with itself on other instances.

A description, not a test: a measure that is merely noisier than another has an excess, too.
Whether the winners truly differ is tested in `prgbench.answer.winners`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.answer.interface import Bound, Part, PartOptions, Study, Tables, table_of
from prgbench.answer.setting import Setting
from prgbench.answer.subsamples import (
    best_on_parts,
    disagreement_across,
    distinct_models,
    scores_of_parts,
)
from prgbench.answer.task_scores import BoolArray, Floats, TaskReplicates, TaskScores, mean_or_nan
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.study.agreement import by_pair

PARTS = (2, 4)
"""Halves and quarters of the instances."""


class Options(PartOptions):
    """How much more two measures disagree than each does with itself on other instances."""


@dataclass(frozen=True, slots=True)
class Excess:
    """The excess of a pair of measures, of halves or quarters."""

    parts: int
    measure_a: str
    measure_b: str
    two_measures: float
    one_measure: float
    excess: float
    lower: Bound
    upper: Bound
    replicated: float
    replicated_lower: Bound
    replicated_upper: Bound
    tasks: int
    datasets: int
    undefined: int
    note: str


def per_task(task: TaskScores | TaskReplicates, setting: Setting, _options: Options) -> Tables:
    """Return ``halves``, a row of `cross_half_excess` per pair, also for quarters."""
    names = [measure.name for measure in setting.measures]
    rows = [
        {"task_id": task.task_id, "parts": parts, **row}
        for parts in PARTS
        for row in cross_half_excess(
            scores_of_parts(task, setting, parts), names, decimals=setting.ranking.decimals
        )
    ]
    return {"halves": pd.DataFrame(rows)}


def cross_half_excess(
    scores: Floats, measures: Sequence[str], *, decimals: int
) -> list[dict[str, str | float]]:
    """Compare each pair of measures across two halves of a task, and each measure with itself.

    With A1 the pick by A on the first half, and so on, the excess of a split is [1(A1 != B2) +
    1(B1 != A2) - 1(A1 != A2) - 1(B1 != B2)] / 2. Its expectation is half the sum, over the models,
    of the squared differences of the probabilities with which A and B pick them on a half.
    ``scores`` are those of `scores_of_parts`; of tied models one is picked at random,
    independently on either half. The values are means over the splits.
    """
    distinct = distinct_models(scores, decimals)
    best = best_on_parts(distinct, decimals)
    differ = disagreement_across(best)
    rows: list[dict[str, str | float]] = []
    for a, b in combinations(range(len(measures)), 2):
        two = (differ[:, a, b] + differ[:, b, a]) / 2
        one = (differ[:, a, a] + differ[:, b, b]) / 2
        defined = ~np.isnan(two - one)
        picks, judges = best[defined][:, :, [a, b]], distinct[defined][:, :, [a, b]]
        kept = np.concatenate(
            [preferences_kept(picks[:, half], judges[:, 1 - half]) for half in (0, 1)]
        )
        rows.append(
            {
                "measure_a": measures[a],
                "measure_b": measures[b],
                "two_measures": mean_or_nan(two[defined]),
                "one_measure": mean_or_nan(one[defined]),
                "excess": mean_or_nan((two - one)[defined]),
                "replicated": mean_or_nan(kept[:, 2]),
                "splits": int(defined.sum()),
                "undefined": int((~defined).sum()),
            }
        )
    return rows


def preferences_kept(best: BoolArray, scores: Floats) -> Floats:
    """Ask one half whether the two measures prefer their picks on the other half again.

    ``best`` and ``scores`` have shape (splits, 2, models). Returns shape (splits, 3): 1 if A
    prefers its pick again, -1 if it prefers B's; the same for B; and 1 if both prefer their own,
    -1 if both prefer the other's. Of tied models the first in one random order, the same for both
    measures, is picked: the expectation over this order.
    """
    split, a, b = np.nonzero(best[:, 0, :, None] & best[:, 1, None, :])
    number = best.sum(axis=-1)[split]
    # One pick is the first of all best models; the other is any of its own set.
    chance = (~best[split, 1, a] / number[:, 1] + ~best[split, 0, b] / number[:, 0]) / (
        best.any(axis=1).sum(axis=-1)[split]
    )
    preferences = np.sign(scores[split, :, a] - scores[split, :, b]) * [1, -1]
    joint = (preferences > 0).all(axis=1) * 1.0 - (preferences < 0).all(axis=1)
    sums = np.zeros((len(best), 3))
    np.add.at(sums, split, chance[:, None] * np.column_stack([preferences, joint]))
    return sums


def tables(study: Study, _: Options) -> Tables:
    """Return ``excess``, a row per pair of measures, of halves and of quarters."""
    datasets = study.models.dataset_of_task
    halves = study.per_task["halves"].join(datasets, on="task_id")
    return {"excess": excess_summary(halves, study.resampling)}


def excess_summary(halves: pd.DataFrame, resampling: Resampling) -> pd.DataFrame:
    """Summarise the excess over the tasks: means with their intervals over data sets."""
    rows = [
        _summary(parts, a, b, tasks, resampling)
        for parts, halves_of_parts in halves.groupby("parts", sort=False)
        for a, b, tasks in by_pair(halves_of_parts)
    ]
    return table_of(Excess, rows)


def _summary(parts: object, a: str, b: str, tasks: pd.DataFrame, resampling: Resampling) -> Excess:
    defined = tasks.dropna(subset="excess")
    bootstrap = resampling.of(defined["dataset_id"])
    excess = bootstrap.interval(bootstrap.mean(defined["excess"]))
    replicated = bootstrap.interval(bootstrap.mean(defined["replicated"]))
    return Excess(
        parts=int(str(parts)),
        measure_a=a,
        measure_b=b,
        two_measures=defined["two_measures"].mean(),
        one_measure=defined["one_measure"].mean(),
        excess=excess.estimate,
        lower=excess.lower,
        upper=excess.upper,
        replicated=replicated.estimate,
        replicated_lower=replicated.lower,
        replicated_upper=replicated.upper,
        tasks=len(defined),
        datasets=bootstrap.n_clusters,
        undefined=len(tasks) - len(defined),
        note=excess.note,
    )


PART = Part("excess", Options, tables, per_task, rows={"excess": Excess}, of_pairs=True)
