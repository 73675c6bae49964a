"""How often intervals and tests are right in simulations that `confidence.py` alone runs."""

import warnings
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

import numpy as np
from many_weightings import of_counts, values_of_counts
from scipy.special import expit

from prgbench import metrics as m
from prgbench.metrics.confidence import default_method, interval_of, without_rounding
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.interval_bounds import BOUNDS, FROM_RECALL_GAIN_0, Replicates
from prgbench.metrics.resampling import Draws, jackknife_weights, resampled_weights, values_under
from simulated_coverage import AREAS, LEVEL, POPULATIONS, SCORES, Setting, binned


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


def values_of_all(sample: Sample, weights: np.ndarray) -> dict[str, np.ndarray]:
    """Values of all measures under rows of weights (weightings, models)."""
    counted = of_counts()
    values = values_of_counts(sample, weights, counted)
    others = (m.get_measure(name) for name in m.measures() if name not in counted)
    return values | {own.name: values_under(own, sample, weights) for own in others}


@lru_cache
def values_of(name: str, prevalence: float) -> Mapping[str, float]:
    """Return the values of all measures that samples of a population converge to."""
    labels, scores, weights = binned(name, prevalence)
    sample = Sample.checked(labels, {"y_score": expit(scores - 1)}, sample_weight=weights)
    values = values_of_all(sample, sample.weights[np.newaxis])
    truth = {name: float(own[0, 0]) for name, own in values.items()}
    # As positives become many, steps of a single one become as fine as the hyperbola. Here the
    # weights add up to 1, and each block of ties would be one step.
    return truth | {"unit_step_aupr": truth["aupr"]}


def default_rates(
    setting: Setting, *, samples: int, resamples: int
) -> dict[str, tuple[float, float, float]]:
    """Return how often the default interval of each measure misses, and its paired test rejects.

    Shares of samples with the truth below and above the interval, and of those in which the
    bootstrap finds a difference of two models of equal worth. Scores are made probabilities.
    """
    rng = setting.generator()
    truth = values_of(setting.population, setting.prevalence)
    counts = {name: np.zeros(4) for name in m.measures()}
    for _ in range(samples):
        positive = setting.labels(rng)
        first, second = expit(setting.draw(rng, positive, models=2) - 1)
        alone = Sample.checked(positive, {"y_score": first})
        pair = Sample.checked(positive, {"y_score": first, "other": second})
        draws = Draws(resamples, stratified=False, random_state=rng)
        drawn = np.concatenate(list(resampled_weights(pair, draws)))
        left_out, is_positive = jackknife_weights(alone)
        replicates = values_of_all(pair, np.concatenate([np.ones_like(drawn[:1]), drawn]))
        without = values_of_all(alone, left_out)
        for name, rates in counts.items():
            measure, values = m.get_measure(name), replicates[name]
            if not np.isfinite(values[0, 0]):
                continue
            method = default_method(measure, alone)
            if method in ("logit", "bca"):
                parts = without[name][:, 0], is_positive
                own = values[1:, 0][np.isfinite(values[1:, 0])]
                estimate = without_rounding(float(values[0, 0]), measure)
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


def first_tie_rates(setting: Setting, *, samples: int, resamples: int) -> dict[str, float]:
    """Return how often the default intervals of the areas over recall gain hold."""
    rng = setting.generator()
    truth = values_of(setting.population, setting.prevalence)
    held = dict.fromkeys(FROM_RECALL_GAIN_0, 0)
    for _ in range(samples):
        positive = setting.labels(rng)
        (scores,) = setting.draw(rng, positive)
        for name in held:
            interval = m.confidence_interval(
                positive, scores, name, n_resamples=resamples, random_state=rng
            )
            held[name] += interval.low <= truth[name] <= interval.high
    return {name: count / samples for name, count in held.items()}


def vote_rates(setting: Setting, *, samples: int, resamples: int) -> dict[str, float]:
    """Return how often the interval of the log loss of votes holds, and how often it warns.

    The scores 0 to 10 of a population are votes of ten trees, of which some are unanimous.
    """
    rng = setting.generator()
    labels, votes, weights = binned(setting.population, setting.prevalence)
    truth = m.evaluate(labels, votes / 10, "log_loss", sample_weight=weights)
    counts = np.zeros(4)
    for _ in range(samples):
        positive = setting.labels(rng)
        (votes,) = setting.draw(rng, positive)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            interval = m.confidence_interval(
                positive, votes / 10, "log_loss", n_resamples=resamples, random_state=rng
            )
        held = interval.low <= truth <= interval.high
        seen = bool((votes[positive] == 0).any())
        warned = any("scores are 0 or 1" in str(own.message) for own in caught)
        counts += held, warned, seen, held and seen
    return {
        "held": counts[0] / samples,
        "warned": counts[1] / samples,
        "held where a positive has no vote": counts[3] / max(counts[2], 1),
    }


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
