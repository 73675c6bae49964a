"""How much a pick falls short of another one, on average over tasks."""

import numpy as np
import pandas as pd

from prgbench.stats.cluster_bootstrap import Resampling, Statistic
from prgbench.stats.interval import Floats, Interval

NO_TRUE_POSITIVE = "F-gain: tasks in which a pick has no true positive are left out"


def mean_shortfall(
    table: pd.DataFrame, resampling: Resampling, *, harmonic: bool
) -> dict[str, object]:
    """Compare the picks with the target's own, over tasks.

    Parameters
    ----------
    table : DataFrame
        A row per task with ``dataset_id``, ``prevalence``, the ``difference`` of the targets and,
        for F-scores, ``own_gain`` and ``pick_gain``; NaN is undefined.
    resampling : Resampling
        How data sets are resampled.
    harmonic : bool
        Whether the targets are F-scores.

    Returns
    -------
    dict
        ``cost`` with bounds: for F-scores the difference of two means, each averaged as F-gain
        and converted back; ``arithmetic`` with bounds: the mean difference; the numbers of
        ``tasks`` and ``datasets``, of tasks that are ``undefined``, and of those that only the
        arithmetic mean has (``infinite``: an F-gain is -inf); a ``note``.
    """
    defined = table.dropna(subset="difference")
    plain = _mean(defined, resampling)
    finite = defined
    if harmonic:
        finite = defined[np.isfinite(defined["own_gain"]) & np.isfinite(defined["pick_gain"])]
        cost = resampling.of(finite["dataset_id"]).interval(
            difference_of_f_scores(finite, resampling)
        )
    else:
        cost = plain
    infinite = len(defined) - len(finite)
    return {
        "cost": cost.estimate,
        "lower": cost.lower,
        "upper": cost.upper,
        "arithmetic": plain.estimate,
        "arithmetic_lower": plain.lower,
        "arithmetic_upper": plain.upper,
        "tasks": len(defined),
        "datasets": defined["dataset_id"].nunique(),
        "infinite": infinite,
        "undefined": len(table) - len(defined),
        "note": "; ".join(filter(None, [cost.note, NO_TRUE_POSITIVE if infinite else ""])),
    }


def difference_of_f_scores(table: pd.DataFrame, resampling: Resampling) -> Statistic:
    """Return the statistic "F of own gains minus F of the picks' gains".

    A mean gain G is converted back at the mean odds o, as `mean_fbeta` does: F = o / (o + 1 - G).
    """
    bootstrap = resampling.of(table["dataset_id"])
    odds = table["prevalence"] / (1 - table["prevalence"])
    sums = bootstrap.cluster_sums(
        np.column_stack([odds, 1 - table["own_gain"], 1 - table["pick_gain"]])
    )

    def statistic(weights: Floats) -> Floats:
        odds, own, pick = (weights @ sums).T
        with np.errstate(invalid="ignore"):
            difference: Floats = odds / (odds + own) - odds / (odds + pick)
        return difference

    return statistic


def _mean(table: pd.DataFrame, resampling: Resampling) -> Interval:
    bootstrap = resampling.of(table["dataset_id"])
    return bootstrap.interval(bootstrap.mean(table["difference"]))
