"""Bootstrap resamples of a sample, and the areas of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics import engine
from prgbench.metrics.engine.batch import AtPrevalence, FromAreas, SharedFunction
from prgbench.metrics.engine.counts import Orders, ThresholdCounts
from prgbench.metrics.engine.inputs import (
    FloatArray,
    as_generator,
    as_positive,
    as_score_matrix,
    as_weights,
    check_resamples,
    scaled_weights,
    weights_at_prevalence,
)
from prgbench.metrics.engine.integrals import has_digits
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.probabilities import OfProbabilities
from prgbench.metrics.registry import Measure, get_measure
from prgbench.typing import BoolArray

Weightings = npt.NDArray[Any]

_CELLS_AT_ONCE = 2**21
_JACKKNIFE_PARTS = 300


def bootstrap_areas(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike,
    *,
    measures: Sequence[str] = ("auroc", "aupr", "auprg"),
    n_resamples: int = 1000,
    stratified: bool = False,
    random_state: int | np.random.Generator | None = 0,
    sample_weight: npt.ArrayLike | None = None,
    pos_label: Any = None,
) -> FloatArray:
    """Areas of bootstrap resamples [1]_ of the instances, the same resamples for all models.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels: 0/1, -1/1, booleans, or any labels with `pos_label`.
    y_scores : array-like of shape (models, n)
        One row of scores per model; higher means more positive.
    measures : sequence of str, default=("auroc", "aupr", "auprg")
        These, "aucnpr", "expected_fg1" or "expected_inverse_f1".
    n_resamples : int, default=1000
        Number of resamples of n instances, drawn with replacement.
    stratified : bool, default=False
        Draw positives and negatives separately, which keeps the prevalence.
    random_state : int, numpy.random.Generator or None, default=0
        Seed; with None, the result differs from call to call.
    sample_weight, pos_label
        As for `areas`; the drawn instances count by their weights.

    Returns
    -------
    ndarray of shape (n_resamples, models, len(measures))
        NaN where a measure is undefined.

    Raises
    ------
    ValueError, TypeError
        For bad input, or a measure that is not a function of the areas.

    See Also
    --------
    areas : The areas of the sample itself.

    References
    ----------
    .. [1] B. Efron, R. J. Tibshirani (1993). An Introduction to the Bootstrap. Chapman & Hall.

    Examples
    --------
    >>> values = bootstrap_areas([0, 1, 0, 1], [[1, 2, 3, 4]], n_resamples=20, random_state=0)
    >>> values.shape
    (20, 1, 3)
    """
    positive = as_positive(y_true, pos_label)
    scores = as_score_matrix(y_scores, positive.size)
    check_resamples(n_resamples, least=1)
    if not measures:
        raise ValueError("measures must name at least one measure.")
    weights = as_weights(sample_weight, positive.size)
    generator = as_generator(random_state)
    strata = [positive, ~positive] if stratified else [np.ones_like(positive)]
    pools = [np.flatnonzero(stratum) for stratum in strata if stratum.any()]
    parts = []
    for resamples in resamples_at_once(n_resamples, positive.size):
        drawn: Weightings = draw_counts(generator, pools, resamples, positive.size)
        weighting = drawn if weights is None else drawn * weights
        parts.append(reweighted_areas(positive, scores, weighting, measures=measures))
    return np.concatenate(parts)


def reweighted_areas(
    y_true: npt.ArrayLike,
    y_scores: npt.ArrayLike,
    weights: npt.ArrayLike,
    *,
    measures: Sequence[str] = ("auroc", "aupr", "auprg"),
) -> FloatArray:
    """Areas under each of many weightings (weightings, n) of the instances, finite and >= 0.

    The shape is (weightings, models, measures); NaN where a measure is undefined, or AUPRG has no
    digits.
    """
    # One name is not the list of its letters.
    listed = [measures] if isinstance(measures, str) else measures
    functions = [_function_of_areas(name) for name in listed]
    positive = as_positive(y_true)
    scores = as_score_matrix(y_scores, positive.size)
    weighting = np.asarray(weights)
    if weighting.dtype.kind == "f":
        weighting = scaled_weights(weighting)
    areas, share = areas_and_prevalence(positive, scores, weighting)
    values = [function(areas, share) for function in functions]
    return np.stack(values, axis=-1)


def areas_and_prevalence(
    positive: BoolArray,
    scores: FloatArray,
    weights: npt.NDArray[Any],
    orders: Orders | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Compute what `FromAreas` needs: shapes (weightings, models, 4) and (weightings, 1)."""
    areas = engine.reweighted_areas_of_batch(positive, scores, weights, orders)
    n_pos = weights @ positive
    n_neg = weights @ ~positive
    areas[~has_digits(n_pos, n_neg), :, 2:] = np.nan
    # A resample may have no weight: its areas are NaN, and the division must not warn.
    return areas, (n_pos / np.maximum(n_pos + n_neg, 1e-300))[:, np.newaxis]


