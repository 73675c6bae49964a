"""Samples of models whose worth is known, and how often intervals, tests and bands are right.

The slow tests run a part of it, `make bench-confidence` all of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import stats

from prgbench import metrics as m
from prgtheory import populations

CORRELATION = 0.5
GROUP_SIZE = 5
GROUP_SHARE = 0.5
POPULATIONS = ("binormal", "beta", "ties")
BAND_POINTS = (0.2, 0.5, 0.8)


@dataclass(frozen=True)
class Setting:
    """A population and the numbers of positives and negatives in each sample."""

    population: str
    prevalence: float
    n_pos: int

    @property
    def positive(self) -> np.ndarray:
        return np.arange(round(self.n_pos / self.prevalence)) < self.n_pos

    @property
    def truth(self) -> dict[str, float]:
        return areas_of(self.population, self.prevalence)

    def draw(
        self, rng: np.random.Generator, models: int = 1, positive: np.ndarray | None = None
    ) -> np.ndarray:
        """Draw scores of models that are worth the same and go together."""
        if positive is None:
            positive = self.positive
        shared = np.full((models, models), CORRELATION) + (1 - CORRELATION) * np.eye(models)
        normal = rng.multivariate_normal(np.zeros(models), shared, positive.size).T
        below = stats.norm.sf(normal)
        population = continuous(self.population, self.prevalence)
        scores = np.where(positive, population.positive.isf(below), population.negative.isf(below))
        return np.floor(scores) if self.population == "ties" else scores


def continuous(name: str, prevalence: float) -> populations.Population:
    """Return the population before its scores are rounded."""
    if name == "beta":
        return populations.bibeta(prevalence, (4.0, 2.0), (2.0, 3.0))
    return populations.binormal(prevalence)


@lru_cache
def areas_of(name: str, prevalence: float) -> dict[str, float]:
    """Return the areas that samples of a population converge to."""
    population = continuous(name, prevalence)
    if name != "ties":
        auroc, aupr, auprg = populations.areas(population)
        return {"auroc": auroc, "aupr": aupr, "auprg": auprg, "average_precision": aupr}
    levels = np.arange(-9.0, 12.0)
    shares = [
        share * np.diff(scores.cdf(np.append(levels, 12.0)))
        for share, scores in (
            (prevalence, population.positive),
            (1 - prevalence, population.negative),
        )
    ]
    labels, scores = np.repeat([1, 0], levels.size), np.tile(levels, 2)
    found = {
        "auroc": m.auroc_score,
        "aupr": m.aupr_score,
        "auprg": m.auprg_score,
        "average_precision": m.average_precision_score,
    }
    weights = np.concatenate(shares)
    return {key: score(labels, scores, sample_weight=weights) for key, score in found.items()}


def interval_coverage(
    setting: Setting,
    measure: str,
    method: m.confidence.Method | None = None,
    *,
    samples: int,
    resamples: int,
    random_sizes: bool = False,
) -> float:
    """Return the share of samples whose interval holds the truth.

    Where class sizes are random, resamples are not stratified.
    """
    rng = np.random.default_rng(0)
    truth, held = setting.truth[measure], []
    positive = setting.positive
    for _ in range(samples):
        if random_sizes:
            positive = rng.random(positive.size) < setting.prevalence
        (scores,) = setting.draw(rng, positive=positive)
        interval = m.confidence_interval(
            positive,
            scores,
            measure,
            method=method,
            stratified=not random_sizes,
            n_resamples=resamples,
            random_state=rng,
        )
        held.append(interval.low <= truth <= interval.high)
    return float(np.mean(held))


def rejection_rate(setting: Setting, measure: str, *, samples: int, resamples: int) -> float:
    """Return the share of samples in which two models of the same worth differ at 5%."""
    rng = np.random.default_rng(0)
    p_values = [
        m.paired_test(
            setting.positive,
            *setting.draw(rng, models=2),
            measure,
            stratified=True,
            n_resamples=resamples,
            random_state=rng,
        ).p_value
        for _ in range(samples)
    ]
    return float(np.mean(np.array(p_values) < 0.05))


def band_coverage(
    setting: Setting, curve: m.curve_bands.CurveName, *, samples: int, resamples: int
) -> np.ndarray:
    """Return the share of samples whose band holds the curve, at each of the points."""
    rng = np.random.default_rng(0)
    truth = curve_of(continuous(setting.population, setting.prevalence), curve)
    held = []
    for _ in range(samples):
        (scores,) = setting.draw(rng)
        band = m.curve_band(
            setting.positive,
            scores,
            curve,
            grid=BAND_POINTS,
            stratified=True,
            n_resamples=resamples,
            random_state=rng,
        )
        held.append((band.low <= truth) & (truth <= band.high))
    return np.mean(held, axis=0)


def curve_of(population: populations.Population, curve: str) -> np.ndarray:
    """Return the curve of a population at the points."""
    points = np.array(BAND_POINTS)
    if curve == "roc":
        return population.positive.sf(population.negative.isf(points))
    if curve == "pr":
        return population.precision(points)
    pi = population.prevalence
    return m.theory.gain(population.precision(m.theory.ungain(points, pi)), pi)


def group_coverage(
    n_groups: int, *, samples: int, grouped: bool, measure: str = "auroc", resamples: int = 500
) -> float:
    """Return the coverage where half of the variance of a score is that of its group.

    Groups of five are positive and negative by turns.
    """
    rng = np.random.default_rng(n_groups)
    truth = areas_of("binormal", 0.5)[measure]
    groups = np.repeat(np.arange(n_groups), GROUP_SIZE)
    positive = groups % 2 == 0
    held = []
    for _ in range(samples):
        own = rng.normal(0, np.sqrt(1 - GROUP_SHARE), groups.size)
        scores = binormal_scores(positive, own + rng.normal(0, GROUP_SHARE**0.5, n_groups)[groups])
        interval = m.confidence_interval(
            positive,
            scores,
            measure,
            groups=groups if grouped else None,
            n_resamples=resamples,
            random_state=rng,
        )
        held.append(interval.low <= truth <= interval.high)
    return float(np.mean(held))


def binormal_scores(positive: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Map standard normal values to scores of the binormal population."""
    population = continuous("binormal", 0.5)
    below = stats.norm.sf(normal)
    return np.where(positive, population.positive.isf(below), population.negative.isf(below))


def settings(populations_: tuple[str, ...] = POPULATIONS) -> Iterator[Setting]:
    """Go through the settings of the tables."""
    for name in populations_:
        for prevalence in (0.5, 0.1):
            for n_pos in (10, 30, 100, 500):
                yield Setting(name, prevalence, n_pos)
