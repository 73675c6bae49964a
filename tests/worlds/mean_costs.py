"""Studies of data sets whose mean cost curves are known: who is said to win, and how often."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

import numpy as np
import pandas as pd
from scipy import stats

from prgbench.answer.costs import sample_of
from prgbench.answer.mean_cost_curves import MeanCosts, mean_costs_of
from prgbench.answer.mean_costs import (
    GRID,
    mean_cost_tables,
    noise_of_task,
)
from prgbench.answer.task_scores import TaskScores
from prgbench.data.models import Models
from prgbench.metrics.operating_conditions import MARGIN, PairVerdict
from simulated_envelopes import MODELS
from worlds.characteristics import Finding, share
from worlds.studies import setting_of

WRONG = "a model is said to win where it does not"
REVERSED = "at least as good everywhere: wrong"
OUTSIDE = "the band of the first model misses its curve"
DOMINANT = "at least as good everywhere: found"
CROSSING = "each wins somewhere: found"
TARGETS = {"these": False, "new": True}
MOST_WRONG = 0.05
POWER = 0.8
_TINY = 1e-9
_CUTS = np.linspace(9, -9, 1_201)
_POPULATION = 2_000


@dataclass(frozen=True)
class MeanWorld:
    """A world of models, named in `simulated_envelopes.MODELS`, on several data sets.

    On each data set the mean score of the positives of each model is shifted at random, by normal
    effects with the standard deviation ``between``, or by those of Student's t with 3 degrees of
    freedom if they are ``heavy``. Each model lacks a data set with the chance ``missing``.
    ``n_pos`` and ``n_neg`` are the least and the most; 0.5 of the scores' variance is shared.
    """

    name: str
    models: tuple[str, ...]
    datasets: int
    n_pos: tuple[int, int] = (60, 60)
    n_neg: tuple[int, int] = (240, 240)
    between: float = 0.3
    heavy: bool = False
    missing: float = 0.0
    powerful: bool = False

    def effects(self, size: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
        """Draw by how much models are better or worse on data sets than usual."""
        drawn = rng.standard_t(3, size) / np.sqrt(3) if self.heavy else rng.standard_normal(size)
        return self.between * drawn


def _worlds() -> Iterator[MeanWorld]:
    """Go through the worlds."""
    same = "AUROC 0.8"
    crossing = ("wide, AUROC .8", "narrow, AUROC .8")
    unlike_sizes = {"n_pos": (30, 300), "n_neg": (100, 900)}
    for datasets in (8, 20, 40):
        yield MeanWorld(f"2 equal, {datasets} data sets", (same,) * 2, datasets)
        yield MeanWorld(f"5 equal, {datasets} data sets", (same,) * 5, datasets)
    yield MeanWorld("2 equal everywhere, 3 data sets", (same,) * 2, 3, between=0.0)
    yield MeanWorld("5 equal everywhere, 20 data sets", (same,) * 5, 20, between=0.0)
    yield MeanWorld("20 equal, 20 data sets", (same,) * 20, 20)
    yield MeanWorld("5 equal, heavy tails, 20 data sets", (same,) * 5, 20, heavy=True)
    yield MeanWorld("5 equal, unlike sizes, 20 data sets", (same,) * 5, 20, **unlike_sizes)
    yield MeanWorld("5 equal, a third missing, 20 data sets", (same,) * 5, 20, missing=1 / 3)
    for datasets in (8, 20, 40):
        of = f"{datasets} data sets"
        yield MeanWorld(f"crossing, {of}", crossing, datasets, powerful=datasets > 20)
        yield MeanWorld(
            f"one better, {of}", ("AUROC 0.9", "AUROC 0.7"), datasets, powerful=datasets > 20
        )
    # The weaker one is better by .0102 at one place, just beyond the margin.
    for shape in ("wide", "narrow"):
        reversed_ = ("AUROC .86", f"{shape}, just reversed")
        yield MeanWorld(f"reversed by .0102 ({shape}), 20 data sets", reversed_, 20, between=0.0)


WORLDS = tuple(_worlds())


def findings(world: MeanWorld, studies: int) -> Iterator[Finding]:
    """Yield how often something false is said, and how often what is true is found."""
    rng = np.random.default_rng(crc32(world.name.encode()))
    expected = _expected(world)
    said = [_said(world, expected, rng) for _ in range(studies)]
    lead = expected[1] - expected[0]
    for place, target in enumerate(TARGETS):
        wrong, reversed_, outside, dominant, crossing = np.transpose([row[place] for row in said])
        name = f"{world.name}; {target}"
        yield share(name, WRONG, wrong, "studies", at_most=MOST_WRONG)
        yield share(name, REVERSED, reversed_, "studies", at_most=MOST_WRONG)
        yield share(name, OUTSIDE, outside, "studies", at_most=MOST_WRONG)
        asked = {"at_least": POWER} if world.powerful else {}
        if len(world.models) == 2 and lead.max() > MARGIN and lead.min() < -MARGIN:
            yield share(name, CROSSING, crossing, "studies", **asked)
        if len(world.models) == 2 and lead.max() > MARGIN and lead.min() >= 0:
            yield share(name, DOMINANT, dominant, "studies", **asked)


def _said(
    world: MeanWorld, expected: np.ndarray, rng: np.random.Generator
) -> list[tuple[bool, bool, bool, bool, bool]]:
    """Return for each target what is wrongly said of a study, and what is found in it."""
    effects = world.effects((world.datasets, len(world.models)), rng)
    missing = rng.random(effects.shape) < world.missing
    missing[missing.sum(axis=1) > len(world.models) - 2] = False
    evidence, rows = [], []
    for number, shifts in enumerate(effects):
        task = _task(world, number + 1, shifts, rng)
        evidence.append(noise_of_task(task, sample_of(task), setting_of(1)))
        rows += [
            {"task_id": task.task_id, "dataset_id": number, "dataset_name": f"data {number}",
             "run_id": run, "flow_id": flow, "flow_name": f"model {flow:02}"}
            for flow, run in enumerate(task.run_ids) if not missing[number, flow]
        ]  # fmt: skip
    models = Models(pd.DataFrame(rows), ())
    tables = mean_cost_tables(
        models, pd.concat(evidence, ignore_index=True), level=0.95, margin=MARGIN, prevalence=0.5
    )
    losses = np.array(
        [
            [_loss(name, shift) for name, shift in zip(world.models, shifts, strict=True)]
            for shifts in effects
        ]
    )
    # With missing models the mean of these data sets is that of a fit to what is there.
    truths = {False: None if missing.any() else losses.mean(axis=0), True: expected}
    found = []
    for new in TARGETS.values():
        of_target = mean_costs_of(tables, new=new)
        assert of_target is not None
        found.append(_judged(of_target, truths[new]))
    return found


def _judged(found: MeanCosts, losses: np.ndarray | None) -> tuple[bool, bool, bool, bool, bool]:
    """Compare what is said of a target with the true mean losses (models, points)."""
    if losses is None:
        return False, False, False, False, False
    # Models that lack most data sets are not compared.
    losses = losses[[int(name.split()[1]) for name in found.names]]
    wins = found.may_win & (found.may_win.sum(axis=0) == 1)
    best = losses <= losses.min(axis=0) + _TINY
    excluded = (~(found.may_win & best).any(axis=0)).any()
    names = found.names
    lead = losses[np.newaxis] - losses[:, np.newaxis]
    reversed_ = any(
        (verdict is PairVerdict.FIRST and lead[names.index(a), names.index(b)].min() < -MARGIN)
        or (verdict is PairVerdict.SECOND and lead[names.index(b), names.index(a)].min() < -MARGIN)
        for (a, b), verdict in found.verdicts.items()
    )
    equal = best.sum(axis=0) > 1
    low, high = found.bounds[:, 0]
    first = found.verdicts[names[0], names[1]]
    return (
        bool(excluded or (wins & (~best | equal)).any()),
        bool(reversed_),
        bool(((losses[0] < low - _TINY) | (losses[0] > high + _TINY)).any()),
        first is PairVerdict.FIRST,
        first is PairVerdict.CROSSING,
    )


def _task(
    world: MeanWorld, task_id: int, shifts: np.ndarray, rng: np.random.Generator
) -> TaskScores:
    n_pos = int(rng.integers(world.n_pos[0], world.n_pos[1] + 1))
    n_neg = int(rng.integers(world.n_neg[0], world.n_neg[1] + 1))
    positive = np.arange(n_pos + n_neg) < n_pos
    normal = np.sqrt(0.5) * rng.standard_normal((len(world.models), positive.size))
    normal += np.sqrt(0.5) * rng.standard_normal(positive.size)
    means, spreads = np.array([MODELS[name] for name in world.models]).T
    of_positives = (means + shifts)[:, np.newaxis] + spreads[:, np.newaxis] * normal
    return TaskScores(
        task_id=task_id,
        run_ids=1000 * task_id + np.arange(len(world.models)),
        y_true=positive,
        y_scores=np.where(positive, of_positives, normal),
        decisions=np.zeros(normal.shape, dtype=np.int8),
        repeats=np.zeros(positive.size, dtype=np.int64),
        folds=np.arange(positive.size) % 10,
        instances=np.arange(positive.size),
    )


def _loss(name: str, shift: float) -> np.ndarray:
    """Return the cost curve of a model in the population of a data set, at `GRID`."""
    mean, spread = MODELS[name]
    fnr = stats.norm.cdf(_CUTS, mean + shift, spread)
    fpr = stats.norm.sf(_CUTS)
    losses = np.outer(fnr, GRID) + np.outer(fpr, 1 - GRID)
    return np.minimum(losses.min(axis=0), np.minimum(GRID, 1 - GRID))


@lru_cache
def _expected(world: MeanWorld) -> np.ndarray:
    """Return the mean cost curves over all data sets, shape (models, points)."""
    rng = np.random.default_rng(0)
    effects = world.effects((_POPULATION,), rng) if world.between else np.zeros(1)
    # A half of them are the opposite of the others: their mean is exact.
    effects = np.concatenate([effects, -effects])
    of_name = {
        name: np.mean([_loss(name, shift) for shift in effects], axis=0)
        for name in set(world.models)
    }
    return np.array([of_name[name] for name in world.models])
