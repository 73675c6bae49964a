"""How often a measure picks the same model on two disjoint parts of a task."""

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.reproducibility import Options
from prgbench.comparison.reproducibility.names import SIZES
from prgbench.comparison.setting import Setting
from prgbench.comparison.subsamples import (
    best_on_parts,
    disagreement_across,
    distinct_models,
    scores_of_parts,
)
from prgbench.comparison.task_scores import TaskScores


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
