"""What a study would find if two measures ordered the models of each task alike.

The true scores of the models of each task are estimated under each measure (`true_scores`). Then
both measures get the same order, each keeps its own spacings, and whole bootstrap replicates add
the study's own noise, with its correlations between models and measures.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.answer.intervals import SUMS, correlation_of_sums
from prgbench.answer.scored_task import NoisyTask
from prgbench.answer.true_scores import TrueScores, true_scores
from prgbench.study.agreement import best_by_rank, sets_differ, top_differs
from prgbench.study.ranking import Ranking, rank_losses
from prgbench.typing import Floats

BEST = "best_differs"
TOP_DIFFERS = "top_differs"
RANKS = "rank_correlation"
STATISTICS = (BEST, TOP_DIFFERS, RANKS)
"""The paper's nine numbers are these of three pairs of measures."""

SPEARMAN = "mean_spearman"
WINNERS = "best_differs_weighted"
"""The statistics of the verdicts: the mean of Spearman's correlation over the tasks, and the share
of tasks whose best models differ, in expectation over one random order of tied models. In both, a
task weighs as much as it can tell: a task whose winner is a coin flip says little of measures.
"""

DRAWS = 1_000

_MEANS = (BEST, TOP_DIFFERS, WINNERS, SPEARMAN)
_WEIGHTED = [_MEANS.index(WINNERS), _MEANS.index(SPEARMAN)]
_STREAM = 20_151
_DECIMALS = 12
_LEAST_ERROR = 0.03
_EQUAL = 1e-9
_TINY = np.finfo(float).tiny
_STRONG_SKEW = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class AlikeStudies:
    """The numbers of a pair of measures by name: observed, and in studies with a common order.

    ``weights`` are those of the tasks in the mean of Spearman's correlation; those of winners have
    the same form. ``opposite_skews`` says that the models' scores have a long upper tail by one
    measure and a long lower one by the other: such spacings, blurred by noise, may look like
    another order.
    """

    found: dict[str, float]
    draws: dict[str, Floats]
    weights: Floats
    tasks: int
    datasets: int
    opposite_skews: bool = False


