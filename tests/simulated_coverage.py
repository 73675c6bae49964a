"""Samples of models whose worth is known, and how often intervals, tests and bands are right.

The slow tests run a part of it, `make bench-confidence` all of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np
from scipy import stats

from prgbench import metrics as m
from prgbench.metrics.confidence import auroc_interval
from prgbench.metrics.curves import HEIGHTS, CurveName
from prgbench.metrics.engine.batch import FromAreas
from prgbench.metrics.engine.counts import ThresholdCounts
from prgbench.metrics.engine.sample import Sample
from prgbench.metrics.interval_bounds import BOUNDS, Replicates, newcombe_bounds
from prgbench.metrics.resampling import (
    Draws,
    bootstrap_replicates,
    jackknife,
    reweighted_areas,
    smoothed_replicates,
)
from prgbench.metrics.theory import gain, ungain

CORRELATION = 0.5
GROUP_SIZE = 5
UNEQUAL_SIZES = (1, 1, 2, 6, 15)
"""Sizes of groups with the same mean of five."""
GROUP_SHARE = 0.5
BAND_POINTS = (0.05, 0.2, 0.5, 0.8, 0.95)
AREAS = ("auroc", "aupr", "auprg")
LEVEL = 0.95
METHODS = {
    "auroc": ("newcombe", "plain newcombe", "delong", "smoothed", "logit", "bca", "percentile"),
    "aupr": ("logit", "smoothed", "bca", "percentile"),
    "auprg": ("smoothed", "bca", "percentile"),
}


class Tabulated:
    """A mean of distributions without a fast quantile, which is interpolated."""

    def __init__(self, *parts: object) -> None:
        self.parts = parts
        self.grid = np.linspace(20, -8, 28_001)
        self.shares = self.sf(self.grid)

    def sf(self, x: np.ndarray) -> np.ndarray:
        return np.mean([part.sf(x) for part in self.parts], axis=0)

    def isf(self, share: np.ndarray) -> np.ndarray:
        return np.interp(share, self.shares, self.grid)


NORMAL = stats.norm()
POPULATIONS = {
    "equal normals": (stats.norm(1.4), NORMAL),
    "equal normals, far": (stats.norm(2.5), NORMAL),
    "equal normals, near": (stats.norm(0.5), NORMAL),
    "wide positives": (stats.norm(1.4, 2), NORMAL),
    "narrow positives": (stats.norm(1.4, 0.5), NORMAL),
    "beta": (stats.beta(4, 2), stats.beta(2, 3)),
    "t with 3 degrees": (stats.t(3, 1.5), stats.t(3)),
    "Cauchy": (stats.cauchy(2.5), stats.cauchy()),
    "skewed positives": (Tabulated(stats.exponnorm(1.5, 0.5)), NORMAL),
    "skewed negatives": (stats.norm(3), Tabulated(stats.exponnorm(1.5))),
    "five levels": (stats.norm(1.4), NORMAL),
    "half of the positives": (Tabulated(NORMAL, stats.norm(3)), NORMAL),
}
"""Scores of positives and negatives by the name of the population."""


def calibrated(n_values: int) -> tuple[stats.rv_discrete, stats.rv_discrete]:
    """Scores 0, 1, ... in each class; their proportions of positives are even from .1 to .9.

    At a prevalence of 1/2, each score is as likely.
    """
    shares, values = np.linspace(0.1, 0.9, n_values), np.arange(n_values)
    classes = (shares / shares.sum(), (1 - shares) / (1 - shares).sum())
    positives, negatives = (stats.rv_discrete(values=(values, own)) for own in classes)
    return positives, negatives


DISCRETE = {
    "beta-binomial": (11, (stats.betabinom(10, 4, 2), stats.betabinom(10, 2, 3))),
    **{f"calibrated, {n} values": (n, calibrated(n)) for n in (3, 8, 20)},
}
"""How many scores a population has, 0, 1, ..., and their distributions."""


def by_shares(positives: tuple[float, ...], negatives: tuple[float, ...]) -> tuple[int, tuple]:
    """Scores 0, 1, ... with these shares in each class."""
    values = np.arange(len(positives))
    classes = (stats.rv_discrete(values=(values, own)) for own in (positives, negatives))
    return len(positives), tuple(classes)


FIRST_TIES = {
    "hard predictions, FPR .1": by_shares((0.5, 0.5), (0.9, 0.1)),
    "hard predictions, FPR .2": by_shares((0.5, 0.5), (0.8, 0.2)),
    "hard predictions, FPR .3": by_shares((0.5, 0.5), (0.7, 0.3)),
    # Of proportions .1, .5 and .9 of positives at a prevalence of 1/2; .1, .3 and .9 at .3.
    "calibrated, .1, .5, .9": by_shares((1 / 18, 4 / 9, 1 / 2), (1 / 2, 4 / 9, 1 / 18)),
    "calibrated, .1, .3, .9": by_shares((0.1, 0.6, 0.3), (27 / 70, 42 / 70, 1 / 70)),
}
"""Of which the highest score has a recall equal to the prevalence: 1/2, and .3 for the last."""

OTHERS = {
    **dict.fromkeys(
        ("two levels", "three levels", "ten levels", "many zeros", "nearly all zeros"),
        (stats.norm(1.4), NORMAL),
    ),
    "a tenth of the positives": (Tabulated(*[NORMAL] * 9, stats.norm(4)), NORMAL),
    "some false alarms": (stats.norm(1.4), Tabulated(*[NORMAL] * 49, stats.norm(4))),
    "two kinds of positives": (Tabulated(stats.norm(0.5), stats.norm(3)), NORMAL),
    "two kinds of negatives": (stats.norm(1.4), Tabulated(stats.norm(-1), stats.norm(1.5))),
    "heavy positives": (stats.t(1.5, 1.4), NORMAL),
    "worse than chance": (stats.norm(-0.5), NORMAL),
    **{name: distributions for name, (_, distributions) in DISCRETE.items()},
}
"""Populations on which no method was chosen."""
SCORES = POPULATIONS | OTHERS | {name: own for name, (_, own) in FIRST_TIES.items()}

LEVELS = {
    "five levels": np.array([-0.3, 0.6, 1.2, 1.9]),
    "two levels": np.array([1.2]),
    "three levels": np.array([0.6, 1.5]),
    "ten levels": np.linspace(-1, 3, 9),
}
"""Where the scores of a population of a few levels change."""
ZEROS = {"many zeros": 0.8, "nearly all zeros": 2.0}
"""Scores below which all of a population are the same."""


@dataclass(frozen=True)
class Setting:
    """A population and the expected number of positives in each sample."""

    population: str
    prevalence: float
    n_pos: int

    @property
    def positive(self) -> np.ndarray:
        """Labels with exactly as many positives as expected."""
        return np.arange(round(self.n_pos / self.prevalence)) < self.n_pos

    @property
    def truth(self) -> Mapping[str, float]:
        return areas_of(self.population, self.prevalence)

    def generator(self) -> np.random.Generator:
        """Return a seed of its own, so that a mean over settings has less noise than one."""
        return np.random.default_rng(crc32(repr(self).encode()))

    def labels(self, rng: np.random.Generator) -> np.ndarray:
        """Draw labels with two instances of each class at least."""
        while True:
            positive = rng.random(self.positive.size) < self.prevalence
            if 2 <= positive.sum() <= positive.size - 2:
                return positive

    def draw(self, rng: np.random.Generator, positive: np.ndarray, models: int = 1) -> np.ndarray:
        """Draw scores of models that are worth the same and go together."""
        shared = np.full((models, models), CORRELATION) + (1 - CORRELATION) * np.eye(models)
        normal = rng.multivariate_normal(np.zeros(models), shared, positive.size).T
        above = stats.norm.sf(normal)
        scores = np.empty(above.shape)
        for own, distribution in zip((positive, ~positive), SCORES[self.population], strict=True):
            scores[:, own] = distribution.isf(above[:, own])
        if self.population in LEVELS:
            return np.digitize(scores, LEVELS[self.population]).astype(float)
        return np.maximum(scores, ZEROS.get(self.population, -np.inf))


@lru_cache
def binned(name: str, prevalence: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a population as labels, scores and weights of many small bins."""
    positives, negatives = SCORES[name]
    if name in LEVELS:
        edges = LEVELS[name]
        levels = np.arange(edges.size + 1.0)
    elif name in DISCRETE | FIRST_TIES:
        levels = np.arange(float((DISCRETE | FIRST_TIES)[name][0]))
        edges = levels[:-1] + 0.5
    else:
        shares = np.concatenate([np.linspace(0, 1, 8001)[1:-1], np.geomspace(1e-12, 1e-4, 400)])
        both = np.concatenate([shares, 1 - shares])
        edges = np.unique(np.concatenate([own.isf(both) for own in (positives, negatives)]))
        edges = edges[edges > ZEROS.get(name, -np.inf)]
        levels = np.concatenate([edges[:1], (edges[1:] + edges[:-1]) / 2, edges[-1:]])
    bins = np.concatenate([[-np.inf], edges, [np.inf]])
    weights = [
        -np.diff(own.sf(bins)) * share
        for own, share in ((positives, prevalence), (negatives, 1 - prevalence))
    ]
    labels = np.repeat([True, False], levels.size)
    return labels, np.tile(levels, 2), np.maximum(np.concatenate(weights), 0)


