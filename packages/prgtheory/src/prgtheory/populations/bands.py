"""Pointwise confidence bands of the empirical PR curve, and how often they cover."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
from scipy import stats

from prgtheory.populations._validation import (
    ClassSizes,
    Floats,
    check_class_sizes,
    check_count,
    check_unit,
    floor_count,
)
from prgtheory.populations.estimators import (
    ScoresByClass,
    empirical_false_positive_rate,
    functional_precision,
    split_scores,
)
from prgtheory.populations.population import Population
from prgtheory.populations.simulation import draw_sample
from prgtheory.populations.variance import delta_variance, failure_notes, recalls_around

Scale = Literal["linear", "logit"]

# Share of the positives at one score from which the scores count as discrete there.
_TIED_SHARE = 0.02


@dataclass(frozen=True)
class PRBand:
    """Pointwise confidence band of a PR curve.

    Attributes
    ----------
    recall, precision : ndarray
        Recalls and the estimate PRhat.
    lower, upper : ndarray
        Limits of the band, in [0, 1]; NaN where no variance can be estimated.
    notes : tuple of str
        For each recall why the band is not to be trusted there, "" where nothing is known.

    See Also
    --------
    pr_band : Compute it.

    Examples
    --------
    >>> band = pr_band([1, 0, 1, 0], [4.0, 3.0, 2.0, 1.0], [0.5])
    >>> band.precision.tolist(), band.notes
    ([0.5], ('end of the range: fewer than 5 positives on one side of this threshold',))
    """

    recall: Floats
    precision: Floats
    lower: Floats
    upper: Floats
    notes: tuple[str, ...]


def pr_band(
    y_true: npt.ArrayLike,
    y_score: npt.ArrayLike,
    recall: npt.ArrayLike,
    *,
    level: float = 0.95,
    class_sizes: ClassSizes = "random",
    scale: Scale = "linear",
) -> PRBand:
    """Return PRhat with a pointwise confidence band from its asymptotic variance [1]_ [2]_.

    The slope f-/f+ is estimated by Gaussian kernels on the normal scores of the pooled ranks,
    so that the band, like the curve, does not change under increasing maps of the scores.

    Parameters
    ----------
    y_true, y_score : array-like of shape (n,)
        Labels and scores, higher for more positive.
    recall : array-like of float in (0, 1]
    level : float in (0, 1)
        Nominal coverage at each recall.
    class_sizes : {"random", "fixed"}
        Whether the number of positives is itself random.
    scale : {"linear", "logit"}
        Scale on which the interval is symmetric; on the logit scale it stays inside (0, 1), and
        has no width where PRhat is 1.

    Returns
    -------
    PRBand

    Raises
    ------
    ValueError, TypeError
        For bad labels or scores, a recall outside (0, 1] and unknown options.

    See Also
    --------
    pr_hat : The estimate.
    asymptotic_variance : The variance of a known population.
    band_coverage : How often the band covers.
    empirical_slope : The estimate of the slope.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Theorem 1.
    .. [2] S. Clémençon, N. Vayatis (2009). Nonparametric estimation of the precision-recall curve.
           Proceedings of the 26th International Conference on Machine Learning, 185-192.

    Examples
    --------
    >>> from prgtheory.populations import binormal, draw_sample
    >>> y_true, y_score = draw_sample(binormal(0.5), 1000, rng=np.random.default_rng(0))
    >>> band = pr_band(y_true, y_score, [0.5, 0.999])
    >>> bool(band.lower[0] < binormal(0.5).precision(0.5) < band.upper[0])
    True
    >>> band.notes[1]
    'end of the range: fewer than 5 positives on one side of this threshold'
    """
    if not 0.0 < level < 1.0:
        raise ValueError(f"level must lie strictly between 0 and 1, got {level!r}")
    if scale not in ("linear", "logit"):
        raise ValueError(f"scale must be 'linear' or 'logit', got {scale!r}")
    random_sizes = check_class_sizes(class_sizes)
    x = np.atleast_1d(check_unit(recall, "recall", zero=False))
    scores = split_scores(y_true, y_score)
    n_pos, n_neg = scores.positive.size, scores.negative.size
    # The slope two standard errors on either side shows where the curve bends within its own
    # error.
    around = recalls_around(x, n_pos)
    slopes = empirical_slope(scores, around.ravel()).reshape(around.shape)
    alpha = empirical_false_positive_rate(scores, x)
    # Theorem 1 with everything estimated from the sample: alpha, slope and skew.
    variance = delta_variance(x, alpha, slopes[1], n_neg / n_pos, random_sizes=random_sizes)
    sd = np.sqrt(variance / (n_pos + n_neg))
    precision = functional_precision(scores, x)
    lower, upper = _limits(precision, sd, level, scale)
    # alpha on both sides by trapezoids over the slope: the empirical steps would look like bends.
    smooth = np.clip(alpha + (around - x) * (slopes[1] + slopes) / 2.0, 0.0, 1.0)
    failures = failure_notes(x, smooth, slopes[1], sd, n_positive=n_pos, n_negative=n_neg)
    tied = _tie_notes(scores, x)
    notes = tuple("; ".join(filter(None, pair)) for pair in zip(tied, failures, strict=True))
    return PRBand(x, precision, lower, upper, notes)


def _limits(precision: Floats, sd: Floats, level: float, scale: Scale) -> tuple[Floats, Floats]:
    reach = stats.norm.isf((1.0 - level) / 2.0) * sd
    if scale == "linear":
        return np.clip(precision - reach, 0.0, 1.0), np.clip(precision + reach, 0.0, 1.0)
    inside = (precision > 0.0) & (precision < 1.0)
    safe = np.where(inside, precision, 0.5)
    # The delta method: d logit(p) / dp = 1 / (p (1 - p)).
    logit, width = np.log(safe / (1.0 - safe)), reach / (safe * (1.0 - safe))
    lower, upper = (1.0 / (1.0 + np.exp(-(logit + sign * width))) for sign in (-1.0, 1.0))
    return np.where(inside, lower, precision), np.where(inside, upper, precision)


def empirical_slope(scores: ScoresByClass, recall: npt.ArrayLike) -> Floats:
    """Return the estimated f-/f+ [1]_ at the threshold of each recall.

    Densities are Gaussian kernel estimates on the normal scores of the pooled mid-ranks. All is
    NaN if one class has a single distinct score.

    Parameters
    ----------
    scores : ScoresByClass
        Scores of both classes, each with the best first.
    recall : array-like of float in (0, 1]

    Returns
    -------
    ndarray of the shape of `recall`

    See Also
    --------
    Population.slope : The slope of a known population.
    prgtheory.populations.bands.kernel_density : The estimate of a density.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Condition 1 of theorem 1, equation 6.

    Examples
    --------
    >>> from prgtheory.populations import binormal, draw_sample
    >>> from prgtheory.populations.estimators import split_scores
    >>> sample = draw_sample(binormal(0.5), 2000, rng=np.random.default_rng(0))
    >>> empirical_slope(split_scores(*sample), [0.5]).round(2).tolist()
    [0.43]
    >>> round(float(binormal(0.5).slope(0.5)), 2)
    0.38
    """
    n_pos = scores.positive.size
    # Normal scores of pooled ranks do not change under increasing maps of the scores, and have no
    # long tails, which a single bandwidth would not suit.
    ranks = stats.rankdata(np.concatenate(scores))
    normal = stats.norm.ppf((ranks - 0.5) / ranks.size)
    groups = normal[:n_pos], normal[n_pos:]
    rank = np.minimum(floor_count(recall, n_pos), n_pos - 1)
    if any(np.unique(group).size < 2 for group in groups):
        return np.full(rank.shape, np.nan)
    # The maps cancel in the ratio of the two densities.
    at = groups[0][rank]
    return kernel_density(groups[1], at) / kernel_density(groups[0], at)


def kernel_density(sample: Floats, at: Floats) -> Floats:
    """Return the Gaussian kernel estimate of a density, bandwidth by Scott's rule.

    The values are those of ``scipy.stats.gaussian_kde``, whose matrix algebra takes many times as
    long on a few points. Source: D. W. Scott (1992). Multivariate Density Estimation: Theory,
    Practice, and Visualization. Wiley.

    Examples
    --------
    >>> from scipy import stats
    >>> sample, at = np.array([0.0, 1.0, 3.0]), np.array([0.5])
    >>> bool(np.isclose(kernel_density(sample, at), stats.gaussian_kde(sample)(at))[0])
    True
    """
    # Scott's rule, n^(-1/5) standard deviations, as `gaussian_kde` has it in one dimension.
    width = sample.std(ddof=1) * sample.size ** (-1 / 5)
    kernel = np.exp(-0.5 * ((at[:, None] - sample) / width) ** 2)
    return np.asarray(kernel.mean(axis=1) / (width * np.sqrt(2.0 * np.pi)))


def _tie_notes(scores: ScoresByClass, recall: Floats) -> tuple[str, ...]:
    n_pos = scores.positive.size
    rank = np.minimum(floor_count(recall, n_pos), n_pos - 1)
    threshold = scores.positive[rank]
    ascending = scores.positive[::-1]
    block = np.searchsorted(ascending, threshold, side="right") - np.searchsorted(
        ascending, threshold, side="left"
    )
    return tuple(
        f"discrete scores: {size} of {n_pos} positives share this threshold, PRhat is not "
        "consistent at a jump"
        if size > max(1.0, _TIED_SHARE * n_pos)
        else ""
        for size in block.tolist()
    )


def band_coverage(
    population: Population,
    n: int,
    recall: npt.ArrayLike,
    *,
    replicates: int = 500,
    level: float = 0.95,
    class_sizes: ClassSizes = "random",
    scale: Scale = "linear",
    rng: np.random.Generator,
) -> Floats:
    """Return how often the band of a sample covers the population's precision, by recall.

    It judges the normal approximation as the simulations of [1]_ do.

    Samples without a member of both classes count as not covering.

    Parameters
    ----------
    population : Population
    n : int
        Instances in each sample.
    recall : array-like of float in (0, 1]
    replicates : int
        Samples; the Monte Carlo standard error at 95% is 0.22 / sqrt(replicates).
    level, class_sizes, scale
        As in `pr_band`.
    rng : numpy.random.Generator

    Returns
    -------
    ndarray of the shape of `recall`
        Shares in [0, 1].

    See Also
    --------
    pr_band : The band.
    simulate_pr_hat : The sampling distribution of the estimate.

    References
    ----------
    .. [1] J. M. Hughes-Oliver (2018). Population and empirical PR curves for assessment of ranking
           algorithms. arXiv:1810.08635. Section 3.2, where the same approximation is held against
           simulated samples.

    Examples
    --------
    >>> from prgtheory.populations import binormal
    >>> rng = np.random.default_rng(0)
    >>> band_coverage(binormal(0.5), 500, [0.5], replicates=50, rng=rng).tolist()
    [0.88]
    """
    count = check_count(replicates, "replicates", 1)
    x = np.atleast_1d(check_unit(recall, "recall", zero=False))
    truth = population.precision(x)
    covered = np.zeros(x.size)
    for _ in range(count):
        y_true, y_score = draw_sample(population, n, class_sizes=class_sizes, rng=rng)
        # A sample of one class has no band: it counts as a miss, which does not flatter the
        # method.
        if 0 < int(y_true.sum()) < n:
            band = pr_band(y_true, y_score, x, level=level, class_sizes=class_sizes, scale=scale)
            covered += (band.lower <= truth) & (truth <= band.upper)
    return covered / count