def alike_studies(
    tasks: Sequence[NoisyTask],
    datasets: Sequence[int],
    seeds: Sequence[Sequence[int]],
    ranking: Ranking,
    draws: int = DRAWS,
) -> AlikeStudies:
    """Simulate studies in which two measures order the models of each task alike."""
    # One model has no order to share.
    used = [index for index, task in enumerate(tasks) if task.n_models > 1]
    # Copies of a model stay tied in every study: one of them is simulated, and stands for all.
    distinct = [distinct_models(tasks[index]) for index in used]
    truths = [true_scores([task for task, _ in distinct], measure) for measure in (0, 1)]
    observed = np.zeros((len(_MEANS) + len(SUMS), 1))
    # Of the studies around the estimates only the mean is used, which takes fewer draws.
    centre = np.zeros((len(observed), draws // 4))
    of_datasets = dict[int, list[Floats]]()
    weights = np.zeros((len(used), len(_WEIGHTED)))
    for number, (index, (task, models)) in enumerate(zip(used, distinct, strict=True)):
        # The same replicates for all pairs of measures, which keeps what their numbers share.
        rng = np.random.default_rng(seeds[index])
        noise = np.moveaxis(task.noise[rng.integers(len(task.noise), size=draws)], 1, 0)
        # Each measure keeps its own spacings: its true scores are dealt out in the common order,
        # as they are estimated, and as vaguely as they are known.
        order = common_order(truths, number)
        scores = np.empty(noise.shape)
        vague = np.empty(noise.shape)
        for measure, truth in enumerate(truths):
            scores[measure][:, order] = truth.ordered[number]
            vague[measure][:, order] = truth.draw(number, draws, rng)
        plain = (scores + noise)[:, : centre.shape[1]]
        compared = compare_rankings((vague + noise)[:, :, models], ranking)
        scale = np.ones((len(observed), 1))
        # By its error, but no task alone by how small that is: differences are small there, too.
        weights[number] = 1 / (compared[_WEIGHTED].std(axis=1) + _LEAST_ERROR)
        scale[_WEIGHTED, 0] = weights[number]
        compared *= scale
        centre += scale * compare_rankings(plain[:, :, models], ranking)
        observed += scale * compare_rankings(tasks[index].scores[:, None], ranking)
        of_datasets.setdefault(datasets[index], []).append(compared)
    # Draws of different data sets are independent; tasks of one share its noise.
    sums = np.zeros((len(observed), draws))
    for number, compared_tasks in enumerate(of_datasets.values()):
        alone = len(compared_tasks) == 1
        sums += compared_tasks[0] if alone else _together(compared_tasks, [*seeds[0], number])
    # Weights with a mean of 1, so that all sums are divided by the number of tasks alike.
    n = max(len(used), 1)
    for numbers in (observed, centre, sums):
        numbers[_WEIGHTED] *= n / np.maximum(weights.sum(axis=0), _TINY)[:, None]
    simulated = numbers_of(sums, n)
    centres = numbers_of(centre, n)
    # Vague spreads widen the range. They also lower a correlation, which is concave in them, as
    # the noise of the estimates has done already: its mean is that of the estimates.
    recentred = {
        name: np.minimum(simulated[name] - simulated[name].mean() + centres[name].mean(), 1.0)
        for name in (SPEARMAN, RANKS)
    }
    return AlikeStudies(
        {name: float(values[0]) for name, values in numbers_of(observed, n).items()},
        simulated | recentred,
        weights[:, -1],
        len(used),
        len(of_datasets),
        _opposite_skews(truths),
    )


def _opposite_skews(truths: Sequence[TrueScores]) -> bool:
    """Say whether the true scores by two measures are skewed in opposite ways, and strongly."""
    means = []
    for truth in truths:
        spread = [scores for scores in truth.ordered if scores.std() > _TINY]
        skews = [np.mean(scores**3) / scores.std() ** 3 for scores in spread if len(scores) > 2]
        means.append(float(np.mean(skews)) if skews else 0.0)
    return min(means) < -_STRONG_SKEW and max(means) > _STRONG_SKEW


def _together(compared: Sequence[Floats], seed: Sequence[int]) -> Floats:
    """Add up the draws of the tasks of one data set.

    The tasks share instances, and therefore noise. Their means are sorted before they are added,
    which is the strongest possible dependence; the order of the draws is then randomised.
    """
    together = np.asarray(np.sum(compared, axis=0))
    together[: len(_MEANS)] = np.sort([rows[: len(_MEANS)] for rows in compared]).sum(axis=0)
    return together[:, np.random.default_rng(seed).permutation(together.shape[1])]


def compare_rankings(scores: Floats, ranking: Ranking) -> Floats:
    """Compare the rankings under two measures in each draw of scores (2, draws, models).

    Returns the statistics to average, then `SUMS`: shape (numbers, draws).
    """
    a, b = rank_losses(-scores, ranking)
    differ, expected = sets_differ(best_by_rank(a), best_by_rank(b))
    models = np.full(len(a), float(a.shape[1]))
    sums = np.stack([models, *(values.sum(axis=1) for values in (a, b, a * a, b * b, a * b))])
    # A measure that ranks all models alike has no order to share.
    spearman = np.nan_to_num(correlation_of_sums(sums.T))
    return np.stack([differ, top_differs(a, b, ranking.top), expected, spearman, *sums])


def numbers_of(compared: Floats, tasks: int) -> dict[str, Floats]:
    """Return the numbers of studies by name, from sums over their tasks."""
    means = dict(zip(_MEANS, compared / tasks, strict=False))
    return means | {RANKS: correlation_of_sums(compared[len(_MEANS) :].T)}


def models_differ(tasks: Sequence[NoisyTask], n_measures: int, tail: float) -> bool:
    """Test whether the models' scores vary more than their noise under any measure.

    If the models of all tasks were equal, their deviations from a common score would be noise.
    Those of each model are held against the noise of that model: a model whose scores are known
    badly does not hide how the others vary.
    """
    p_values = []
    for measure in range(n_measures):
        observed = 0.0
        draws = np.zeros(DRAWS)
        for number, task in enumerate(tasks):
            rng = np.random.default_rng([number, _STREAM])
            of_scores, of_noise = _deviations(task.of_pair(measure, measure), rng)
            observed += of_scores
            draws += of_noise
        p_values.append((1 + np.count_nonzero(draws >= observed)) / (1 + DRAWS))
    return bool(min(p_values) * len(p_values) <= 2 * tail)


def _deviations(task: NoisyTask, rng: np.random.Generator) -> tuple[float, Floats]:
    """Return how far the models of a task are from a common score, and how far noise takes them.

    This is the logarithm of the likelihood ratio of Student's t: squares of what is known well,
    and bounded where few folds give a small variance by chance.
    """
    scores = task.scores[0]
    noise = task.noise[:, 0]
    degrees = task.degrees
    variances = noise.var(axis=0)
    floor = _EQUAL * variances.max(initial=0.0)
    # Below it is no noise but that of rounding, and the weights would not be finite, as kept noise
    # has single precision.
    if not floor > np.finfo(variances.dtype).tiny * len(scores):
        return 0.0, np.zeros(DRAWS)
    weights = 1 / np.maximum(variances, floor)
    weights /= weights.sum()
    noise = noise - (noise @ weights)[:, None]
    errors = np.maximum(noise.var(axis=0), floor)
    # The variances that a study of equal models would have.
    chance = rng.chisquare(degrees, (DRAWS, len(scores))) / degrees
    squares = (scores - weights @ scores) ** 2 / errors
    of_noise = noise[rng.integers(len(noise), size=DRAWS)] ** 2 / (errors * chance)
    ratio, ratios = (np.log1p(values / degrees).sum(axis=-1) for values in (squares, of_noise))
    return float((degrees + 1) * ratio), (degrees + 1) * ratios


def distinct_models(task: NoisyTask) -> tuple[NoisyTask, NDArray[np.intp]]:
    """Keep one of each set of models with equal scores and noise, and index it for each model."""
    columns = np.round([task.scores, *task.noise], _DECIMALS).reshape(-1, task.n_models)
    models, first = pd.factorize(np.array([column.tobytes() for column in columns.T + 0.0]))
    kept = np.searchsorted(np.maximum.accumulate(models), np.arange(len(first)))
    return NoisyTask(task.scores[:, kept], task.noise[:, :, kept], task.independent), models


def common_order(truths: Sequence[TrueScores], task: int) -> NDArray[np.intp]:
    """Order the models of a task by the sum of their standardised scores under both measures.

    Each score is weighted by its reliability, the ratio of the variance of the true scores to that
    of its noise. The sum is shrunk accordingly, so a model with much noise ends near the middle.
    """
    strength = np.zeros_like(truths[0].centred[task])
    total = 0.0
    for truth in truths:
        variance = truth.variances[task]
        noise = np.maximum(truth.noise_of_models[task], _EQUAL * variance + _TINY)
        # A floor keeps an order where all is noise.
        reliability = np.maximum(variance / noise, _EQUAL)
        strength += reliability * truth.centred[task] / max(truth.spreads[task], _TINY)
        total = total + reliability
    return np.argsort(strength / np.sqrt(total * (1 + total)), kind="stable")
