"""Pairs of models whose cost and F-gain curves are known, and how often bands are wrong.

`make bench-envelopes` runs all worlds; a slow test runs some.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from scipy import stats
from scipy.special import ndtri

from prgbench import metrics as m
from prgbench.metrics.engine.counts import ThresholdCounts
from prgbench.metrics.envelope_bands import HEIGHTS, EnvelopeName

MODELS = {
    **{f"AUROC {area}": (np.sqrt(2) * ndtri(area), 1.0) for area in (0.6, 0.7, 0.8, 0.9)},
    **{f"AUROC {area}": (np.sqrt(2) * ndtri(area), 1.0) for area in (0.98, 0.99)},
    "wide positives": (1.4, 2.0),
    "narrow positives": (1.4, 0.5),
    "narrow, AUROC .8": (ndtri(0.8) * np.sqrt(1 + 0.4**2), 0.4),
    "wide, AUROC .8": (ndtri(0.8) * np.sqrt(1 + 2.5**2), 2.5),
    # Each has a loss lower by .0102 than the first at one cost, and a far higher one at others.
    "AUROC .86": (1.5, 1.0),
    "wide, just reversed": (0.9909, 2.5),
    "narrow, just reversed": (0.642, 0.5),
}
"""Mean and standard deviation of the scores of positives, in those of negatives."""


@dataclass(frozen=True)
class Pair:
    """Two models of a world, and the size of a sample.

    Attributes
    ----------
    first, second : str
        Names of `MODELS`.
    n_pos, n_neg : int
        Instances of each class; with groups, each is an instance of a group of five.
    correlation : float
        Of the scores of the two models within a class.
    levels : int
        How many different scores there are; 0 for no ties.
    grouped : bool
        Whether half of the variance of the scores is that of groups of five.
    """

    first: str
    second: str
    n_pos: int
    n_neg: int
    correlation: float = 0.5
    levels: int = 0
    grouped: bool = False

    def edges(self, name: str) -> np.ndarray:
        """Return where the scores of a model change, for levels equally likely in negatives."""
        mean, _ = MODELS[name]
        return np.linspace(-0.8, mean + 0.8, self.levels + 1)[1:-1]

    def truth(self, name: str, curve: EnvelopeName, x: np.ndarray) -> np.ndarray:
        """Return the curve of a model in the population, at the prevalence of the sample."""
        mean, spread = MODELS[name]
        cuts = self.edges(name)[::-1] if self.levels else np.linspace(12, -12, 24_001) + mean / 2
        tpr = np.concatenate([[0.0], stats.norm.sf(cuts, mean, spread), [1.0]])
        fpr = np.concatenate([[0.0], stats.norm.sf(cuts), [1.0]])
        return HEIGHTS[curve](
            ThresholdCounts(np.full(tpr.size, np.nan), tpr * self.n_pos, fpr * self.n_neg), x
        )

    def draw(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """Draw labels, scores (2, n) and groups."""
        return self.draw_of((self.first, self.second), rng)

    def draw_of(
        self, names: Sequence[str], rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
        """Draw labels, the scores of some models (models, n) and groups."""
        k = len(names)
        positive = np.arange(self.n_pos + self.n_neg) < self.n_pos
        shared = np.full((k, k), self.correlation) + (1 - self.correlation) * np.eye(k)
        normal = rng.multivariate_normal(np.zeros(k), shared, positive.size).T
        groups = None
        if self.grouped:
            groups = np.arange(positive.size) // 5
            own = rng.multivariate_normal(np.zeros(k), shared, groups.max() + 1).T
            normal = np.sqrt(0.5) * (normal + own[:, groups])
        scores = np.empty_like(normal)
        for row, name in enumerate(names):
            mean, spread = MODELS[name]
            scores[row] = np.where(positive, mean + spread * normal[row], normal[row])
            if self.levels:
                scores[row] = np.digitize(scores[row], self.edges(name))
        return positive, scores, groups

    def generator(self) -> np.random.Generator:
        return np.random.default_rng(crc32(repr(self).encode()))


@dataclass(frozen=True)
class Rates:
    """Shares of studies.

    Attributes
    ----------
    wrong : float
        A winner is named at a place where it is not better in the population.
    missed : float
        The band misses the true difference somewhere.
    first, second : float
        The first, or the second, is found better somewhere.
    curve_missed : float
        The band of the first model misses its curve somewhere.
    """

    wrong: float
    missed: float
    first: float
    second: float
    curve_missed: float


def rates(pair: Pair, curve: EnvelopeName, *, studies: int, resamples: int) -> Rates:
    """Draw studies and count."""
    rng = pair.generator()
    found = []
    for _ in range(studies):
        y, scores, groups = pair.draw(rng)
        options = {"groups": groups, "n_resamples": resamples, "random_state": rng}
        band = m.difference_band(y, *scores, curve, **options)
        own = m.simultaneous_band(y, scores[0], curve, **options)
        first, second = (pair.truth(name, curve, band.x) for name in (pair.first, pair.second))
        lead = second - first if curve == "cost" else first - second
        tiny = 1e-9
        found.append(
            (
                (band.first_wins & (lead <= tiny)).any()
                | (band.second_wins & (lead >= -tiny)).any(),
                ((lead < band.low - tiny) | (lead > band.high + tiny)).any(),
                band.first_wins.any(),
                band.second_wins.any(),
                ((first < own.low - tiny) | (first > own.high + tiny)).any(),
            )
        )
    return Rates(*np.mean(found, axis=0).tolist())
