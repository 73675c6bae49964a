"""Which model is first by each measure, and which can't be told from it.

Two targets: these data sets, with other instances, and new data sets like these.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.confidence_sets import level_of_sets
from prgbench.answer.interface import Part, PartOptions, Study, Tables, table_of
from prgbench.answer.model_field import COVARIANCES, ModelField, field_of, per_task
from prgbench.stats.simultaneous import (
    Estimates,
    p_values_of_best,
    rank_bounds,
    reach_of_selected,
    told_apart,
)
from prgbench.study.ranking import ranks_of

MOST_PAIRED = 30
"""Of the first models, every two are compared in a table."""

NAN = float("nan")
_DECIMALS = 12
_LARGEST_POWER = 700.0

Floats = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
Range = tuple[float, float]


class Options(PartOptions):
    """Which model is first over all data sets, by each measure."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A model's mean of a measure over the data sets, and its rank.

    The bounds are for these data sets with other instances, those in ``_new`` for new data sets.
    A model with ``may_win`` is not told from the first one.
    """

    measure: str
    model_id: int
    model: str
    datasets: int
    mean: float
    lower: float
    upper: float
    lower_new: float
    upper_new: float
    rank: int
    rank_lower: int
    rank_upper: int
    rank_lower_new: int
    rank_upper_new: int
    may_win: bool
    may_win_new: bool


@dataclass(frozen=True, slots=True)
class FirstModel:
    """The first model by a measure, with intervals that hold although it was selected.

    ``difference`` is that from the model that comes next, whose p-values are for being the best,
    compared with all others at once;
    ``complete`` is the share of data sets and models for which there is a value.
    """

    measure: str
    model_id: int
    model: str
    datasets: int
    models: int
    left_out: int
    complete: float
    mean: float
    lower: float
    upper: float
    lower_new: float
    upper_new: float
    runner_up: str
    difference: float
    p_value: float
    p_value_new: float


@dataclass(frozen=True, slots=True)
class OrderPair:
    """The orders of the models by two measures.

    They are ``apart`` if no model may be the first by both.
    """

    measure_a: str
    measure_b: str
    tau: float
    same_first: bool
    apart: bool
    apart_new: bool


@dataclass(frozen=True, slots=True)
class PairOfModels:
    """How often a model is better than another one, of the first models by a measure."""

    measure: str
    model: str
    other: str
    difference: float
    probability: float
    better: bool
    better_new: bool


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """What is known of the models' means on these data sets, or on new ones.

    ``better`` says which models are better than which others, ``may_win`` which may be the best;
    ``may_win_of_two`` does if the sets of two measures are to hold together. ``p_values`` are
    those of each model being the best.
    """

    estimates: Estimates
    better: BoolArray
    may_win: BoolArray
    may_win_of_two: BoolArray
    p_values: Floats

    def difference(self, first: int, second: int) -> tuple[float, float, float]:
        """Return a difference of means, its standard error and its degrees of freedom."""
        estimates = self.estimates
        covariance, others = estimates.covariance[first], estimates.covariance[second]
        error = math.sqrt(max(covariance[first] + others[second] - 2 * covariance[second], 0.0))
        degrees = min(estimates.degrees[first], estimates.degrees[second])
        return float(estimates.means[first] - estimates.means[second]), error, float(degrees)


@dataclass(frozen=True, slots=True, eq=False)
class Ranked:
    """The models by a measure, on these data sets and on new ones."""

    field: ModelField
    these: Target
    new: Target

    @property
    def order(self) -> NDArray[np.intp]:
        """The models from the first to the last."""
        return np.argsort(-self.field.scores.means, kind="stable")


def tables(study: Study, _options: Options) -> Tables:
    """Return ``standings``, ``first_models``, ``order_pairs`` and ``pairs_of_models``."""
    level = study.resampling.confidence_level
    fields = (field_of(study.models, measure) for measure in study.setting.measures)
    covariances = study.per_task.get(COVARIANCES)
    ranked = [_ranked(field, covariances, level) for field in fields if field is not None]
    return {
        "standings": table_of(
            Standing, (row for ranked_models in ranked for row in _standings(ranked_models, level))
        ),
        "first_models": table_of(
            FirstModel, (_first_model(ranked_models, level) for ranked_models in ranked)
        ),
        "order_pairs": table_of(OrderPair, _order_pairs(ranked)),
        "pairs_of_models": table_of(
            PairOfModels,
            (row for ranked_models in ranked for row in _pairs_of_models(ranked_models)),
        ),
    }


def _ranked(field: ModelField, covariances: pd.DataFrame | None, level: float) -> Ranked:
    scores = field.scores
    within, degrees = field.covariance_within(covariances)
    these = Estimates(scores.means, within, np.full(len(within), degrees), independent=False)
    new = Estimates(
        scores.means,
        scores.covariance_between(),
        np.asarray(scores.n_datasets_of_models - 1, dtype=np.float64),
        independent=True,
    )
    return Ranked(field, _target(these, level), _target(new, level))


def _target(estimates: Estimates, level: float) -> Target:
    n = len(estimates.means)
    if not np.isfinite(estimates.covariance).all():
        unknown, every = np.zeros((n, n), dtype=bool), np.ones(n, dtype=bool)
        return Target(estimates, unknown, every, every, np.full(n, np.nan))
    p_values = p_values_of_best(estimates)
    may_win = p_values > 1 - level
    # Two measures are compared by their sets: Bonferroni, so that both hold together.
    of_two = p_values > 1 - level_of_sets(level)
    return Target(estimates, told_apart(estimates, level), may_win, of_two, p_values)


def _standings(ranked: Ranked, level: float) -> Iterator[Standing]:
    field = ranked.field
    means = field.scores.means
    ranks = ranks_of(-np.round(means, _DECIMALS), "min").astype(int)
    of_these, of_new = rank_bounds(ranked.these.better), rank_bounds(ranked.new.better)
    for model in ranked.order:
        bounds, bounds_new = (
            _interval(field, target, model, _reach(target, model, level))
            for target in (ranked.these, ranked.new)
        )
        yield Standing(
            field.measure.name,
            int(field.model_ids[model]),
            field.names[model],
            int(field.scores.n_datasets_of_models[model]),
            float(field.sign * means[model]),
            *bounds,
            *bounds_new,
            rank=int(ranks[model]),
            rank_lower=int(of_these[0][model]),
            rank_upper=int(of_these[1][model]),
            rank_lower_new=int(of_new[0][model]),
            rank_upper_new=int(of_new[1][model]),
            may_win=bool(ranked.these.may_win[model]),
            may_win_new=bool(ranked.new.may_win[model]),
        )


def _first_model(ranked: Ranked, level: float) -> FirstModel:
    field, order = ranked.field, ranked.order
    first = order[0]
    targets = ranked.these, ranked.new
    bounds, bounds_new = (
        _interval(field, target, first, reach_of_selected(target.estimates, target.may_win, level))
        for target in targets
    )
    second = order[1] if len(order) > 1 else None
    gap = NAN if second is None else targets[0].difference(first, second)[0]
    p_values = [NAN if second is None else float(target.p_values[second]) for target in targets]
    return FirstModel(
        measure=field.measure.name,
        model_id=int(field.model_ids[first]),
        model=field.names[first],
        datasets=field.scores.n_datasets,
        models=len(order),
        left_out=field.left_out,
        complete=field.complete,
        mean=float(field.sign * field.scores.means[first]),
        lower=bounds[0],
        upper=bounds[1],
        lower_new=bounds_new[0],
        upper_new=bounds_new[1],
        runner_up="" if second is None else field.names[second],
        difference=gap,
        p_value=p_values[0],
        p_value_new=p_values[1],
    )


def _student(degrees: float, value: float) -> float:
    """Return the distribution function of Student's t."""
    from scipy.special import stdtr

    return float(stdtr(degrees, value))


