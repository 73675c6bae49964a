"""What a study would find if two measures ordered the models of each task alike.

The scores of a task vary more than its models do: noise spreads them. The models are therefore
moved together until their spread and that of the noise give the spread that was found. Then both
measures get the same order, each keeps its own spacings, and whole bootstrap replicates add the
noise of the study itself, with the correlations that it has between models and measures.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
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
"""What the verdicts are on: the mean over the tasks of Spearman's correlation, and the share of
tasks whose best models differ, which is expected under one random order of tied models.
"""

DRAWS = 1_000
FEW_MODELS = 15
"""Up to so many models of a task, their order tells nothing of the shape of the truth."""

_MEANS = (BEST, TOP_DIFFERS, WINNERS, SPEARMAN)
_STREAM = 20_151
_DECIMALS = 12
_ROUNDS = 20


@dataclass(frozen=True, slots=True, eq=False)
class AlikeStudies:
    """The numbers of a pair of measures by name: found, and in studies with a common order."""

    found: dict[str, float]
    draws: dict[str, Floats]
    tasks: int
    datasets: int


def alike_studies(
    tasks: Sequence[NoisyTask],
    datasets: Sequence[int],
    seeds: Sequence[Sequence[int]],
    ranking: Ranking,
) -> AlikeStudies:
    """Simulate studies in which two measures order the models of each task alike."""
    used = [index for index, task in enumerate(tasks) if task.n_models > 1]
    n_models = np.array([tasks[index].n_models for index in used])
    truths = []
    for measure in (0, 1):
        spreads = np.array([tasks[index].variances(measure) for index in used]).reshape(-1, 2)
        truths.append(true_variances(spreads[:, 0], spreads[:, 1], n_models))
    found, of_datasets = np.zeros((len(_MEANS) + len(SUMS), 1)), dict[int, list[Floats]]()
    for index, *truth in zip(used, *truths, strict=True):
        task = tasks[index]
        # The same replicates for all pairs of measures, which keeps what their numbers share.
        rng = np.random.default_rng(seeds[index])
        noise = task.noise[rng.integers(len(task.noise), size=DRAWS)]
        scores = np.moveaxis(common_order(task, truth) + noise, 1, 0)
        of_datasets.setdefault(datasets[index], []).append(compare_rankings(scores, ranking))
        found += compare_rankings(task.scores[:, None], ranking)
    draws = np.zeros((len(found), DRAWS))
    for number, compared in enumerate(of_datasets.values()):
        draws += compared[0] if len(compared) == 1 else _together(compared, [*seeds[0], number])
    n = max(len(used), 1)
    return AlikeStudies(
        {name: float(values[0]) for name, values in numbers_of_tasks(found, n).items()},
        numbers_of_tasks(draws, n),
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
    return together[:, np.random.default_rng(seed).permutation(DRAWS)]


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
    places = [ranks_of(ranks, "min") for ranks in (a, b)]
    first_a, first_b = (np.where(place <= top, place, 0) for place in places)
    return np.asarray((first_a != first_b).any(axis=-1))


def numbers_of_tasks(compared: Floats, tasks: int) -> dict[str, Floats]:
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


def true_variances(observed: Floats, noise: Floats, n_models: NDArray[np.int_]) -> Floats:
    """Estimate the variance of the models' true scores in each task.

    ``observed`` is the variance of the scores of a task, ``noise`` that of their noise. Their
    difference is unbiased, but vague where there are few models; the tasks are therefore pooled as
    the studies of a random-effects meta-analysis [1]_, by how much the variances of the tasks
    truly differ.

    References
    ----------
    .. [1] R. DerSimonian, N. Laird (1986). Meta-analysis in clinical trials. Controlled Clinical
           Trials 7(3), 177-188.

    Examples
    --------
    >>> observed, noise = np.array([3.0, 3.0]), np.array([1.0, 1.0])
    >>> true_variances(observed, noise, np.array([10, 10])).round(6).tolist()
    [2.0, 2.0]
    """
    differences = observed - noise
    if len(differences) < 2:
        return np.maximum(differences, 0.0)
    mean, between = max(float(differences.mean()), 0.0), 0.0
    errors = np.zeros_like(differences)
    for _ in range(_ROUNDS):
        # The error of a variance follows from the pooled truth: from the task's own variance,
        # those that came out small by chance would weigh most.
        errors = 2 * (mean + noise) ** 2 / np.maximum(n_models - 1, 1)
        weights = 1 / np.maximum(errors, np.finfo(float).tiny)
        centre = np.average(differences, weights=weights)
        excess = float(weights @ (differences - centre) ** 2) - (len(differences) - 1)
        room = weights.sum() - (weights**2).sum() / weights.sum()
        between = max(excess / room, 0.0)
        weights = 1 / np.maximum(between + errors, np.finfo(float).tiny)
        mean = max(float(np.average(differences, weights=weights)), 0.0)
    trust = between / np.maximum(between + errors, np.finfo(float).tiny)
    return np.maximum(trust * differences + (1 - trust) * mean, 0.0)


def spacings(scores: Floats, noise: Floats, truth: float) -> Floats:
    """Return sorted true scores of the models of a task, whose variance is ``truth``.

    All scores are moved towards their mean by one factor. Where there are many models, the scores
    that noise then gives are compared with those that were found, and part of the difference is
    taken off: a crowd of models that are alike in truth is spread by noise alone.

    Examples
    --------
    >>> scores, noise = np.array([2.0, 0.0, 4.0]), np.zeros((10, 3))
    >>> spacings(scores, noise, scores.var() / 4).tolist()
    [1.0, 2.0, 3.0]
    """
    order, mean = np.argsort(scores), scores.mean()
    found = scores[order] - mean
    variance = found.var()
    true = found * np.sqrt(min(truth / variance, 1.0)) if variance > 0 else found
    step = max(0.0, 1 - FEW_MODELS / len(scores))
    if step:
        centred = (noise - noise.mean(axis=1, keepdims=True))[:, order]
        true = true + step * (found - np.sort(true + centred, axis=1).mean(axis=0))
        # Increasing again: the mean of the running maximum and of the running minimum.
        upper = np.maximum.accumulate(true)
        true = (upper + np.minimum.accumulate(true[::-1])[::-1]) / 2
    return np.asarray(true - true.mean() + mean)


def common_order(task: NoisyTask, truths: Sequence[float]) -> Floats:
    """Return true scores of the models by two measures that order them alike: (2, models).

    ``task`` has two measures, ``truths`` are the variances of the true scores by them. The models
    are ordered by the sum of their standardised scores, each weighted by its reliability. Models
    with the same scores and noise stay alike.

    Examples
    --------
    >>> task = NoisyTask(np.array([[1.0, 2.0, 3.0], [5.0, 9.0, 7.0]]), np.ones((5, 2, 3)), 9)
    >>> common_order(task, [2 / 3, 8 / 3]).round(6).tolist()
    [[1.0, 2.0, 3.0], [5.0, 7.0, 9.0]]
    """
    columns = np.concatenate([task.scores[None], task.noise]).reshape(-1, task.n_models)
    _, first, model = np.unique(
        np.round(columns, _DECIMALS), axis=1, return_index=True, return_inverse=True
    )
    distinct = NoisyTask(task.scores[:, first], task.noise[:, :, first], task.independent)
    strength = np.zeros(distinct.n_models)
    for measure, truth in enumerate(truths):
        scores = distinct.scores[measure] - distinct.scores[measure].mean()
        spread, noise = distinct.variances(measure)
        if spread > 0:
            # True variance over that of noise; a floor keeps an order where all is noise.
            reliability = max(truth / max(noise, 1e-9 * spread), 1e-9)
            strength += reliability * scores / np.sqrt(spread)
    order = np.argsort(strength, kind="stable")
    true = np.empty(distinct.scores.shape)
    for measure, truth in enumerate(truths):
        true[measure, order] = spacings(
            distinct.scores[measure], distinct.noise[:, measure], truth
        )
    return true[:, model]
