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

import numpy as np
import pandas as pd

from prgbench.answer.confidence_sets import sets_by_task, strict_level
from prgbench.answer.interface import Part, PartOptions, Study, Tables
from prgbench.answer.rankings import FEWEST_DATASETS, NOT_RESOLVED, POWER, TOO_FEW
from prgbench.answer.rows import PValue, columns_of, table_of
from prgbench.stats.cluster_bootstrap import clustered_covariance
from prgbench.stats.families import holm, sign_flip_test
from prgbench.study.agreement import by_pair

WINNERS_DIFFER = "the winners differ"
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
    verdict: str = TOO_FEW


def tables(study: Study, _options: Options) -> Tables:
    """Return ``winners``, a row per pair of measures."""
    datasets = study.models.groupby("task_id")["dataset_id"].first()
    halves = study.per_task["halves"].query("parts == 2").join(datasets, on="task_id")
    strict = sets_by_task(study.agreement, study.per_task["confidence_sets"], "in_strict_set")
    level = 1 - strict_level(study.setting.replicates)
    tail = (1 - study.setting.confidence_level) / 2
    certain = {(a, b): own for a, b, own in by_pair(strict.join(datasets, on="task_id"))}
    none = strict.iloc[:0].assign(dataset_id=[])
    rows = [
        winners_of_pair(a, b, own, certain.get((a, b), none), 2 * level, tail, study.setting.seed)
        for a, b, own in by_pair(halves)
    ]
    return {"winners": with_verdicts(table_of(Winners, rows), tail)}


def winners_of_pair(
    a: str,
    b: str,
    halves: pd.DataFrame,
    certain: pd.DataFrame,
    chance: float,
    tail: float,
    seed: int,
) -> Winners:
    """Test the winners of a pair of measures; a task is certain by chance at most ``chance``."""
    from scipy.special import stdtrit

    halves = halves.dropna(subset=["a_kept", "b_kept"])
    datasets = halves["dataset_id"]
    kept = [halves["a_kept"], halves["b_kept"]]
    p_kept = max(
        sign_flip_test(values, datasets, alternative="greater", seed=seed) for values in kept
    )
    count, expected, p_certain = certain_test(certain, chance)
    freedom = max(datasets.nunique() - 1, 1)
    error = np.sqrt(clustered_covariance(halves[["a_kept", "b_kept"]], datasets).diagonal().max())
    return Winners(
        measure_a=a,
        measure_b=b,
        a_kept=kept[0].mean(),
        b_kept=kept[1].mean(),
        p_kept=p_kept,
        certain=count,
        certain_by_chance=expected,
        p_certain=p_certain,
        p_value=float(np.minimum(1, TESTS * np.nanmin([p_kept, p_certain]))),
        detectable=float((stdtrit(freedom, POWER) - stdtrit(freedom, tail / TESTS)) * error),
        tasks=len(halves),
        datasets=datasets.nunique(),
    )


def certain_test(tasks: pd.DataFrame, chance: float) -> tuple[int, float, float]:
    """Count the data sets with a certain task: their number, its mean by chance, the p-value.

    By chance a data set has a certain task with a probability of at most ``chance`` times its
    number of tasks. The p-value is that of Bernoulli trials with the mean of these bounds, which
    is the largest for trials with these bounds if the count is above their mean by 1 or more [1]_.

    References
    ----------
    .. [1] W. Hoeffding (1956). On the distribution of the number of successes in independent
           trials. Annals of Mathematical Statistics 27(3), 713-721.
    """
    from scipy.special import bdtrc

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
    verdict = np.select([few, adjusted <= tail], [TOO_FEW, WINNERS_DIFFER], NOT_RESOLVED)
    return table.assign(p_adjusted=adjusted, verdict=verdict)[columns_of(Winners)]


PART = Part("winners", Options, tables, rows={"winners": Winners})
