"""Real learners whose truth is known: tasks by the generators of the demo's archive.

Each task is drawn with many more rows than it has. The learners of the archive are cross-validated
on the rows of the task, and the model of every fold scores the same fresh rows. The truth of a
learner is the value of a measure in all of these scores together: each fold has the same weight,
as in the pooled scores of the cross-validation. Among the fresh rows are more positives than in
the population, as they are what the truth of rare classes lacks; negatives weigh more instead.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path

import numpy as np
import sklearn
from demo_archive.cross_validation import N_FOLDS, _Fold, _predicted, learning
from demo_archive.flows import Setup, setups
from demo_archive.generators import (
    STEP,
    Instances,
    _between,
    _friedman_1,
    _mixture,
    _noisy_others,
    _noisy_wave,
    _normal,
    _other_waves,
    _two_classes,
    _two_normals,
    _wave,
    _wide,
)
from joblib import Parallel, delayed, parallel_config
from numpy.typing import NDArray
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler

import demo_archive
from demo_archive.datasets import _led
from prgbench.answer.task_scores import TaskScores
from prgbench.metrics.resampling import reweighted_areas
from prgbench.run.files import atomic_path, sha256_of
from prgbench.run.fingerprint import modules_fingerprint
from prgbench.typing import Floats

TRUE = ("aupr", "auprg", "auroc", "expected_f1")
"""What is known of a model in truth; the last is the reciprocal of the expected 1/F1."""

CLASSES = {
    "twonorm": (_normal(STEP), _normal(-STEP)),
    "ringnorm": (_normal(STEP / 2), _wide),
    "threenorm": (_two_normals, _between),
    "waveform-21": (_wave(0), _other_waves),
    "waveform-40": (_noisy_wave, _noisy_others),
    "mixture": (_mixture(1), _mixture(2)),
}
FRIEDMAN_FEATURES = (5, 10, 25, 50)
KINDS = (*FRIEDMAN_FEATURES, *CLASSES, "led")
SIZES = (
    (200, 0.5), (300, 0.1), (400, 0.25), (500, 0.04), (600, 0.5),
    (700, 0.06), (800, 0.1), (1000, 0.04), (1000, 0.2),
)  # fmt: skip
NOISES = (0.0, 0.1, 0.2, 0.3)
TASKS, FRESH, DRAWN = range(1, 45), 16_000, 5


@dataclass(frozen=True, eq=False)
class RealTask:
    """A task: the pooled scores of its models, and their truth.

    ``scores`` are of shape (models, rows), ``truth`` of shape (models, `TRUE`); higher is better.
    ``halves`` are the truth by either half of the fresh rows: (2, models, `TRUE`).
    """

    number: int
    y_true: NDArray[np.bool_]
    scores: Floats
    folds: NDArray[np.int64]
    truth: Floats
    halves: Floats

    def sample_values(self) -> Floats:
        """Return the values of `TRUE` in the sample: shape (models, `TRUE`)."""
        weights = np.ones((1, len(self.y_true)), dtype=np.int64)
        values: Floats = values_of(self.y_true, self.scores[:, None], weights)[0]
        return values

    def task_scores(self) -> TaskScores:
        """Return the task as the parts of the answer get it."""
        return TaskScores(
            task_id=self.number,
            run_ids=1000 * self.number + np.arange(len(self.scores)),
            y_true=self.y_true,
            y_scores=self.scores,
            decisions=(self.scores > 0.5).astype(np.int8),
            repeats=np.zeros_like(self.folds),
            folds=self.folds,
            instances=np.arange(len(self.y_true)),
        )


@dataclass(frozen=True)
class Population:
    """How rows of each task are drawn, by its number, and how many rows it has."""

    draw: Callable[[int, int], Instances]
    sizes: Sequence[tuple[int, float]]


def real_tasks(
    numbers: Iterable[int] = TASKS,
    population: Population | None = None,
    *,
    fresh: int = FRESH,
    chosen: Sequence[Setup] = (),
    folder: Path | None = None,
    processes: int = 1,
) -> list[RealTask]:
    """Return tasks of the world; they are kept in the folder, and read if they are there.

    All learners of the archive are run unless some are ``chosen``, on its populations unless
    another one is named.
    """
    learners = tuple(chosen) or tuple(setups())
    drawn = population or Population(draw_instances, SIZES)
    kept = None if folder is None else folder / _recipe(fresh, learners, drawn)
    with parallel_config("loky", n_jobs=processes):
        return list(Parallel()(delayed(_task)(n, fresh, learners, drawn, kept) for n in numbers))


def make_task(
    number: int, fresh: int, learners: Sequence[Setup], population: Population
) -> RealTask:
    """Cross-validate the learners on the task of that number; find their truth."""
    n, _ = population.sizes[number % len(population.sizes)]
    drawn = population.draw(number, n + DRAWN * fresh)
    x, x_rest, y, y_rest = train_test_split(
        drawn.x, drawn.y, train_size=n, stratify=drawn.y, random_state=number
    )
    rows, weights = fresh_rows(y_rest, fresh)
    folds = np.empty(n, dtype=np.int64)
    scores = np.empty((len(learners), n))
    of_fresh = np.empty((len(learners), N_FOLDS, fresh))
    splits = StratifiedKFold(N_FOLDS, shuffle=True, random_state=0).split(x, y)
    with learning():
        for number_of_fold, (train, test) in enumerate(splits):
            scaler = StandardScaler().fit(x[train])
            scored = scaler.transform(np.vstack([x[test], x_rest[rows]]))
            fold = _Fold(test, scaler.transform(x[train]), y[train].astype(np.int8), scored)
            folds[test] = number_of_fold
            for place, setup in enumerate(learners):
                found = _predicted(setup, fold)[:, 1]
                scores[place, test] = found[: len(test)]
                of_fresh[place, number_of_fold] = found[len(test) :]
    odd = np.arange(fresh) % 2
    weightings = weights * np.array([np.ones_like(odd), 1 - odd, odd])
    truth, *halves = values_of(y_rest[rows], of_fresh, weightings)
    return RealTask(number, y, scores, folds, truth, np.array(halves))


def draw_instances(number: int, rows: int) -> Instances:
    """Draw rows of the population of a task.

    Kinds, sizes and label noise follow in turn; since their numbers have no common divisor, all
    tasks differ. The digits of "led" have a prevalence of .1 and no label noise.
    """
    kind = KINDS[number % len(KINDS)]
    _, prevalence = SIZES[number % len(SIZES)]
    noise = NOISES[number % len(NOISES)]
    if kind == "led":
        [instances] = _led(rows, number, number % 10).values()
        return instances
    if kind in FRIEDMAN_FEATURES:
        data_set = _friedman_1(number % 5, rows, kind, prevalence, noise)
    else:
        data_set = _two_classes(number, kind, "", *CLASSES[kind], rows, prevalence, noise)
    return data_set.load()["class"]


def fresh_rows(y: NDArray[np.bool_], size: int) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Choose rows with more positives than there are, and their weights, for the true prevalence.

    Positives weigh 1, negatives the root of the odds against a positive, in whole numbers.
    """
    odds = (1 - y.mean()) / y.mean()
    weight = round(odds**0.5)
    positives = round(size * weight / (weight + odds))
    chosen = np.flatnonzero(y)[:positives], np.flatnonzero(~y)[: size - positives]
    return np.concatenate(chosen), np.repeat([1, weight], [positives, size - positives])


