"""What a study could show, said before it is made.

The error of a study grows with what there is to be shown: where two measures truly differ, they
differ more in some tasks than in others. It is therefore taken from two simulated worlds, one
whose models have one shape, and one in which the standard deviations of their positives vary.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from prgbench.answer.excess import cross_half_excess
from prgbench.answer.rankings import (
    FEWEST_DATASETS,
    POWER,
    Options,
    mean_products,
    rank_products,
    told_apart,
    without_noise,
)
from prgbench.answer.setting import Setting
from prgbench.answer.subsamples import scores_of_parts
from prgbench.answer.task_scores import TaskScores
from prgbench.direct.null_tasks import Floats, Sizes, correlated_noise
from prgbench.metrics.engine.inputs import check_level
from prgbench.plotting.words import listing
from prgbench.run.errors import PrgbenchError
from prgbench.study.ranking import Ranking

MEASURES = ("aupr", "auprg", "auroc")
GOALS = (0.05, 0.02)
LARGEST = 5000
MOST_DATASETS = 1_000_000
SPLITS = 20
EXPONENTS = (1, 2)
"""The error of 1 - rho grows by a line, that of the excess by the root of one."""
SHAPE = 1 / 2
"""How much the logarithms of the standard deviations vary, as a share of the spread."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The error that one data set has in a number: with an exponent, a line over the number."""

    at_zero: float
    slope: float
    exponent: int

    @classmethod
    def between(cls, alike: Floats, different: Floats, exponent: int) -> Self:
        """Return the line from a world where the number is 0 through another, by their errors."""
        at_zero, there = alike[1] ** exponent, different[1] ** exponent
        slope = max(there - at_zero, 0.0) / different[0] if different[0] > 0 else float("nan")
        return cls(float(at_zero), float(slope), exponent)

    def error(self, number: float) -> float:
        """Return the error of one data set where this is the true number."""
        return float((self.at_zero + self.slope * number) ** (1 / self.exponent))

    def detectable(self, bound: float, datasets: int, level: float) -> float:
        """Return the smallest number that is shown to be above a bound; NaN if it exceeds 1."""
        from scipy.optimize import brentq

        width = told_apart(datasets**-0.5, datasets, level)
        if not 1 - bound > width * self.error(1):
            return float("nan")
        return float(brentq(lambda number: number - bound - width * self.error(number), bound, 1))

    def datasets(self, number: float, bound: float, level: float) -> float:
        """Return how many data sets show a number to be above a bound; NaN above a million."""
        numbers = range(FEWEST_DATASETS, MOST_DATASETS + 1)
        room = (number - bound) / self.error(number)
        index = bisect_left(numbers, True, key=lambda n: told_apart(n**-0.5, n, level) <= room)
        return float(numbers[index]) if index < len(numbers) else float("nan")


@dataclass(frozen=True, slots=True)
class Power:
    """What `power` returns; printed, it is three sentences.

    Attributes
    ----------
    what : str
        The study.
    confidence_level : float
        The level of its intervals.
    one_minus_rho : float
        The smallest 1 - rho that the study would show, rho being the rank correlation without
        noise of AUROC with AUPR or AUPRG; NaN if there is none.
    excess : float
        The smallest excess that it would show; NaN if there is none.
    datasets_needed : dict of float to float
        How many data sets would show some values of 1 - rho; NaN above a million.

    Examples
    --------
    >>> print(Power("50 data sets", 0.95, 0.02, 0.1, {0.01: 190.0}).one_minus_rho)
    0.02
    """

    what: str
    confidence_level: float
    one_minus_rho: float
    excess: float
    datasets_needed: dict[float, float]

    def __str__(self) -> str:
        rho, excess = self.one_minus_rho, self.excess
        rho_shown = "no 1 - rho up to 1" if np.isnan(rho) else f"1 - rho of at least {rho:.3f}"
        excess_shown = (
            "no excess" if np.isnan(excess) else f"an excess of {100 * excess:.1f} points"
        )
        needed = [
            f"{goal:g} takes {'over a million' if np.isnan(n) else f'{n:,.0f}'} data sets"
            for goal, n in self.datasets_needed.items()
        ]
        return (
            f"{self.what} With rho the rank correlation without noise of AUROC and AUPR, or AUROC "
            f"and AUPRG, such a study shows {rho_shown}, and {excess_shown}, with a power of "
            f"{POWER:.0%} at the confidence level {self.confidence_level:g}. To show 1 - rho of "
            f"{listing(needed)}."
        )


