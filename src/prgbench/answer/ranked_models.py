"""The models by a measure: their means, and which of them may be the best.

Two targets: these data sets, with other instances, and new data sets like these.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.confidence_sets import level_of_sets
from prgbench.answer.model_field import DECIMALS, ModelField
from prgbench.metrics.interval_bounds import NewcombeVariance, newcombe_bounds_within
from prgbench.stats.bounded_means import bounds_at_limit, bounds_in_range
from prgbench.stats.interval import Interval, Range
from prgbench.stats.mean_ranks import p_values_of_leading
from prgbench.stats.ranks import ranks_of
from prgbench.stats.shares import share_interval
from prgbench.stats.sign_flips import FlippedTests, flipped_tests
from prgbench.stats.simultaneous import (
    Estimates,
    p_values_of_best,
    reach_of_differences,
    reach_of_selected,
    told_apart,
)
from prgbench.stats.steps import variance_of_steps
from prgbench.typing import BoolArray, Floats

NAN = float("nan")
_EQUAL = 1e-6
MANY = 6
"""Data sets, of which one that makes most of a difference is named."""


class Lead(NamedTuple):
    """A difference of two means, its interval, and the p-value of the second being the best."""

    difference: float
    lower: float
    upper: float
    p_value: float


NO_LEAD = Lead(NAN, NAN, NAN, NAN)


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """What is known of the models' means on these data sets, or on new ones.

    ``better`` says which models are better than which others; ``p_values`` are those of each model
    being the best, NaN where nothing is known. The intervals of all differences hold at once,
    ``reach`` standard errors to each side. ``newcombe`` has Newcombe's variances of means of
    AUROC over instances: DeLong's is too small where few positives happen to rank high, and it is
    so of the model that is selected for that.
    """

    field: ModelField
    level: float
    estimates: Estimates
    better: BoolArray
    p_values: Floats
    reach: float
    newcombe: tuple[NewcombeVariance, ...] | None = None

    @classmethod
    def of(
        cls,
        field: ModelField,
        estimates: Estimates,
        level: float,
        newcombe: tuple[NewcombeVariance, ...] | None = None,
    ) -> "Target":
        """Compare the models; nothing is known where an error is missing."""
        n = len(estimates.means)
        if not np.isfinite(estimates.covariance).all():
            return cls(
                field=field,
                level=level,
                estimates=estimates,
                better=np.zeros((n, n), dtype=bool),
                p_values=np.full(n, np.nan),
                reach=NAN,
            )
        return cls(
            field=field,
            level=level,
            estimates=estimates,
            better=told_apart(estimates, level),
            p_values=p_values_of_best(estimates),
            reach=reach_of_differences(estimates, level),
            newcombe=newcombe,
        )

    @property
    def may_be_best(self) -> BoolArray:
        """Which models may be the best: all of them where nothing is known."""
        return self._not_rejected(self.level)

    @property
    def may_be_best_of_two(self) -> BoolArray:
        """Which models may be, if the sets of two measures are to hold together: Bonferroni."""
        return self._not_rejected(level_of_sets(self.level))

    def _not_rejected(self, level: float) -> BoolArray:
        # Not `>`, which is false of NaN.
        return np.asarray(~(self.p_values <= 1 - level))

    def by_signs(self, tests: FlippedTests, *, equal_units: bool) -> "Target":
        """Return the same target with tests of paired results on items.

        Of units of unequal size, as clusters of items may be, few large ones decide: models are
        told apart only if Student's t with Kish's number of clusters does so, too.
        """
        better = tests.better
        p_values = tests.p_values
        reach = tests.reach
        if not equal_units:
            better = better & self.better
            p_values = np.maximum(p_values, self.p_values)
            reach = max(reach, self.reach)
        return replace(self, better=better, p_values=p_values, reach=reach)

    def difference(self, first: int, second: int) -> tuple[float, float, float]:
        """Return a difference of means, its standard error and its degrees of freedom."""
        estimates = self.estimates
        first_row = estimates.covariance[first]
        second_row = estimates.covariance[second]
        error = math.sqrt(max(first_row[first] + second_row[second] - 2 * first_row[second], 0.0))
        degrees = min(estimates.degrees[first], estimates.degrees[second])
        gap = round(float(estimates.means[first] - estimates.means[second]), DECIMALS)
        return gap, error, float(degrees)

    def bounds_of_difference(self, first: int, second: int) -> Range:
        """Return the interval of a difference; all such intervals hold at once."""
        gap, error, _ = self.difference(first, second)
        return gap - self.reach * error, gap + self.reach * error

    def lead(self, first: int, second: int) -> "Lead":
        """Return by how much the first model is ahead of the second."""
        gap, _, _ = self.difference(first, second)
        lower, upper = self.bounds_of_difference(first, second)
        return Lead(gap, lower, upper, float(self.p_values[second]))

    def bounds(self, model: int) -> Range:
        """Return the interval of a model's mean, that of this model alone."""
        from scipy.special import stdtrit

        quantile = stdtrit(self._estimates_of_means.degrees[model], (1 + self.level) / 2)
        return self._bounds(model, float(quantile))

    def bounds_of_selected(self, model: int) -> Range:
        """Return the interval of the mean of a model that was selected as the best."""
        reach = reach_of_selected(self._estimates_of_means, self.may_be_best, self.level)
        return self._bounds(model, reach)

    @property
    def _estimates_of_means(self) -> Estimates:
        """The estimates as their intervals take them: Newcombe's have normal quantiles."""
        if self.newcombe is None:
            return self.estimates
        return replace(self.estimates, degrees=np.full(len(self.newcombe), np.inf))

    def _bounds(self, model: int, reach: float) -> Range:
        estimates = self.estimates
        measure = self.field.measure
        if not np.isfinite(estimates.covariance).all():
            return NAN, NAN
        mean = float(self.field.sign * estimates.means[model])
        error = float(estimates.standard_errors()[model])
        degrees = float(estimates.degrees[model])
        ranks = 1.0, float(len(self.field.names))
        limits = ranks if self.field.by_rank else (measure.lower, measure.upper)
        # Means fitted to missing scores may lie beyond the limits.
        if self.newcombe is not None and limits[0] <= mean <= limits[1]:
            own = self.newcombe[model]
            return newcombe_bounds_within(mean, own, reach, error**2, degrees)
        if mean in limits:
            return bounds_at_limit(mean, degrees, reach, limits)
        return bounds_in_range(mean, error, reach, limits)


