"""What choosing by a measure costs by a target."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.cost_means import (
    EQUAL,
    InSampleRegret,
    bayesian_signed_rank,
    below,
    in_sample_regret,
    mean_of_sets,
    mean_shortfall,
    pair_of_picks,
    task_regrets,
)
from prgbench.answer.cost_targets import (
    EQUIVALENT,
    F_TARGETS,
    RANDOM_MODEL,
    HalfTarget,
    ratio,
    targets_of_halves,
    targets_of_task,
)
from prgbench.answer.interface import Part, PartOptions, Setting, Study, Tables
from prgbench.answer.rows import Bound, PValue, table_of
from prgbench.answer.subsamples import scores_of_parts
from prgbench.answer.task_scores import BoolArray, Floats, TaskScores, mean_or_nan
from prgbench.metrics import gain
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling, Statistic
from prgbench.stats.families import holm, sign_flip_test
from prgbench.study.agreement import best_by_score


class Options(PartOptions):
    """What choosing by a measure costs: chosen on one half, judged on the other."""


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return "costs" and "cost_pairs_of_tasks" of the halves, "targets" of all instances."""
    costs, pairs = costs_of_task(task, setting)
    return {
        "costs": costs,
        "cost_pairs_of_tasks": pairs,
        "targets": targets_of_task(task).assign(task_id=task.task_id),
    }


def costs_of_task(task: TaskScores, setting: Setting) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Choose on one half of each split by each measure and target, judge on the other half.

    Each split is used both ways. Ties are broken at random, in one order for all measures: the
    results are expectations over this order. ``difference`` is the mean target of the target's own
    pick minus that of the measure's, or A's minus B's for pairs; gains of F-scores are pooled as
    in `HalfTarget` (-inf without a true positive). A's pick is ``worse`` where the picks differ
    and it is lower, ties half. Choices are ``undefined`` if a half has one class only or a pick
    has no target.
    """
    names = [measure.name for measure in setting.measures]
    decimals = setting.ranking.decimals
    sets = _both_ways(best_by_score(scores_of_parts(task, setting, 2), decimals))
    prevalence = float(task.y_true.mean())
    costs, pairs = [], []
    for name, target in targets_of_halves(task, setting).items():
        judged = _both_ways(target.values[:, ::-1])
        own = _both_ways(best_by_score(target.values, decimals))
        all_sets = np.concatenate([sets, ~np.isnan(judged)[:, None], own[:, None]], axis=1)
        rows = _cost_rows(target, all_sets, prevalence if name in F_TARGETS else None)
        costs += [
            {"target": name, "measure": measure, **row}
            for measure, row in zip([*names, RANDOM_MODEL], rows, strict=True)
        ]
        pairs += [{"target": name, **row} for row in _pair_rows(names, sets, judged)]
    columns = ["target", "measure_a", "measure_b", "difference", "differs", "worse"]
    return (
        pd.DataFrame(costs).assign(task_id=task.task_id, prevalence=prevalence),
        pd.DataFrame(pairs, columns=[*columns, "splits", "undefined"]).assign(
            task_id=task.task_id
        ),
    )


def _both_ways(values: NDArray[Any]) -> NDArray[Any]:
    """Put both ways of each split below each other, (splits, 2, ...) to (2 splits, ...)."""
    return values.reshape(-1, *values.shape[2:])


def _cost_rows(
    target: HalfTarget, sets: BoolArray, prevalence: float | None
) -> Iterator[dict[str, float]]:
    """Yield the costs of all sets (choices, sets, models) but the last, the target's own."""
    values, hits, totals = (
        mean_of_sets(sets, _both_ways(of_halves[:, ::-1]))
        for of_halves in (target.values, target.hits, target.totals)
    )
    defined = ~np.isnan(values)
    for place in range(sets.shape[1] - 1):
        both = defined[:, place] & defined[:, -1]
        pick_gain = own_gain = np.nan
        if prevalence is not None and both.any():
            pick_gain, own_gain = (
                float(gain(hits[both, at].sum() / totals[both, at].sum(), prevalence))
                for at in (place, -1)
            )
        yield {
            "pick": _mean(values[both, place]),
            "own": _mean(values[both, -1]),
            "difference": _mean(values[both, -1] - values[both, place]),
            "pick_gain": pick_gain,
            "own_gain": own_gain,
            "splits": int(both.sum()),
            "undefined": int((~both).sum()),
        }


def _pair_rows(
    names: Sequence[str], sets: BoolArray, judged: Floats
) -> Iterator[dict[str, object]]:
    """Yield how the picks of each pair compare, by sets (choices, measures, models)."""
    values = mean_of_sets(sets, judged)
    lower = below(sets, judged)
    for a, b in combinations(range(len(names)), 2):
        defined = ~np.isnan(values[:, a] + values[:, b])
        differs, worse = pair_of_picks(sets[:, a], sets[:, b], lower[:, a], lower[:, b])
        yield {
            "measure_a": names[a],
            "measure_b": names[b],
            "difference": _mean((values[:, a] - values[:, b])[defined]),
            "differs": _mean(differs[defined]),
            "worse": _mean(worse[defined]),
            "splits": int(defined.sum()),
            "undefined": int((~defined).sum()),
        }


def _mean(values: Floats) -> float:
    """Return the mean; 0 where it is rounding, NaN where there is no value."""
    mean = mean_or_nan(values)
    return 0.0 if abs(mean) <= EQUAL else mean


