"""Worlds of leaderboards, one score a model and data set, whose true mean ranks are known."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.leaderboard_ranks import MOST_LISTED, Leaderboards, best_by_halves
from prgbench.answer.leaderboards import verdict_of
from prgbench.answer.verdicts import LeaderboardVerdict
from prgbench.stats.mean_ranks import RankCorrelation
from prgbench.stats.ranks import centred_ranks
from prgbench.typing import Floats
from worlds.characteristics import COVERAGE, LEVEL, Finding, share

_POPULATION = 4000


@dataclass(frozen=True)
class World:
    """Models with effects by two measures that correlate by ``rho``, on noisy data sets.

    ``ties`` puts the models in families of near-ties, ``noisier`` multiplies the noise of the
    second measure, ``of_families`` is the part of the noise that ``n_families`` families of data
    sets of unequal size share. With ``exchanged`` each measure has another of two clear leaders.
    """

    name: str
    datasets: int
    models: int
    rho: float = 1.0
    ties: bool = False
    noisier: float = 1.0
    n_families: int | None = None
    of_families: float = 0.0
    bounded: bool = False
    exchanged: bool = False

    def effects(self, rng: np.random.Generator) -> Floats:
        """Draw the models' effects by both measures: (2, models)."""
        effects = rng.normal(size=(2, self.models))
        if self.ties:
            groups = rng.normal(size=-(-self.models // 4)).repeat(4)[: self.models]
            effects[0] = groups + 0.02 * effects[0]
        effects[1] = self.rho * effects[0] + (1 - self.rho**2) ** 0.5 * effects[1]
        if self.exchanged:
            effects[:, :2] = effects.max() + np.array([[2, 0], [0, 2]])
        return effects

    def scores(self, effects: Floats, families: NDArray[np.int64], seed: int) -> Floats:
        """Draw scores of the models on data sets: (2, data sets, models)."""
        rng = np.random.default_rng(seed)
        shape = (len(families), self.models)
        shared = 2 * rng.normal(size=shape)
        related = rng.normal(size=(families.max() + 1, self.models))[families]
        shared = shared + self.of_families * related
        noise = 1.5 * rng.normal(size=(2, *shape)) * np.array([1, self.noisier])[:, None, None]
        scores = effects[:, None] + shared + noise
        return np.asarray(np.clip(scores, -1, 2) if self.bounded else scores)

    def families(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return the family of each data set: each has one, and the others are unequal."""
        if self.n_families is None:
            return np.arange(self.datasets)
        weights = np.arange(1, self.n_families + 1) / (self.n_families * (self.n_families + 1) / 2)
        more = rng.choice(self.n_families, self.datasets - self.n_families, p=weights)
        return np.concatenate([np.arange(self.n_families), more])


WORLDS = (
    World("same order, 30 x 10", 30, 10),
    World("same order, 100 x 30", 100, 30),
    World("same order, 8 x 10", 8, 10),
    World("same order, 30 x 100", 30, 100),
    World("same order, 50 x 200", 50, 200),
    World("same order, 1000 x 12", 1000, 12),
    World("near-ties, 50 x 20", 50, 20, ties=True),
    World("second measure noisier x 3, 50 x 20", 50, 20, noisier=3),
    World("bounded scores, 50 x 20", 50, 20, bounded=True),
    World("300 data sets of 15 families x 12", 300, 12, n_families=15, of_families=1.5),
    World("truth .9, 100 x 30", 100, 30, 0.9),
    World("truth .9, 50 x 200", 50, 200, 0.9),
    World("truth .9, 1000 x 12", 1000, 12, 0.9),
    World("truth .9, 30 x 10", 30, 10, 0.9),
    World("truth .9, 12 x 8", 12, 8, 0.9),
    World("truth .6, 30 x 10", 30, 10, 0.6),
    World("two leaders exchanged, 30 x 10", 30, 10, exchanged=True),
    World("two leaders exchanged, 100 x 30", 100, 30, exchanged=True),
    World("truth .9, 300 of 15 families x 12", 300, 12, 0.9, n_families=15, of_families=1.5),
)


def findings(world: World, studies: int) -> Iterator[Finding]:
    """Measure verdicts and coverage, with families as units and without."""
    differ, leaders, covered, ignored = [], [], [], []
    of_best: list[bool] = []
    best_differ: list[bool] = []
    for seed in range(studies):
        rng = np.random.default_rng(seed)
        effects, families = world.effects(rng), world.families(rng)
        # The population has as many independent data sets as are needed for its mean ranks.
        population = world.scores(effects, np.arange(_POPULATION), 10**6 + seed)
        means = np.array([centred_ranks(scores).mean(axis=0) for scores in population])
        truth = float(np.corrcoef(means)[0, 1])
        ranks = np.array([centred_ranks(s) for s in world.scores(effects, families, seed)])
        board = _board(ranks, families)
        found = board.correlation(0, 1, 0.95)
        differ.append(verdict_of(found, 0.01) == LeaderboardVerdict.DIFFER)
        covered.append(_covers(found, truth))
        leaders.append(board.p_leaders(0, 1) <= LEVEL)
        if world.models >= 2 * MOST_LISTED:
            _, lower, upper = board.correlation_of_best(0, 1, 0.95)
            best = _truth_of_best(ranks, families, population)
            of_best.append(lower - 1e-3 <= best <= upper + 1e-3)
            best_differ.append(upper < 0.99)
        if world.n_families:
            alone = _board(ranks, np.arange(world.datasets)).correlation(0, 1, 0.95)
            ignored.append(_covers(alone, truth))
    limit = {"at_most": LEVEL} if world.rho == 1 and not world.exchanged else {}
    yield share(world.name, "the leaderboards differ", differ, "tables", **limit)
    yield share(world.name, "the leaders differ", leaders, "tables", **limit)
    # Near 1, where the interval ends, it covers more.
    least = {"at_least": COVERAGE["at_least"]}
    yield share(world.name, "correlation of mean ranks covered", covered, "tables", **least)
    if of_best:
        yield share(world.name, "the ten best differ", best_differ, "tables", **limit)
        yield share(world.name, "correlation of the ten best covered", of_best, "tables", **least)
    if ignored:
        yield share(world.name, "covered if families are ignored", ignored, "tables")


def _truth_of_best(ranks: Floats, families: NDArray[np.int64], population: Floats) -> float:
    """Return the correlation in the population among the models that were chosen."""
    products = np.zeros((2, 2))
    for _, models in best_by_halves(ranks, families):
        of_best = [centred_ranks(scores[:, models]) for scores in population]
        sums, n = np.array([of.sum(axis=0) for of in of_best]), len(population[0])
        within = np.einsum("adm,bdm->ab", of_best, of_best)
        products += (sums @ sums.T - within) / (n * (n - 1))
    return min(float(products[0, 1] / (products[0, 0] * products[1, 1]) ** 0.5), 1.0)


def _covers(found: RankCorrelation, truth: float) -> bool:
    return found.lower - 1e-3 <= truth <= found.upper + 1e-3


def _board(ranks: Floats, families: NDArray[np.int64]) -> Leaderboards:
    names = [str(family) for family in range(families.max() + 1)]
    models = [str(model) for model in range(ranks.shape[2])]
    numbers = np.arange(len(families)), np.arange(ranks.shape[2])
    return Leaderboards(
        ("a", "b"), ranks, -ranks, *numbers, len(families), families, names, models, 0, 0
    )
