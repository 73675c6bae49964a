"""The values of any measure in bootstrap resamples of a sample."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.batch import CountsFunction, FromAreas
from prgbench.metrics.counts import ThresholdCounts
from prgbench.metrics.inputs import FloatArray
from prgbench.metrics.probabilities import MeanLoss
from prgbench.metrics.registry import Measure
from prgbench.metrics.resampling import areas_and_prevalence, draw_counts, resamples_at_once
from prgbench.metrics.sample import Sample

Weightings = npt.NDArray[Any]


def bootstrap_replicates(
    measure: Measure,
    sample: Sample,
    *,
    n_resamples: int,
    stratified: bool,
    random_state: int | np.random.Generator | None,
) -> FloatArray:
    """Values of a measure in bootstrap resamples, the same resamples for all models.

    Returns
    -------
    ndarray of shape (n_resamples, models)
        NaN where a resample leaves the measure undefined.
    """
    drawn = resampled_weights(
        sample, n_resamples=n_resamples, stratified=stratified, random_state=random_state
    )
    return np.concatenate([values_under(measure, sample, weights) for weights in drawn])


def resampled_weights(
    sample: Sample,
    *,
    n_resamples: int,
    stratified: bool,
    random_state: int | np.random.Generator | None,
) -> Iterator[Weightings]:
    """Draw groups with replacement; yield the weights of the instances, (some resamples, n)."""
    generator = np.random.default_rng(random_state)
    pools = sample.strata(stratified=stratified)
    for resamples in resamples_at_once(n_resamples, sample.positive.size):
        weights: Weightings = draw_counts(generator, pools, resamples, sample.n_groups)
        if sample.is_grouped:
            weights = weights[:, sample.groups]
        yield weights * sample.weights if sample.is_weighted else weights


def values_under(measure: Measure, sample: Sample, weights: Weightings) -> FloatArray:
    """Values of a measure under each row of weights: shape (weightings, models).

    Raises
    ------
    ValueError
        If the sample is weighted and the measure is one of the user's own, which takes no weights.
    """
    function = measure.batch
    if isinstance(function, FromAreas):
        parts = areas_and_prevalence(sample.positive, sample.scores, weights)
        return np.asarray(function.function(*parts), dtype=np.float64)
    if isinstance(function, MeanLoss):
        return function.under(sample.positive, sample.scores, weights)
    if isinstance(function, CountsFunction):
        columns = [
            [function.of_counts(counts) for counts in counts_under(sample, model, weights)]
            for model in range(len(sample.scores))
        ]
        return np.array(columns).T
    if sample.is_weighted:
        raise ValueError(f"The measure {measure.name!r} takes no sample_weight.")
    places = np.arange(sample.positive.size)
    repeated = (np.repeat(places, row) for row in weights)
    values = [function(sample.positive[own], sample.scores[:, own]) for own in repeated]
    return np.array(values, dtype=np.float64)


def estimates(measure: Measure, sample: Sample) -> FloatArray:
    """Values of a measure in the sample itself: shape (models,).

    Raises
    ------
    ValueError
        If a value is not finite, or as `values_under` does.
    """
    weights = sample.weights if sample.is_weighted else np.ones_like(sample.groups)
    values: FloatArray = values_under(measure, sample, weights[np.newaxis])[0]
    if not np.isfinite(values).all():
        raise ValueError(f"{measure.name} has no finite value for these labels and scores.")
    return values


def refuse_undefined(replicates: FloatArray, name: str) -> FloatArray:
    """Leave out replicates without a value, or raise ValueError if half of them have none."""
    defined = replicates[np.isfinite(replicates)]
    if 2 * defined.size < replicates.size:
        raise ValueError(
            f"{name} has no finite value in {replicates.size - defined.size} of "
            f"{replicates.size} resamples: draw with stratified=True, or score more data."
        )
    return defined


def counts_under(sample: Sample, model: int, weights: Weightings) -> Iterator[ThresholdCounts]:
    """Threshold counts of a model under each row of weights, from one sort."""
    order = np.argsort(-sample.scores[model])
    ranked = sample.scores[model][order]
    ends = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]), ranked.size - 1)
    thresholds, is_positive = ranked[ends], sample.positive[order]
    for row in weights:
        own = row[order]
        tp = np.cumsum(np.where(is_positive, own, 0))[ends].astype(np.float64)
        fp = np.cumsum(np.where(is_positive, 0, own))[ends].astype(np.float64)
        drawn = (np.diff(tp, prepend=0.0) > 0) | (np.diff(fp, prepend=0.0) > 0)
        yield ThresholdCounts(
            np.concatenate(([np.inf], thresholds[drawn])),
            np.concatenate(([0.0], tp[drawn])),
            np.concatenate(([0.0], fp[drawn])),
        )
