"""How far each model of a task is from the best one, and whether the two can be told apart."""

import warnings

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.noise_floor.replicates import replicates_of_task
from prgbench.comparison.separability import Options
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import Floats, TaskScores
from prgbench.replication.best_models import best_by_score
from prgbench.stats.delong import delong_test, wald_p_values


def per_task(
    task: TaskScores, _models: pd.DataFrame, setting: Setting, _options: Options
) -> Tables:
    """Return the table of `gaps_of_task`, "gaps"."""
    return {"gaps": gaps_of_task(task, setting)}


def gaps_of_task(task: TaskScores, setting: Setting) -> pd.DataFrame:
    """Test each model's gap to the best one of its task.

    Parameters
    ----------
    task : TaskScores
        The task.
    setting : Setting
        The measures, when they tie, the replicates and the level of the intervals.

    Returns
    -------
    DataFrame
        A row per model and measure: ``gap``, by how much the first of the best models is better
        than it, with standard error and percentile interval over bootstrap replicates of the
        instances; ``p_value``, two-sided: DeLong's test for AUROC, else the gap over its bootstrap
        standard error as normal (replicates alone can't tell small p-values, which Holm's
        correction over hundreds of tasks needs). NaN where the test is undefined.
    """
    replicates = replicates_of_task(task, setting)
    original, scores = replicates.original, replicates.scores
    names = [measure.name for measure in setting.measures]
    first = best_by_score(original, setting.ranking.decimals).argmax(axis=-1)[:, None]
    gaps = np.take_along_axis(original, first, axis=-1) - original
    error, lower, upper = _spread(
        np.take_along_axis(scores, first[None], axis=-1) - scores,
        (1 - setting.confidence_level) / 2,
    )
    p_values = wald_p_values(gaps, error)
    if "auroc" in names:
        place = names.index("auroc")
        p_values[place] = _delong(task, int(first[place, 0]))
    return pd.DataFrame(
        {
            "task_id": task.task_id,
            "run_id": np.tile(task.run_ids, len(names)),
            "measure": np.repeat(names, len(task.run_ids)),
            "gap": gaps.ravel(),
            "gap_se": error.ravel(),
            "gap_lower": lower.ravel(),
            "gap_upper": upper.ravel(),
            "p_value": p_values.ravel(),
        }
    )


def _delong(task: TaskScores, reference: int) -> Floats:
    repeated = task.n_instances < len(task.y_true)
    _, p_values = delong_test(
        task.y_true, task.y_scores, reference, task.instances if repeated else None
    )
    return p_values


def _spread(gaps: Floats, tail: float) -> tuple[Floats, Floats, Floats]:
    """Return standard error and quantiles over the replicates that are defined."""
    if len(gaps) < 2:
        missing = np.full(gaps.shape[1:], np.nan)
        return missing, missing, missing
    if np.isnan(gaps).any():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            lower, upper = np.nanquantile(gaps, [tail, 1 - tail], axis=0)
            return np.nanstd(gaps, axis=0, ddof=1), lower, upper
    lower, upper = np.quantile(gaps, [tail, 1 - tail], axis=0)
    return gaps.std(axis=0, ddof=1), lower, upper