@lru_cache
def areas_of(name: str, prevalence: float) -> Mapping[str, float]:
    """Return the areas that samples of a population converge to."""
    labels, scores, weights = binned(name, prevalence)
    values = reweighted_areas(labels, scores[np.newaxis], weights[np.newaxis])[0, 0]
    return dict(zip(AREAS, values.tolist(), strict=True))


_ALL = m.Measure("areas", "areas", True, 0, 1, False, FromAreas(lambda areas, _: areas))


def intervals(
    positive: np.ndarray, scores: np.ndarray, rng: np.random.Generator, resamples: int
) -> dict[tuple[str, str], tuple[float, float]]:
    """Compute the intervals of the three areas by all methods, from the same replicates."""
    sample = Sample.checked(positive, {"y_score": scores})
    draws = Draws(resamples, stratified=False, random_state=rng)
    drawn = {
        "smoothed": smoothed_replicates(_ALL, sample, draws)[:, 0],
        "bootstrap": bootstrap_replicates(_ALL, sample, draws)[:, 0],
    }
    without, is_positive = jackknife(_ALL, sample)
    estimates = reweighted_areas(positive, [scores], np.ones((1, positive.size)))[0, 0]
    found = {}
    for place, name in enumerate(AREAS):
        measure, estimate = m.get_measure(name), float(estimates[place])
        parts = without[:, place], is_positive
        for method in METHODS[name]:
            if method in BOUNDS:
                own = drawn["smoothed" if method == "smoothed" else "bootstrap"][:, place]
                own = own[np.isfinite(own)]
                replicates = Replicates(measure, sample, estimate, own, lambda parts=parts: parts)
                bounds = BOUNDS[method](replicates, LEVEL)
            elif method == "plain newcombe":
                bounds = newcombe_bounds(estimate, sample.class_sizes, LEVEL)
            else:
                bounds = auroc_interval(measure, sample, method).bounds(LEVEL)
            found[name, method] = tuple(bounds)
    return found