@dataclass(frozen=True, slots=True, eq=False)
class RankedModels:
    """The models by a measure, on these data sets and on new ones."""

    field: ModelField
    these: Target
    new: Target
    tests: FlippedTests | None = None

    @classmethod
    def of(
        cls,
        field: ModelField,
        covariances: pd.DataFrame | None,
        level: float,
        units: pd.DataFrame | None = None,
    ) -> "RankedModels":
        """Compare the models of a field, with the tables of `score_covariances.per_task`."""
        scores = field.scores
        within, degrees = field.covariance_within(covariances)
        # An error of at most b counts as the variance b²: what is said then holds at its level,
        # since (b + 1.69 s) is at most 1.96 times the root of (b² + s²).
        optimism = field.optimism(covariances)
        of_thresholds = np.outer(optimism, optimism)
        these = Estimates(
            scores.means,
            within + of_thresholds,
            np.full(len(within), degrees),
            independent=False,
        )
        new = Estimates(
            scores.means,
            scores.covariance_between() + _of_steps(field) + of_thresholds,
            scores.degrees_between,
            independent=True,
        )
        newcombe = field.newcombe_variances(covariances)
        ranked = cls(field, Target.of(field, these, level, newcombe), Target.of(field, new, level))
        paired = field.units(units)
        if covariances is not None and paired is not None and len(field.names) > 1:
            return ranked._of_items(paired, covariances)
        return ranked._of_ranks() if field.by_rank else ranked

    def _of_items(self, paired: Floats, covariances: pd.DataFrame) -> "RankedModels":
        """Return the models with tests of paired results on units: items, or clusters of them."""
        tests = flipped_tests(paired, self.these.level)
        # Units of equal size have a degree of freedom each, but one for their mean.
        own = covariances[covariances["measure"] == self.field.measure.name]["degrees"]
        equal_units = bool(own.sum() > len(paired) - len(own) - _EQUAL)
        return replace(
            self, these=self.these.by_signs(tests, equal_units=equal_units), tests=tests
        )

    def _of_ranks(self) -> "RankedModels":
        """Return the models with tests of ranks, which agree by chance on few data sets.

        Where a model lacks a data set, its mean rank is fitted, and Student's t stays.
        """
        new = self.new
        n_pairs = math.comb(len(self.field.names), 2)
        # The chance that the data sets agree, either way, on two equal models: Bonferroni for all
        # pairs. Ranks that never vary have no error, and Student's t would call that certain.
        agree = 2 * 0.5 ** (new.estimates.degrees.min() + 1) * n_pairs
        if agree > 1 - new.level:
            unknown = np.full_like(new.estimates.covariance, np.nan)
            new = Target.of(self.field, replace(new.estimates, covariance=unknown), new.level)
        if not np.isnan(self.field.scores.table).any():
            new = replace(new, p_values=self.mean_ranks()[1])
        return replace(self, new=new)

    @property
    def means(self) -> Floats:
        """The means, higher for better models, of which equal ones are equal."""
        return np.round(self.field.scores.means, DECIMALS)

    @property
    def order(self) -> NDArray[np.intp]:
        """The models from the first to the last."""
        return np.argsort(-self.means, kind="stable")

    def shares_best(self) -> list[Interval]:
        """Return for each model on which share of its data sets it is the best.

        Tied models share a data set. The interval is for the probability of being the best on a
        new data set. Its lower bound is after Bonferroni, for as many models as there are others:
        it is read of the model that was selected as the best on these data sets.
        """
        table = np.round(self.field.scores.table, DECIMALS)
        best = table == np.nanmax(table, axis=1, keepdims=True)
        shares = np.where(np.isnan(table), np.nan, best / best.sum(axis=1, keepdims=True))
        selected = 1 - (1 - self.new.level) / max(len(self.field.names) - 1, 1)
        return [
            replace(own, lower=of_selected.lower)
            for own, of_selected in zip(
                self._intervals_of_shares(shares, self.new.level),
                self._intervals_of_shares(shares, selected),
                strict=True,
            )
        ]

    def shares_better(self, pairs: Sequence[tuple[int, int]]) -> list[Interval]:
        """Return for pairs of models on which share of their data sets the first one is better.

        A tie counts half. The interval is for the probability of being better on a new data set,
        each for its pair alone.
        """
        table = np.round(self.field.scores.table, DECIMALS)
        first, second = np.array(pairs, dtype=np.intp).reshape(-1, 2).T
        # 1 for a win, 1/2 for a tie, 0 for a loss, and NaN where one of the two has no score.
        better = (1 + np.sign(table[:, first] - table[:, second])) / 2
        return self._intervals_of_shares(better, self.new.level)

    def _intervals_of_shares(self, shares: Floats, level: float) -> list[Interval]:
        """Return the mean over data sets of what tasks count, with intervals for new data sets.

        ``shares`` have a column for each result; NaN where a task does not count.
        """
        sums = self.field.scores.of_families
        return [
            share_interval(
                sums(np.nan_to_num(counted)),
                sums(np.isfinite(counted).astype(np.float64)),
                confidence_level=level,
            )
            for counted in self._of_datasets(shares).T
        ]

    def mean_ranks(self) -> tuple[Floats, Floats]:
        """Return the models' mean ranks, and p-values of having the lowest on new data sets.

        They are over the tasks that have all models.
        """
        table = self.field.scores.table
        complete = ~np.isnan(table).any(axis=1)
        ranks = np.full(table.shape, np.nan)
        ranks[complete] = ranks_of(-np.round(table[complete], DECIMALS), "average")
        ranks = self._of_datasets(ranks)
        complete = np.asarray(~np.isnan(ranks).any(axis=1))
        if not complete.any():
            return np.full(table.shape[1], np.nan), np.ones(table.shape[1])
        sums = self.field.scores.of_families(np.where(complete[:, None], ranks, 0))
        counted = self.field.scores.of_families(complete.astype(np.float64)) > 0
        p_values = p_values_of_leading(sums[counted])
        # Either of two equal models may come first, so that they are compared two-sided.
        if len(p_values) == 2:
            p_values = np.minimum(2 * p_values, 1.0)
        return ranks[complete].mean(axis=0), p_values

    def influential(self) -> str:
        """Name the data set that makes more than half of the lead of the first model, if one does.

        One of few data sets often does, and no rank is far from the others.
        """
        if self.field.by_rank or len(self.order) < 2 or self.field.scores.n_datasets < MANY:
            return ""
        first, second = self.order[:2]
        values = self._of_datasets(self.field.scores.table)
        gaps = np.nan_to_num(values[:, first] - values[:, second])
        largest = int(gaps.argmax())
        return self.field.datasets[largest] if 2 * gaps[largest] > gaps.sum() > 0 else ""

    def _of_datasets(self, values: Floats) -> Floats:
        """Return the mean of values over the tasks of each data set: (data sets, models)."""
        means = pd.DataFrame(values).groupby(self.field.scores.datasets).mean()
        return means.to_numpy()


def _of_steps(field: ModelField) -> Floats:
    """Return the covariance of the means as far as scores are known to a step only."""
    # Ranks are not rounded: their tests know of ties.
    if field.by_rank:
        return np.zeros((len(field.names),) * 2)
    variance = variance_of_steps(field.scores.table)
    return np.diag(variance / field.scores.n_datasets_of_models)