def power(
    datasets: int = 50,
    instances: int = 500,
    prevalence: float = 0.2,
    *,
    sizes: Path | str | None = None,
    models: int = 10,
    spread: float = 0.3,
    auroc: float = 0.8,
    confidence_level: float = 0.95,
    simulated: int = 400,
    seed: int = 2015,
) -> Power:
    """Say what a study could show before it is made, from simulated tasks.

    The models have normal scores. In one world all have one shape, and the measures rank them
    alike; in another the standard deviations in the positives differ from model to model. The
    error of a study is taken from both, as it grows with what there is to be shown.

    Parameters
    ----------
    datasets : int
        The number of data sets, each with one task.
    instances : int
        The number of instances of each; above 5,000, as 5,000.
    prevalence : float
        The share of positives.
    sizes : path, optional
        In place of these three, a CSV file with the columns ``n_instances`` and ``n_positives``
        and a row for each data set, or "2017" for OpenML's list of that year.
    models : int
        The number of models.
    spread : float
        The standard deviation of the models' shifts: .3 means AUROCs of about .8 ± .06.
    auroc : float
        The AUROC of the mean shift.
    confidence_level : float
        The level of the study's intervals.
    simulated : int
        How many tasks are simulated in each world.
    seed : int
        The seed of the simulation.

    Returns
    -------
    Power

    Raises
    ------
    PrgbenchError
        If an argument is out of its range.

    See Also
    --------
    prgbench.compare : The study itself.

    Examples
    --------
    >>> found = power(datasets=50, instances=300, simulated=40)
    >>> 0.01 < found.one_minus_rho < 0.1
    True
    """
    _check(datasets, instances, prevalence, models, spread, auroc, simulated)
    check_level(confidence_level)
    if sizes is None:
        tasks = Sizes(np.array([instances]), np.array([round(instances * prevalence)]))
        what = f"{datasets:,} data sets with {instances:,} instances, prevalence {prevalence:g}"
    else:
        tasks = Sizes.read(sizes)
        datasets = len(tasks.instances)
        what = f"{datasets:,} data sets with the sizes of {sizes}"
    study = SimulatedStudy(tasks.capped(LARGEST), simulated, models, auroc, spread, seed)
    alike, different = study.estimates(0), study.estimates(SHAPE * spread)
    correlations, excesses = (
        [Growth.between(a, b, exponent) for a, b in zip(*worlds, strict=True)]
        for exponent, *worlds in zip(EXPONENTS, alike, different, strict=True)
    )
    bound, level = 1 - Options().alike, confidence_level
    goals = {goal: [own.datasets(goal, bound, level) for own in correlations] for goal in GOALS}
    return Power(
        f"{what}, {models} models each: simulated, with AUROC {auroc:g} and spread {spread:g}.",
        level,
        float(np.max([own.detectable(bound, datasets, level) for own in correlations])),
        float(np.max([own.detectable(0.0, datasets, level) for own in excesses])),
        {goal: float(np.max(needed)) for goal, needed in goals.items()},
    )