def _reach(target: Target, model: int, level: float) -> float:
    from scipy.special import stdtrit

    return float(stdtrit(target.estimates.degrees[model], (1 + level) / 2))


def _interval(field: ModelField, target: Target, model: int, reach: float) -> Range:
    """Return the bounds of a model's mean, in the direction and the range of the measure."""
    estimates, measure = target.estimates, field.measure
    mean = float(field.sign * estimates.means[model])
    error, degrees = float(estimates.standard_errors()[model]), float(estimates.degrees[model])
    limits = (measure.lower, measure.upper)
    if mean in limits:
        return _bounds_at_limit(mean, _student(degrees, -reach) ** (1 / (degrees + 1)), limits)
    return bounds_in_range(mean, error, reach, limits)


def _bounds_at_limit(mean: float, share: float, limits: Range) -> Range:
    """Return the bounds if all observations lie at a limit, as of a share of 1 (Clopper, Pearson).

    No bounded variable has a mean farther away if all of its observations are there.
    """
    lower, upper = limits
    width = upper - lower
    if not np.isfinite(width):
        return NAN, NAN
    return (
        (upper - width * (1 - share), upper) if mean == upper else (lower, upper - width * share)
    )


def bounds_in_range(mean: float, error: float, reach: float, limits: Range) -> Range:
    """Return the bounds ``reach`` standard errors from a mean, on a scale without limits.

    The scale is the logit between two limits, the logarithm of the distance from one, or the
    value itself. Without an error there are no bounds; a mean beyond a limit has plain ones.

    Examples
    --------
    >>> [round(bound, 3) for bound in bounds_in_range(0.9, 0.03, 2, (0, 1))]
    [0.822, 0.946]
    """
    lower, upper = limits
    below, above = mean - lower, upper - mean
    far = reach * error
    if not far > 0:
        return NAN, NAN
    if below <= 0 or above <= 0:  # a mean adjusted for missing data sets
        return mean - far, mean + far
    if np.isfinite(upper - lower):
        step, width = _exp(far * (1 / below + 1 / above)), upper - lower
        return lower + width / (1 + step * above / below), upper - width / (
            1 + step * below / above
        )
    if np.isfinite(upper):
        return upper - above * _exp(far / above), upper - above * _exp(-far / above)
    if np.isfinite(lower):
        return lower + below * _exp(-far / below), lower + below * _exp(far / below)
    return mean - far, mean + far


