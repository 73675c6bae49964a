"""The true scores of the models of a task, estimated from scores with noise.

Because of noise, the scores of a task vary more than the true scores of its models. The scores are
therefore shrunk, pulled together where models are nearly tied, and moved, until adding noise
reproduces the spread, the near-ties and the shape of the scores that were found.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.answer.near_ties import pulled_together
from prgbench.answer.scored_task import NoisyTask
from prgbench.typing import Floats

_ROUNDS = 20
"""The most rounds of each iteration."""

_REPLICATES = 100
"""So many replicates of the noise, at most, are used for its variances and their shape."""

_EQUAL = 1e-9
_TINY = np.finfo(float).tiny
_ROUNDING = 1e-9
_NEARLY_ALL = 1 - 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class TrueScores:
    """Estimates of the true scores of the models of each task under a measure.

    ``ordered`` are these scores in increasing order, with mean 0, and ``orders`` their models.
    ``variances`` are the variances of the true scores, with their standard ``errors``, and
    ``noise_of_models`` those of the noise. ``centred`` are the observed scores, with standard
    deviation ``spreads``.
    """

    ordered: list[Floats]
    orders: list[NDArray[np.intp]]
    variances: Floats
    errors: Floats
    noise_of_models: list[Floats]
    centred: list[Floats]
    spreads: Floats

    def draw(self, task: int, size: int, rng: np.random.Generator) -> Floats:
        """Draw true scores (size, models) of a task, with the uncertainty of their spread."""
        variance = self.variances[task]
        error = self.errors[task] * rng.normal(size=size)
        # Where all is noise there is no spread to vary.
        has_spread = variance > _EQUAL * self.noise_of_models[task].min()
        ratio = 1 + error / variance if has_spread else 1 + 0 * error
        return np.asarray(np.sqrt(np.maximum(ratio, 0.0))[:, None] * self.ordered[task])


def true_scores(tasks: Sequence[NoisyTask], measure: int) -> TrueScores:
    """Estimate the true scores of the models of each task under a measure.

    In four steps: how much the true scores vary in each task (`true_variances`), by how much each
    score is therefore pulled to the mean (`_shrinkage`), then what one factor gets wrong, which is
    near-ties (`pulled_together`) and the shape of the scores (`corrected_shape`). Models differ in
    their noise: those with less of it weigh more in the variance of the models, and are shrunk
    less.

    Parameters
    ----------
    tasks : sequence of NoisyTask
        Several models each, with replicates of their noise.
    measure : int
        The place of the measure in the tasks.

    Returns
    -------
    TrueScores

    Examples
    --------
    Noise of variance 1 makes scores vary more than the truth; the estimate is about that of the
    truth:

    >>> rng = np.random.default_rng(0)
    >>> truth = rng.normal(size=(30, 10))
    >>> noise = rng.normal(size=(30, 100, 1, 10))
    >>> scores = truth + rng.normal(size=(30, 10))
    >>> tasks = [NoisyTask(scores[t : t + 1], noise[t], independent=100) for t in range(30)]
    >>> variances = true_scores(tasks, 0).variances
    >>> of_scores, of_truth = scores.var(axis=1).mean(), truth.var(axis=1).mean()
    >>> [round(float(variance), 1) for variance in (of_scores, of_truth, variances.mean())]
    [1.7, 0.9, 0.8]
    """
    centred = []
    replicates = []
    weights = []
    for task in tasks:
        scores = task.scores[measure]
        noise = task.noise[:_REPLICATES, measure]
        of_models = weights_of_models(scores, noise)
        # The level of the scores, and of each replicate, orders no model.
        centred.append(scores - of_models @ scores)
        replicates.append(noise - (noise @ of_models)[:, None])
        weights.append(of_models)
    noise_of_models = [noise.var(axis=0) for noise in replicates]
    of_scores = np.array([w @ scores**2 for w, scores in zip(weights, centred, strict=True)])
    of_noise = np.array([w @ noise for w, noise in zip(weights, noise_of_models, strict=True)])
    # Kish's effective number: models that weigh little hardly count.
    n_models = np.array([1 / (w @ w) for w in weights])
    variances, errors = true_variances(of_scores, of_noise, n_models)
    true = []
    orders = []
    for scores, of_models, noise, variance in zip(
        centred, weights, noise_of_models, variances, strict=True
    ):
        shrunk, order = _shrunk(scores, of_models, noise, float(variance))
        true.append(shrunk[order] - shrunk.mean())
        orders.append(order)
    of_orders = [
        (noise - noise.mean(axis=1, keepdims=True))[:, order]
        for noise, order in zip(replicates, orders, strict=True)
    ]
    in_order = [scores[order] for scores, order in zip(centred, orders, strict=True)]
    ordered = corrected_shape(
        pulled_together(true, in_order, of_orders),
        [np.sort(scores - scores.mean()) for scores in centred],
        of_orders,
    )
    return TrueScores(
        ordered, orders, variances, errors, noise_of_models, centred, np.sqrt(of_scores)
    )


def _shrunk(
    scores: Floats, weights: Floats, noise: Floats, variance: float
) -> tuple[Floats, NDArray[np.intp]]:
    """Shrink centred scores to the ``variance`` of the truth; return them and their order.

    ``weights`` say how much each model counts, ``noise`` is the variance of its noise.
    """
    # A floor, as the variance that was estimated may be 0: factors stay finite and above 0.
    factors = _shrinkage(noise, max(variance, float(_EQUAL * (weights @ noise)), _TINY))
    shrunk = factors * scores
    # Before the scores get their spread, which may be 0: their order is still one then.
    order = np.argsort(shrunk, kind="stable")
    spread = max(float(weights @ shrunk**2), _TINY)
    # The variance that was estimated, but no model moves away from the mean.
    return shrunk * min(np.sqrt(variance / spread), 1 / factors.max()), order


def _shrinkage(noise_of_models: Floats, variance: float) -> Floats:
    """Return the factors of the models' scores, the smaller the more noise a model has.

    A posterior mean would be shrunk by 1 / (1 + noise / variance), and posterior means vary less
    than the truth. By the root of it, a score has the variance of a true score: with noise added,
    such scores spread as those that were found (Louis 1984, Estimating a population of parameter
    values using Bayes and empirical Bayes methods, JASA 79(386)).
    """
    return np.asarray(1 / np.sqrt(1 + noise_of_models / variance))


def weights_of_models(scores: Floats, noise: Floats) -> Floats:
    """Weight the models of a task by the precision of their scores, given the models' variance.

    Otherwise, two models whose scores are only noise would mask the variation of the others.
    """
    # The weights need the variance of the models, and that needs the weights: start from equal
    # ones, and repeat.
    weights = np.full(len(scores), 1 / len(scores))
    for _ in range(_ROUNDS):
        variance = weights @ (scores - weights @ scores) ** 2
        errors = (noise - (noise @ weights)[:, None]).var(axis=0)
        # Where neither varies, the sum of the weights is finite, too.
        weights = 1 / np.maximum(errors + variance, _TINY * len(scores))
        weights /= weights.sum()
    return weights


def true_variances(
    observed: Floats, noise: Floats, n_models: Floats | NDArray[np.int_]
) -> tuple[Floats, Floats]:
    """Estimate the variance of the models' true scores in each task, with its standard error.

    ``observed`` is the variance of the scores of a task, ``noise`` that of their noise. Their
    difference is unbiased, but imprecise if noise is large and models are few; the tasks are
    therefore pooled like the studies of a random-effects meta-analysis, depending on how much
    their variances truly differ (DerSimonian & Laird 1986, Meta-analysis in clinical trials,
    Controlled Clinical Trials 7(3)).

    Examples
    --------
    Three tasks whose differences agree: each gets nearly the mean, also the one whose noise is
    large.

    >>> variances, errors = true_variances(
    ...     np.array([2.0, 2.1, 6.0]), np.array([1.0, 1.0, 5.0]), np.array([10, 10, 10])
    ... )
    >>> variances.round(2).tolist()
    [1.05, 1.05, 1.05]
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
    # First the mean of the variances over the tasks, and the variance ``between`` tasks: what
    # exceeds the sum of squares that errors alone lead to, one for each task but one.
    mean = max(float(differences.mean()), 0.0)
    between = 0.0
    for _ in range(_ROUNDS):
        # Errors follow from the pooled truth: by a task's own, a low variance would weigh more.
        weights = 1 / squared_errors(mean)
        centre = np.average(differences, weights=weights)
        excess = float(weights @ (differences - centre) ** 2) - (len(differences) - 1)
        between = max(excess / _information(weights), 0.0)
        weights = 1 / (between + squared_errors(mean))
        mean = max(float(np.average(differences, weights=weights)), 0.0)
    # Then each task by itself: its own difference as far as it can be trusted, else the mean.
    pooled = differences
    of_mean = 1 / weights.sum()
    for _ in range(_ROUNDS):
        # A task whose variance is truly small has small errors: those of what is known of it.
        errors = squared_errors(np.maximum(pooled, 0.0))
        trust = between / (between + errors)
        pooled = np.maximum(trust * differences + (1 - trust) * mean, 0.0)
    return pooled, np.sqrt(trust * errors + (1 - trust) ** 2 * of_mean)


