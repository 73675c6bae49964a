"""The models of a task with predictions: their scores, and how uncertain these are."""

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.bootstrap_replicates import replicates_of_task, replicates_without_gains
from prgbench.answer.halves import scores_of_halves
from prgbench.answer.scored_task import (
    OPTIMISM,
    Covariance,
    NoiseKnown,
    NoisyTask,
    Setting,
    centred,
)
from prgbench.answer.scores_of_rows import mean_of_defined
from prgbench.answer.task_rows import TaskRows
from prgbench.metrics import get_measure
from prgbench.metrics.delong import placements
from prgbench.metrics.engine.sample import Sample
from prgbench.stats.student import normal_quantile
from prgbench.typing import Floats

_FEWEST_REPLICATES = 10
"""Replicates without a class are dropped: of fewer that are left there is no covariance."""

_AT_ONE_COST = ("expected_cost@", "expected_cost(")
_STRICTER = (normal_quantile(0.995) / normal_quantile(0.975)) ** 2
"""The least cost at one ratio of costs is that of a threshold chosen on the same data, where few
errors count: its variance is that with which the quantile of 95% reaches as far as that of 99%.
"""

_AT_BEST_THRESHOLD = {"expected_cost", "max_f1", "max_mcc", "ks", "h_measure", "auprg_hull"}
"""Measures at thresholds, or on a hull, that are chosen on the same data: too good by an error
that does not average out, and less so of a model with few different scores.
"""


class TaskScores(TaskRows):
    """The predictions of the models of a task as a `ScoredTask`: what all parts evaluate.

    Its halves consist of instances, and its noise is that of resampled instances.
    """

    @property
    def noise_known(self) -> NoiseKnown:
        """It is that of other instances."""
        return NoiseKnown.YES

    @property
    def n_units(self) -> int:
        """Return the number of instances, which halves consist of."""
        return self.n_instances

    def scores_of_halves(self, setting: Setting) -> Floats:
        """Evaluate the models on the `random_halves`; NaN where one of two lacks a class."""
        return scores_of_halves(self, setting)

    def noisy(self, setting: Setting, *, gains: bool = True) -> NoisyTask:
        """Return the scores with the noise of bootstrap replicates; without, of a single value."""
        compute = replicates_of_task if gains else replicates_without_gains
        replicates = compute(self, setting)
        n = self.smaller_class
        if n < 2:
            # A bootstrap of one value tells nothing of its noise.
            return NoisyTask(replicates.original, replicates.scores[:0], n)
        # A bootstrap of n values has (n - 1) / n of their variance.
        noise = centred(replicates.scores) * np.sqrt(n / (n - 1))
        return NoisyTask(replicates.original, noise, n)

    def covariances(self, setting: Setting) -> Iterator[Covariance]:
        """Yield covariances: of AUROC by DeLong et al. (1988), else over bootstrap replicates.

        The degrees of freedom are one less than the smaller class, and fewer for the finite number
        of replicates. The expected cost at a stated ratio of costs has a larger covariance, as its
        threshold is chosen on the same data. Of a class of one group there is none.
        """
        n = self.smaller_class
        if n < 2:
            return
        for index, measure in enumerate(setting.measures):
            is_auroc = measure == get_measure("auroc")
            by_delong = self._covariance_of_auroc() if is_auroc else None
            sizes = self._sample.effective_sizes if is_auroc else None
            models, covariance, n_replicates = by_delong or self._of_replicates(setting, index)
            if len(models) and n_replicates > 1:
                # Noise of the instances and of the finite number of replicates add up. DeLong's
                # takes no replicates: as if there were infinitely many.
                degrees = 1 / (1 / (n - 1) + 1 / (n_replicates - 1))
                optimism = self._optimism(setting, index)
                yield Covariance(
                    measure,
                    self.run_ids[models],
                    covariance,
                    degrees,
                    sizes,
                    None if optimism is None else optimism[models],
                )

    def _covariance_of_auroc(self) -> tuple[NDArray[np.intp], Floats, float] | None:
        """Return models, DeLong's covariance of them, and infinitely many replicates.

        None if a class is in one group only.
        """
        try:
            return np.arange(len(self.run_ids)), placements(self._sample).covariance, np.inf
        except ValueError:
            return None

    def _optimism(self, setting: Setting, index: int) -> Floats | None:
        """Return by how much scores at a threshold chosen on the same data are too good, at most.

        Halves show it, which choose it among fewer instances. None of any other measure, or if no
        half has both classes.
        """
        # The name of a measure with parameters goes on with "@" or a bracket.
        base, *_ = re.split(r"[@(]", setting.measures[index].name)
        if base not in _AT_BEST_THRESHOLD:
            return None
        of_halves = mean_of_defined(np.concatenate(self.scores_of_halves(setting)[:, :, index]))
        optimism = OPTIMISM * (of_halves - replicates_of_task(self, setting).original[index])
        return optimism if np.isfinite(optimism).all() else None

    @property
    def _sample(self) -> Sample:
        """The predictions as DeLong's method takes them: unweighted, in groups."""
        return Sample(
            self.y_true,
            self.y_scores,
            weights=np.ones(len(self.y_true)),
            groups=self.groups,
            is_weighted=False,
            is_grouped=self.n_groups < len(self.y_true),
        )

    def _of_replicates(
        self, setting: Setting, index: int
    ) -> tuple[NDArray[np.intp], Floats, float]:
        """Return models, their covariance over replicates, and the number of replicates.

        They are those that the measure has a value of, in the task and in each of its replicates.
        """
        n = self.smaller_class
        drawn = replicates_of_task(self, setting)
        scores = drawn.scores[:, index]
        defined = np.isfinite(drawn.original[index]) & np.isfinite(scores).all(axis=0)
        models = np.flatnonzero(defined)
        if len(scores) < _FEWEST_REPLICATES:
            return models[:0], np.zeros((0, 0)), 0
        covariance = np.cov(scores[:, models], rowvar=False).reshape(len(models), len(models))
        # A bootstrap of n instances has (n - 1) / n of their variance.
        covariance = covariance * n / (n - 1)
        if setting.measures[index].name.startswith(_AT_ONE_COST):
            covariance = covariance * _STRICTER
        return models, covariance, len(scores)
