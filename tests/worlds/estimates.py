"""Worlds of scores with replicates of their noise, drawn without instances: hundreds of studies.

In each task, models have true scores by two measures. Their estimates have normal noise, which the
measures share in part, and bootstrap replicates have noise of the same distribution.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from prgbench.answer.common_order import SPEARMAN, WINNERS, alike_studies
from prgbench.answer.models_differ import models_differ
from prgbench.answer.rankings import Options
from prgbench.answer.scored_task import NoisyTask
from prgbench.answer.verdicts import RankingVerdict, WinnerVerdict
from prgbench.stats.families import adjusted_p_values
from prgbench.study.ranking import Ranking
from prgbench.typing import Floats
from worlds.characteristics import ANY_DIFFERENCE, LEVEL, POWER, Finding, map_studies, share

Truth = tuple[Floats, Floats, tuple[float | Floats, float | Floats]]
"""The true scores by two measures, and by how much their noise exceeds `NOISE`, of all models."""

SPREAD, NOISE, SHARED = 0.03, 0.016, 0.7
"""The standard deviations of the truth and of the noise; the correlation of the noise."""

REPLICATES, DRAWS = 200, 300

STATEMENTS = {
    ANY_DIFFERENCE: "ranks",
    RankingVerdict.DIFFERENT: "ranks beyond the margin",
    WinnerVerdict.DIFFER: "winners",
}
"""What a study may say, and what of it is asked of worlds that differ."""

INDEPENDENT = 100


@dataclass(frozen=True)
class Estimates:
    """A world: ``truth`` draws the true scores of a task from those of equally spread models.

    Where measures order the models alike, nothing may be shown; else ``shows`` names what is to be
    found in 15 models on 20 data sets. Where models are ``equal``, that is what is to be said.
    """

    name: str
    truth: Callable[[Floats, np.random.Generator], Truth]
    alike: bool = True
    equal: bool = False
    shows: tuple[str, ...] = ()


def _same(scores: Floats, _rng: np.random.Generator, *factors: float) -> Truth:
    a, b = factors or (1, 1)
    return scores, scores, (a, b)


def _spreads(scores: Floats, rng: np.random.Generator) -> Truth:
    return _same(scores * np.exp(rng.normal()), rng)


def _by_task(scores: Floats, rng: np.random.Generator) -> Truth:
    return _same(scores, rng, *((1, 8) if rng.random() < 0.5 else (8, 1)))


def _first(scores: Floats, rng: np.random.Generator, *first: float, noise: float = 1) -> Truth:
    """Return scores near 0 beside some that are far from it."""
    beside = 0.1 * scores if noise > 1 else 0 * scores
    beside[: len(first)] = first[: len(beside)]
    return _same(beside, rng, 1, noise)


def _noisy_models(rho: float, scores: Floats, rng: np.random.Generator) -> Truth:
    """Return scores of which the first two are known badly."""
    noise = np.where(np.arange(len(scores)) < 2, 15.0, 0.5)
    return *_correlated(rho, scores, rng)[:2], (noise, noise)


def _families(scores: Floats, rng: np.random.Generator) -> Truth:
    centres = 2 * SPREAD * rng.normal(size=4)
    return _same(centres[rng.integers(4, size=len(scores))] + 0.05 * scores, rng)


def _curved(curve: Callable[[Floats], Floats], scores: Floats, _rng: np.random.Generator) -> Truth:
    return scores, SPREAD * curve(scores / SPREAD), (1, 1)


def _correlated(rho: float, scores: Floats, rng: np.random.Generator) -> Truth:
    other = SPREAD * rng.normal(size=len(scores))
    return scores, rho * scores + np.sqrt(1 - rho**2) * other, (1, 1)


def _exchanged(scores: Floats, _rng: np.random.Generator) -> Truth:
    """Return scores of which the two best are apart, and change places."""
    a = np.sort(scores)[::-1]
    a[:2] = a[min(2, len(a) - 1)] + NOISE * np.array([3, 1])
    b = a.copy()
    b[:2] = a[1::-1]
    return a, b, (1, 1)


def _opposite_skews(scores: Floats, _rng: np.random.Generator) -> Truth:
    """Return scores in one order, with a long upper tail by A and a long lower one by B."""
    z = scores / SPREAD
    return SPREAD * np.expm1(z), -SPREAD * np.expm1(-z), (1, 1)


def _coin_flips(exchange: bool, scores: Floats, rng: np.random.Generator) -> Truth:
    """Return equal models in four of five tasks; else two best ones, which may change places."""
    if rng.random() < 0.8:
        return _same(0 * scores, rng)
    a, b, factors = _exchanged(scores, rng)
    return a, b if exchange else a, factors


def _crossing(scores: Floats, rng: np.random.Generator) -> Truth:
    """Return scores of two kinds of models; in a task of five, each measure prefers another."""
    kinds = np.where(np.arange(len(scores)) % 2, SPREAD, -SPREAD)
    return scores + kinds, scores + kinds * (-1 if rng.random() < 0.2 else 1), (1, 1)


WORLDS = (
    Estimates("same order", _same),
    Estimates("spreads differ by data set", _spreads),
    Estimates("equal models", lambda scores, rng: _same(0 * scores, rng), equal=True),
    Estimates(
        "equal models, two with noise x 30",
        lambda s, rng: _noisy_models(1, 0 * s, rng),
        equal=True,
    ),
    Estimates("noise x 3 in one measure", lambda scores, rng: _same(scores, rng, 1, 3)),
    Estimates("noise x 8 in either measure by data set", _by_task),
    Estimates("clear winner", lambda scores, rng: _first(scores, rng, 0.15)),
    Estimates("clear winner and two others", lambda s, rng: _first(s, rng, 0.15, 0.1, -0.2)),
    Estimates("clear winner, noise x 15", lambda s, rng: _first(s, rng, 0.3, noise=15)),
    Estimates("two models with noise x 30", partial(_noisy_models, 1)),
    Estimates("families of near-ties", _families),
    Estimates("signed square", partial(_curved, lambda x: np.sign(x) * x**2)),
    Estimates("exponential", partial(_curved, np.exp)),
    Estimates("opposite skews", _opposite_skews),
    Estimates("coin flips in 80%", partial(_coin_flips, False)),
    Estimates(
        "coin flips in 80%, else two best exchanged", partial(_coin_flips, True), alike=False
    ),
    Estimates("mildly different", partial(_correlated, 0.92), alike=False),
    Estimates(
        "strongly different, two models with noise x 30",
        partial(_noisy_models, 0.65),
        alike=False,
        shows=("ranks",),
    ),
    Estimates("strongly different", partial(_correlated, 0.65), alike=False, shows=("ranks",)),
    Estimates("two best exchanged", _exchanged, alike=False, shows=("winners",)),
    Estimates("crossing in 20%", _crossing, alike=False, shows=("ranks",)),
)


def world_named(name: str) -> Estimates:
    """Return a world."""
    return next(world for world in WORLDS if world.name == name)


def draw_tasks(
    world: Estimates, datasets: int, models: int, rng: np.random.Generator
) -> Iterator[NoisyTask]:
    """Draw the tasks of a study; models are as good in all of them by a half of their variance."""
    common = rng.normal(size=models)
    for _ in range(datasets):
        scores = SPREAD * np.sqrt(0.5) * (common + rng.normal(size=models))
        *truths, factors = world.truth(scores, rng)
        shared, alone = rng.normal(size=(2, REPLICATES + 1, models))
        noise = np.stack([shared, SHARED * shared + np.sqrt(1 - SHARED**2) * alone], axis=1)
        noise *= NOISE * np.stack([np.broadcast_to(factor, models) for factor in factors])
        yield NoisyTask(np.stack(truths) + noise[0], noise[1:], INDEPENDENT)


def shown(world: Estimates, datasets: int, models: int, seed: int) -> tuple[bool, ...]:
    """Return whether a study says each of `STATEMENTS`, and that no models differ."""
    rng = np.random.default_rng([seed, datasets, models, *world.name.encode()])
    tasks = list(draw_tasks(world, datasets, models, rng))
    seeds = [[seed, number] for number in range(datasets)]
    studies = alike_studies(tasks, range(datasets), seeds, Ranking(), DRAWS)
    p_values = [
        adjusted_p_values(
            np.array([sign * studies.found[name] + margin]), sign * studies.draws[name][None]
        )[0]
        for name, sign, margin in (
            (SPEARMAN, 1, 0.0),
            (SPEARMAN, 1, Options().margin),
            (WINNERS, -1, 0.0),
        )
    ]
    # It takes half as long again: where it has a requirement.
    equal = (world.equal or not world.alike) and not models_differ(tasks, 2, LEVEL)
    return *(bool(p_value <= LEVEL) for p_value in p_values), equal


def verdicts(
    world: Estimates, datasets: int, models: int, studies: int, *, processes: int = 1
) -> Iterator[Finding]:
    """Measure how often rankings and winners are said to differ."""
    made = partial(shown, world, datasets, models)
    said = map_studies(made, range(studies), processes)
    name = f"{world.name}, {models} models, {datasets} data sets"
    enough = models >= 15 and datasets >= 20
    for place, (verdict, number) in enumerate(STATEMENTS.items()):
        asked = {"at_most": LEVEL} if world.alike else {}
        if number in world.shows and enough:
            asked = {"at_least": POWER}
        yield share(name, verdict, [study[place] for study in said], "studies", **asked)
    asked = {"at_least": 1 - 2 * LEVEL} if world.equal else {"at_most": 1 - POWER}
    if world.equal or (not world.alike and enough):
        none = [study[-1] for study in said]
        yield share(name, RankingVerdict.NO_DIFFERENCES, none, "studies", **asked)