def _information(weights: Floats) -> float:
    """Return ``sum(w) - sum(w**2) / sum(w)``: how much studies tell of the variance between them.

    Where one study has nearly all of the weight, as one without any noise has, the difference
    would be lost in rounding and may come out as 0. It is ``sum(w * (sum(w) - w)) / sum(w)``.

    Examples
    --------
    >>> _information(np.array([1.0, 1.0])), _information(np.array([1e300, 1.0]))
    (1.0, 2.0)
    """
    total = weights.sum()
    largest = int(weights.argmax())
    if weights[largest] < _NEARLY_ALL * total:
        return float(total - (weights**2).sum() / total)
    others = np.delete(weights, largest)
    shares = others / total
    return float(weights[largest] / total * others.sum() + (others * (1 - shares)).sum())


def corrected_shape(
    true: Sequence[Floats], observed: Sequence[Floats], noise: Sequence[Floats]
) -> list[Floats]:
    """Correct true scores in increasing order until adding noise reproduces the observed ones.

    Scores shrunk by one factor keep the shape that noise gave them: beside an outlier, truly equal
    models remain apart. Where the observed scores deviate from scores with added noise by more
    than chance, on average over the tasks at each quantile of the order, the deviation is removed.

    Parameters
    ----------
    true, observed : sequence of array of shape (n_models,)
        The scores of the models of each task, both in increasing order and with mean 0.
    noise : sequence of array of shape (n_replicates, n_models)
        Replicates of the noise of the models, which are in the order of the true scores.

    Returns
    -------
    list of array of shape (n_models,)
        The true scores, in increasing order, with mean 0.
    """
    true = list(true)
    # Tasks differ in their numbers of models: they meet at the quantiles of the largest one.
    size = max(map(len, true), default=0)
    quantiles = [(np.arange(len(scores)) + 0.5) / len(scores) for scores in true]
    common = (np.arange(size) + 0.5) / max(size, 1)
    for _ in range(_ROUNDS):
        spreads = []
        misfits = []
        for task, scores in enumerate(true):
            noisy = np.sort(scores + noise[task], axis=1)
            spread = noisy.std(axis=0)
            # In standard errors of each place in the order, in which all tasks are alike.
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
