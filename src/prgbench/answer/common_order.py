"""What a study would find if two measures ordered the models of each task alike.

The scores of a task vary more than its models do: noise spreads them. The models are therefore
moved together until noise gives back the spread that was found. Then both measures get the same
order, each keeps its own spacings, and whole bootstrap replicates add the noise of the study
itself, with the correlations that it has between models and measures.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.intervals import SUMS, correlation_of_sums
from prgbench.answer.noise import NoisyTask
from prgbench.answer.task_scores import BoolArray, Floats
from prgbench.study.agreement import best_by_rank, sets_differ
from prgbench.study.ranking import TOP, Ranking, rank_losses, ranks_of

BEST, TOP_DIFFERS, RANKS = "best_differs", "top_differs", "rank_correlation"
STATISTICS = (BEST, TOP_DIFFERS, RANKS)
"""The paper's nine numbers are these of three pairs of measures."""

SPEARMAN, WINNERS = "mean_spearman", "best_differs_expected"
"""What the verdicts are on: the mean over the tasks of Spearman's correlation, in which tasks that
tell it more precisely weigh more, and the share of tasks whose best models differ, which is
expected under one random order of tied models.
"""

DRAWS = 1_000

_MEANS = (BEST, TOP_DIFFERS, WINNERS, SPEARMAN)
_SPEARMAN = _MEANS.index(SPEARMAN)
_STREAM = 20_151
_DECIMALS = 12
_ROUNDS = 20
_LEAST_ERROR = 0.03
_REPLICATES = 100
_EQUAL = 1e-9
_TINY = np.finfo(float).tiny
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class AlikeStudies:
    """The numbers of a pair of measures by name: found, and in studies with a common order.

    ``weights`` are those of the tasks in the mean of Spearman's correlation.
    """

    found: dict[str, float]
    draws: dict[str, Floats]
    weights: Floats
    tasks: int
    datasets: int


