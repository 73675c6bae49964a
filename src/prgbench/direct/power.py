"""What a study could show, said before it is made.

Tasks are simulated whose models differ in shape, from not at all to much: AUROC then ranks them
otherwise than AUPR and AUPRG do. How far the rank correlation that is found lies below that of a
common order, and how both vary from task to task, says how many data sets show the difference.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from prgbench.answer.common_order import SPEARMAN, alike_studies, compare_rankings, numbers_of
from prgbench.answer.rankings import Options
from prgbench.answer.scored_task import Setting
from prgbench.answer.scores_of_rows import evaluate_models
from prgbench.answer.task_scores import TaskScores
from prgbench.direct.null import MEASURES, correlated_noise
from prgbench.direct.whole_numbers import check_whole
from prgbench.metrics.engine.inputs import is_number
from prgbench.plotting.words import count, listing
from prgbench.run.errors import PrgbenchError
from prgbench.study.ranking import Ranking
from prgbench.typing import Floats

POWER = 0.8
GOALS = (0.95, 0.9, 0.8)
SHAPES = (0.0, 0.2, 0.4, 0.8, 1.6)
"""How much the logarithms of the standard deviations vary, as a share of the spread."""

LARGEST = 5000
MOST_DATASETS = 1_000_000
LEVEL = 0.95
_REPLICATES = 100
_DRAWS = 300
_STEP = 0.005
_LARGEST_SPREAD = 10
"""In standard deviations of the scores: far beyond, standard deviations overflow."""
_ROWS_OF_TRUTH = 4000
_DRAWS_OF_LEAD = 1000
_DATASETS_OF_LEAD = 200
_FEWEST_OF_TRUTH = 40


@dataclass(frozen=True, slots=True)
class Power:
    """What `power` returns; printed, it is four sentences.

    Attributes
    ----------
    what : str
        The study.
    spearman : float
        The highest true mean rank correlation, of AUROC with AUPR or AUPRG, of which the study
        shows with a power of 80% that they rank differently by more than .01; NaN if none.
    datasets_needed : dict of float to float
        How many data sets show some true mean rank correlations; NaN above a million.
    lead : float
        By how much the best model must lead each other one to be named alone for new data sets
        with a power of 80%, in standard deviations of a difference over data sets; NaN of one.

    Examples
    --------
    >>> Power("50 data sets", 0.92, {0.9: 30.0}, 0.6).datasets_needed[0.9]
    30.0
    """

    what: str
    spearman: float
    datasets_needed: dict[float, float]
    lead: float

    def __str__(self) -> str:
        shown = f"if their true mean rank correlation is {self.spearman:.2f} or less"
        if np.isnan(self.spearman):
            shown = "in no simulated case"
        needed = [
            f"{'over a million' if np.isnan(n) else f'{n:,.0f}'} for {goal:g}"
            for goal, n in self.datasets_needed.items()
        ]
        best_alone = (
            "With the same power, it identifies the best model for new data sets if that "
            f"leads every other one by {self.lead:.2f} standard deviations of their difference "
            "over data sets."
        )
        if np.isnan(self.lead):
            best_alone = "A single data set identifies no best model for new ones."
        return (
            f"{self.what} Such a study has {POWER:.0%} power to show that AUROC and AUPR, or "
            f"AUROC and AUPRG, rank models differently {shown}, at the confidence level "
            f"{LEVEL:g}. The data sets needed are, by true correlation, {listing(needed)}. "
            f"{best_alone}"
        )


def power(
    datasets: int = 50,
    instances: int = 500,
    prevalence: float = 0.2,
    *,
    models: int = 10,
    spread: float = 0.3,
    auroc: float = 0.8,
    simulated: int = 200,
    seed: int = 2015,
) -> Power:
    """Say what a study could show before it is made, from simulated tasks.

    The models have normal scores, and the standard deviations in the positives differ from model
    to model. The rank correlation that is found, and that of a common order, are taken as normal
    means over data sets.

    Parameters
    ----------
    datasets : int
        The number of data sets, each with one task.
    instances : int
        The number of instances of each; above 5,000, as 5,000.
    prevalence : float
        The share of positives.
    models : int
        The number of models.
    spread : float
        The standard deviation of the models' shifts: .3 means AUROCs of about .8 ± .06.
    auroc : float
        The AUROC of the mean shift.
    simulated : int
        How many tasks are simulated of each difference of shapes.
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
    >>> planned = power(datasets=50, instances=300, simulated=20)
    >>> 0.3 < planned.spearman < 1
    True
    """
    for name, number, least in (
        ("datasets", datasets, 1),
        ("instances", instances, 4),
        ("models", models, 3),
        ("simulated", simulated, 20),
        ("seed", seed, 0),
    ):
        check_whole(name, number, least)
    for name, value in (("prevalence", prevalence), ("auroc", auroc)):
        if not (is_number(value) and 0 < value < 1):
            raise PrgbenchError(f"{name} must lie inside (0, 1), not {value}.")
    if not (is_number(spread) and 0 < spread <= _LARGEST_SPREAD):
        raise PrgbenchError(
            f"spread must be above 0, as equal models have no order, and at most "
            f"{_LARGEST_SPREAD}, not {spread}."
        )
    n = min(instances, LARGEST)
    curves = SimulatedTasks(
        n, round(n * prevalence), simulated, models, auroc, spread, seed
    ).needed()
    # The highest true correlation that this number of data sets tells from a common order.
    shown = [rho[needed <= datasets].max(initial=-1) for rho, needed in curves]
    # Of the two pairs of measures the harder one counts.
    goals = {
        goal: max(float(needed[np.abs(rho - goal).argmin()]) for rho, needed in curves)
        for goal in GOALS
    }
    return Power(
        f"{count(datasets, 'data set')} with {instances:,} instances, prevalence {prevalence:g}, "
        f"{models} models each: simulated, with AUROC {auroc:g} and spread {spread:g}.",
        float(min(shown)) if min(shown) > -1 else float("nan"),
        {goal: n if n <= MOST_DATASETS else float("nan") for goal, n in goals.items()},
        lead_shown(datasets, models, seed),
    )


def lead_shown(datasets: int, models: int, seed: int) -> float:
    """Return the lead of the best model with which it is named alone with a power of 80%.

    In standard deviations of a difference of two models over data sets, which are normal and
    independent between the models.
    """
    from scipy.special import stdtrit

    if datasets < 2:
        return float("nan")
    n = min(datasets, _DATASETS_OF_LEAD)
    # Halved variances, so that a difference of two models has variance 1, the unit of the lead.
    scores = np.random.default_rng(seed).standard_normal((_DRAWS_OF_LEAD, n, models)) / 2**0.5
    gaps = scores[:, :, :1] - scores[:, :, 1:]
    # The comparisons of `p_values_of_best` for new data sets: Student's t after Bonferroni, of
    # three models or more.
    critical = -stdtrit(n - 1, (1 - LEVEL) / (models - 1))
    errors = gaps.std(axis=1, ddof=1) / n**0.5
    # A draw names the best alone from the lead on that exceeds all its critical values.
    needed = (critical * errors - gaps.mean(axis=1)).max(axis=1)
    # More data sets than are drawn shrink the lead with the root of their number.
    return float(np.quantile(needed, POWER) * (n / datasets) ** 0.5)


@dataclass(frozen=True, slots=True)
class SimulatedTasks:
    """Tasks of a size, and their models: the AUROC of the mean shift, the spread of shifts."""

    instances: int
    positives: int
    simulated: int
    models: int
    auroc: float
    spread: float
    seed: int

    @property
    def setting(self) -> Setting:
        """Return the setting of the study, with few replicates."""
        return Setting(
            names=MEASURES,
            ranking=Ranking(),
            seed=self.seed,
            confidence_level=LEVEL,
            replicates=_REPLICATES,
            splits=0,
        )

    def needed(self) -> list[tuple[Floats, Floats]]:
        """Return for AUPR and for AUPRG beside AUROC how many data sets it takes.

        Each is the true mean rank correlations, falling, and the numbers that show them with a
        power of 80%: infinite where what is found is too near to a common order.
        """
        from scipy.special import ndtri

        shapes = np.array([self.compare(shape * self.spread) for shape in SHAPES])
        curves = []
        for rho, observed, spread, alike, width in np.moveaxis(shapes, 1, 0).transpose(0, 2, 1):
            order = np.argsort(1 - rho)
            distances = np.arange(0.0, (1 - rho).max() + _STEP, _STEP)
            # Between the shapes all is linear in 1 - rho.
            gap, reach = (
                np.interp(distances, (1 - rho)[order], values[order])
                for values in (
                    alike - observed - Options().margin,
                    -ndtri((1 - LEVEL) / 2) * width + ndtri(POWER) * spread,
                )
            )
            # From reach / sqrt(n) = gap: a gap of zero or less is never shown.
            with np.errstate(divide="ignore"):
                needed = np.ceil((reach / np.maximum(gap, 0)) ** 2)
            # Monte-Carlo errors of the gap leave none that takes more than a smaller one.
            curves.append((1 - distances, np.minimum.accumulate(needed)))
        return curves

    def compare(self, shape: float) -> Floats:
        """Return five numbers of AUPR and AUPRG beside AUROC, in a world: (pairs, 5).

        The true mean rank correlation; the mean that is found, and its deviation from task to
        task; and both if the measures ordered the models alike.
        """
        tasks, truths = zip(*self.tasks(shape), strict=True)
        setting = self.setting
        seeds = [[self.seed, number] for number in range(len(tasks))]
        noisy = [task.noisy(setting, gains=False) for task in tasks]
        if min(len(task.noise) for task in noisy) < 2:
            raise PrgbenchError(
                "The tasks have only one row of a class: give them more instances, or another "
                "prevalence."
            )
        rows = []
        for a in range(len(MEASURES) - 1):
            of_pair = [task.of_pair(a, -1) for task in noisy]
            # What is found in noisy tasks, beside what a common order would give in that noise.
            observed = _spearman([task.scores for task in of_pair])
            studies = alike_studies(of_pair, range(len(noisy)), seeds, Ranking(), _DRAWS)
            draws = studies.draws[SPEARMAN]
            true = _spearman([truth[[a, -1]] for truth in truths])
            width = draws.std() * len(noisy) ** 0.5
            mean = studies.found[SPEARMAN]
            # A study weighs its tasks, so the deviation between tasks is that of weighted values.
            weights = studies.weights / studies.weights.mean()
            spread = (weights * (observed - mean)).std(ddof=1)
            rows.append([true.mean(), mean, spread, draws.mean(), width])
        return np.array(rows)

    def tasks(self, shape: float) -> Iterator[tuple[TaskScores, Floats]]:
        """Draw tasks with their true scores.

        ``shape`` is the standard deviation of the logarithms of the models' standard deviations.
        """
        from scipy.special import ndtri

        rng = np.random.default_rng(self.seed)
        n = self.instances
        n_pos = self.positives
        # The quantiles of a population stand for it.
        shares = n_pos / n, 1 - n_pos / n
        sizes = [max(round(_ROWS_OF_TRUTH * part), _FEWEST_OF_TRUTH) for part in shares]
        quantiles = [ndtri((np.arange(size) + 0.5) / size) for size in sizes]
        population = np.tile(np.concatenate(quantiles), (self.models, 1))
        for task_id in range(self.simulated):
            # Only the shape tells the measures apart: equal scales would be one order for all.
            scales = np.exp(shape * rng.normal(size=(self.models, 1)))
            # d of equal shapes with the same AUROC
            shifts = 2**0.5 * ndtri(self.auroc) + self.spread * rng.normal(size=scales.shape)
            shifts *= np.sqrt((1 + scales**2) / 2)
            noise = correlated_noise(self.models, n, rng).astype(np.float64)
            task = _task(task_id, noise, n_pos, scales, shifts)
            truth = _task(task_id, population, sizes[0], scales, shifts)
            measures = self.setting.measures
            yield task, evaluate_models(truth.y_true, truth.y_scores, measures).T


def _task(task_id: int, noise: Floats, n_pos: int, scales: Floats, shifts: Floats) -> TaskScores:
    """Return a task of models with this noise (models, rows), the positives first."""
    scores = noise.copy()
    n = noise.shape[1]
    scores[:, :n_pos] = scores[:, :n_pos] * scales + shifts
    return TaskScores(
        task_id=task_id,
        run_ids=np.arange(len(scores)),
        y_true=np.arange(n) < n_pos,
        y_scores=scores,
        decisions=np.full(scores.shape, -1, dtype=np.int8),
        repeats=np.zeros(n, dtype=np.int64),
        folds=np.full(n, -1),
        instances=np.arange(n),
    )


def _spearman(tasks: list[Floats]) -> Floats:
    """Return the rank correlation of two measures in each task, from scores (2, models)."""
    compared = [numbers_of(compare_rankings(scores[:, None], Ranking()), 1) for scores in tasks]
    return np.array([numbers[SPEARMAN][0] for numbers in compared])
