"""Samples from a population, and the sampling distributions of areas and of PRhat."""

import numpy as np
import numpy.typing as npt

from prgbench.metrics import areas
from prgtheory.populations._validation import (
    ClassSizes,
    Floats,
    check_class_sizes,
    check_count,
    check_unit,
    floor_count,
)
from prgtheory.populations.population import Population

Ints = npt.NDArray[np.int64]

AREA_NAMES = ("AUROC", "AUPR", "AUPRG")


def positive_counts(
    population: Population,
    n: int,
    replicates: int,
    class_sizes: ClassSizes,
    rng: np.random.Generator,
) -> Ints:
    """Return the number of positives of each replicate.

    Random sizes are binomial; the fixed size is pi n, rounded, at least 1 and at most n - 1.
    Raises ValueError for counts that are too small and for other words.

    Examples
    --------
    >>> from prgtheory.populations import binormal
    >>> positive_counts(binormal(0.34), 10, 2, "fixed", np.random.default_rng(0)).tolist()
    [3, 3]
    """
    size = check_count(n, "n", 2)
    count = check_count(replicates, "replicates", 1)
    if check_class_sizes(class_sizes):
        return rng.binomial(size, population.prevalence, count).astype(np.int64)
    fixed = min(max(round(size * population.prevalence), 1), size - 1)
    return np.full(count, fixed, dtype=np.int64)


def draw_sample(
    population: Population,
    n: int,
    *,
    class_sizes: ClassSizes = "random",
    rng: np.random.Generator,
) -> tuple[npt.NDArray[np.int8], Floats]:
    """Return labels (positives first) and scores of one sample of n instances.

    Parameters
    ----------
    population : Population
    n : int
        Instances.
    class_sizes : {"random", "fixed"}
        Whether the number of positives is random.
    rng : numpy.random.Generator

    Returns
    -------
    y_true, y_score : ndarray of shape (n,)
        Labels 0/1 and scores.

    See Also
    --------
    simulate_areas : The areas of many samples.
    simulate_pr_hat : The empirical precision of many samples.

    Examples
    --------
    >>> from prgtheory.populations import binormal
    >>> y_true, y_score = draw_sample(binormal(0.3), 10, class_sizes="fixed",
    ...                               rng=np.random.default_rng(0))
    >>> y_true.tolist()
    [1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    """
    n_pos = int(positive_counts(population, n, 1, class_sizes, rng)[0])
    labels = np.repeat(np.array([1, 0], dtype=np.int8), (n_pos, n - n_pos))
    positive = population.positive.rvs(size=n_pos, random_state=rng)
    negative = population.negative.rvs(size=n - n_pos, random_state=rng)
    return labels, np.concatenate((positive, negative))


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


def simulate_pr_hat(
    population: Population,
    n: int,
    recall: npt.ArrayLike,
    *,
    replicates: int = 5000,
    class_sizes: ClassSizes = "random",
    rng: np.random.Generator,
) -> Floats:
    """Return PRhat at the given recalls in independent samples, shape (replicates, recalls).

    The law is that of `pr_hat` on drawn samples [1]_, but no sample is drawn: PRhat depends on a
    few order statistics of the positives (uniform ones by gamma spacings [2]_, mapped by F+^-1)
    and on how many negatives exceed them (multinomial given those), so that the cost does not
    grow with n.

    Parameters
    ----------
    population : Population
    n : int
        Instances in each sample.
    recall : array-like of float in (0, 1], shape (m,)
    replicates : int
    class_sizes : {"random", "fixed"}
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of shape (replicates, m)
        NaN in replicates that hold no positive.

    See Also
    --------
    pr_hat : The estimate of one sample.
    normal_approximation : The approximation to the same law.
    draw_sample : A sample.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 3.2.
    .. [2] L. Devroye (1986). Non-Uniform Random Variate Generation. Springer.

    Examples
    --------
    >>> from prgtheory.populations import binormal
    >>> values = simulate_pr_hat(binormal(0.5), 1000, [0.2, 0.8], rng=np.random.default_rng(0))
    >>> np.allclose(values.mean(axis=0), binormal(0.5).precision([0.2, 0.8]), atol=0.005)
    True
    """
    x = np.atleast_1d(check_unit(recall, "recall", zero=False))
    # Recalls in increasing order: their order statistics are then one walk through the spacings.
    order = np.argsort(x)
    n_pos = positive_counts(population, n, replicates, class_sizes, rng)[:, None]
    rank = floor_count(x[order], n_pos)
    share = _exceedance(population, rank, n_pos, rng)
    # The false positives of a recall include those of the smaller ones: increments are binomial.
    fp = _cumulative_binomial(share, n - n_pos[:, 0], rng)
    tp = np.where(n_pos > 0, x[order] * n_pos, np.nan)
    values = tp / (tp + fp)
    return np.asarray(values[:, np.argsort(order)])


def _exceedance(
    population: Population, rank: Ints, n_pos: Ints, rng: np.random.Generator
) -> Floats:
    """Return Pr(S- > (rank + 1)-th best positive) in each replicate; 1 beyond the last one."""
    # Sums of k spacings are gamma variables, so that only the ranks asked for are drawn.
    steps = np.diff(rank + 1, axis=1, prepend=0)
    spacings = rng.standard_gamma(steps)
    remainder = rng.standard_gamma(np.maximum(n_pos - rank[:, -1:], 0))
    total = spacings.sum(axis=1, keepdims=True) + remainder
    # A sum of parts over the total may exceed 1 by rounding.
    upper = np.minimum(np.cumsum(spacings, axis=1) / total, 1.0)
    share = np.asarray(population.negative.sf(population.positive.isf(upper)), dtype=np.float64)
    return np.where(rank >= n_pos, 1.0, share)


def _cumulative_binomial(share: Floats, trials: Ints, rng: np.random.Generator) -> Ints:
    """Return how many of `trials` uniform draws fall below each of the rising shares."""
    counts = np.zeros(share.shape, dtype=np.int64)
    before, reached = np.zeros(len(share), np.int64), np.zeros(len(share))
    for column in range(share.shape[1]):
        # Of those not yet reached, a share (s - reached) / (1 - reached) lies below the next one.
        left = 1.0 - reached
        gain = np.divide(share[:, column] - reached, left, out=np.zeros_like(left), where=left > 0)
        before = before + rng.binomial(trials - before, np.clip(gain, 0.0, 1.0))
        reached = np.maximum(reached, share[:, column])
        counts[:, column] = before
    return counts
