"""The scores of a task where replicates of them are given, not predictions.

Two disjoint sets of replicates take the place of the halves of the instances. Folds of a
cross-validation share no test instance, so that neither do two sets of them; of a repeated one,
each split takes the folds of one repeat. Seeds, and repeats without folds, share the test
instances, whose noise two sets of them have in common: no difference between measures can be told
from it, and no covariance of the scores over other instances is known.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.setting import Setting
from prgbench.study.agreement import direction

Floats = NDArray[np.float64]
IntArray = NDArray[np.int64]

_STREAM = 2


@dataclass(frozen=True, eq=False)
class TaskReplicates:
    """The scores of the models of a task: ``scores`` have shape (replicates, measures, models).

    Replicates with the same number in ``blocks`` are of one cross-validation; ``folds`` says
    whether they are its folds.
    """

    task_id: int
    run_ids: IntArray
    scores: Floats
    blocks: IntArray
    folds: bool

    def scores_of_parts(self, setting: Setting, parts: int) -> Floats:
        """Return the mean scores of disjoint sets of as many replicates each, in each split.

        Shape (splits, sets kept, measures, models), of which two are kept, or all thirds. Higher
        is better; NaN if a block has fewer replicates than there are parts.
        """
        kept = 3 if parts == 3 else 2
        rng = np.random.default_rng([setting.seed, self.task_id, _STREAM])
        own = [np.flatnonzero(self.blocks == block) for block in np.unique(self.blocks)]
        own = [replicates for replicates in own if len(replicates) >= parts]
        means = np.full((setting.splits, kept, *self.scores.shape[1:]), np.nan)
        for split in range(setting.splits if own else 0):
            block = own[split % len(own)]
            size = len(block) // parts
            drawn = rng.permutation(block)[: kept * size].reshape(kept, size)
            means[split] = self.scores[drawn].mean(axis=1)
        signed: Floats = means * direction(setting.measures)[:, None]
        return signed

    def covariance(self, place: int) -> tuple[Floats, float] | None:
        """Return the covariance of the models' mean scores by a measure, and its degrees.

        That of the folds times 1 / their number + 1 / (folds of a repeat - 1): they share training
        rows, and this ratio of test to training rows corrects for it [1]_. None of a single fold,
        and of replicates that are no folds.

        References
        ----------
        .. [1] C. Nadeau, Y. Bengio (2003). Inference for the generalization error. Machine
               Learning 52(3), 239-281.
        """
        n, n_folds = len(self.scores), int(np.bincount(self.blocks).max())
        if n_folds < 2 or not self.folds:
            return None
        spread = np.atleast_2d(np.cov(self.scores[:, place], rowvar=False))
        return (1 / n + 1 / (n_folds - 1)) * spread, n - 1.0
