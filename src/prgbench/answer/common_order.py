"""What a study would find if two measures ordered the models of each task alike.

The true scores of the models of each task are estimated under each measure (`true_scores`). Then
both measures get the same order, each keeps its own spacings, and whole bootstrap replicates add
the study's own noise, with its correlations between models and measures.

A study is simulated in these steps, each a function: copies of a model become one
(`distinct_models`); the true scores of each measure are estimated (`true_scores`) and ordered by
both measures together (`common_order`); scores are drawn in that order (`_simulated_scores`) and
their rankings compared (`compare_rankings`); tasks are weighted by what they can tell
(`_ComparedTask`) and added up, those of one data set as dependent (`_together`); and correlations
are freed of what the vagueness of the true scores takes from them (`_recentred`).
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

BEST_DIFFERS = "best_differs"
TOP_DIFFERS = "top_differs"
RANKS = "rank_correlation"
STATISTICS = (BEST_DIFFERS, TOP_DIFFERS, RANKS)
"""The paper's nine numbers are these of three pairs of measures."""

SPEARMAN = "mean_spearman"
WINNERS = "best_differs_weighted"
"""The statistics of the verdicts: the mean of Spearman's correlation over the tasks, and the share
of tasks whose best models differ, in expectation over one random order of tied models. In both, a
task weighs as much as it can tell: a task whose winner is a coin flip says little of measures.
"""

DRAWS = 1_000

_MEANS = (BEST_DIFFERS, TOP_DIFFERS, WINNERS, SPEARMAN)
"""The statistics that are means over the tasks."""

_N_NUMBERS = len(_MEANS) + len(SUMS)
_WEIGHTED = [_MEANS.index(WINNERS), _MEANS.index(SPEARMAN)]
_LEAST_ERROR = 0.03
_FEWER = 4
"""Of the studies around the estimates only a mean is used, which takes a fourth of the draws."""

_DECIMALS = 12
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
    """Simulate studies in which two measures order the models of each task alike.

    Parameters
    ----------
    tasks : sequence of NoisyTask
        The models of each task by the two measures.
    datasets : sequence of int
        The data set of each task: tasks of one share instances, and therefore noise.
    seeds : sequence of sequence of int
        The seed of each task. With the same ones for all pairs of measures, these get the same
        replicates of noise, which keeps what their numbers share.
    ranking : Ranking
        Which models are tied.
    draws : int
        The number of simulated studies.

    Returns
    -------
    AlikeStudies
        The numbers of the study itself, and those of the simulated ones.
    """
    # One model has no order to share.
    used = [index for index, task in enumerate(tasks) if task.n_models > 1]
    # Copies of a model stay tied in every study: one of them is simulated, and stands for all.
    distinct = [distinct_models(tasks[index]) for index in used]
    truths = [true_scores([task for task, _ in distinct], measure) for measure in (0, 1)]
    found = np.zeros((_N_NUMBERS, 1))
    around = np.zeros((_N_NUMBERS, draws // _FEWER))
    of_datasets = dict[int, list[Floats]]()
    weights = np.zeros((len(used), len(_WEIGHTED)))
    for number, (index, (task, models)) in enumerate(zip(used, distinct, strict=True)):
        rng = np.random.default_rng(seeds[index])
        of_estimates, of_vague = _simulated_scores(task, truths, number, draws, rng)
        compared = _ComparedTask.weighted(
            found=compare_rankings(tasks[index].scores[:, None], ranking),
            around=compare_rankings(of_estimates[:, :, models], ranking),
            simulated=compare_rankings(of_vague[:, :, models], ranking),
        )
        found += compared.found
        around += compared.around
        of_datasets.setdefault(datasets[index], []).append(compared.simulated)
        weights[number] = compared.weights
    # Draws of different data sets are independent; tasks of one share its noise.
    simulated = np.zeros((_N_NUMBERS, draws))
    for number, compared_tasks in enumerate(of_datasets.values()):
        alone = len(compared_tasks) == 1
        simulated += compared_tasks[0] if alone else _together(compared_tasks, [*seeds[0], number])
    return AlikeStudies(
        found={
            name: float(values[0]) for name, values in _weighted_numbers(found, weights).items()
        },
        draws=_recentred(
            _weighted_numbers(simulated, weights), _weighted_numbers(around, weights)
        ),
        weights=weights[:, -1],
        tasks=len(used),
        datasets=len(of_datasets),
        opposite_skews=_opposite_skews(truths),
    )


def _simulated_scores(
    task: NoisyTask,
    truths: Sequence[TrueScores],
    number: int,
    draws: int,
    rng: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Draw scores of a task in a common order: shapes (2, draws, models), the first with fewer.

    Each measure keeps its own spacings: its true scores are dealt out in the common order. Then
    whole replicates of the noise are added, the same ones to the scores by both measures. The true
    scores are first as they are estimated, then as vaguely as they are known.
    """
    noise = np.moveaxis(task.noise[rng.integers(len(task.noise), size=draws)], 1, 0)
    order = common_order(truths, number)
    estimated = np.empty(noise.shape)
    vague = np.empty(noise.shape)
    for measure, truth in enumerate(truths):
        estimated[measure][:, order] = truth.ordered[number]
        vague[measure][:, order] = truth.draw(number, draws, rng)
    return (estimated + noise)[:, : draws // _FEWER], vague + noise


@dataclass(frozen=True, slots=True, eq=False)
class _ComparedTask:
    """The rankings of a task by two measures compared, in the study and in simulated ones.

    Arrays have a row for each number of `compare_rankings` and a column for each study: the one
    that was ``found``, those ``around`` the estimates of the true scores, and the ``simulated``
    ones, whose true scores are as vague as they are known. `_WEIGHTED` rows are multiplied by the
    ``weights`` of the task.
    """

    found: Floats
    around: Floats
    simulated: Floats
    weights: Floats

    @classmethod
    def weighted(cls, *, found: Floats, around: Floats, simulated: Floats) -> "_ComparedTask":
        """Weight a task by how little its numbers vary in the simulated studies.

        But no task alone by how small its error is: differences are small there, too.
        """
        weights = 1 / (simulated[_WEIGHTED].std(axis=1) + _LEAST_ERROR)
        scale = np.ones((_N_NUMBERS, 1))
        scale[_WEIGHTED, 0] = weights
        return cls(scale * found, scale * around, scale * simulated, weights)


def _weighted_numbers(sums: Floats, weights: Floats) -> dict[str, Floats]:
    """Return the numbers of studies by name, from weighted sums over their tasks."""
    n = max(len(weights), 1)
    # Weights with a mean of 1, so that all sums are divided by the number of tasks alike.
    scaled = sums.copy()
    scaled[_WEIGHTED] *= n / np.maximum(weights.sum(axis=0), _TINY)[:, None]
    return numbers_of(scaled, n)


def _recentred(simulated: dict[str, Floats], around: dict[str, Floats]) -> dict[str, Floats]:
    """Move the correlations of the simulated studies to the mean of those around the estimates.

    Vague spreads widen the range. They also lower a correlation, which is concave in them, as the
    noise of the estimates has done already: its mean is that of the estimates.
    """
    moved = {
        name: np.minimum(simulated[name] - simulated[name].mean() + around[name].mean(), 1.0)
        for name in (SPEARMAN, RANKS)
    }
    return simulated | moved


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
