"""Sampling distribution of AUROC, AUPR and AUPRG; `metrics.bootstrap_areas` resamples data."""

from typing import NamedTuple

import numpy as np

from prgbench.metrics import areas, aupr_score, auprg_score, auroc_score
from prgtheory.populations._validation import ClassSizes, Floats
from prgtheory.populations.areas import PopulationAreas
from prgtheory.populations.distributions import DiscreteScores
from prgtheory.populations.population import Population
from prgtheory.populations.simulation import positive_counts

AREA_NAMES = ("AUROC", "AUPR", "AUPRG")


class SamplingSummary(NamedTuple):
    """Mean, standard error and percentile interval of each area over replicates.

    Attributes
    ----------
    mean, standard_error, lower, upper : ndarray of shape (areas,)
        In the units of the areas.

    See Also
    --------
    summarise : Compute it.
    simulate_areas : The replicates.

    Examples
    --------
    >>> summarise(np.array([[1.0], [2.0], [3.0]])).mean.tolist()
    [2.0]
    """

    mean: Floats
    standard_error: Floats
    lower: Floats
    upper: Floats


def interpolated_areas(population: Population) -> PopulationAreas:
    """Return the areas under the curves that randomised thresholds reach, for discrete scores.

    A random choice between two thresholds has any point on the line between them in ROC space
    [1]_. These areas are what the areas of a sample converge to; for PR they differ from `aupr`,
    whose curve (equation 5 of [2]_) does not randomise.

    Parameters
    ----------
    population : Population

    Returns
    -------
    PopulationAreas

    Raises
    ------
    TypeError
        Unless both classes have `DiscreteScores`.

    See Also
    --------
    areas : The areas under the curves without randomised thresholds.
    simulate_areas : The areas of samples.

    References
    ----------
    .. [1] F. Provost, T. Fawcett (2001). Robust classification for imprecise environments. Machine
           Learning 42(3), 203-231.
    .. [2] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Equation 5.

    Examples
    --------
    >>> from prgtheory.populations import discrete_uniforms
    >>> [round(area, 4) for area in interpolated_areas(discrete_uniforms(0.5))]
    [0.74, 0.7765, 0.409]
    """
    positive, negative = population.positive, population.negative
    if not isinstance(positive, DiscreteScores) or not isinstance(negative, DiscreteScores):
        raise TypeError("interpolated_areas needs DiscreteScores in both classes")
    # Weighting each value by its probability is the population as one sample: what thresholds tie
    # is randomised as the metrics do.
    labels = np.repeat([1, 0], (positive.values.size, negative.values.size))
    scores = np.concatenate((positive.values, negative.values))
    weights = np.concatenate(
        (
            population.prevalence * positive.weights / positive.total,
            (1.0 - population.prevalence) * negative.weights / negative.total,
        )
    )
    return PopulationAreas(
        *(
            float(score(labels, scores, sample_weight=weights))
            for score in (auroc_score, aupr_score, auprg_score)
        )
    )


def simulate_areas(
    population: Population,
    n: int,
    *,
    replicates: int = 1000,
    class_sizes: ClassSizes = "random",
    rng: np.random.Generator,
) -> Floats:
    """Return AUROC, AUPR and AUPRG of independent samples, shape (replicates, 3).

    Parameters
    ----------
    population : Population
    n : int
        Instances in each sample.
    replicates : int
    class_sizes : {"random", "fixed"}
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of shape (replicates, 3)
        Columns as in `AREA_NAMES`; NaN where a sample lacks a class.

    See Also
    --------
    summarise : Mean and interval over the replicates.
    areas : The areas of the population.
    prgbench.metrics.areas : The areas of one sample.
    prgbench.metrics.bootstrap_areas : The areas of resamples.

    Examples
    --------
    >>> from prgtheory.populations import binormal
    >>> values = simulate_areas(binormal(0.5), 500, replicates=200, rng=np.random.default_rng(0))
    >>> values.shape, bool(abs(values[:, 0].mean() - 0.8389) < 0.005)
    ((200, 3), True)
    """
    sizes = positive_counts(population, n, replicates, class_sizes, rng)
    result = np.full((sizes.size, len(AREA_NAMES)), np.nan)
    # Samples with the same number of positives share their labels, so they are one batch.
    for n_pos in np.unique(sizes[(sizes > 0) & (sizes < n)]).tolist():
        rows = np.flatnonzero(sizes == n_pos)
        shapes = (rows.size, n_pos), (rows.size, n - n_pos)
        groups = zip((population.positive, population.negative), shapes, strict=True)
        scores = [d.rvs(size=a * b, random_state=rng).reshape(a, b) for d, (a, b) in groups]
        labels = np.repeat([1, 0], (n_pos, n - n_pos))
        result[rows] = areas(labels, np.hstack(scores))
    return result


def summarise(values: Floats, level: float = 0.95) -> SamplingSummary:
    """Return mean, standard error and percentile interval [1]_ of each column, NaN left out.

    Parameters
    ----------
    values : ndarray of shape (replicates, columns)
        One row a replicate.
    level : float in (0, 1)
        Level of the interval.

    Returns
    -------
    SamplingSummary

    Raises
    ------
    ValueError
        If the level lies outside (0, 1).

    See Also
    --------
    simulate_areas : The replicates.

    References
    ----------
    .. [1] B. Efron, R. J. Tibshirani (1993). An Introduction to the Bootstrap. Chapman & Hall.
           Chapter 13.

    Examples
    --------
    >>> summary = summarise(np.array([[1.0], [2.0], [3.0]]), level=0.9)
    >>> summary.standard_error.tolist(), summary.lower.round(3).tolist()
    ([1.0], [1.1])
    """
    if not 0.0 < level < 1.0:
        raise ValueError(f"level must lie strictly between 0 and 1, got {level!r}")
    tail = (1.0 - level) / 2.0
    lower, upper = np.nanquantile(values, [tail, 1.0 - tail], axis=0)
    return SamplingSummary(
        np.nanmean(values, axis=0), np.nanstd(values, axis=0, ddof=1), lower, upper
    )
