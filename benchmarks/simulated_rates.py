"""How often intervals and tests are right in simulations that `confidence.py` alone runs."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from scipy.special import expit

from prgbench import metrics as m
from prgbench.metrics.confidence import default_method, interval_of
from prgbench.metrics.engine.batch import Batch, FromCounts, FromJoinedCounts, SharedFunction
from prgbench.metrics.engine.counts import ThresholdCounts
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.interval_bounds import BOUNDS, Replicates
from prgbench.metrics.resampling import Draws, jackknife_weights, resampled_weights, values_under
from simulated_coverage import AREAS, LEVEL, POPULATIONS, SCORES, Setting, binned

OF_COUNTS = (FromCounts, FromJoinedCounts)
"""What needs the threshold counts of each resample, one after the other."""


def settings(
    populations: tuple[str, ...] = tuple(POPULATIONS),
    prevalences: tuple[float, ...] = (0.5, 0.1, 0.02),
    positives: tuple[int, ...] = (5, 10, 20, 50, 100),
) -> Iterator[Setting]:
    """Go through the settings of a table."""
    yield from (Setting(*own) for own in product(populations, prevalences, positives))


def area_rates(setting: Setting, *, samples: int, resamples: int) -> dict[str, float]:
    """Return how often the default intervals of the areas hold, where class sizes are random."""
    rng = setting.generator()
    held = dict.fromkeys(AREAS, 0)
    for _ in range(samples):
        positive = setting.labels(rng)
        (scores,) = setting.draw(rng, positive)
        sample = Sample.checked(positive, {"y_score": scores})
        for name in AREAS:
            draws = Draws(resamples, stratified=False, random_state=rng)
            low, high = interval_of(m.get_measure(name), sample, draws).bounds(LEVEL)
            held[name] += low <= setting.truth[name] <= high
    return {name: count / samples for name, count in held.items()}


class _Several(SharedFunction):
    """The values of several measures of the same counts."""

    def __init__(self, measures: list[m.Measure]) -> None:
        self.measures = measures

    def of(self, batch: Batch) -> np.ndarray:
        return np.array([measure.batch.of(batch) for measure in self.measures])

    def of_counts(self, counts: ThresholdCounts) -> list[float]:
        return [measure.batch.of_counts(counts) for measure in self.measures]


def cheap_measures() -> list[str]:
    """Names of the measures that need no loop over resamples."""
    return [name for name in m.measures() if not isinstance(m.get_measure(name).batch, OF_COUNTS)]


def values_of_all(
    sample: Sample, weights: np.ndarray, names: Sequence[str] | None = None
) -> dict[str, np.ndarray]:
    """Values of measures, by default all, under rows of weights (weightings, models)."""
    chosen = [m.get_measure(name) for name in names or m.measures()]
    counted = [own for own in chosen if isinstance(own.batch, OF_COUNTS)]
    values = {own.name: values_under(own, sample, weights) for own in chosen if own not in counted}
    if not counted:
        return values
    # From one sort for all of them.
    together = m.Measure("several", "several", True, 0, 1, False, _Several(counted))
    columns = values_under(together, sample, weights)
    return values | {own.name: column for own, column in zip(counted, columns, strict=True)}


@lru_cache
def values_of(name: str, prevalence: float) -> Mapping[str, float]:
    """Return the values of all measures that samples of a population converge to."""
    labels, scores, weights = binned(name, prevalence)
    sample = Sample.checked(labels, {"y_score": expit(scores - 1)}, sample_weight=weights)
    return {
        name: float(own[0, 0])
        for name, own in values_of_all(sample, sample.weights[np.newaxis]).items()
    }


def default_rates(
    setting: Setting, *, samples: int, resamples: int, names: Sequence[str] | None = None
) -> dict[str, tuple[float, float, float]]:
    """Return how often the default interval of each measure misses, and its paired test rejects.

    Shares of samples with the truth below and above the interval, and of those in which the
    bootstrap finds a difference of two models of equal worth. Scores are made probabilities.
    """
    rng = setting.generator()
    truth = values_of(setting.population, setting.prevalence)
    counts = {name: np.zeros(4) for name in names or m.measures()}
    for _ in range(samples):
        positive = setting.labels(rng)
        first, second = expit(setting.draw(rng, positive, models=2) - 1)
        alone = Sample.checked(positive, {"y_score": first})
        pair = Sample.checked(positive, {"y_score": first, "other": second})
        draws = Draws(resamples, stratified=False, random_state=rng)
        drawn = np.concatenate(list(resampled_weights(pair, draws)))
        left_out, is_positive = jackknife_weights(alone)
        replicates = values_of_all(pair, np.concatenate([np.ones_like(drawn[:1]), drawn]), names)
        without = values_of_all(alone, left_out, names)
        for name, rates in counts.items():
            measure, values = m.get_measure(name), replicates[name]
            if not np.isfinite(values[0, 0]):
                continue
            method = default_method(measure, alone)
            if method in ("logit", "bca"):
                parts = without[name][:, 0], is_positive
                own = values[1:, 0][np.isfinite(values[1:, 0])]
                estimate = float(values[0, 0])
                bounds = BOUNDS[method](
                    Replicates(measure, alone, estimate, own, lambda parts=parts: parts), LEVEL
                )
            else:
                bounds = interval_of(measure, alone, draws, method).bounds(LEVEL)
            if name == "auroc":
                p = m.paired_test(positive, first, second).p_value
            else:
                differences = values[1:, 0] - values[1:, 1]
                sides = np.mean(differences <= 0), np.mean(differences >= 0)
                p = 2 * min(sides)
            rates += truth[name] < bounds[0], truth[name] > bounds[1], p < 1 - LEVEL, 1
    return {name: tuple((rates[:3] / rates[3]).tolist()) for name, rates in counts.items()}


def threshold_coverage(setting: Setting, *, samples: int) -> dict[str, float]:
    """Return how often the intervals hold at the threshold that a tenth of the negatives pass."""
    rng = np.random.default_rng(0)
    positives, negatives = SCORES[setting.population]
    threshold, pi = float(negatives.isf(0.1)), setting.prevalence
    recall = float(positives.sf(threshold))
    precision = pi * recall / (pi * recall + (1 - pi) * 0.1)
    truth = {
        "recall": recall,
        "specificity": 0.9,
        "precision": precision,
        "f1": 2 / (1 / precision + 1 / recall),
    }
    held = dict.fromkeys(truth, 0)
    for _ in range(samples):
        positive = setting.labels(rng)
        (scores,) = setting.draw(rng, positive)
        found = m.threshold_intervals(positive, scores, threshold)
        for name, value in truth.items():
            # Where nothing is predicted positive, nothing is said about the precision.
            held[name] += not (value < found[name].low or value > found[name].high)
    return {name: count / samples for name, count in held.items()}
