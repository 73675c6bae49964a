"""The Bayesian signed-rank test with a region of practical equivalence."""

from dataclasses import dataclass

import numpy as np

from prgbench.comparison.task_scores import Floats

_DRAWS = 20_000
_PRIOR = 0.5
_CELLS_AT_ONCE = 1 << 21


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
    ordered = np.append(differences, 0.0)
    order = np.argsort(ordered, kind="stable")
    ordered = ordered[order]
    weights = np.append(np.ones(len(differences)), _PRIOR)[order]
    rng = np.random.default_rng([seed, len(differences)])
    winners = np.zeros(3)
    at_once = max(1, _CELLS_AT_ONCE // len(ordered))
    for start in range(0, _DRAWS, at_once):
        drawn = rng.dirichlet(weights, size=min(at_once, _DRAWS - start))
        above = _mass_above(ordered, drawn, 2 * equivalent)
        below = _mass_above(-ordered[::-1], drawn[:, ::-1], 2 * equivalent)
        masses = np.stack([below, 1 - below - above, above])
        winners += np.bincount(masses.argmax(axis=0), minlength=3)
    return Regions(*(winners / _DRAWS).tolist())


def _mass_above(ordered: Floats, weights: Floats, limit: float) -> Floats:
    """Sum the products of weights of two values whose sum is above a limit, at it half."""
    below = np.concatenate([np.zeros((len(weights), 1)), np.cumsum(weights, axis=1)], axis=1)
    reached = (
        below[:, np.searchsorted(ordered, limit - ordered, side)] for side in ("left", "right")
    )
    mass: Floats = np.einsum("dz,dz->d", weights, below[:, -1:] - sum(reached) / 2)
    return mass
