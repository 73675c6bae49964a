"""The worlds, and how the tasks of a study of each are drawn.

The scores of a model are those of a binormal population: normal in the negatives, normal with its
own shift and scale in the positives; the models of a task are correlated. Models with scale 1
differ in their shift alone and are ranked alike in truth by AUROC, AUPR and AUPRG.
"""

from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from prgbench.answer.task_scores import TaskScores

MODELS = 30
FOLDS = 10
FAMILY = 5


@dataclass(frozen=True)
class Kind:
    """A kind of task: its size, and the shifts and scales of its models' positives.

    ``spread`` is the standard deviation of shifts that are drawn again for each task; ``levels``
    cuts the scores into so many values, as trees and stumps give them. Every row is there
    ``copies`` times. Five models at a time are a family: the share ``family`` of what the models
    do not all share is the family's.
    """

    n: int
    prevalence: float
    shifts: tuple[float, ...]
    scales: tuple[float, ...] = (1.0,) * MODELS
    spread: float = 0.0
    correlation: float = 0.5
    levels: int | None = None
    copies: int = 1
    family: float = 0.0

    @property
    def n_pos(self) -> int:
        return round(self.n * self.prevalence)


@dataclass(frozen=True)
class World:
    """A world: studies of ``tasks`` tasks, a ``share`` of which is of the special kind.

    ``sizes`` are the numbers of tasks of the data sets, in turn; the tasks of a data set share
    the part ``shared`` of their noise. In a ``null`` world all models are equal; ``same_order``
    says that all measures order the models alike. ``shows`` are the verdicts on AUPR and AUROC
    that should be found.
    """

    name: str
    what: str
    common: Kind
    tasks: int
    special: Kind | None = None
    share: float = 0.0
    sizes: tuple[int, ...] = (1,)
    shared: float = 0.0
    null: bool = False
    same_order: bool = False
    shows: tuple[str, ...] = ()
    measures: tuple[str, ...] = ("aupr", "auprg", "auroc")

    @property
    def silent(self) -> bool:
        """Whether no verdict may say that measures differ."""
        return self.null or self.same_order


def shift_of(auroc: float, scale: float = 1.0) -> float:
    """Return the shift of a binormal model with this AUROC."""
    return float(norm.ppf(auroc) * np.hypot(1, scale))


def equal(auroc: float = 0.8) -> tuple[float, ...]:
    """Return the shifts of equal models."""
    return (shift_of(auroc),) * MODELS


# By AUROC the first model is best (.925 against .703), by AUPR the second (.40 against .60).
CERTAIN = Kind(1000, 0.1, (1.5, 2.2, *equal(0.6)[2:]), (0.3, 4.0, *(1.0,) * (MODELS - 2)))
CROSSING = Kind(
    1000, 0.1, (shift_of(0.86, 0.6),) * 15 + (shift_of(0.82, 2.0),) * 15, (0.6,) * 15 + (2.0,) * 15
)
RARE = Kind(300, 0.05, equal())

NEAR = Kind(500, 0.1, equal(), spread=0.1)
MILDLY_CROSSING = Kind(
    1000,
    0.1,
    (shift_of(0.84, 0.75),) * 15 + (shift_of(0.82, 1.4),) * 15,
    (0.75,) * 15 + (1.4,) * 15,
    spread=0.1,
)
TEN = Kind(200, 0.2, equal()[:10], (1.0,) * 10, spread=0.2)
A_QUARTER, KOLMOGOROV_SMIRNOV = "worlds.noisier:auroc_of_a_quarter", "worlds.noisier:ks"