def tables(study: Study, _options: Options) -> Tables:
    """Return the costs on the other half, their comparison, and the in-sample regret."""
    gathered, seed = study.per_task, study.setting.seed
    datasets = study.models.groupby("task_id")["dataset_id"].first()
    costs, pairs = (
        gathered[name].join(datasets, on="task_id") for name in ("costs", "cost_pairs_of_tasks")
    )
    regrets = task_regrets(study.models, gathered["targets"], study.setting.measures)
    return {
        "cost": cost_summary(costs, study.resampling, seed),
        "cost_pairs": cost_of_pairs(pairs, study.resampling, seed),
        "in_sample_regret": in_sample_regret(regrets, study.resampling),
    }


@dataclass(frozen=True, slots=True)
class CostByTarget:
    """The cost of choosing by a measure: a row of `cost_summary`."""

    target: str
    measure: str
    cost: float
    lower: Bound
    upper: Bound
    arithmetic: float
    arithmetic_lower: Bound
    arithmetic_upper: Bound
    tasks: int
    datasets: int
    infinite: int
    undefined: int
    note: str
    p_value: PValue
    above: float
    within: float
    undefined_splits: int
    p_adjusted: PValue = float("nan")


def cost_summary(costs: pd.DataFrame, resampling: Resampling, seed: int) -> pd.DataFrame:
    """Summarise costs over the tasks.

    P-values are of sign flips of data sets for "the mean difference is 0", adjusted by Holm for
    all targets and measures; ``above`` and ``within`` are from `bayesian_signed_rank` of the means
    of data sets. A random model is a reference and is not tested.
    """
    rows = []
    for key, own in costs.groupby(["target", "measure"], sort=False):
        target, measure = map(str, key)
        tested = own.iloc[:0] if measure == RANDOM_MODEL else own
        by_dataset = tested.groupby("dataset_id")["difference"].mean().dropna().to_numpy()
        regions = bayesian_signed_rank(by_dataset, EQUIVALENT, seed)
        rows.append(
            CostByTarget(
                target,
                measure,
                **mean_shortfall(own, resampling, harmonic=target in F_TARGETS),
                p_value=sign_flip_test(tested["difference"], tested["dataset_id"], seed=seed),
                above=regions.above,
                within=regions.within,
                undefined_splits=int(own["undefined"].sum()),
            )
        )
    table = table_of(CostByTarget, rows)
    return table.assign(p_adjusted=holm(table["p_value"]))


@dataclass(frozen=True, slots=True)
class CostOfPair:
    """The picks of two measures where they differ: a row of `cost_of_pairs`."""

    target: str
    measure_a: str
    measure_b: str
    differs: float
    difference: float
    lower: Bound
    upper: Bound
    a_worse: float
    a_worse_lower: Bound
    a_worse_upper: Bound
    p_value: PValue
    differing: int
    tasks: int
    datasets: int
    undefined: int
    undefined_splits: int
    note: str
    p_adjusted: PValue = float("nan")


def cost_of_pairs(pairs: pd.DataFrame, resampling: Resampling, seed: int) -> pd.DataFrame:
    """Compare the picks of two measures where they differ.

    ``difference`` and ``a_worse`` are ratios of sums over the ``differing`` tasks, by the share of
    splits in which the picks differ. P-values as in `cost_summary`, for all targets and pairs.
    """
    rows = []
    for key, own in pairs.groupby(["target", "measure_a", "measure_b"], sort=False):
        target, a, b = map(str, key)
        defined = own.dropna(subset="difference")
        differing = defined[defined["differs"] > EQUAL]
        bootstrap = resampling.of(differing["dataset_id"])
        difference = bootstrap.interval(_ratio_of_sums(bootstrap, differing, "difference"))
        shares = (differing["worse"] / differing["differs"]).clip(0.0, 1.0)
        if (shares <= EQUAL).all() or (shares >= 1 - EQUAL).all():
            worse = bootstrap.interval_of_share(shares.round())
        else:
            worse = bootstrap.interval(_ratio_of_sums(bootstrap, differing, "worse"))
        rows.append(
            CostOfPair(
                target,
                a,
                b,
                differs=defined["differs"].mean(),
                difference=difference.estimate,
                lower=difference.lower,
                upper=difference.upper,
                a_worse=worse.estimate,
                a_worse_lower=worse.lower,
                a_worse_upper=worse.upper,
                p_value=sign_flip_test(defined["difference"], defined["dataset_id"], seed=seed),
                differing=len(differing),
                tasks=len(defined),
                datasets=defined["dataset_id"].nunique(),
                undefined=len(own) - len(defined),
                undefined_splits=int(own["undefined"].sum()),
                note=difference.note,
            )
        )
    table = table_of(CostOfPair, rows)
    return table.assign(p_adjusted=holm(table["p_value"]))


def _ratio_of_sums(bootstrap: ClusterBootstrap, table: pd.DataFrame, column: str) -> Statistic:
    """Return the statistic "sum of a column by sum of ``differs``"."""
    sums = bootstrap.cluster_sums(np.column_stack([table[column], table["differs"]]))

    def statistic(weights: Floats) -> Floats:
        total = weights @ sums
        return ratio(total[:, 0], total[:, 1])

    return statistic


PART = Part(
    "cost",
    Options,
    tables,
    per_task,
    rows={"cost": CostByTarget, "cost_pairs": CostOfPair, "in_sample_regret": InSampleRegret},
)
