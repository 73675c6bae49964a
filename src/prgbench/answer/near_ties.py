"""How common near-ties are among the models of each task, without the noise of their scores.

One factor shrinks the scores of a task as if those of its models were spread normally. Models of
a few families are not: within a family, scores differ by little more than noise, and shrunk by one
factor they keep most of it. An order that is common to two measures would then be too easy to
see. Pairs of models that are close, relative to their noise, show this: noise makes each pair less
close by a known amount, so how close they were found says how close they truly are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Self

import numpy as np
from numpy.typing import NDArray

from prgbench.typing import Floats

_ROUNDS = 20
_STEP = 0.25
"""Of the way to the mean of a model's neighbours: longer steps would overshoot."""

_MOST_MODELS = 100
"""If a task has more models, so many at evenly spaced ranks stand for all of them."""

_ROUNDING = 1e-18
_TINY = np.finfo(float).tiny


def pulled_together(
    true: Sequence[Floats], observed: Sequence[Floats], noise: Sequence[Floats]
) -> list[Floats]:
    """Pull true scores towards their neighbours until near-ties are as common as in the observed.

    The tasks share how far they are pulled, as a single one tells little. Where near-ties are no
    more common than chance over the tasks allows, the scores stay as they are.

    Parameters
    ----------
    true : sequence of array of shape (n_models,)
        The true scores of the models of each task, in increasing order, with mean 0.
    observed : sequence of array of shape (n_models,)
        The observed scores of these models.
    noise : sequence of array of shape (n_replicates, n_models)
        Replicates of their noise.

    Returns
    -------
    list of array of shape (n_models,)
        The true scores, in increasing order, with the same mean and variance.

    Examples
    --------
    Two families of five equal models, seen with noise; shrunk by one factor, they remain apart:

    >>> rng = np.random.default_rng(0)
    >>> families = np.repeat([-5.0, 5.0], 5)
    >>> observed = [np.sort(families + rng.normal(size=10)) for _ in range(30)]
    >>> noise = [rng.normal(size=(100, 10)) for _ in range(30)]
    >>> pulled = pulled_together(observed, observed, noise)
    >>> [float(np.mean([s[:5].std() for s in scores]).round(1)) for scores in (observed, pulled)]
    [0.8, 0.2]
    """
    true = list(true)
    tasks = [_Pairs.of(*arrays) for arrays in zip(true, observed, noise, strict=True)]
    for _ in range(_ROUNDS):
        missing = np.array(
            [task.missing(scores) for task, scores in zip(tasks, true, strict=True)]
        )
        # A single task does not tell what chance does.
        if len(true) < 2 or missing.mean() <= missing.std(ddof=1) / sqrt(len(true)):
            break
        true = [task.pulled(scores) for task, scores in zip(tasks, true, strict=True)]
    return true


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """The pairs of models of a task, those of its models at evenly spaced ``ranks`` if many.

    ``variances`` are those of the noise of the difference of two models; on the diagonal, that of
    a model and another like it. ``observed`` are the scores that were found.
    """

    ranks: NDArray[np.intp]
    variances: Floats
    observed: Floats

    @classmethod
    def of(cls, true: Floats, observed: Floats, noise: Floats) -> Self:
        """Return the pairs of the models of a task."""
        ranks = np.unique(np.linspace(0, len(true) - 1, min(len(true), _MOST_MODELS)).astype(int))
        covariances = np.cov(noise[:, ranks], rowvar=False).reshape(len(ranks), len(ranks))
        of_models = np.diag(covariances)
        variances = of_models[:, None] + of_models - 2 * covariances
        np.fill_diagonal(variances, 2 * of_models)
        # Without noise, no model is close to another; a floor keeps the kernel finite.
        variances = np.maximum(variances, _ROUNDING * np.ptp(observed) ** 2 + _TINY)
        return cls(ranks, variances, observed[ranks])

    def missing(self, true: Floats) -> float:
        """Return how much closer the models were found than if these were their true scores.

        They are close by the mean over the pairs of a normal kernel, as wide as the noise of each
        pair. Blurred by this noise, it is wider by the root of 2, and lower.
        """
        found = _kernel(self.observed, self.variances)
        expected = _kernel(true[self.ranks], 2 * self.variances) / sqrt(2)
        # Pairs with much noise look close whatever their true scores, so they count little.
        usual = np.median(self.variances)
        weights = usual / (self.variances + usual)
        np.fill_diagonal(weights, 0.0)
        return float(((found - expected) * weights).sum() / max(weights.sum(), _TINY))

    def pulled(self, true: Floats) -> Floats:
        """Pull true scores a step towards the mean of those that noise can't tell from them."""
        scores = true[self.ranks]
        # As likely as they are equal: one that is known badly counts little among its neighbours.
        weights = _kernel(scores, self.variances) / np.sqrt(self.variances)
        shifts = weights @ scores / weights.sum(axis=1) - scores
        moved = np.sort(true + _STEP * np.interp(np.arange(len(true)), self.ranks, shifts))
        moved -= moved.mean()
        # Near-ties become more common, the spread is that of the models.
        return np.asarray(moved * (true.std() / max(moved.std(), _TINY)))


def _kernel(scores: Floats, variances: Floats) -> Floats:
    return np.asarray(np.exp(-((scores[:, None] - scores) ** 2) / (2 * variances)))