def alike_studies(
    tasks: Sequence[NoisyTask],
    datasets: Sequence[int],
    seeds: Sequence[Sequence[int]],
    ranking: Ranking,
    draws: int = DRAWS,
) -> AlikeStudies:
    """Simulate studies in which two measures order the models of each task alike."""
    used = [index for index, task in enumerate(tasks) if task.n_models > 1]
    distinct = [distinct_models(tasks[index]) for index in used]
    truths = [true_scores([task for task, _ in distinct], measure) for measure in (0, 1)]
    found = np.zeros((len(_MEANS) + len(SUMS), 1))
    centre, of_datasets = np.zeros((len(found), draws // 4)), dict[int, list[Floats]]()
    weights = np.zeros(len(used))
    for number, (index, (task, models)) in enumerate(zip(used, distinct, strict=True)):
        # The same replicates for all pairs of measures, which keeps what their numbers share.
        rng = np.random.default_rng(seeds[index])
        noise = np.moveaxis(task.noise[rng.integers(len(task.noise), size=draws)], 1, 0)
        order = common_order(task, [truth.reliability[number] for truth in truths])
        scores, vague = np.empty(noise.shape), np.empty(noise.shape)
        for measure, truth in enumerate(truths):
            scores[measure][:, order] = truth.ordered[number]
            vague[measure][:, order] = truth.draw(number, draws, rng)
        plain = (scores + noise)[:, : centre.shape[1]]
        compared = compare_rankings((vague + noise)[:, :, models], ranking)
        scale = np.ones((len(found), 1))
        # By its error, but no task alone by how small that is: differences are small there, too.
        scale[_SPEARMAN] = 1 / (compared[_SPEARMAN].std() + _LEAST_ERROR)
        weights[number] = scale[_SPEARMAN, 0]
        compared *= scale
        centre += scale * compare_rankings(plain[:, :, models], ranking)
        found += scale * compare_rankings(tasks[index].scores[:, None], ranking)
        of_datasets.setdefault(datasets[index], []).append(compared)
    sums = np.zeros((len(found), draws))
    for number, compared_tasks in enumerate(of_datasets.values()):
        alone = len(compared_tasks) == 1
        sums += compared_tasks[0] if alone else _together(compared_tasks, [*seeds[0], number])
    n = max(len(used), 1)
    for numbers in (found, centre, sums):
        numbers[_SPEARMAN] *= n / max(weights.sum(), _TINY)
    simulated, centres = numbers_of(sums, n), numbers_of(centre, n)
    # Vague spreads widen the range. They also lower a correlation, which is concave in them, as
    # the noise of the estimates has done already: its mean is that of the estimates.
    recentred = {
        name: np.minimum(simulated[name] - simulated[name].mean() + centres[name].mean(), 1.0)
        for name in (SPEARMAN, RANKS)
    }
    return AlikeStudies(
        {name: float(values[0]) for name, values in numbers_of(found, n).items()},
        simulated | recentred,
        weights,
        len(used),
        len(of_datasets),
    )


def _together(compared: Sequence[Floats], seed: Sequence[int]) -> Floats:
    """Add up what the draws of the tasks of one data set give.

    The tasks share instances, and so noise. Their means are added up in order, which is the most
    that they can have in common; the order of the draws is random again.
    """
    together = np.asarray(np.sum(compared, axis=0))
    together[: len(_MEANS)] = np.sort([rows[: len(_MEANS)] for rows in compared]).sum(axis=0)
    return together[:, np.random.default_rng(seed).permutation(together.shape[1])]


def compare_rankings(scores: Floats, ranking: Ranking) -> Floats:
    """Compare the rankings by two measures of scores (2, draws, models) in each draw.

    Returns what the means are over, then `SUMS`: shape (numbers, draws).
    """
    a, b = rank_losses(-scores, ranking)
    differ, expected = sets_differ(best_by_rank(a), best_by_rank(b))
    models = np.full(len(a), float(a.shape[1]))
    sums = np.stack([models, *(values.sum(axis=1) for values in (a, b, a * a, b * b, a * b))])
    # A measure that ranks all models alike has no order to share.
    spearman = np.nan_to_num(correlation_of_sums(sums.T))
    return np.stack([differ, tops_differ(a, b, ranking.top), expected, spearman, *sums])


def tops_differ(a: Floats, b: Floats, top: int = TOP) -> BoolArray:
    """Return for each row of ranks what `top_differs` returns."""
    ranks_a, ranks_b = (ranks_of(ranks, "min") for ranks in (a, b))
    first_a, first_b = (np.where(ranks <= top, ranks, 0) for ranks in (ranks_a, ranks_b))
    return np.asarray((first_a != first_b).any(axis=-1))


def numbers_of(compared: Floats, tasks: int) -> dict[str, Floats]:
    """Return the numbers of studies by name, from sums over their tasks."""
    means = dict(zip(_MEANS, compared / tasks, strict=False))
    return means | {RANKS: correlation_of_sums(compared[len(_MEANS) :].T)}


def models_differ(tasks: Sequence[NoisyTask], n_measures: int, tail: float) -> bool:
    """Say whether the scores of the models vary more than their noise, by any measure.

    If the models of all tasks were equal, the sum over the tasks of their variance would be one of
    those that replicates of the noise have.
    """
    p_values = []
    for measure in range(n_measures):
        found, draws = 0.0, np.zeros(DRAWS)
        for number, task in enumerate(tasks):
            spread, noise = task.variances(measure)
            if not noise > 0:
                continue
            variances = np.nanvar(task.noise[:, measure], axis=1) / noise
            found += spread / noise
            draws += np.random.default_rng([number, _STREAM]).choice(variances, DRAWS)
        p_values.append((1 + np.count_nonzero(draws >= found)) / (1 + DRAWS))
    return bool(min(p_values) * len(p_values) <= 2 * tail)


def distinct_models(task: NoisyTask) -> tuple[NoisyTask, NDArray[np.intp]]:
    """Keep one of several models with the same scores and noise, and number the one of each."""
    columns = np.round([task.scores, *task.noise], _DECIMALS).reshape(-1, task.n_models)
    models, first = pd.factorize(np.array([column.tobytes() for column in columns.T + 0.0]))
    kept = np.searchsorted(np.maximum.accumulate(models), np.arange(len(first)))
    return NoisyTask(task.scores[:, kept], task.noise[:, :, kept], task.independent), models


def common_order(task: NoisyTask, reliability: Sequence[float]) -> NDArray[np.intp]:
    """Order the models of a task by the sum of their standardised scores by both measures.

    Each is weighted by its ``reliability``: the variance of the truth over that of the noise.

    Examples
    --------
    >>> task = NoisyTask(np.array([[1.0, 2.0, 3.0], [5.0, 9.0, 7.0]]), np.ones((5, 2, 3)), 9)
    >>> common_order(task, [4.0, 1.0]).tolist()
    [0, 1, 2]
    """
    centred = task.scores - task.scores.mean(axis=1, keepdims=True)
    spread = np.maximum(centred.std(axis=1, keepdims=True), _TINY)
    # A floor keeps an order where all is noise.
    weights = np.clip(reliability, _EQUAL, 1 / _EQUAL)
    strength: Floats = weights @ (centred / spread)
    return np.argsort(strength, kind="stable")


@dataclass(frozen=True, slots=True, eq=False)
class TrueScores:
    """The true scores of the models of each task by a measure, estimated, in increasing order.

    ``ordered`` have mean 0. ``variances`` are those of the truth, with their ``errors``, and
    ``noise`` those of the noise.
    """

    ordered: list[Floats]
    variances: Floats
    errors: Floats
    noise: Floats

    @property
    def reliability(self) -> Floats:
        """Return the variance of the truth over that of the noise."""
        return np.asarray(self.variances / np.maximum(self.noise, _EQUAL * self.variances + _TINY))

    def draw(self, task: int, size: int, rng: np.random.Generator) -> Floats:
        """Return true scores (size, models) of a task, whose spread is as vague as it is known."""
        variance, error = self.variances[task], self.errors[task] * rng.normal(size=size)
        # Where all is noise there is no spread to vary.
        ratio = 1 + error / variance if variance > _EQUAL * self.noise[task] else 1 + 0 * error
        return np.asarray(np.sqrt(np.maximum(ratio, 0.0))[:, None] * self.ordered[task])


def true_scores(tasks: Sequence[NoisyTask], measure: int) -> TrueScores:
    """Estimate the true scores of the models of each task by a measure."""
    observed, noise = [], []
    for task in tasks:
        scores, replicates = task.scores[measure], task.noise[:_REPLICATES, measure]
        order = np.argsort(scores, kind="stable")
        observed.append(scores[order] - scores.mean())
        noise.append((replicates - replicates.mean(axis=1, keepdims=True))[:, order])
    of_scores = np.array([scores.var() for scores in observed])
    of_noise = np.array([replicates.var() for replicates in noise])
    n_models = np.array([len(scores) for scores in observed])
    variances, errors = true_variances(of_scores, of_noise, n_models)
    factors = np.sqrt(np.minimum(variances / np.maximum(of_scores, _TINY), 1.0))
    true = [factor * scores for factor, scores in zip(factors, observed, strict=True)]
    return TrueScores(corrected_shape(true, observed, noise), variances, errors, of_noise)


def true_variances(
    observed: Floats, noise: Floats, n_models: NDArray[np.int_]
) -> tuple[Floats, Floats]:
    """Estimate the variance of the models' true scores in each task, with its error.

    ``observed`` is the variance of the scores of a task, ``noise`` that of their noise. Their
    difference is unbiased, but vague where noise is large and models are few; the tasks are
    therefore pooled as the studies of a random-effects meta-analysis [1]_, by how much their
    variances truly differ.

    References
    ----------
    .. [1] R. DerSimonian, N. Laird (1986). Meta-analysis in clinical trials. Controlled Clinical
           Trials 7(3), 177-188.

    Examples
    --------
    >>> observed, noise = np.array([3.0, 3.0]), np.array([1.0, 1.0])
    >>> true_variances(observed, noise, np.array([10, 10]))[0].round(6).tolist()
    [2.0, 2.0]
    """
    # Without noise there are no errors; weights stay finite all the same.
    floor = (1e-6 * float(observed.max(initial=0.0))) ** 2 + _TINY

    def squared_errors(truth: Floats | float) -> Floats:
        # Of the models at hand: noise, and its product with the truth, vary a variance.
        errors = (2 * noise**2 + 4 * truth * noise) / np.maximum(n_models - 1, 1)
        return np.maximum(errors, floor)

    differences = observed - noise
    if len(differences) < 2 or not observed.any():
        alone = np.maximum(differences, 0.0)
        return alone, np.sqrt(squared_errors(alone))
    mean, between = max(float(differences.mean()), 0.0), 0.0
    for _ in range(_ROUNDS):
        # Errors follow from the pooled truth: by a task's own, a low variance would weigh more.
        weights = 1 / squared_errors(mean)
        centre = np.average(differences, weights=weights)
        excess = float(weights @ (differences - centre) ** 2) - (len(differences) - 1)
        between = max(excess / (weights.sum() - (weights**2).sum() / weights.sum()), 0.0)
        weights = 1 / (between + squared_errors(mean))
        mean = max(float(np.average(differences, weights=weights)), 0.0)
    pooled, of_mean = differences, 1 / weights.sum()
    for _ in range(_ROUNDS):
        # A task whose variance is truly small has small errors: those of what is known of it.
        errors = squared_errors(np.maximum(pooled, 0.0))
        trust = between / (between + errors)
        pooled = np.maximum(trust * differences + (1 - trust) * mean, 0.0)
    return pooled, np.sqrt(trust * errors + (1 - trust) ** 2 * of_mean)


def corrected_shape(
    true: Sequence[Floats], observed: Sequence[Floats], noise: Sequence[Floats]
) -> list[Floats]:
    """Correct true scores in increasing order until noise gives back the observed ones.

    Scores that were moved together by one factor keep the shape that noise gave them: models that
    are alike in truth stay apart beside an outlier. Where the observed scores differ from those
    that noise gives by more than chance, on average over the tasks at each quantile of the order,
    the difference is taken off.
    """
    true = list(true)
    size = max(map(len, true), default=0)
    quantiles = [(np.arange(len(scores)) + 0.5) / len(scores) for scores in true]
    common = (np.arange(size) + 0.5) / max(size, 1)
    for _ in range(_ROUNDS):
        spreads, misfits = [], []
        for task, scores in enumerate(true):
            noisy = np.sort(scores + noise[task], axis=1)
            spread = noisy.std(axis=0)
            gaps = observed[task] - noisy.mean(axis=0)
            # Scores without noise are the true ones: what is left is rounding.
            noisy_enough = spread > _ROUNDING * np.ptp(observed[task])
            misfit = np.divide(gaps, spread, out=np.zeros_like(gaps), where=noisy_enough)
            spreads.append(spread)
            misfits.append(np.interp(common, quantiles[task], misfit))
        misfit = np.mean(misfits, axis=0) if misfits else common
        # Chance gives a mean of squares of 1 over the number of tasks.
        if len(true) * float(misfit @ misfit) <= size:
            break
        for task, spread in enumerate(spreads):
            moved = true[task] + spread * np.interp(quantiles[task], common, misfit)
            # Increasing again: the mean of the running maximum and of the running minimum.
            from_below = np.maximum.accumulate(moved)
            moved = (from_below + np.minimum.accumulate(moved[::-1])[::-1]) / 2
            true[task] = moved - moved.mean()
    return true