def resamples_at_once(n_resamples: int, n: int) -> Iterator[int]:
    """Split the resamples of n instances into parts that fit into memory."""
    at_once = max(1, _CELLS_AT_ONCE // n)
    for start in range(0, n_resamples, at_once):
        yield min(at_once, n_resamples - start)


def draw_counts(
    generator: np.random.Generator, pools: list[npt.NDArray[np.intp]], resamples: int, n: int
) -> npt.NDArray[np.int32]:
    """Resample each pool, places in 0 to n - 1, and count the draws: shape (resamples, n)."""
    # Counts of the draws instead of drawn instances: the scores need not be sorted again.
    weights = np.zeros((resamples, n), dtype=np.int32)
    for pool in pools:
        draws = generator.integers(0, pool.size, (resamples, pool.size), dtype=np.int32)
        engine.tally(draws, pool, weights)
    return weights


@dataclass(frozen=True, slots=True)
class Draws:
    """How many resamples are drawn, whether by class, and from which seed."""

    n_resamples: int
    stratified: bool
    random_state: int | np.random.Generator | None

    def __post_init__(self) -> None:
        check_resamples(self.n_resamples)


def bootstrap_replicates(measure: Measure, sample: Sample, draws: Draws) -> FloatArray:
    """Values of a measure in bootstrap resamples (n_resamples, models); NaN where undefined."""
    drawn = resampled_weights(sample, draws)
    return np.concatenate([values_under(measure, sample, weights) for weights in drawn])


def smoothed_replicates(measure: Measure, sample: Sample, draws: Draws) -> FloatArray:
    """Values of a measure of rankings under random weights of the instances (n_resamples, models).

    Each group has an exponential weight, and each class one more instance, half above and half
    below all scores [1]_. So no replicate of a perfect ranking is certain.

    References
    ----------
    .. [1] D. L. Banks (1988). Histospline smoothing the Bayesian bootstrap. Biometrika 75(4),
           673-684.
    """
    generator = as_generator(draws.random_state)
    sample.strata(stratified=draws.stratified)
    # Ranks, since scores may be infinite, which leaves no room beyond them.
    ranks = [np.unique(row, return_inverse=True)[1] + 1.0 for row in sample.scores]
    ends = [[0.0, rank.max() + 1] * 2 for rank in ranks]
    n = sample.positive.size
    # Two instances of each class, at either end, share the weight of the one that Banks adds.
    larger = Sample(
        np.append(sample.positive, [True, True, False, False]),
        np.concatenate([ranks, ends], axis=1),
        np.ones(n + 4),
        np.arange(n + 4),
    )
    classes = sample.positive, ~sample.positive
    # What one more instance of each class weighs: the mean weight of its groups.
    beyond = [
        sample.weights[members].sum() / clusters
        for members, clusters in zip(classes, sample.class_sizes, strict=True)
    ]
    parts = []
    for resamples in resamples_at_once(draws.n_resamples, n + 4):
        # Exponential weights over their sum: spacings of uniform order statistics, which have no
        # ties and never lose an instance, unlike counts of draws.
        drawn = generator.exponential(size=(resamples, sample.n_groups + 2))
        weights = np.empty((resamples, n + 4))
        weights[:, :n] = np.take(drawn, sample.groups, axis=1) * sample.weights
        weights[:, n:] = np.repeat(drawn[:, -2:] * np.array(beyond) / 2, 2, axis=1)
        # Class sizes fixed by design: each class keeps its total weight, and so the prevalence.
        if draws.stratified:
            for members in (larger.positive, ~larger.positive):
                share = sample.weights[members[:n]].sum() / weights[:, members].sum(axis=1)
                weights[:, members] *= share[:, np.newaxis]
        parts.append(values_under(measure, larger, weights))
    return np.concatenate(parts)


def jackknife(measure: Measure, sample: Sample) -> tuple[FloatArray, BoolArray]:
    """Values of a measure without each part of the sample, and which parts have positives."""
    weights, is_positive = jackknife_weights(sample)
    return values_under(measure, sample, weights)[:, 0], is_positive


def jackknife_weights(sample: Sample) -> tuple[Weightings, BoolArray]:
    """Weights of the instances without each part of the sample, and which parts have positives.

    A part is a group; where there are many, it is several groups, so that at most 300 values are
    computed.
    """
    is_positive = np.zeros(sample.n_groups, dtype=bool)
    is_positive[sample.groups[sample.positive]] = True
    n_pos = int(is_positive.sum())
    # A few hundred values suffice for a variance and a skewness. Dealing groups out in turn makes
    # parts of nearly equal size; Satterthwaite's formula needs those with positives apart.
    pos_parts = min(n_pos, _JACKKNIFE_PARTS // 2)
    neg_parts = min(sample.n_groups - n_pos, _JACKKNIFE_PARTS - pos_parts)
    part = np.empty(sample.n_groups, dtype=np.intp)
    part[is_positive] = np.arange(n_pos) % pos_parts
    part[~is_positive] = pos_parts + np.arange(sample.n_groups - n_pos) % max(neg_parts, 1)
    part_of_instance = part[sample.groups]
    weights = np.tile(
        sample.weights if sample.is_weighted else np.ones_like(part_of_instance),
        (pos_parts + neg_parts, 1),
    )
    weights[part_of_instance, np.arange(part_of_instance.size)] = 0
    return weights, np.arange(pos_parts + neg_parts) < pos_parts


def resampled_weights(sample: Sample, draws: Draws) -> Iterator[Weightings]:
    """Draw groups with replacement; yield the weights of the instances, (some resamples, n)."""
    generator = as_generator(draws.random_state)
    pools = sample.strata(stratified=draws.stratified)
    for resamples in resamples_at_once(draws.n_resamples, sample.positive.size):
        weights: Weightings = draw_counts(generator, pools, resamples, sample.n_groups)
        if sample.is_grouped:
            weights = np.take(weights, sample.groups, axis=1)
        yield weights * sample.weights if sample.is_weighted else weights


def halves_of(
    sample: Sample, n_halves: int, generator: np.random.Generator
) -> Iterator[Weightings]:
    """Draw halves of the groups, of each class where it can be; yield weights, some at a time.

    A half of an odd number of groups has one more or one fewer, at random.
    """
    by_class = sum(sample.class_sizes) == sample.n_groups
    pools = sample.strata(stratified=by_class)
    for size in resamples_at_once(n_halves, sample.positive.size):
        members = np.zeros((size, sample.n_groups))
        for row in members:
            for pool in pools:
                half = (len(pool) + generator.integers(2)) // 2
                row[generator.permutation(pool)[:half]] = 1.0
        yield np.take(members, sample.groups, axis=1) * sample.weights


def values_under(measure: Measure, sample: Sample, weights: Weightings) -> FloatArray:
    """Values of a measure under each row of weights: shape (weightings, models)."""
    function = measure.batch
    if isinstance(function, AtPrevalence) and isinstance(function.function, FromAreas):
        weights = weights_at_prevalence(sample.positive, weights, function.prevalence)
        function = function.function
    if isinstance(function, FromAreas):
        parts = areas_and_prevalence(sample.positive, sample.scores, weights)
        return np.asarray(function.function(*parts), dtype=np.float64)
    if isinstance(function, OfProbabilities):
        return function.under(sample.positive, sample.scores, weights)
    if isinstance(function, SharedFunction):
        columns = [
            [function.of_counts(counts) for counts in counts_under(sample, model, weights)]
            for model in range(len(sample.scores))
        ]
        return np.array(columns).T
    if sample.is_weighted:
        raise ValueError(f"The measure {measure.name!r} takes no sample_weight.")
    # A function of labels and scores only: it gets the drawn instances as often as drawn.
    drawn = [np.repeat(np.arange(sample.positive.size), counts) for counts in weights]
    values = [function(sample.positive[rows], sample.scores[:, rows]) for rows in drawn]
    return np.array(values, dtype=np.float64)


def estimates(measure: Measure, sample: Sample) -> FloatArray:
    """Values of a measure in the sample itself, shape (models,); ValueError if not finite."""
    weights = sample.weights if sample.is_weighted else np.ones_like(sample.groups)
    values: FloatArray = values_under(measure, sample, weights[np.newaxis])[0]
    if not np.isfinite(values).all():
        remedy = ": give probabilities in [0, 1]" if measure.needs_probabilities else ""
        raise ValueError(
            f"{measure.name} has no finite value for these labels and scores{remedy}."
        )
    return values


def refuse_undefined(replicates: FloatArray, name: str) -> FloatArray:
    """Leave out undefined replicates; raise ValueError if these are more than half."""
    defined = replicates[np.isfinite(replicates)]
    # More than half undefined: the rest is a selection that no interval can stand for.
    if 2 * defined.size < replicates.size:
        raise ValueError(
            f"{name} has no finite value in {replicates.size - defined.size} of "
            f"{replicates.size} resamples: draw with stratified=True, or score more data."
        )
    return defined


def counts_under(
    sample: Sample, model: int, weights: Iterable[Weightings]
) -> Iterator[ThresholdCounts]:
    """Threshold counts of a model under each row of weights, from one sort."""
    # One sort for all rows: weights change the counts, never the order.
    order = np.argsort(-sample.scores[model])
    ranked = sample.scores[model][order]
    ends = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]), ranked.size - 1)
    thresholds = ranked[ends]
    is_positive = sample.positive[order]
    for row in weights:
        weights_by_rank = row[order]
        tp = np.cumsum(np.where(is_positive, weights_by_rank, 0))[ends].astype(np.float64)
        fp = np.cumsum(np.where(is_positive, 0, weights_by_rank))[ends].astype(np.float64)
        # A threshold that no drawn instance has is no point of the resample's curve.
        drawn = (np.diff(tp, prepend=0.0) > 0) | (np.diff(fp, prepend=0.0) > 0)
        yield ThresholdCounts(
            np.concatenate(([np.inf], thresholds[drawn])),
            np.concatenate(([0.0], tp[drawn])),
            np.concatenate(([0.0], fp[drawn])),
        )


def _function_of_areas(name: str) -> Any:
    batch = get_measure(name).batch
    if not isinstance(batch, FromAreas):
        raise ValueError(
            f"The measure {name!r} can't be resampled: it is not a function of the areas."
        )
    return batch.function
