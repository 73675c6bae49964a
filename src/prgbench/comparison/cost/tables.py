"""What it costs to choose by one measure when another quantity, the target, is what matters."""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Study, Tables
from prgbench.comparison.cost import Options
from prgbench.comparison.cost.confusion import ratio
from prgbench.comparison.cost.in_sample import in_sample_regret, task_regrets
from prgbench.comparison.cost.means import mean_shortfall
from prgbench.comparison.cost.names import EQUIVALENT, F_TARGETS, RANDOM_MODEL
from prgbench.comparison.cost.signed_rank import bayesian_signed_rank
from prgbench.stats.cluster_bootstrap import ClusterBootstrap, Resampling, Statistic
from prgbench.stats.families import holm
from prgbench.stats.interval import Floats, Interval
from prgbench.stats.sign_flips import sign_flip_test

_EQUAL = 1e-12


def tables(study: Study, _options: Options) -> Tables:
    """Return the costs on the other half, their comparison, and the in-sample regret."""
    gathered, seed = study.per_task, study.setting.seed
    datasets = study.models.groupby("task_id")["dataset_id"].first()
    regrets = task_regrets(study.models, gathered["targets"], study.setting.measures)
    return {
        "cost": cost_summary(
            gathered["costs"].join(datasets, on="task_id"), study.resampling, seed
        ),
        "cost_pairs": cost_of_pairs(
            gathered["cost_pairs_of_tasks"].join(datasets, on="task_id"), study.resampling, seed
        ),
        "in_sample_regret": in_sample_regret(regrets, study.resampling),
    }


def cost_summary(costs: pd.DataFrame, resampling: Resampling, seed: int) -> pd.DataFrame:
    """Summarise costs over the tasks.

    Parameters
    ----------
    costs : DataFrame
        The first table of `costs_of_task`, for all tasks, with their ``dataset_id``.
    resampling : Resampling
        How data sets are resampled.
    seed : int
        The seed of the tests.

    Returns
    -------
    DataFrame
        A row per target and measure: what `mean_shortfall` says; ``p_value``, of sign flips of
        data sets for "the mean difference is 0", and ``p_adjusted`` by Holm for all targets and
        measures; ``above_0.01`` and ``within_0.01``, how probable it is that most costs lie above
        .01, or within .01 of 0 (`bayesian_signed_rank` of the means of data sets); the number of
        ``undefined_splits``. A random model is a reference and is not tested.
    """
    rows = [
        {
            "target": target,
            "measure": measure,
            **mean_shortfall(own, resampling, harmonic=target in F_TARGETS),
            **_tests(own if measure != RANDOM_MODEL else own.iloc[:0], seed),
            "undefined_splits": int(own["undefined"].sum()),
        }
        for (target, measure), own in costs.groupby(["target", "measure"], sort=False)
    ]
    table = pd.DataFrame(rows)
    return table.assign(p_adjusted=holm(table["p_value"]))


def _tests(own: pd.DataFrame, seed: int) -> dict[str, float]:
    by_dataset = own.groupby("dataset_id")["difference"].mean().dropna().to_numpy()
    regions = bayesian_signed_rank(by_dataset, EQUIVALENT, seed)
    return {
        "p_value": sign_flip_test(own["difference"], own["dataset_id"], seed=seed),
        f"above_{EQUIVALENT}": regions.above,
        f"within_{EQUIVALENT}": regions.within,
    }


def cost_of_pairs(pairs: pd.DataFrame, resampling: Resampling, seed: int) -> pd.DataFrame:
    """Compare the picks of two measures where they differ.

    Parameters
    ----------
    pairs : DataFrame
        The second table of `costs_of_task`, for all tasks, with their ``dataset_id``.
    resampling : Resampling
        How data sets are resampled.
    seed : int
        The seed of the tests.

    Returns
    -------
    DataFrame
        A row per target and pair: the share of splits in which the picks differ (``differs``). Of
        these splits, in ``differing`` tasks: the mean target of A's pick minus that of B's
        (``difference``) and the share in which A's pick is the worse one, ties half
        (``a_worse``), each a ratio of sums over tasks, with bounds. The p-value of sign flips of
        data sets for "the mean difference is 0", and adjusted by Holm for all targets and pairs.
    """
    table = pd.DataFrame(_pair_rows(pairs, resampling, seed))
    return table.assign(p_adjusted=holm(table["p_value"]))


def _pair_rows(
    pairs: pd.DataFrame, resampling: Resampling, seed: int
) -> Iterator[dict[str, object]]:
    for key, own in pairs.groupby(["target", "measure_a", "measure_b"], sort=False):
        defined = own.dropna(subset="difference")
        differing = defined[defined["differs"] > _EQUAL]
        bootstrap = resampling.of(differing["dataset_id"])
        difference = bootstrap.interval(
            _ratio(bootstrap, differing["difference"], differing["differs"])
        )
        worse = _share(bootstrap, differing["worse"], differing["differs"])
        yield {
            **dict(zip(("target", "measure_a", "measure_b"), key, strict=True)),
            "differs": defined["differs"].mean(),
            "difference": difference.estimate,
            "lower": difference.lower,
            "upper": difference.upper,
            "a_worse": worse.estimate,
            "a_worse_lower": worse.lower,
            "a_worse_upper": worse.upper,
            "p_value": sign_flip_test(defined["difference"], defined["dataset_id"], seed=seed),
            "differing": len(differing),
            "tasks": len(defined),
            "datasets": defined["dataset_id"].nunique(),
            "undefined": len(own) - len(defined),
            "undefined_splits": int(own["undefined"].sum()),
            "note": difference.note,
        }


def _ratio(bootstrap: ClusterBootstrap, values: pd.Series, sizes: pd.Series) -> Statistic:
    """Return the statistic "sum of the values by sum of the sizes"."""
    sums = bootstrap.cluster_sums(np.column_stack([values, sizes]))

    def statistic(weights: Floats) -> Floats:
        total = weights @ sums
        return ratio(total[:, 0], total[:, 1])

    return statistic


def _share(bootstrap: ClusterBootstrap, part: pd.Series, whole: pd.Series) -> Interval:
    """Return the interval of a share of sums, exact where all tasks are alike at 0 or 1."""
    shares = np.clip(part / whole, 0.0, 1.0)
    if (shares <= _EQUAL).all() or (shares >= 1 - _EQUAL).all():
        return bootstrap.interval_of_share(shares.round())
    return bootstrap.interval(_ratio(bootstrap, part, whole))
