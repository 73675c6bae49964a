"""The true classes of a task's rows and the scores that its models give them.

A score is a whole number of millionths and, for a client that prints all digits, a number of
``DETAILS`` further ones, so that the text of a score is looked up and never formatted.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from runs import Scores, ServedRun
from tasks import ServedTask

MILLION = 1_000_000
DETAILS = 1 << 16
"""How many different endings scores with more than six decimals have."""
SHARED_NOISE = 0.6
"""The part of a model's noise that all models of a task have in common."""
KEPT_TASKS = 8


@dataclass(frozen=True)
class Rows:
    """The rows of a task's prediction files, repeat by repeat, in the order of its folds.

    ``truth`` is the place of the true class among the task's classes; ``noise`` what all models
    have in common.
    """

    repeat: NDArray[np.int64]
    fold: NDArray[np.int64]
    row_id: NDArray[np.int64]
    truth: NDArray[np.int64]
    noise: NDArray[np.float32]


@dataclass(frozen=True)
class ModelScores:
    """The scores of the second class: millionths, and the number of the ending, 0 for none."""

    millionths: NDArray[np.int64]
    details: NDArray[np.int64]

    @property
    def decided(self) -> NDArray[np.int64]:
        """The place of the class that the model predicts."""
        return (self.millionths >= MILLION // 2).astype(np.int64)

    @property
    def in_order(self) -> NDArray[np.float64]:
        """Return numbers that are ordered and tied as the scores in the file."""
        return (self.millionths * float(DETAILS) + self.details).astype(np.float64)


@lru_cache(KEPT_TASKS)
def rows_of(served: ServedTask) -> Rows:
    """Return the rows of a task."""
    task = served.task
    truth, noise = _instances(served)
    orders = np.random.default_rng([task.task_id, 2]).permuted(
        np.tile(np.arange(task.n_instances), (task.n_repeats, 1)), axis=1
    )
    fold = np.arange(task.n_instances) * task.n_folds // task.n_instances
    row_id = orders.ravel()
    return Rows(
        repeat=np.repeat(np.arange(task.n_repeats), task.n_instances),
        fold=np.tile(fold, task.n_repeats),
        row_id=row_id,
        truth=truth[row_id],
        noise=noise[row_id],
    )


def scores_of(served: ServedTask, run: ServedRun) -> ModelScores:
    """Return the scores of a run's model for the rows of its task."""
    rows = rows_of(served)
    rng = np.random.default_rng([run.run_id, 3])
    latent = rng.standard_normal(len(rows.truth), dtype=np.float32)
    latent *= np.float32(np.sqrt(1 - SHARED_NOISE**2))
    latent += rows.noise
    latent += np.where(rows.truth == 1, np.float32(run.quality / 2), np.float32(-run.quality / 2))
    probability = 1 / (1 + np.exp(-latent))
    details = np.zeros(len(latent), dtype=np.int64)
    match run.scores:
        case Scores.CONTINUOUS:
            if run.client.prints_all_digits:
                details = rng.integers(1, DETAILS, len(latent))
            millionths = (probability * (MILLION - 1)).astype(np.int64)
        case Scores.LEAVES:
            millionths = _steps(probability, run.n_values)
        case Scores.VOTES:
            millionths = _steps(probability, 100)
        case Scores.HARD:
            millionths = _steps(probability, 1)
    return ModelScores(millionths, details)


def _instances(served: ServedTask) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    rng = np.random.default_rng([served.task.dataset_id, 0])
    truth = np.full(served.task.n_instances, 1 - served.minority)
    truth[rng.permutation(len(truth))[: served.n_minority]] = served.minority
    return truth, SHARED_NOISE * rng.standard_normal(len(truth), dtype=np.float32)


def _steps(probability: NDArray[np.float32], n_steps: int) -> NDArray[np.int64]:
    return np.round(probability * n_steps).astype(np.int64) * MILLION // n_steps
