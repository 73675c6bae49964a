"""The correlation of the models' mean ranks by two measures, free of the noise of data sets.

A leaderboard averages ranks over the data sets that were sampled. Products of ranks on different
data sets have no noise in common, and their mean over all pairs of data sets is that of the
population of data sets. Data sets of a family are related: only pairs of different families count.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from prgbench.stats.families import MOST_EXACT, sign_flip_test
from prgbench.stats.ranks import centred_ranks
from prgbench.typing import Floats, Ints

Part = tuple[NDArray[np.bool_] | slice, Ints | slice]
WHOLE: Part = (slice(None), slice(None))

_LARGEST = 1e6
"""Beyond such a ratio the root is 0 but for rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class RankCorrelation:
    """A correlation of mean ranks, free of noise, with its interval.

    Attributes
    ----------
    observed : float
        The correlation of the mean ranks on the data sets at hand; NaN if they are constant.
    estimate : float
        That in the population of data sets, in [-1, 1]; NaN if a measure shows no differences of
        the models.
    lower, upper : float
        Its interval; [-1, 1] where the data say nothing.
    without : ndarray of shape (families,)
        The estimate without each family.

    See Also
    --------
    rank_correlation : Compute it.

    Examples
    --------
    >>> RankCorrelation(0.8, 0.9, 0.7, 1.0, np.array([0.9, 0.8, 1.0])).estimate
    0.9
    """

    observed: float
    estimate: float
    lower: float
    upper: float
    without: Floats


def rank_correlation(
    ranks_a: Floats,
    ranks_b: Floats,
    families: Ints,
    *,
    confidence_level: float,
    parts: Iterable[Part] = (WHOLE,),
) -> RankCorrelation:
    """Estimate the correlation of mean ranks by two measures in the population of data sets.

    With C_AB the mean of the products of the ranks by A on one data set and by B on one of another
    family, it is C_AB / sqrt(C_AA C_BB).

    Parameters
    ----------
    ranks_a, ranks_b : ndarray of shape (data sets, models)
        As `centred_ranks` returns them.
    families : ndarray of shape (data sets,)
        The family of each data set, numbered from 0; at least 3 different ones.
    confidence_level : float
        Inside (0, 1).
    parts : iterable of pairs
        Data sets and models that are ranked anew, so that the products are means over these parts;
        the models of a part must have been chosen on other families.

    Returns
    -------
    RankCorrelation

    See Also
    --------
    prgbench.stats.ranks.centred_ranks : The ranks.

    Notes
    -----
    The interval is Fieller's [1]_: all rho for which C_AB - rho sqrt(C_AA C_BB) does not differ
    from 0, by Student's t with one degree of freedom less than there are families, and the
    jackknife over families.

    References
    ----------
    .. [1] E. C. Fieller (1954). Some problems in interval estimation. Journal of the Royal
           Statistical Society B 16(2), 175-185.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> ranks = centred_ranks(np.arange(10) + rng.normal(size=(30, 10)))
    >>> rank_correlation(ranks, ranks, np.arange(30), confidence_level=0.95).estimate
    1.0
    """
    sums = np.array([ranks_a.sum(axis=0), ranks_b.sum(axis=0)])
    norms = np.sqrt((sums**2).sum(axis=1))
    products = np.zeros((2, 2))
    without = np.zeros((families.max() + 1, 2, 2))
    n_parts = 0
    for datasets, models in parts:
        ranks = [centred_ranks(-of_all[datasets][:, models]) for of_all in (ranks_a, ranks_b)]
        judges, numbers = np.unique(families[datasets], return_inverse=True)
        of_part, without_judges = _products(np.array(ranks), numbers)
        products = products + of_part
        without = without + of_part
        n_parts += 1
        without[judges] += without_judges - of_part
    products = products / n_parts
    without = without / n_parts
    return RankCorrelation(
        float(sums[0] @ sums[1] / norms.prod()) if norms.all() else float("nan"),
        *_fieller(products, without, confidence_level),
        np.array([_ratio(*_numerator_and_root(of_family)) for of_family in without]),
    )


def _products(ranks: Floats, families: Ints) -> tuple[Floats, Floats]:
    """Return the mean products of ranks of different families, all and without each family.

    ``ranks`` are (measures, data sets, models), the products (measures, measures).
    """
    sizes = np.bincount(families)
    totals = np.zeros((len(ranks), len(sizes), ranks.shape[2]))
    for total, of_measure in zip(totals, ranks, strict=True):
        np.add.at(total, families, of_measure)
    sums = totals.sum(axis=1)
    within = np.einsum("afm,bfm->fab", totals, totals)
    crossed = np.einsum("am,bfm->fab", sums, totals)
    # All products less those within families, and the same without each family.
    products = sums @ sums.T - within.sum(axis=0)
    without = products - crossed - crossed.transpose(0, 2, 1) + 2 * within
    pairs = sizes.sum() ** 2 - (sizes**2).sum()
    pairs_without = pairs - 2 * sizes * (sizes.sum() - sizes)
    return products / pairs, without / pairs_without[:, None, None]


