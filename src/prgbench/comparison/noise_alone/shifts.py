"""Models whose scores are standard normal for negatives and shifted normal for positives.

All such models have the same shape, so the larger shift has the higher ROC curve everywhere, and
every measure that depends on the ranking of the instances orders these models alike.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

Floats = NDArray[np.float64]
IntArray = NDArray[np.int64]

FURTHEST = 10.0
_GRID = 513
_STEPS = 30
_EQUAL = 1e-4
_PRIOR_POINTS = 80
_PRIOR_STEPS = 50


def auroc_of_shift(shift: Floats) -> Floats:
    """Return the AUROC of a shifted normal: the normal distribution at shift / sqrt(2)."""
    return np.asarray(ndtr(shift / np.sqrt(2)))


def shift_of_auroc(auroc: Floats, pairs: int) -> Floats:
    """Return the shift with an AUROC that was found on so many pairs of instances.

    An AUROC of 0 or 1 is moved by half a pair.
    """
    half = 0.5 / pairs
    return np.asarray(np.sqrt(2) * ndtri(np.clip(auroc, half, 1 - half)))


def tied_auroc(shift: float, below: Floats, prevalence: float) -> float:
    """Return the AUROC of a shifted normal whose scores are put into blocks of ties.

    Parameters
    ----------
    shift : float
        The shift.
    below : ndarray of shape (blocks - 1,)
        The share of the instances in all lower blocks, increasing, inside (0, 1).
    prevalence : float
        The share of positives.
    """
    grid = np.linspace(-9.0 + min(shift, 0.0), 9.0 + max(shift, 0.0), _GRID)
    mixture = (1 - prevalence) * ndtr(grid) + prevalence * ndtr(grid - shift)
    cuts = np.interp(below, mixture, grid)
    of_negatives, of_positives = np.ones((2, len(cuts) + 2))
    of_negatives[0] = of_positives[0] = 0.0
    of_negatives[1:-1], of_positives[1:-1] = ndtr(cuts), ndtr(cuts - shift)
    steps = of_positives[1:] - of_positives[:-1]
    return float(steps @ (of_negatives[1:] + of_negatives[:-1]) / 2)


def shift_under_ties(auroc: float, below: Floats, prevalence: float) -> float:
    """Return the shift with which blocks of ties have an AUROC, by secants on the probit scale.

    The shift is at most 10 away from 0, also where the blocks are too coarse for the AUROC.
    """
    goal = float(np.sqrt(2) * ndtri(auroc))
    if not len(below):
        return 0.0
    shift, slope = goal, 1.0
    previous: tuple[float, float] | None = None
    for _ in range(_STEPS):
        reached = tied_auroc(shift, below, prevalence)
        value = float(np.sqrt(2) * ndtri(np.clip(reached, 1e-12, 1 - 1e-12)))
        if previous is not None and shift != previous[0]:
            slope = float(np.clip((value - previous[1]) / (shift - previous[0]), 0.05, 1.0))
        previous = shift, value
        step = (goal - value) / slope
        shift = float(np.clip(shift + step, -FURTHEST, FURTHEST))
        if abs(step) < _EQUAL or shift == previous[0]:
            break
    return shift


def true_shifts(found: Floats, noise: Floats) -> Floats:
    """Estimate the shifts behind those found, which noise has spread.

    Each shift moves to its posterior mean under the prior of highest likelihood (Kiefer &
    Wolfowitz 1956; Jiang & Zhang 2009), so that a few poor models do not hide that the others are
    alike. The posterior means are then spread about their mean until their variance and that of
    the noise add up to the variance found (Louis 1984), or to nothing where the noise alone varies
    more.

    Parameters
    ----------
    found : ndarray of shape (models,)
        The shifts found.
    noise : ndarray of shape (replicates, models)
        By how much those of replicates miss the truth.
    """
    if np.ptp(found) == 0:
        return found
    between = noise - noise.mean(axis=1, keepdims=True)
    free = len(found) / (len(found) - 1)
    means = _posterior_means(found, np.sqrt(free * (between**2).mean(axis=0)))
    centre = means.mean()
    wanted = max(0.0, float(found.var() - between.var(axis=1).mean()))
    spread = float(means.var())
    return np.asarray(centre + np.sqrt(wanted / spread) * (means - centre) if spread else means)


def _posterior_means(found: Floats, errors: Floats) -> Floats:
    """Posterior means under the prior on a grid of points that makes what was found likeliest."""
    points = np.linspace(found.min(), found.max(), _PRIOR_POINTS)
    width = np.maximum(errors, np.ptp(points) / _PRIOR_POINTS)[:, None]
    log_likelihood = -0.5 * ((found[:, None] - points) / width) ** 2
    likelihood = np.exp(log_likelihood - log_likelihood.max(axis=1, keepdims=True))
    prior = np.full(len(points), 1 / len(points))
    for _ in range(_PRIOR_STEPS):
        posterior = likelihood * prior
        posterior /= posterior.sum(axis=1, keepdims=True)
        prior = posterior.mean(axis=0)
    return np.asarray(posterior @ points)