def _exp(power: float) -> float:
    return math.exp(min(power, _LARGEST_POWER))


def _order_pairs(ranked: Sequence[Ranked]) -> Iterator[OrderPair]:
    for a, b in combinations(ranked, 2):
        common, own_a, own_b = np.intersect1d(
            a.field.model_ids, b.field.model_ids, return_indices=True
        )
        first, second = np.triu_indices(len(common), 1)
        signs = [
            np.sign(np.round(means[first] - means[second], _DECIMALS))
            for means in (a.field.scores.means[own_a], b.field.scores.means[own_b])
        ]
        yield OrderPair(
            a.field.measure.name,
            b.field.measure.name,
            float(np.mean(signs[0] * signs[1])) if len(first) else NAN,
            bool(a.field.model_ids[a.order[0]] == b.field.model_ids[b.order[0]]),
            _apart(a.field, b.field, a.these, b.these),
            _apart(a.field, b.field, a.new, b.new),
        )


def _apart(field_a: ModelField, field_b: ModelField, a: Target, b: Target) -> bool:
    """Say whether no model may be the first by both measures."""
    candidates = field_a.model_ids[a.may_win_of_two], field_b.model_ids[b.may_win_of_two]
    return not len(np.intersect1d(*candidates))


def _pairs_of_models(ranked: Ranked) -> Iterator[PairOfModels]:
    """Compare every two of the first models.

    ``probability`` is the share of data sets on which the model is better, ties as half; of one
    data set it is that over other instances.
    """
    field, means = ranked.field, ranked.field.scores.means
    for model in ranked.order[:MOST_PAIRED]:
        for other in ranked.order[:MOST_PAIRED]:
            if model != other:
                yield PairOfModels(
                    field.measure.name,
                    field.names[model],
                    field.names[other],
                    float(field.sign * (means[model] - means[other])),
                    _probability(ranked, model, other),
                    bool(ranked.these.better[model, other]),
                    bool(ranked.new.better[model, other]),
                )


def _probability(ranked: Ranked, model: int, other: int) -> float:
    scores = ranked.field.scores
    if scores.n_datasets == 1:
        gap, error, degrees = ranked.these.difference(model, other)
        return _student(degrees, gap / error) if error > 0 else NAN
    gaps = np.round(scores.table[:, model] - scores.table[:, other], _DECIMALS)
    paired = ~np.isnan(gaps)
    weights = (1 / np.bincount(scores.datasets))[scores.datasets][paired]
    return (
        float(np.average(0.5 + np.sign(gaps[paired]) / 2, weights=weights))
        if paired.any()
        else NAN
    )


PART = Part(
    "standings",
    Options,
    tables,
    per_task,
    rows={
        "standings": Standing,
        "first_models": FirstModel,
        "order_pairs": OrderPair,
        "pairs_of_models": PairOfModels,
    },
)