def rare_coverages(setting: Setting, *, samples: int, resamples: int) -> dict[str, float]:
    """Return how often AUPRG's intervals hold that need not see the first positive."""
    rng = np.random.default_rng(0)
    held = dict.fromkeys(("smoothed", "band"), 0)
    for _ in range(samples):
        positive = setting.labels(rng)
        (scores,) = setting.draw(rng, positive)
        for method in held:
            interval = m.confidence_interval(
                positive, scores, "auprg", method=method, n_resamples=resamples, random_state=rng
            )
            held[method] += interval.low <= setting.truth["auprg"] <= interval.high
    return {method: count / samples for method, count in held.items()}


@dataclass(frozen=True)
class Coverage:
    """How often an interval held the truth, and its mean width."""

    held: float
    width: float


def interval_coverages(
    setting: Setting, *, samples: int, resamples: int
) -> dict[tuple[str, str], Coverage]:
    """Return how often each interval holds, where class sizes are random."""
    rng = np.random.default_rng(0)
    bounds: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for _ in range(samples):
        positive = setting.labels(rng)
        (scores,) = setting.draw(rng, positive)
        for key, own in intervals(positive, scores, rng, resamples).items():
            bounds.setdefault(key, []).append(own)
    coverages = {}
    for (measure, method), rows in bounds.items():
        low, high = np.array(rows).T
        truth = setting.truth[measure]
        held = np.mean((low <= truth) & (truth <= high))
        coverages[measure, method] = Coverage(float(held), float(np.mean(high - low)))
    return coverages


