"""The Bayesian signed-rank test with a region of practical equivalence."""

from dataclasses import dataclass

import numpy as np

from prgbench.comparison.task_scores import Floats

_DRAWS = 10_000
_PRIOR = 0.5
_CELLS_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class Regions:
    """How probable it is that most differences lie below, within or above the region."""

    below: float
    within: float
    above: float


def bayesian_signed_rank(differences: Floats, equivalent: float, seed: int) -> Regions:
    """Compare the mean of two differences, drawn at random, with a region about 0.

    Their distribution has a Dirichlet process as prior, with half an observation at 0; weights of
    the differences are drawn from the posterior, and it is counted how often each region has most
    of the mass (Benavoli et al. 2014; Benavoli et al. 2017, section 4.2).

    Parameters
    ----------
    differences : ndarray of shape (data sets,)
        The differences, without NaN.
    equivalent : float
        Half the width of the region, > 0.
    seed : int
        The seed of the draws.

    Examples
    --------
    >>> bayesian_signed_rank(np.full(30, 0.05), 0.01, seed=0)
    Regions(below=0.0, within=0.0, above=1.0)
    """
    if not len(differences):
        return Regions(np.nan, np.nan, np.nan)
    values = np.append(differences, 0.0)
    order = np.argsort(values, kind="stable")
    ordered, prior = values[order], int(np.flatnonzero(order == len(differences))[0])
    rng = np.random.default_rng([seed, len(differences)])
    winners = np.zeros(3)
    at_once = max(1, _CELLS_AT_ONCE // len(ordered))
    for start in range(0, _DRAWS, at_once):
        weights = _weights(rng, len(ordered), min(at_once, _DRAWS - start), prior)
        above = _mass_above(ordered, weights, 2 * equivalent)
        below = _mass_above(-ordered[::-1], weights[::-1], 2 * equivalent)
        masses = np.stack([below, 1 - below - above, above])
        winners += np.bincount(masses.argmax(axis=0), minlength=3)
    return Regions(*(winners / _DRAWS).tolist())


def _weights(rng: np.random.Generator, size: int, draws: int, prior: int) -> Floats:
    """Draw Dirichlet weights (size, draws); all count 1 but the one of the prior."""
    weights = rng.standard_exponential((size, draws))
    weights[prior] = rng.standard_gamma(_PRIOR, draws)
    weights /= weights.sum(axis=0)
    return weights


def _mass_above(ordered: Floats, weights: Floats, limit: float) -> Floats:
    """Sum the products of weights of two values whose sum is above a limit, at it half."""
    from_top = np.zeros((len(weights) + 1, weights.shape[1]))
    np.cumsum(weights[::-1], axis=0, out=from_top[1:])
    at_least, more = (
        len(ordered) - np.searchsorted(ordered, limit - ordered, side=side)
        for side in ("left", "right")
    )
    mass = np.zeros(weights.shape[1])
    for own, with_ties, without in zip(weights, at_least, more, strict=True):
        if with_ties:
            mass += own * (from_top[with_ties] + from_top[without]) / 2
    return mass
