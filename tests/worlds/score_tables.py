"""Tables of scores whose truth is known: two measures by folds, or by seeds on one test set.

A model has a shift: its scores of positives are N(shift, 1), of negatives N(0, 1). By AUROC, and
by accuracy at the best threshold, greater shifts are better: both order the models alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
from scipy.stats import norm

from made_up_tasks import parts_named
from prgbench.answer.interface import Study, Tables
from prgbench.answer.run import compute_tables
from prgbench.answer.tables import gather
from prgbench.answer.task_replicates import TaskReplicates
from prgbench.answer.verdicts import RankingVerdict, WinnerVerdict
from prgbench.data.models import Models
from prgbench.stats.cluster_bootstrap import Resampling
from worlds.characteristics import (
    ANY_DIFFERENCE,
    LEVEL,
    POWER,
    Finding,
    certain,
    certain_findings,
    is_said,
    map_studies,
    share,
)
from worlds.cross_validated import auroc, scores_of_learners
from worlds.studies import RESAMPLES, setting_of

AUROC, ACCURACY = "auroc", "accuracy"
NAMES = tuple(f"column:{name}:higher" for name in (AUROC, ACCURACY))
MANY = 400
SPLIT_NOISE = 0.015
"""The standard deviation of the scores over random splits."""

TRAINING = 0.15
"""The standard deviation of a shift over training sets."""


@dataclass(frozen=True)
class Scores:
    """A world of tables of scores.

    Shifts of the models have the standard deviation ``spread``. Thresholds of every second model
    are ``off``, which lowers its accuracy. With ``seeds``, all replicates have the same ``n``
    test instances; else these are folds of so many instances, and training sets overlap as in a
    cross-validation. Where measures are ``alike`` on the test sets, accuracy is AUROC with the
    noise of another training. The training of the first two models is ``unstable`` times as noisy.
    With ``learners``, models are fitted and cross-validated. Replicates with ``hidden`` noise are
    random splits: so many times as much as the variance that they show is the same in all. Their
    test sets have ``ratio`` times the rows of the training sets, if that is stated.
    """

    name: str
    what: str
    spread: float = 0.3
    off: float = 0.0
    unstable: float = 1.0
    n: int = 40
    replicates: int = 10
    seeds: bool = False
    alike: bool = False
    silent: bool = False
    learners: bool = False
    hidden: float | None = None
    ratio: float | None = None
    datasets: int = 30
    models: int = 8


UNSTABLE = {"spread": 0.2, "unstable": 8.0, "silent": True}
SEEDS = {"n": 60, "replicates": 5, "seeds": True}
SPLITS = {"replicates": 15, "datasets": 20}
LEARNERS = {"alike": True, "silent": True, "learners": True, "datasets": 10}
WORLDS = (
    Scores("alike by folds", "10 folds of 40 instances, both measures alike", silent=True),
    Scores("alike, near ties", "the same, models closer", spread=0.1, silent=True),
    Scores("alike, 3 folds", "3 folds of 100 instances", n=100, replicates=3, silent=True),
    Scores("equal models", "10 folds of 40 instances, all models equal", spread=0.0, silent=True),
    Scores("cross-validated learners", "10 folds of 40 instances", **LEARNERS),
    Scores("cross-validated learners, 3 folds", "of 60 instances", n=60, replicates=3, **LEARNERS),
    Scores("different", "10 folds; every second model has a threshold that is off", off=0.6),
    Scores("alike, two unstable", "10 folds, training of two models x 8", **UNSTABLE),
    Scores("alike, two unstable, 3 folds", "the same", n=100, replicates=3, **UNSTABLE),
    Scores("alike, two unstable by seeds", "5 seeds", **UNSTABLE, **SEEDS),
    Scores("alike by seeds", "5 seeds on one test set of 60 instances", silent=True, **SEEDS),
    Scores(
        "alike on the test sets",
        "the same, accuracy being AUROC with the noise of another training",
        alike=True,
        silent=True,
        **SEEDS,
    ),
    Scores("random splits, no hidden noise", "15 splits", hidden=0.0, silent=True, **SPLITS),
    Scores("random splits, hidden noise x 1", "15 splits", hidden=1.0, silent=True, **SPLITS),
    Scores(
        "random splits of known sizes, hidden noise x 3",
        "test sets of three times the rows of the training sets",
        hidden=3.0,
        ratio=3.0,
        silent=True,
        **SPLITS,
    ),
    Scores(
        "random splits of unknown sizes, hidden noise x 3",
        "the same, unknown: what the sentence assumes does not hold",
        hidden=3.0,
        **SPLITS,
    ),
    Scores(
        "random splits, different", "every second threshold off", 0.3, 0.6, hidden=1.0, **SPLITS
    ),
    Scores("different by seeds", "5 seeds, every second threshold off", off=0.6, **SEEDS),
)


def world_named(name: str) -> Scores:
    """Return a world."""
    return next(world for world in WORLDS if world.name == name)


def draw_scores(
    world: Scores, rng: np.random.Generator, replicates: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the scores (replicates, measures, models) on a data set, and the true ones."""
    number = replicates or world.replicates
    if world.learners:
        unknown = np.full((2, world.models), np.nan)
        return scores_of_learners(rng, world.n * number, number, world.models), unknown
    shifts = rng.normal(1.2, world.spread, world.models)
    off = np.where(np.arange(world.models) % 2, world.off, 0.0)
    truth = np.stack([norm.cdf(shifts / np.sqrt(2)), _accuracy(shifts, off)])
    if world.hidden is not None:
        common, alone = rng.normal(size=(2, number + 1, 2, world.models))
        # The measures share most of their noise: that of the instances.
        noise = SPLIT_NOISE * (np.sqrt(0.7) * common[:, :1] + np.sqrt(0.3) * alone)
        return truth + np.sqrt(world.hidden) * noise[0] + noise[1:], truth
    shared = 0.0 if world.seeds else 1 / world.replicates
    trained = np.sqrt(1 - shared) * rng.normal(size=(number, world.models))
    training = TRAINING * np.where(np.arange(world.models) < 2, world.unstable, 1.0)
    trained = shifts + training * (trained + np.sqrt(shared) * rng.normal(size=world.models))
    own, common = _instance_noise(world, rng, number)
    y_true = np.arange(world.n) % 2 == 1
    noise = np.sqrt(0.5) * (own + common)
    values = trained[:, :, None] * y_true + noise
    areas = auroc(values, y_true)
    cut = (trained / 2 + off)[:, :, None]
    accuracy = ((values > cut) == y_true).mean(axis=-1)
    if world.alike:
        accuracy = areas + rng.normal(0, 0.01, areas.shape)
    return np.stack([areas, accuracy], axis=1), truth


