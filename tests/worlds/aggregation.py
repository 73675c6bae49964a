"""Worlds of leaderboards whose winner by each rule of aggregation is known."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.aggregation import earned
from prgbench.stats.families import holm
from prgbench.stats.mean_ranks import p_value_of_common_leader
from prgbench.typing import Floats
from worlds.characteristics import LEVEL, Finding, share


@dataclass(frozen=True)
class World:
    """Scores of models on data sets that differ in their scale and noise.

    Two models have a ``lead`` over the rest, the second one less by ``near``. On a share ``rare``
    of the data sets it has ``gain`` more, and wins by the mean where that outweighs the rest.
    ``scales`` is the spread of the logarithm of the data sets' scales, ``levels`` the step that
    scores are rounded to; families of data sets share most of their noise.
    """

    name: str
    datasets: int
    models: int = 10
    lead: float = 0.0
    near: float = 0.0
    rare: float = 0.0
    gain: float = 0.0
    scales: float = 0.0
    heavy: bool = False
    levels: float = 0.0
    differ: bool = False
    n_families: int | None = None

    def scores(self, rng: np.random.Generator) -> tuple[Floats, NDArray[np.int64]]:
        """Draw scores (data sets, models), and the family of each data set."""
        shape = (self.datasets, self.models)
        families = np.arange(self.datasets)
        if self.n_families:
            families = families % self.n_families
        noise = rng.standard_t(2, size=shape) if self.heavy else rng.normal(size=shape)
        if self.n_families:
            noise = noise + 1.5 * rng.normal(size=(self.n_families, self.models))[families]
        scores = np.zeros(self.models)
        scores[0] = self.lead
        scores[1] = self.lead - self.near if self.lead else 0.0
        scores = scores + noise
        if self.rare:
            scores[:, 1] += self.gain * (rng.random(self.datasets) < self.rare)
        scores = scores * np.exp(self.scales * rng.normal(size=(self.datasets, 1)))
        if self.levels:
            scores = np.round(scores / self.levels) * self.levels
        return scores, families


WORLDS = (
    World("equal models, 8 data sets", 8),
    World("equal models, 50 data sets", 50),
    World("equal models, scales of data sets differ", 30, scales=1.5),
    World("equal models, heavy tails", 30, heavy=True),
    World("equal models, 60 data sets of 12 families", 60, n_families=12),
    World("equal models, scores of few levels", 30, levels=2.0),
    World("one clear winner, 8 data sets", 8, lead=3.0, near=3.0),
    World("one clear winner, 100 data sets", 100, lead=1.0, near=1.0),
    World("two best models, 20 data sets", 20, lead=2.0),
    World("two best models, 100 data sets", 100, lead=2.0),
    World("two best models, scales differ, 100", 100, lead=2.0, scales=1.5),
    World("near ties, 50 data sets", 50, lead=1.0, near=0.1),
    # Level by the mean, as the gain makes up for what the second lacks; the first leads by rank.
    World("level by the mean alone, 20 data sets", 20, lead=3.0, near=1.0, rare=0.1, gain=10.0),
    World("level by the mean alone, 100 data sets", 100, lead=3.0, near=1.0, rare=0.1, gain=10.0),
    World("other winner by the mean, 20 data sets", 20, 10, 4.0, 2.0, 0.3, 20.0, differ=True),
    World("other winner by the mean, 50 data sets", 50, 10, 4.0, 2.0, 0.3, 20.0, differ=True),
    World("other winner by the mean, 100 data sets", 100, 10, 4.0, 2.0, 0.3, 20.0, differ=True),
    World("other winner by the mean, 200 data sets", 200, 10, 4.0, 2.0, 0.3, 20.0, differ=True),
    World("slightly other winner, 100 data sets", 100, 10, 4.0, 1.0, 0.2, 8.0, differ=True),
    World("slightly other winner, 500 data sets", 500, 10, 4.0, 1.0, 0.2, 8.0, differ=True),
)


def findings(world: World, studies: int) -> Iterator[Finding]:
    """Measure how often any two rules are said to have different winners."""
    said, found = [], []
    for seed in range(studies):
        scores, families = world.scores(np.random.default_rng([seed, 7]))
        by_rule = earned(scores)
        sums = {}
        for rule, values in by_rule.items():
            sums[rule] = np.zeros((families.max() + 1, world.models))
            np.add.at(sums[rule], families, values)
        first, *others = sums.values()
        said.append(
            bool((holm([p_value_of_common_leader(-first, -b) for b in others]) <= LEVEL).any())
        )
        found.append(len({int(own.sum(axis=0).argmax()) for own in sums.values()}) > 1)
    limit = {} if world.differ else {"at_most": LEVEL}
    yield share(world.name, "the rules have different winners", said, "tables", **limit)
    yield share(world.name, "found to differ in the table", found, "tables")