WORLDS = (
    World("null, rare", "30 equal models, n = 300, prevalence .05", RARE, 50, null=True),
    World(
        "null, large",
        "30 equal models, n = 1,000, prevalence .1",
        Kind(1000, 0.1, equal()),
        50,
        null=True,
    ),
    World(
        "null, ties",
        "30 equal models with scores of 5 values, n = 300, prevalence .05",
        Kind(300, 0.05, equal(), levels=5),
        50,
        null=True,
    ),
    World(
        "null, clustered",
        "as null, rare, but in data sets of 1 to 5 tasks that share .3 of their noise",
        RARE,
        80,
        sizes=(1, 1, 1, 2, 1, 1, 1, 5, 1, 2),
        shared=0.3,
        null=True,
    ),
    World(
        "null, tiny",
        "30 equal models, n = 60, prevalence .1",
        Kind(60, 0.1, equal()),
        50,
        null=True,
    ),
    World(
        "null, every row twice",
        "30 equal models, 300 rows and their copies in other folds, prevalence .1",
        Kind(600, 0.1, equal(), copies=2),
        50,
        null=True,
    ),
    World(
        "null, families",
        "30 equal models in families of 5 that share .8 of their own noise, n = 500, "
        "prevalence .1",
        Kind(500, 0.1, equal(), family=0.8),
        50,
        null=True,
    ),
    World(
        "null, 3 models",
        "3 models with shifts of standard deviation .2, n = 300, prevalence .1",
        Kind(300, 0.1, equal()[:3], (1.0,) * 3, spread=0.2),
        50,
        same_order=True,
    ),
    World(
        "null, 100 models",
        "100 models with shifts of standard deviation .2, n = 300, prevalence .1",
        Kind(300, 0.1, (shift_of(0.8),) * 100, (1.0,) * 100, spread=0.2),
        30,
        same_order=True,
    ),
    World(
        "null, 8 data sets",
        "30 models with shifts of standard deviation .3, n = 300, prevalence .1",
        Kind(300, 0.1, equal(), spread=0.3),
        8,
        same_order=True,
    ),
    World(
        "null, 15 data sets",
        "the same on 15 data sets",
        Kind(300, 0.1, equal(), spread=0.3),
        15,
        same_order=True,
    ),
    World(
        "null, wide",
        "30 models with shifts of standard deviation .5, n = 500, prevalence .1",
        Kind(500, 0.1, equal(), spread=0.5),
        50,
        same_order=True,
    ),
    World(
        "near ties",
        "shifts of the models with standard deviation .1, n = 500, prevalence .1",
        NEAR,
        50,
        same_order=True,
    ),
    World(
        "clear winner",
        "one model with AUROC .95, 29 with .8, n = 1,000, prevalence .1",
        Kind(1000, 0.1, (shift_of(0.95), *equal()[1:])),
        50,
        same_order=True,
    ),
    World(
        "noisier: a quarter of the rows",
        "AUROC and AUROC of a quarter of the rows; 10 models with shifts of standard deviation "
        ".2, n = 200, prevalence .2",
        TEN,
        50,
        same_order=True,
        measures=("auroc", A_QUARTER),
    ),
    World(
        "noisier: Kolmogorov-Smirnov",
        "AUROC and the Kolmogorov-Smirnov distance, same models",
        TEN,
        50,
        same_order=True,
        measures=("auroc", KOLMOGOROV_SMIRNOV),
    ),
    World(
        "crossing in 20%",
        "in 20% of the tasks, ROC curves of two kinds of models cross; the others as null, large",
        Kind(1000, 0.1, equal()),
        50,
        special=CROSSING,
        share=0.2,
        shows=("ranks",),
    ),
    World(
        "crossing in 20%, near ties",
        "the same, the others as near ties",
        NEAR,
        50,
        special=CROSSING,
        share=0.2,
        shows=("ranks",),
    ),
    World(
        "mildly crossing",
        "in all tasks, ROC curves of two kinds of models cross a little",
        MILDLY_CROSSING,
        50,
        shows=("ranks", "winners"),
    ),
    World(
        "certain in 20%",
        "in 20% of the tasks, the truly best models by AUPR and AUROC differ; in the others, all "
        "models are equal; n = 1,000, prevalence .1",
        Kind(1000, 0.1, equal()),
        50,
        special=CERTAIN,
        share=0.2,
        shows=("winners",),
    ),
)


def world_named(name: str) -> World:
    """Return a world."""
    return next(world for world in WORLDS if world.name == name)


def draw_study(world: World, seed: int) -> tuple[list[TaskScores], list[int]]:
    """Draw the tasks of a study of a world, and the data set of each."""
    rng = np.random.default_rng([seed, *world.name.encode()])
    tasks: list[TaskScores] = []
    datasets: list[int] = []
    dataset = 0
    while len(tasks) < world.tasks:
        kind = world.common
        if world.special is not None and rng.random() < world.share:
            kind = world.special
        size = min(world.sizes[dataset % len(world.sizes)], world.tasks - len(tasks))
        common = _noise(rng, kind)
        for _ in range(size):
            own = _noise(rng, kind)
            noise = np.sqrt(world.shared) * common + np.sqrt(1 - world.shared) * own
            tasks.append(task_of(len(tasks) + 1, kind, noise, rng))
            datasets.append(dataset)
        dataset += 1
    return tasks, datasets


def draw_task(kind: Kind, task_id: int, seed: int) -> TaskScores:
    """Draw one task of a kind."""
    rng = np.random.default_rng([seed, task_id])
    return task_of(task_id, kind, _noise(rng, kind), rng)


def task_of(task_id: int, kind: Kind, noise: np.ndarray, rng: np.random.Generator) -> TaskScores:
    """Return the task whose models have this noise, of shape (models, rows but copies)."""
    y_true = np.arange(kind.n) < kind.n_pos
    shifts = np.array(kind.shifts) + kind.spread * rng.normal(size=len(kind.shifts))
    scores = np.repeat(noise, kind.copies, axis=1)
    scores[:, y_true] *= np.array(kind.scales)[:, None]
    scores[:, y_true] += shifts[:, None]
    if kind.levels is not None:
        cuts = norm.ppf(np.arange(1, kind.levels) / kind.levels)
        scores = np.digitize(scores, cuts).astype(float)
    return TaskScores(
        task_id=task_id,
        run_ids=1000 * task_id + np.arange(len(scores)),
        y_true=y_true,
        y_scores=scores,
        decisions=(scores > np.median(scores)).astype(np.int8),
        repeats=np.zeros(kind.n, dtype=np.int64),
        folds=np.arange(kind.n) % FOLDS,
        instances=np.arange(kind.n),
    )


def _noise(rng: np.random.Generator, kind: Kind) -> np.ndarray:
    n = kind.n // kind.copies
    common = rng.normal(size=n)
    own = rng.normal(size=(len(kind.shifts), n))
    if kind.family:
        shared = np.repeat(rng.normal(size=(-(-len(own) // FAMILY), n)), FAMILY, axis=0)
        own = np.sqrt(kind.family) * shared[: len(own)] + np.sqrt(1 - kind.family) * own
    return np.sqrt(kind.correlation) * common + np.sqrt(1 - kind.correlation) * own
