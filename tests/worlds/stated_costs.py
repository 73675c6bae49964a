"""Models compared at one stated relative cost of a miss: how often what is said."""

from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from prgbench.answer.scores_of_rows import evaluate_models
from prgbench.stats.simultaneous import Estimates, p_values_of_best
from simulated_envelopes import Pair
from worlds.characteristics import Finding, share
from worlds.standings import task_of
from worlds.studies import setting_of

AHEAD = "one of two equal models is ahead"
FOUND = "the better model is ahead"
LEVEL = 0.05
MOST = 0.05


@dataclass(frozen=True)
class StatedCosts:
    """A world of two models, named in `simulated_envelopes.MODELS`, at a ratio of costs."""

    first: str
    second: str
    n_pos: int
    n_neg: int
    ratio: float
    correlation: float = 0.5

    @property
    def name(self) -> str:
        """What the world is called."""
        models = self.first if self.first == self.second else f"{self.first} – {self.second}"
        ratio = f"a miss costs {self.ratio:g} false alarms"
        return f"{models}, {self.n_pos} + {self.n_neg}, {ratio}, correlation {self.correlation:g}"


WORLDS = (
    StatedCosts("AUROC 0.8", "AUROC 0.8", 30, 270, 20),
    StatedCosts("AUROC 0.9", "AUROC 0.9", 30, 270, 20, correlation=0.9),
    StatedCosts("AUROC 0.9", "AUROC 0.9", 60, 240, 20),
    StatedCosts("AUROC 0.8", "AUROC 0.8", 30, 70, 20),
    StatedCosts("AUROC 0.8", "AUROC 0.8", 30, 270, 1),
    StatedCosts("AUROC 0.8", "AUROC 0.8", 200, 800, 5),
    StatedCosts("AUROC 0.8", "AUROC 0.6", 60, 240, 5),
    StatedCosts("AUROC 0.9", "AUROC 0.7", 60, 240, 5),
)


def findings(world: StatedCosts, studies: int) -> Iterator[Finding]:
    """Yield how often one of the models is ahead: of equal ones, at most at the level."""
    rng = np.random.default_rng(crc32(world.name.encode()))
    names = (f"expected_cost@{world.ratio:g}",)
    pair = Pair(world.first, world.second, world.n_pos, world.n_neg, world.correlation)
    ahead = []
    for study in range(studies):
        y_true, scores, _ = pair.draw(rng)
        setting = setting_of(study, names=names)
        task = task_of(1, y_true, scores)
        (found,) = task.covariances(setting)
        gains = -evaluate_models(y_true, scores, setting.measures)[:, 0]
        degrees = np.full(2, found.degrees)
        estimates = Estimates(gains, found.covariance, degrees, independent=False)
        ahead.append(p_values_of_best(estimates) <= LEVEL)
    first_ahead = [out[1] for out in ahead]
    if world.first == world.second:
        any_ahead = [out.any() for out in ahead]
        yield share(world.name, AHEAD, any_ahead, "data sets", at_most=MOST)
    else:
        yield share(world.name, FOUND, first_ahead, "data sets")