def rejection_rates(setting: Setting, *, samples: int, resamples: int) -> dict[str, float]:
    """Return the share of samples in which two models of the same worth differ at 5%."""
    rng = np.random.default_rng(0)
    rejected = dict.fromkeys(AREAS, 0)
    for _ in range(samples):
        positive = setting.labels(rng)
        scores = setting.draw(rng, positive, models=2)
        for measure in AREAS:
            test = m.paired_test(
                positive, *scores, measure, n_resamples=resamples, random_state=rng
            )
            rejected[measure] += test.p_value < 0.05
    return {measure: count / samples for measure, count in rejected.items()}


def band_coverage(
    setting: Setting, curve: CurveName, *, samples: int, resamples: int
) -> np.ndarray:
    """Return the share of samples whose band holds the curve, at each of the points."""
    rng = np.random.default_rng(0)
    truth = curve_of(setting, curve)
    held = []
    for _ in range(samples):
        positive = setting.labels(rng)
        (scores,) = setting.draw(rng, positive)
        band = m.curve_band(
            positive, scores, curve, grid=BAND_POINTS, n_resamples=resamples, random_state=rng
        )
        held.append((band.low <= truth) & (truth <= band.high))
    return np.mean(held, axis=0)


def tied_band_coverage(
    levels: int, prevalence: float, n: int, curve: CurveName, *, samples: int, resamples: int
) -> np.ndarray:
    """Return the same for ratings of a few levels, of which positives have more of the higher."""
    rng = np.random.default_rng(0)
    shares = np.arange(1, levels + 1) / (levels * (levels + 1) / 2)
    tp, fp = (np.append(0, np.cumsum(own)) for own in (shares[::-1], shares))
    population = ThresholdCounts(tp, tp * prevalence, fp * (1 - prevalence))
    truth = HEIGHTS[curve](population, np.array(BAND_POINTS))
    held = []
    for _ in range(samples):
        positive = rng.random(n) < prevalence
        rating = rng.choice(levels, n, p=shares)
        band = m.curve_band(
            positive,
            np.where(positive, rating, levels - 1 - rating),
            curve,
            grid=BAND_POINTS,
            n_resamples=resamples,
            random_state=rng,
        )
        held.append((band.low <= truth) & (truth <= band.high))
    return np.mean(held, axis=0)


def curve_of(setting: Setting, curve: str) -> np.ndarray:
    """Return the curve of a population at the points."""
    points, pi = np.array(BAND_POINTS), setting.prevalence
    positives, negatives = SCORES[setting.population]
    if curve == "roc":
        return positives.sf(negatives.isf(points))
    recall = points if curve == "pr" else ungain(points, pi)
    fpr = negatives.sf(positives.isf(recall))
    precision = pi * recall / (pi * recall + (1 - pi) * fpr)
    return precision if curve == "pr" else gain(precision, pi)


def group_coverage(
    n_groups: int,
    *,
    samples: int,
    grouped: bool,
    measure: str = "auroc",
    resamples: int = 500,
    unequal: bool = False,
) -> float:
    """Return the coverage where half of the variance of a score is that of its group.

    Groups of five, or of `UNEQUAL_SIZES`, are positive and negative by turns.
    """
    rng = np.random.default_rng(n_groups)
    truth = areas_of("equal normals", 0.5)[measure]
    sizes = UNEQUAL_SIZES if unequal else (GROUP_SIZE,)
    groups = np.repeat(np.arange(n_groups), np.resize(np.repeat(sizes, 2), n_groups))
    positive = groups % 2 == 0
    held = []
    for _ in range(samples):
        own = rng.normal(0, np.sqrt(1 - GROUP_SHARE), groups.size)
        scores = 1.4 * positive + own + rng.normal(0, GROUP_SHARE**0.5, n_groups)[groups]
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
