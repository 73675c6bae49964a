"""Worlds in which a claim of the literature holds, does not hold, or can't be told."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from prgbench.answer.interface import Study
from prgbench.answer.task_scores import TaskScores
from prgbench.robustness.claims import (
    calibrated_aupr,
    imbalance,
    prevalence_shift,
    resolving_power,
    top_mistakes,
)
from prgbench.robustness.claims.frame import FAILS, HOLDS, TOO_LITTLE, Claim, Found, shared_by
from prgbench.stats.cluster_bootstrap import Resampling
from worlds.characteristics import Finding, map_studies, share
from worlds.made import CROSSING, Kind, draw_task, equal, shift_of
from worlds.studies import setting_of

ROWS = 15
"""About as many verdicts as the part has: intervals hold together for so many."""

Change = Callable[[TaskScores], TaskScores]


def unchanged(task: TaskScores) -> TaskScores:
    return task


def found_in(
    claim: Claim,
    kind: Kind,
    tasks: int,
    *,
    seed: int = 1,
    splits: int = 4,
    change: Change = unchanged,
) -> list[Found]:
    """Hold a claim against a study of tasks of a kind, each on a data set of its own."""
    setting = setting_of(seed, splits=splits, replicates=60)
    drawn = [change(draw_task(kind, task_id, seed)) for task_id in range(tasks)]
    numbers = [claim.per_task(task, setting) or {} for task in drawn]
    own = pd.DataFrame(numbers).assign(dataset_id=range(tasks))
    models = pd.DataFrame({"task_id": range(tasks), "dataset_id": range(tasks)})
    resampling = shared_by(Resampling(4000, setting.confidence_level, seed), ROWS)
    return claim.found(Study(models, pd.DataFrame(), {}, setting, resampling), own)


@dataclass(frozen=True)
class Case:
    """A world for a row of a claim, and the verdict that is right there."""

    claim: Claim
    row: int
    what: str
    kind: Kind
    verdict: str
    change: Change = unchanged
    tasks: int = 20

    @property
    def name(self) -> str:
        return f"{self.claim.name} {self.row + 1}: {self.what}"

    def verdict_of(self, seed: int, *, tasks: int | None = None) -> str:
        """Return the verdict of one study."""
        rows = found_in(self.claim, self.kind, tasks or self.tasks, seed=seed, change=self.change)
        return rows[self.row].verdict


def alike(
    n: int, prevalence: float, auroc: float, scale: float = 1.0, spread: float = 0.0
) -> Kind:
    """Return a kind with 10 models that have this AUROC and scale."""
    return Kind(n, prevalence, (shift_of(auroc, scale),) * 10, (scale,) * 10, spread=spread)


def negatives_on_top(task: TaskScores) -> TaskScores:
    """Return the task with most negatives on top, then the positives with a few negatives.

    Precision rises faster there than the rank: mistakes further down weigh more.
    """
    rng = np.random.default_rng(task.task_id)
    negatives = np.flatnonzero(~task.y_true)
    on_top, _, below = np.split(negatives, np.array([8, 10]) * len(negatives) // 12)
    scores = rng.random(task.y_scores.shape)
    scores[:, on_top] += 1
    scores[:, below] -= 1
    return replace(task, y_scores=scores)


SCALES = tuple(np.linspace(0.5, 3, 10))
NOISE = alike(500, 0.4, 0.8)
CASES = (
    Case(
        prevalence_shift.CLAIM,
        0,
        "models differ in their shift alone",
        Kind(1000, 0.5, equal(), spread=0.5),
        HOLDS,
        tasks=40,
    ),
    Case(
        prevalence_shift.CLAIM,
        0,
        "AUROC is the same for all models, AUPR is not",
        Kind(1000, 0.5, tuple(shift_of(0.8, scale) for scale in SCALES), SCALES),
        FAILS,
    ),
    Case(prevalence_shift.CLAIM, 0, "equal models", NOISE, TOO_LITTLE),
    Case(resolving_power.CLAIM, 0, "fair models", alike(1000, 0.5, 0.75), HOLDS),
    Case(resolving_power.CLAIM, 0, "positives of scale 3", alike(1000, 0.3, 0.8, 3.0), FAILS),
    Case(resolving_power.CLAIM, 1, "excellent models", alike(2000, 0.05, 0.95), HOLDS),
    Case(resolving_power.CLAIM, 1, "positives of scale .3", alike(2000, 0.05, 0.95, 0.3), FAILS),
    Case(top_mistakes.CLAIM, 0, "equal models", NOISE, HOLDS),
    Case(top_mistakes.CLAIM, 0, "negatives on top", NOISE, FAILS, negatives_on_top),
    Case(top_mistakes.CLAIM, 1, "ROC curves cross", CROSSING, HOLDS),
    Case(
        top_mistakes.CLAIM,
        1,
        "ROC curves cross, prevalence .5",
        replace(CROSSING, prevalence=0.5),
        HOLDS,
    ),
    Case(
        top_mistakes.CLAIM,
        1,
        "models differ in their shift alone",
        Kind(500, 0.4, equal(), spread=0.5),
        FAILS,
        tasks=40,
    ),
    Case(top_mistakes.CLAIM, 1, "equal models", NOISE, TOO_LITTLE),
    Case(calibrated_aupr.CLAIM, 0, "equal models", alike(1000, 0.1, 0.8), HOLDS),
    Case(calibrated_aupr.CLAIM, 0, "random scores", alike(1000, 0.2, 0.5), HOLDS),
    Case(imbalance.CLAIM, 0, "equal models", alike(1000, 0.2, 0.8), HOLDS),
    Case(imbalance.CLAIM, 0, "random scores", alike(1000, 0.2, 0.5), HOLDS),
    Case(imbalance.CLAIM, 1, "equal models", alike(1000, 0.2, 0.8), HOLDS),
)


def verdicts_on_claims(
    cases: Iterable[Case], studies: Callable[[int], int], *, processes: int = 1
) -> Iterator[Finding]:
    """Yield how often a verdict is wrong in all of the cases, and for each how often it is right.

    Where too little is to be told, 40 studies are drawn, else 10.
    """
    wrong, right = [], []
    for case in cases:
        silent = case.verdict == TOO_LITTLE
        found = map_studies(case.verdict_of, range(studies(40 if silent else 10)), processes)
        wrong += [verdict not in (case.verdict, TOO_LITTLE) for verdict in found]
        hits = [verdict == case.verdict for verdict in found]
        asked = 0.95 if silent else 0.8
        right.append(share(case.name, f"“{case.verdict}”", hits, "studies", at_least=asked))
    yield share("all of these", "wrong verdict", wrong, "studies", at_most=0.05)
    yield from right
