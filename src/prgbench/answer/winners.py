"""Whether the winners by two measures truly differ, by each measure on its own.

Two tests see two kinds of difference. Where many tasks differ a little, the picks of one half of
the instances are held against the other half: A must still prefer its own pick to B's, and B its
own to A's. The p-value is the larger of the two [1]_, so a measure that is merely noisier can't
pass: its preferences turn with the instances. Where a few tasks differ by much, the data sets are
counted whose winners are certain to differ, and the count is held against its bound by chance.

References
----------
.. [1] M. Gail, R. Simon (1985). Testing for qualitative interactions between treatment effects and
       patient subsets. Biometrics 41(2), 361-372.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from prgbench.answer.confidence_sets import sets_of_task
from prgbench.answer.excess import preferences_kept
from prgbench.answer.interface import (
    Part,
    PartOptions,
    PValue,
    Study,
    Tables,
    columns_of,
    table_of,
)
from prgbench.answer.rankings import FEWEST_DATASETS, POWER
from prgbench.answer.setting import Setting
from prgbench.answer.subsamples import best_on_parts, distinct_models, scores_of_parts
from prgbench.answer.task_scores import TaskReplicates, TaskScores, mean_or_nan
from prgbench.answer.verdicts import WinnerVerdict
from prgbench.stats.cluster_bootstrap import clustered_covariance
from prgbench.stats.families import holm, sign_flip_test
from prgbench.study.agreement import by_pair

TESTS = 2


class Options(PartOptions):
    """Whether the winners by two measures truly differ."""


@dataclass(frozen=True, slots=True)
class Winners:
    """Whether the winners by two measures differ.

    ``a_kept`` is how much more often, on the other half of the instances, A prefers its own pick
    than it prefers B's; ``b_kept`` is the same of B. ``certain`` data sets have a task whose
    confidence sets at a strict level share no model; chance alone gives at most
    ``certain_by_chance``. ``p_value`` is that of both tests after Bonferroni, ``p_adjusted`` after
    Holm over the pairs. ``detectable`` is the smallest kept preference that the study would have
    shown with a power of 80%.
    """

    measure_a: str
    measure_b: str
    a_kept: float
    b_kept: float
    p_kept: PValue
    certain: int
    certain_by_chance: float
    p_certain: PValue
    p_value: PValue
    detectable: float
    tasks: int
    datasets: int
    p_adjusted: PValue = float("nan")
    verdict: str = WinnerVerdict.TOO_FEW


def strict_level(replicates: int) -> float:
    """Return the highest level of a confidence set that so many bootstrap replicates allow."""
    return 1 - 2 / (replicates + 1)


def per_task(task: TaskScores | TaskReplicates, setting: Setting, _options: Options) -> Tables:
    """Return ``kept_picks``, a row per pair of measures.

    ``certain`` says that the confidence sets at the `strict_level` share no model; replicates of
    scores have none.
    """
    names = [measure.name for measure in setting.measures]
    sets = None
    if isinstance(task, TaskScores):
        sets = sets_of_task(task, setting, strict_level(setting.replicates))
    scores = distinct_models(scores_of_parts(task, setting, 2), setting.ranking.decimals)
    best = best_on_parts(scores, setting.ranking.decimals)
    rows = []
    for a, b in combinations(range(len(names)), 2):
        defined = np.all(best[:, :, [a, b]].any(axis=-1), axis=(1, 2))
        picks, judges = best[defined][:, :, [a, b]], scores[defined][:, :, [a, b]]
        directions = [preferences_kept(picks[:, half], judges[:, 1 - half]) for half in (0, 1)]
        kept = np.concatenate(directions)
        row = {
            "task_id": task.task_id,
            "measure_a": names[a],
            "measure_b": names[b],
            "a_kept": mean_or_nan(kept[:, 0]),
            "b_kept": mean_or_nan(kept[:, 1]),
        }
        if sets is not None:
            defined_sets = names[a] in sets and names[b] in sets
            row["certain"] = defined_sets and not (sets[names[a]] & sets[names[b]]).any()
        rows.append(row)
    return {"kept_picks": pd.DataFrame(rows)}


def tables(study: Study, _options: Options) -> Tables:
    """Return ``winners``, a row per pair of measures."""
    datasets = study.models.dataset_of_task
    kept = study.per_task["kept_picks"].join(datasets, on="task_id")
    chance = 2 * (1 - strict_level(study.setting.replicates))
    tail = (1 - study.setting.confidence_level) / 2
    rows = [
        winners_of_pair(a, b, pair_tasks, chance=chance, tail=tail, seed=study.setting.seed)
        for a, b, pair_tasks in by_pair(kept)
    ]
    return {"winners": with_verdicts(table_of(Winners, rows), tail)}


def winners_of_pair(
    a: str, b: str, tasks: pd.DataFrame, *, chance: float, tail: float, seed: int
) -> Winners:
    """Test the winners of a pair of measures; a task is certain by chance at most ``chance``."""
    from scipy.special import stdtrit

    count, expected, p_certain = certain_test(tasks, chance)
    tests = 1 if np.isnan(p_certain) else TESTS
    tasks = tasks.dropna(subset=["a_kept", "b_kept"])
    datasets = tasks["dataset_id"]
    kept = [tasks["a_kept"], tasks["b_kept"]]
    # Intersection-union (Gail & Simon): both must be shown, so the larger p-value counts.
    p_kept = max(
        sign_flip_test(values, datasets, alternative="greater", seed=seed) for values in kept
    )
    freedom = max(datasets.nunique() - 1, 1)
    error = np.sqrt(clustered_covariance(tasks[["a_kept", "b_kept"]], datasets).diagonal().max())
    return Winners(
        measure_a=a,
        measure_b=b,
        a_kept=kept[0].mean(),
        b_kept=kept[1].mean(),
        p_kept=p_kept,
        certain=count,
        certain_by_chance=expected,
        p_certain=p_certain,
        p_value=float(np.minimum(1, tests * np.nanmin([p_kept, p_certain]))),
        detectable=float((stdtrit(freedom, POWER) - stdtrit(freedom, tail / tests)) * error),
        tasks=len(tasks),
        datasets=datasets.nunique(),
    )


def certain_test(tasks: pd.DataFrame, chance: float) -> tuple[int, float, float]:
    """Count the data sets with a certain task: their number, its mean by chance, the p-value.

    By chance a data set has a certain task with a probability of at most ``chance`` times its
    number of tasks. The p-value is that of Bernoulli trials with the mean of these bounds, which
    is the largest for trials with these bounds if the count is above their mean by 1 or more [1]_.
    Mean and p-value are NaN if the tasks have no confidence sets.

    References
    ----------
    .. [1] W. Hoeffding (1956). On the distribution of the number of successes in independent
           trials. Annals of Mathematical Statistics 27(3), 713-721.
    """
    from scipy.special import bdtrc

    if "certain" not in tasks:
        return 0, float("nan"), float("nan")
    by_dataset = tasks.groupby("dataset_id")["certain"]
    bounds = np.minimum(by_dataset.size() * chance, 1.0)
    count, expected = int(by_dataset.any().sum()), float(bounds.sum())
    if count < expected + 1:
        return count, expected, 1.0
    return count, expected, float(bdtrc(count - 1, len(bounds), bounds.mean()))


def with_verdicts(table: pd.DataFrame, tail: float) -> pd.DataFrame:
    """Adjust the p-values for the pairs, and give the verdicts at one tail of the level."""
    adjusted = holm(table["p_value"])
    few = table["datasets"] < FEWEST_DATASETS
    verdict = np.select(
        [few, adjusted <= tail],
        [WinnerVerdict.TOO_FEW, WinnerVerdict.DIFFER],
        WinnerVerdict.NOT_RESOLVED,
    )
    return table.assign(p_adjusted=adjusted, verdict=verdict)[columns_of(Winners)]


PART = Part("winners", Options, tables, per_task, rows={"winners": Winners}, of_pairs=True)