def p_values_of_leading(ranks: Floats) -> Floats:
    """Return for each model the p-value of the hypothesis that no other has a lower mean rank.

    Each model is compared with the first one, one-sided [1]_: by flipping signs up to 13 samples,
    where ranks may agree by chance, else by Student's t; after Bonferroni, as the first was
    selected.

    Parameters
    ----------
    ranks : ndarray of shape (samples, models)
        The ranks, or sums of ranks, of independent samples: data sets, or families of them.

    Returns
    -------
    ndarray of shape (models,)
        In [0, 1]; 1 for the first model.

    See Also
    --------
    prgbench.stats.simultaneous.p_values_of_best : The same of mean scores.

    References
    ----------
    .. [1] J. C. Hsu (1984). Constrained simultaneous confidence intervals for multiple comparisons
           with the best. Annals of Statistics 12(3), 1136-1144.

    Examples
    --------
    >>> p_values_of_leading(np.tile([1.0, 2.0, 3.0], (8, 1))).tolist()
    [1.0, 0.0078125, 0.0078125]
    """
    from scipy.special import stdtr

    n, n_models = ranks.shape
    leads = ranks - ranks[:, [ranks.mean(axis=0).argmin()]]
    p_values = np.ones(n_models)
    for model in np.flatnonzero(leads.any(axis=0)):
        gaps = leads[:, model]
        if n <= MOST_EXACT:
            p_value = sign_flip_test(gaps, np.arange(n)) / 2
        else:
            error = gaps.std(ddof=1) / n**0.5
            p_value = float(stdtr(n - 1, -gaps.mean() / error)) if error > 0 else 0.0
        p_values[model] = min(p_value * (n_models - 1), 1.0)
    return p_values


def p_value_of_common_leader(ranks_a: Floats, ranks_b: Floats) -> float:
    """Return the p-value of the hypothesis that some model has the lowest mean rank in both.

    A model does not lead in both if it fails to in either: Bonferroni for the two. Any model may
    be the one, so that of the models the largest p-value counts [1]_.

    Parameters
    ----------
    ranks_a, ranks_b : ndarray of shape (samples, models)
        The ranks, or sums of ranks, by two measures or rules, as `p_values_of_leading` takes them.

    Returns
    -------
    float
        In [0, 1]; 1 if the same model is first in both.

    See Also
    --------
    p_values_of_leading : The test of each model.

    References
    ----------
    .. [1] R. L. Berger (1982). Multiparameter hypothesis testing and acceptance sampling.
           Technometrics 24(4), 295-300.

    Examples
    --------
    >>> ranks = np.tile([1.0, 2.0, 3.0], (8, 1))
    >>> p_value_of_common_leader(ranks, ranks), p_value_of_common_leader(ranks, ranks[:, ::-1])
    (1.0, 0.015625)
    """
    p_a, p_b = (p_values_of_leading(ranks) for ranks in (ranks_a, ranks_b))
    return float(min(1.0, 2 * np.minimum(p_a, p_b).max()))


def _numerator_and_root(products: Floats) -> tuple[float, float]:
    """Return C_AB and sqrt(C_AA C_BB)."""
    # A negative C_AA is one of 0: the models do not differ.
    (aa, ab), (_, bb) = np.maximum(products, [[0, -np.inf], [-np.inf, 0]])
    return float(ab), float(np.sqrt(aa * bb))


def _ratio(above: float, root: float) -> float:
    """Return a correlation; NaN if the models do not differ by one of the measures."""
    return min(max(above / root, -1.0), 1.0) if root > abs(above) / _LARGEST else float("nan")


def _fieller(
    products: Floats, products_without: Floats, confidence_level: float
) -> tuple[float, float, float]:
    """Return the correlation of mean products with Fieller's interval, inside [-1, 1]."""
    from scipy.special import stdtrit

    n = len(products_without)
    above, below = _numerator_and_root(products)
    without = np.array([_numerator_and_root(of_family) for of_family in products_without])
    estimate = _ratio(above, below)
    if np.isnan(estimate):
        return estimate, -1.0, 1.0
    deviations = without - without.mean(axis=0)
    covariance = (n - 1) / n * deviations.T @ deviations
    squared = stdtrit(n - 1, (1 + confidence_level) / 2) ** 2
    # (above - rho below)^2 <= t^2 var(above - rho below) is quadratic in rho.
    a = below**2 - squared * covariance[1, 1]
    b = above * below - squared * covariance[0, 1]
    c = above**2 - squared * covariance[0, 0]
    if a <= 0:
        return estimate, -1.0, 1.0
    root = np.sqrt(max(b**2 - a * c, 0.0))
    lower, upper = np.clip([(b - root) / a, (b + root) / a], -1, 1).tolist()
    return estimate, lower, upper