def _check(
    datasets: int,
    instances: int,
    prevalence: float,
    models: int,
    spread: float,
    auroc: float,
    simulated: int,
) -> None:
    for name, number, least in (
        ("datasets", datasets, 2),
        ("instances", instances, 4),
        ("models", models, 2),
        ("simulated", simulated, 20),
    ):
        if number < least:
            raise PrgbenchError(f"{name} must be at least {least}, not {number}.")
    for name, value in (("prevalence", prevalence), ("auroc", auroc)):
        if not 0 < value < 1:
            raise PrgbenchError(f"{name} must lie inside (0, 1), not {value:g}.")
    if not 0 < spread < np.inf:
        raise PrgbenchError(f"spread must be above 0, not {spread:g}: equal models have no order.")


@dataclass(frozen=True, slots=True)
class SimulatedStudy:
    """Tasks of such sizes, and their models: the AUROC of the mean shift, the spread of shifts."""

    sizes: Sizes
    simulated: int
    models: int
    auroc: float
    spread: float
    seed: int

    def estimates(self, shape: float) -> tuple[Floats, Floats]:
        """Estimate 1 - rho and the excess of AUPR and of AUPRG beside AUROC, in a world.

        Both are (pairs, 2), each with the error of one data set. ``shape`` is the standard
        deviation of the logarithms of the models' standard deviations.
        """
        setting = Setting(
            names=MEASURES,
            ranking=Ranking(),
            seed=self.seed,
            confidence_level=0.95,
            replicates=0,
            splits=SPLITS,
        )
        decimals = setting.ranking.decimals
        products, excess = [], []
        for task in self.tasks(shape):
            scores = scores_of_parts(task, setting, 2)
            products.append(mean_products(rank_products(scores, decimals)))
            rows = cross_half_excess(scores, MEASURES, decimals=decimals)
            excess.append([row["excess"] for row in rows if row["measure_b"] == "auroc"])
        defined = ~np.isnan(products).any(axis=(1, 2))
        if defined.sum() < 2:
            raise PrgbenchError(
                "Halves of the tasks lack a class: they need more instances of it."
            )
        return _correlations(np.array(products)[defined]), _means(np.array(excess)[defined])

    def tasks(self, shape: float) -> Iterator[TaskScores]:
        """Draw tasks, evenly over the sizes."""
        from scipy.special import ndtri

        rng = np.random.default_rng(self.seed)
        by_size = np.lexsort((self.sizes.positives, self.sizes.instances))
        places = by_size[np.linspace(0, len(by_size), self.simulated, endpoint=False).astype(int)]
        for task_id, place in enumerate(places):
            n, n_pos = int(self.sizes.instances[place]), int(self.sizes.positives[place])
            scores = correlated_noise(self.models, n, rng).astype(np.float64)
            scales = np.exp(shape * rng.normal(size=(self.models, 1)))
            # d of equal shapes with the same AUROC
            shifts = 2**0.5 * ndtri(self.auroc) + self.spread * rng.normal(size=scales.shape)
            scores[:, :n_pos] *= scales
            scores[:, :n_pos] += shifts * np.sqrt((1 + scales**2) / 2)
            yield TaskScores(
                task_id=task_id,
                run_ids=np.arange(self.models),
                y_true=np.arange(n) < n_pos,
                y_scores=scores,
                decisions=np.full(scores.shape, -1, dtype=np.int8),
                repeats=np.zeros(n, dtype=np.int64),
                folds=np.full(n, -1),
                instances=np.arange(n),
            )


def _correlations(products: Floats) -> Floats:
    """Return 1 - rho of each pair with its error, from products (tasks, measures, measures)."""
    estimates = []
    last = len(MEASURES) - 1
    for a in range(last):
        pair_products = np.stack(
            [products[:, a, last], products[:, a, a], products[:, last, last]], axis=1
        )
        ratio = without_noise(pair_products, np.arange(len(pair_products)), 0.95)
        estimates.append((1 - ratio.estimate, ratio.error * len(pair_products) ** 0.5))
    return np.array(estimates)


def _means(values: Floats) -> Floats:
    """Return the mean of each column, with the error of one value."""
    return np.column_stack([values.mean(axis=0), values.std(axis=0, ddof=1)])
