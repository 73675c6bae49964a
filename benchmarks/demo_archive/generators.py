"""Data sets drawn from published generators, some with rare classes and wrong labels."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.datasets import make_friedman2, make_friedman3, make_hastie_10_2

Features = NDArray[np.float64]
Flags = NDArray[np.bool_]
Generator = np.random.Generator
Draw = Callable[[Generator, int], Features]
BREIMAN = "Breiman 1996"
HASTIE = "Hastie et al. 2009"
CART = "Breiman et al. 1984, one of three classes"
HALF = 0.5
STEP = 2 / 20**0.5
RARE = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Instances:
    """The instances of a task: features ``x``, and ``y`` for those of the class ``label``.

    The other class is called ``rest``.
    """

    x: Features
    y: Flags
    label: str
    rest: str = "rest"


@dataclass(frozen=True, slots=True)
class DataSet:
    """A data set with a source in one line; ``load`` returns the instances of each target.

    ``repeated`` says that it also has tasks with ten repeats of the cross-validation.
    """

    name: str
    source: str
    load: Callable[[], dict[str, Instances]]
    repeated: bool = False


def one_of_many(x: Features, y: NDArray[np.int_], *classes: int) -> dict[str, Instances]:
    """Return the tasks that tell one class of several from the rest.

    Examples
    --------
    >>> tasks = one_of_many(np.zeros((3, 1)), np.array([0, 1, 2]), 1, 2)
    >>> list(tasks), tasks["is_2"].y.tolist()
    (['is_1', 'is_2'], [False, False, True])
    """
    return {f"is_{label}": Instances(x, y == label, str(label)) for label in classes}


def above_mean(table: pd.DataFrame, target: str) -> dict[str, Instances]:
    """Return the task that tells whether a number is above its mean.

    Examples
    --------
    >>> task = above_mean(pd.DataFrame({"a": [5.0, 6, 7], "b": [1.0, 2, 9]}), "b")["b"]
    >>> task.x.ravel().tolist(), task.y.tolist()
    ([5.0, 6.0, 7.0], [False, False, True])
    """
    values = table[target]
    x = table.drop(columns=target).to_numpy(dtype=np.float64)
    return {target: Instances(x, (values > values.mean()).to_numpy(), "high", "low")}


def generators() -> list[DataSet]:
    """Return the data sets that are drawn, each from its own seed."""
    return [
        _friedman_1(0, 40, 5, None, 0.0),
        _friedman_1(0, 100, 5, None, 0.0),
        _friedman_1(1, 250, 10, None, 0.0),
        _friedman_1(2, 500, 25, None, 0.1),
        _friedman_1(3, 100, 50, None, 0.0),
        _friedman_1(4, 250, 25, None, 0.2),
        _friedman_1(0, 500, 5, 0.1, 0.0),
        _friedman_1(1, 1000, 10, 0.05, 0.2),
        _friedman_1(2, 250, 50, 0.2, 0.0),
        _friedman_1(3, 500, 10, 0.1, 0.4),
        _friedman_1(4, 1000, 25, 0.02, 0.0),
        DataSet(
            "friedman2_250",
            "Friedman 1991, function 2, noise of deviation 125: above its mean",
            _load_friedman_2,
        ),
        DataSet(
            "friedman3_500",
            "Friedman 1991, function 3, noise of deviation .1: the lowest 10%",
            _load_friedman_3,
        ),
        _two_classes(1, "twonorm", BREIMAN, _normal(STEP), _normal(-STEP), 400, None, 0.0),
        _two_classes(2, "twonorm", BREIMAN, _normal(STEP), _normal(-STEP), 1000, 0.02, 0.3),
        _two_classes(3, "ringnorm", BREIMAN, _normal(STEP / 2), _wide, 400, None, 0.0),
        _two_classes(4, "ringnorm", BREIMAN, _normal(STEP / 2), _wide, 600, 0.05, 0.2),
        _two_classes(5, "threenorm", BREIMAN, _two_normals, _between, 300, None, 0.0),
        _two_classes(6, "threenorm", BREIMAN, _two_normals, _between, 800, 0.1, 0.1),
        _two_classes(7, "waveform-21", CART, _wave(0), _other_waves, 600, 0.33, 0.0),
        _two_classes(8, "waveform-40", CART, _noisy_wave, _noisy_others, 400, 0.1, 0.0),
        _two_classes(9, "mixture", f"{HASTIE}, 2.3", _mixture(1), _mixture(2), 200, None, 0.0),
        DataSet("hastie_400", f"{HASTIE}, 10.2", partial(_load_hastie, 400, 0.0)),
        DataSet(
            "hastie_800_noisy", f"{HASTIE}, 10.2{_wrong(0.15)}", partial(_load_hastie, 800, 0.15)
        ),
    ]


def exchanged(y: Flags, share: float, rng: Generator) -> Flags:
    """Give the labels of a share of the positives to as many negatives.

    Examples
    --------
    >>> y = np.arange(100) < 20
    >>> wrong = exchanged(y, 0.5, np.random.default_rng(0))
    >>> int(wrong.sum()), int((wrong & y).sum())
    (20, 10)
    """
    positives, negatives = np.flatnonzero(y), np.flatnonzero(~y)
    n = round(share * len(positives))
    changed = y.copy()
    changed[rng.choice(positives, n, replace=False)] = False
    changed[rng.choice(negatives, n, replace=False)] = True
    return changed


def _suffix(share: float | None, wrong: float) -> str:
    return ("_rare" if share is not None and share <= RARE else "") + ("_noisy" if wrong else "")


def _wrong(share: float) -> str:
    return f", {share:.0%} of the positive labels exchanged" if share else ""


def _friedman_1(degree: int, n: int, d: int, share: float | None, wrong: float) -> DataSet:
    common = f", {degree}/8 of each feature common to all" if degree else ""
    border = "above its mean" if share is None else f"the highest {share:.0%}"
    return DataSet(
        f"fri_c{degree}_{n}_{d}{_suffix(share, wrong)}",
        f"Friedman 1991, function 1{common}: {border}{_wrong(wrong)}",
        partial(_load_friedman_1, degree, n, d, share, wrong),
        repeated=n < 100,
    )


def _load_friedman_1(
    degree: int, n: int, d: int, share: float | None, wrong: float
) -> dict[str, Instances]:
    rng = np.random.default_rng([1991, degree, n, d])
    weight = degree / 8
    x = (1 - weight) * rng.random((n, d)) + weight * rng.random((n, 1))
    value = 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2
    value += 10 * x[:, 3] + 5 * x[:, 4] + rng.normal(size=n)
    border = value.mean() if share is None else np.quantile(value, 1 - share)
    return {"class": Instances(x, exchanged(value > border, wrong, rng), "P", "N")}


def _load_friedman_2() -> dict[str, Instances]:
    x, value = make_friedman2(250, noise=125.0, random_state=2)
    return {"class": Instances(x, value > value.mean(), "P", "N")}


def _load_friedman_3() -> dict[str, Instances]:
    x, value = make_friedman3(500, noise=0.1, random_state=3)
    return {"class": Instances(x, value < np.quantile(value, 0.1), "P", "N")}


def _two_classes(
    seed: int,
    name: str,
    source: str,
    one: Draw,
    other: Draw,
    n: int,
    share: float | None,
    wrong: float,
) -> DataSet:
    positive = f", {share:.0%} positive" if share else ""
    return DataSet(
        f"{name}_{n}{_suffix(share, wrong)}",
        f"{source}{positive}{_wrong(wrong)}",
        partial(_load_two_classes, one, other, seed, n, share or HALF, wrong),
    )


def _load_two_classes(
    one: Draw, other: Draw, seed: int, n: int, share: float, wrong: float
) -> dict[str, Instances]:
    rng = np.random.default_rng([1996, seed])
    n_one = round(share * n)
    x = np.vstack([one(rng, n_one), other(rng, n - n_one)])
    y = np.arange(n) < n_one
    order = rng.permutation(n)
    return {"class": Instances(x[order], exchanged(y[order], wrong, rng), "1", "2")}


def _normal(mean: float) -> Draw:
    return lambda rng, n: rng.normal(mean, size=(n, 20))


def _wide(rng: Generator, n: int) -> Features:
    return rng.normal(scale=2.0, size=(n, 20))


def _two_normals(rng: Generator, n: int) -> Features:
    return rng.normal(size=(n, 20)) + STEP * rng.choice([-1.0, 1.0], size=(n, 1))


def _between(rng: Generator, n: int) -> Features:
    return rng.normal(size=(n, 20)) + STEP * np.tile([1.0, -1.0], 10)


def _wave(kind: int) -> Draw:
    """Draw mixtures of two of three triangles (for the classes 0, 1 and 2), with noise."""
    places = np.arange(1, 22)
    triangles = [np.maximum(6.0 - abs(places - centre), 0.0) for centre in (11, 15, 7)]
    first, second = ((0, 1), (0, 2), (1, 2))[kind]

    def draw(rng: Generator, n: int) -> Features:
        u = rng.random((n, 1))
        mixed = u * triangles[first] + (1 - u) * triangles[second]
        waves: Features = mixed + rng.normal(size=(n, 21))
        return waves

    return draw


def _other_waves(rng: Generator, n: int) -> Features:
    return np.vstack([_wave(1)(rng, n // 2), _wave(2)(rng, n - n // 2)])


def _noisy_wave(rng: Generator, n: int) -> Features:
    return np.hstack([_wave(0)(rng, n), rng.normal(size=(n, 19))])


def _noisy_others(rng: Generator, n: int) -> Features:
    return np.hstack([_other_waves(rng, n), rng.normal(size=(n, 19))])


def _mixture(seed: int) -> Draw:
    """Draw from ten centres, which the seed places around (1, 0) or (0, 1)."""
    mean = (1.0, 0.0) if seed == 1 else (0.0, 1.0)
    centres = np.random.default_rng(seed).normal(mean, size=(10, 2))
    return lambda rng, n: rng.normal(centres[rng.integers(10, size=n)], np.sqrt(0.2))


def _load_hastie(n: int, wrong: float) -> dict[str, Instances]:
    x, y = make_hastie_10_2(n, random_state=n)
    return {"class": Instances(x, exchanged(y > 0, wrong, np.random.default_rng(n)), "1", "-1")}
