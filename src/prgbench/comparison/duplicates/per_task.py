"""How each model ranks the rows of a task, as a checksum."""

import hashlib

import numpy as np
import pandas as pd

from prgbench.comparison.compared import Tables
from prgbench.comparison.duplicates import Options
from prgbench.comparison.setting import Setting
from prgbench.comparison.task_scores import Floats, TaskScores


def per_task(
    task: TaskScores, _models: pd.DataFrame, _setting: Setting, _options: Options
) -> Tables:
    """Return ``rankings``, a checksum of each model's ranking of the rows."""
    return {"rankings": rankings_of_task(task).assign(task_id=task.task_id)}


def rankings_of_task(task: TaskScores) -> pd.DataFrame:
    """Return a checksum of each model's ranking of the rows: ``run_id`` and ``ranking``."""
    return pd.DataFrame(
        {"run_id": task.run_ids, "ranking": [ranking_checksum(s) for s in task.y_scores]}
    )


def ranking_checksum(scores: Floats) -> str:
    """Return a checksum that is the same for scores that order all rows alike, ties included.

    Examples
    --------
    >>> ranking_checksum(np.array([0.1, 0.7, 0.1])) == ranking_checksum(np.array([-5.0, 2, -5]))
    True
    """
    order = np.argsort(scores)
    ranked = scores[order]
    ranks = np.zeros(len(scores), dtype=np.int64)
    ranks[order[1:]] = np.cumsum(ranked[1:] != ranked[:-1])
    return hashlib.blake2b(ranks.tobytes(), digest_size=12).hexdigest()
