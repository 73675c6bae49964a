"""In-sample regret: choice and target from the same instances, which share their noise."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from prgbench.comparison.cost.means import mean_shortfall
from prgbench.comparison.cost.names import F_TARGETS, RANDOM_MODEL, TARGETS
from prgbench.comparison.cost.picks import mean_of_sets
from prgbench.metrics import Measure, gain
from prgbench.replication.best_models import BoolArray, best_models
from prgbench.replication.groups import sort_models, task_slices
from prgbench.stats.cluster_bootstrap import Resampling
from prgbench.stats.interval import Floats

_EQUAL = 1e-12


def in_sample_regret(regrets: pd.DataFrame, resampling: Resampling) -> pd.DataFrame:
    """Summarise regrets over the tasks: a row per target and measure.

    Parameters
    ----------
    regrets : DataFrame
        What `task_regrets` returns.
    resampling : Resampling
        How data sets are resampled.

    Returns
    -------
    DataFrame
        What `mean_shortfall` says, ``regret`` in place of ``cost``.
    """
    rows = [
        {
            "target": target,
            "measure": measure,
            **mean_shortfall(own, resampling, harmonic=target in F_TARGETS),
        }
        for (target, measure), own in regrets.groupby(["target", "measure"], sort=False)
    ]
    return pd.DataFrame(rows).rename(columns={"cost": "regret"})


def task_regrets(
    models: pd.DataFrame, targets: pd.DataFrame, measures: Sequence[Measure]
) -> pd.DataFrame:
    """Compute how far each measure's best models fall short of the best one by each target.

    Parameters
    ----------
    models : DataFrame
        Ranked models, as `add_ranks` returns them.
    targets : DataFrame
        A row per model with ``task_id``, ``run_id`` and targets.
    measures : sequence of Measure
        The measures to choose by.

    Returns
    -------
    DataFrame
        A row per task, target and measure (and a random model): ``difference``, the highest
        target of the task's models minus the mean target of the models that are best by the
        measure, NaN if the target of one of these is undefined; ``own_gain`` and ``pick_gain``,
        the same two as F-gain; ``dataset_id`` and ``prevalence``.
    """
    names = [name for name in TARGETS if name in targets]
    renamed = targets.rename(columns={name: f"{name}_target" for name in names})
    merged = sort_models(models).merge(renamed, on=["task_id", "run_id"])
    best = best_models(merged, [measure.name for measure in measures])
    values = merged[[f"{name}_target" for name in names]].to_numpy(dtype=float)
    labels = [*(measure.name for measure in measures), RANDOM_MODEL]
    parts = []
    for task_id, rows in task_slices(merged):
        first = merged.iloc[rows.start]
        regrets = _regrets(
            values[rows].T, _gains(values[rows].T, names, first["prevalence"]), best[rows].T
        )
        parts.append(
            pd.DataFrame(
                {
                    "task_id": task_id,
                    "dataset_id": first["dataset_id"],
                    "prevalence": first["prevalence"],
                    "target": np.repeat(names, len(labels)),
                    "measure": labels * len(names),
                    **{name: column.ravel() for name, column in regrets.items()},
                }
            )
        )
    return pd.concat(parts, ignore_index=True)


def _gains(values: Floats, names: Sequence[str], prevalence: float) -> Floats:
    """F-gains of the values (targets, models); NaN where the target or its gain has none."""
    gains = np.full_like(values, np.nan)
    if 0 < prevalence < 1:
        own = [name in F_TARGETS for name in names]
        gains[own] = gain(values[own], prevalence)
    gains[np.isinf(gains)] = np.nan
    return gains


def _regrets(values: Floats, gains: Floats, best: BoolArray) -> dict[str, Floats]:
    """Regrets of shape (targets, measures + 1): values and gains (targets, models)."""
    random = ~np.isnan(values)[:, None]
    sets = np.concatenate([np.repeat(best[None], len(values), axis=0), random], axis=1)
    difference = _highest(values) - mean_of_sets(sets, values)
    return {
        "difference": np.where(np.abs(difference) <= _EQUAL, 0.0, difference),
        "own_gain": np.broadcast_to(_highest(gains), difference.shape),
        "pick_gain": mean_of_sets(sets, gains),
    }


def _highest(values: Floats) -> Floats:
    """Return the highest value of each target (targets, models), NaN if there is none."""
    highest = np.where(np.isnan(values), -np.inf, values).max(axis=1, keepdims=True)
    return np.where(np.isinf(highest), np.nan, highest)
