"""The strengths of the flows by a measure: in all data sets, in resamples and in halves."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t

from prgbench.comparison.leaderboard.field import Field
from prgbench.stats.bradley_terry import BradleyTerry
from prgbench.stats.cluster_bootstrap import Resampling

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NEAR = 0.01
DECIMALS = 6
HALVES = 11


@dataclass(frozen=True, slots=True, eq=False)
class Fits:
    """Log-strengths of the flows by one measure; NaN where a flow is in no task.

    Attributes
    ----------
    strengths : ndarray of shape (flows,)
        In all data sets.
    resampled : ndarray of shape (resamples, flows)
        In resamples of the data sets.
    halves : ndarray of shape (halvings, 2, flows)
        In two halves of the data sets.
    """

    strengths: Floats
    resampled: Floats
    halves: Floats


def fit_flows(
    field: Field, measures: list[str], resampling: Resampling, halvings: int, seed: int
) -> dict[str, Fits]:
    """Fit the Bradley-Terry model to the pairwise wins by each measure.

    Every two flows of a task meet once, ties are half a win, all tasks count alike. The resamples
    and the halves are the same for all measures.
    """
    bootstrap = resampling.of(field.datasets)
    halves = halves_of(bootstrap.n_clusters, halvings, seed)
    model = BradleyTerry(field.entries["task"], field.entries["flow"], bootstrap.codes)
    weights = np.concatenate([bootstrap.weights, *halves])
    fits = {}
    for name in measures:
        wins = model.wins(field.entries[name])
        [strengths] = model.strengths(wins)
        drawn = model.strengths(wins, weights, start=strengths, tolerance=NEAR)
        drawn = np.round(drawn, DECIMALS)
        resampled, of_halves = np.split(drawn, [len(bootstrap.weights)])
        fits[name] = Fits(
            strengths=np.round(strengths, DECIMALS),
            resampled=resampled,
            halves=of_halves.reshape(halvings, 2, -1),
        )
    return fits


def halves_of(n_clusters: int, halvings: int, seed: int) -> Floats:
    """Draw two disjoint halves of the data sets, again and again, as weights of 0 and 1.

    Returns
    -------
    ndarray of shape (halvings, 2, data sets)
    """
    rng = np.random.default_rng([seed, HALVES])
    order = rng.permuted(np.tile(np.arange(n_clusters), (halvings, 1)), axis=1)
    half = n_clusters // 2
    first, second = order < half, (order >= half) & (order < 2 * half)
    return np.stack([first, second], axis=1).astype(np.float64)


def strength_bounds(
    fits: Fits, n_datasets: Ints, confidence_level: float
) -> tuple[Floats, Floats]:
    """Return Student's interval of each flow's strength, by the number of its data sets."""
    reach = student_quantile((1 - confidence_level) / 2, n_datasets) * _spread(fits.resampled)
    return fits.strengths - reach, fits.strengths + reach


def rank_bounds(fits: Fits, n_datasets: Ints, confidence_level: float) -> tuple[Ints, Ints]:
    """Return the first and the last rank that each flow may have.

    A flow is surely behind as many flows as have surely greater strength, by Student's test of
    the difference; the tests of a flow against all others are adjusted by Bonferroni, so that its
    true rank lies between the bounds at the level asked for (Mogstad et al. 2024).
    """
    n = len(fits.strengths)
    difference = fits.strengths[:, None] - fits.strengths
    tail = (1 - confidence_level) / (2 * max(n - 1, 1))
    reach = student_quantile(tail, np.minimum(n_datasets[:, None], n_datasets))
    reach = reach * _spread_of_differences(fits.resampled)
    ahead, behind = difference > reach, difference < -reach
    return 1 + behind.sum(axis=1), n - ahead.sum(axis=1)


def ranks_of(strengths: Floats) -> Ints:
    """Rank strengths from the highest; of equal ones the first comes first."""
    ranks = np.empty(len(strengths), dtype=np.int64)
    ranks[np.argsort(-strengths, kind="stable")] = np.arange(1, len(strengths) + 1)
    return ranks


def student_quantile(tail: float, n_datasets: Ints) -> Floats:
    """Return Student's quantile for so many data sets; NaN for a single one."""
    quantiles = np.full(int(n_datasets.max(initial=1)) + 1, np.nan)
    quantiles[2:] = t.ppf(1 - tail, np.arange(1, len(quantiles) - 1))
    return np.asarray(quantiles[n_datasets])


def _spread(resampled: Floats) -> Floats:
    """Return the standard deviation of each flow over the resamples that have it."""
    present, deviations = _deviations(resampled)
    return np.asarray(np.sqrt((deviations**2).sum(axis=0) / (present.sum(axis=0) - 1)))


def _spread_of_differences(resampled: Floats) -> Floats:
    """Return the standard deviation of each difference over the resamples that have both."""
    present, deviations = _deviations(resampled)
    squares = (deviations**2).T @ present
    sums = squares + squares.T - 2 * deviations.T @ deviations
    return np.asarray(np.sqrt(sums.clip(min=0) / (present.T @ present - 1)))


def _deviations(resampled: Floats) -> tuple[Floats, Floats]:
    """Return where there is a value, and the deviations from the means, 0 where there is none."""
    present = ~np.isnan(resampled)
    sums = np.where(present, resampled, 0.0).sum(axis=0)
    deviations = np.where(present, resampled - sums / present.sum(axis=0), 0.0)
    return present.astype(np.float64), deviations