def _instance_noise(
    world: Scores, rng: np.random.Generator, number: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the noise of models on instances, and of instances: of seeds, the same in all."""
    if not world.seeds:
        shape = (number, world.models, world.n)
        return rng.normal(size=shape), rng.normal(size=(number, 1, world.n))
    fixed = rng.normal(size=(1, world.models, world.n))
    drawn = rng.normal(size=(number, world.models, world.n))
    return np.sqrt(0.8) * fixed + np.sqrt(0.2) * drawn, rng.normal(size=(1, 1, world.n))


def _accuracy(shifts: np.ndarray, off: np.ndarray) -> np.ndarray:
    return (norm.cdf(shifts / 2 - off) + norm.cdf(shifts / 2 + off)) / 2


def task_of(world: Scores, number: int, scores: np.ndarray) -> TaskReplicates:
    """Return the scores of a data set as the parts of the answer get them."""
    run_ids = 100 * number + np.arange(world.models)
    blocks = np.zeros(len(scores), dtype=np.int64)
    splits = world.hidden is not None
    return TaskReplicates(
        number,
        run_ids,
        scores,
        blocks,
        folds=not (world.seeds or splits),
        splits=splits,
        ratio=world.ratio,
    )


def tables_of_study(world: Scores, names: list[str], seed: int) -> Tables:
    """Return the tables of parts for a table of scores."""
    rng = np.random.default_rng([seed, 29])
    setting, parts = setting_of(seed, names=NAMES), parts_named(names)
    rows, per_task = [], []
    for number in range(1, world.datasets + 1):
        scores, _ = draw_scores(world, rng)
        task = task_of(world, number, scores)
        ids = {"task_id": number, "dataset_id": number, "dataset_name": f"d{number}"}
        models = np.arange(world.models)
        names_of_models = [f"model-{model}" for model in models]
        flows = {"run_id": task.run_ids, "flow_id": models, "flow_name": names_of_models}
        means = dict(zip((AUROC, ACCURACY), scores.mean(axis=0), strict=True))
        rows.append(Models(pd.DataFrame(ids | flows | means), (AUROC, ACCURACY)))
        per_task += [part.per_task(task, setting, part.options()) for part in parts]
    resampling = Resampling(RESAMPLES, setting.confidence_level, seed)
    study = Study(Models.concat(rows), pd.DataFrame(), gather(per_task), setting, resampling)
    return compute_tables(study, {part: part.options() for part in parts})


def verdicts(world: Scores, studies: int, *, processes: int = 1) -> Iterator[Finding]:
    """Measure how often each verdict on rankings and winners is given.

    Where measures are alike, none may say that they differ; where they differ, none may say that
    they are alike, and folds should show it.
    """
    made = partial(tables_of_study, world, ["rankings"])
    tables_made = map_studies(made, range(studies), processes)
    found = pd.DataFrame([tables["verdicts"].iloc[0] for tables in tables_made])
    silent, shown = {"at_most": LEVEL}, {} if world.seeds or world.hidden else {"at_least": POWER}
    for column, verdict, asked in (
        ("ranking", ANY_DIFFERENCE, silent if world.silent else shown),
        ("ranking", RankingVerdict.DIFFERENT, silent if world.silent else {}),
        ("winners", WinnerVerdict.DIFFER, silent if world.silent else {}),
        ("ranking", RankingVerdict.ALIKE, silent if world.off else {}),
    ):
        yield share(world.name, verdict, is_said(found[column], verdict), "studies", **asked)


def certain_pairs(world: Scores, tasks: int) -> Iterator[Finding]:
    """Measure on how many data sets any certain pair is wrong."""
    rng = np.random.default_rng(37)
    found = []
    for number in range(1, tasks + 1):
        scores, truth = draw_scores(world, rng)
        found.append(certain(task_of(world, number, scores), truth, NAMES))
    return certain_findings(f"score tables, {world.name}", found)


def told_apart(world: Scores, studies: int, *, processes: int = 1) -> Iterator[Finding]:
    """Measure how often one of several equal models is told from the best on these data sets."""
    made = partial(tables_of_study, world, ["standings"])
    found = [tables["standings"] for tables in map_studies(made, range(studies), processes)]
    for name in (AUROC, ACCURACY):
        wrong = [not rows.loc[rows["measure"] == name, "may_be_best"].all() for rows in found]
        what = f"a model is told from the best, {name}"
        yield share(world.name, what, wrong, "studies", at_most=0.05)