def values_of(y_true: NDArray[np.bool_], scores: Floats, weightings: NDArray[np.int64]) -> Floats:
    """Return the values of `TRUE` in scores (models, folds, rows) under weightings of the rows.

    All folds are scores of the same rows. The shape is (weightings, models, `TRUE`).
    """
    models, folds, _ = scores.shape
    names = [*TRUE[:-1], "expected_inverse_f1"]
    labels, weights = np.tile(y_true, folds), np.tile(weightings, folds)
    values = reweighted_areas(labels, scores.reshape(models, -1), weights, measures=names)
    values[..., -1] = 1 / values[..., -1]
    return values


def _task(
    number: int,
    fresh: int,
    learners: Sequence[Setup],
    population: Population,
    kept: Path | None,
) -> RealTask:
    """Read a task, or make and keep it."""
    path = None if kept is None else kept / f"{number}.npz"
    if path is not None and path.exists():
        with np.load(path) as arrays:
            return RealTask(number, **arrays)
    task = make_task(number, fresh, learners, population)
    if path is not None:
        arrays = {field.name: getattr(task, field.name) for field in fields(task)[1:]}
        with atomic_path(path) as temporary, temporary.open("wb") as file:
            np.savez(file, **arrays)
    return task


def _recipe(fresh: int, learners: Sequence[Setup], population: Population) -> str:
    """Return a checksum of all that the tasks depend on."""
    drawn_by = Path(population.draw.__code__.co_filename)
    archive = [*sorted(Path(demo_archive.__file__).parent.glob("*.py")), drawn_by]
    code = modules_fingerprint("prgbench.metrics") + "".join(map(sha256_of, archive))
    names = [(setup.flow.name, setup.seed) for setup in learners]
    recipe = f"{code} {sklearn.__version__} {fresh} {names}".encode()
    return sha256(recipe + Path(__file__).read_bytes()).hexdigest()[:16]
