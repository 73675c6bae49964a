"""Sampling distribution of AUROC, AUPR and AUPRG; `metrics.bootstrap_areas` resamples data."""

import numpy as np

from prgbench.metrics import areas
from prgtheory.populations._validation import ClassSizes, Floats
from prgtheory.populations.population import Population
from prgtheory.populations.simulation import positive_counts

AREA_NAMES = ("AUROC", "AUPR", "AUPRG")


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
