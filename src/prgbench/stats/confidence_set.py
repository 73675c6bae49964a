"""Model confidence sets: which models could be the best one?"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prgbench.typing import BoolArray, Floats

Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]

ERROR_QUANTILE = 0.75
_EQUAL = 1e-12
_VALUES_AT_ONCE = 1 << 21


def model_confidence_set(
    scores: ArrayLike, replicates: ArrayLike, level: float, *, smaller_class: int | None = None
) -> BoolArray:
    """Find the models that are not significantly worse than the best one [1]_.

    The set contains all truly best models with a probability of at least about ``level``. It
    starts with all models and drops those that score significantly below another one in the set.

    Parameters
    ----------
    scores : array-like of shape (models,)
        Higher is better; a model without a finite score is in the set only if no model has one.
    replicates : array-like of shape (resamples, models)
        The scores on bootstrap resamples, the same for all models. A resample does not count if a
        model with a finite score has none in it.
    level : float
        The level of the set, inside (0, 1).
    smaller_class : int, optional
        The number of instances in the smaller class. If given, errors grow by sqrt(n / (n - 1)),
        which corrects the bootstrap of n values.

    Returns
    -------
    ndarray of bool, shape (models,)
        Never empty; the models with the highest score are in the set.

    Raises
    ------
    ValueError
        If shapes do not fit, or the level or the class size is out of range.

    See Also
    --------
    prgbench.metrics.bootstrap_areas : Replicates of areas.

    Notes
    -----
    For a pair of scores a <= b with replicates a*, b*, the shrinkage is (b - a) - (b* - a*), and
    the error e is the root of twice the mean square of its positive part, since areas are skew. No
    error is taken as less than the upper quartile of the errors above 0 in the set, so that errors
    small by chance do not decide (moderated as in [2]_). A pair differs if (b - a) / e exceeds the
    quantile at 1 - (1 - level) / 2 of the largest shrinkage / e among the pairs in the set: half
    the level, since the data order the pairs. The models found are dropped at once, stepping down
    as in [3]_.

    Models with the same difference in all resamples have an error of 0 and get that of the other
    pairs; without other pairs, any difference tells them apart. All models stay in the set if
    there are too few resamples for the quantile, or so few instances n in the smaller class that
    they all favour one of two equal models with a probability 2^(1 - n) > 1 - level.

    References
    ----------
    .. [1] P. R. Hansen, A. Lunde, J. M. Nason (2011). The model confidence set. Econometrica
           79(2), 453-497.
    .. [2] V. G. Tusher, R. Tibshirani, G. Chu (2001). Significance analysis of microarrays applied
           to the ionizing radiation response. PNAS 98(9), 5116-5121.
    .. [3] J. P. Romano, M. Wolf (2005). Exact and approximate stepdown methods for multiple
           hypothesis testing. Journal of the American Statistical Association 100(469), 94-108.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> replicates = np.array([0.9, 0.88, 0.5]) + 0.02 * rng.normal(size=(200, 3))
    >>> model_confidence_set([0.9, 0.88, 0.5], replicates, 0.95).tolist()
    [True, True, False]
    """
    values = np.asarray(scores, dtype=np.float64)
    drawn = np.asarray(replicates, dtype=np.float64)
    if values.ndim != 1 or drawn.ndim != 2 or drawn.shape[1] != values.size:
        raise ValueError(
            "scores and replicates must have the shapes (models,) and (resamples, models), not "
            f"{values.shape} and {drawn.shape}."
        )
    if not 0 < level < 1:
        raise ValueError(f"level must lie inside (0, 1), not {level}.")
    if smaller_class is not None and smaller_class < 0:
        raise ValueError(f"smaller_class must be >= 0, not {smaller_class}.")
    finite = np.isfinite(values)
    if not finite.any():
        return np.ones(len(values), dtype=bool)
    kept = drawn[:, finite]
    in_set = finite.copy()
    # All n instances of the smaller class favour one of two equal models with the probability
    # 2^(1 - n): above 1 - level, nothing that they show can drop a model.
    if smaller_class is None or 2.0 ** (1 - smaller_class) <= 1 - level:
        inflation = 1.0 if smaller_class is None else (smaller_class / (smaller_class - 1)) ** 0.5
        # Joint resamples only: the largest ratio is taken over all pairs of the same one.
        kept = kept[np.isfinite(kept).all(axis=1)]
        in_set[finite] = _step_down(values[finite], kept, level, inflation)
    return in_set


def _step_down(scores: Floats, replicates: Floats, level: float, inflation: float) -> BoolArray:
    in_set = np.ones(len(scores), dtype=bool)
    # The order statistic that a further replicate exceeds with probability (1 - level) / 2 at
    # most.
    rank = int(np.ceil((1 - (1 - level) / 2) * (len(replicates) + 1))) - 1
    if rank >= len(replicates):
        return in_set
    # Sorted, so that each pair has the better model second; equal scores by their replicates.
    order = np.lexsort((replicates.mean(axis=0), scores))
    low, high = (order[ends] for ends in np.triu_indices(len(scores), 1))
    gaps = scores[high] - scores[low]
    # One contiguous row per model: pairs read two rows.
    errors_of_models = (scores - replicates).T.copy()
    errors = _lower_errors(errors_of_models, (low, high))
    # Dropped models no longer take part in the largest ratio, so the critical value falls: other
    # pairs may differ in the next step.
    while len(low):
        floored = _floored(errors)
        largest = _largest_ratios(errors_of_models, (low, high), floored)
        critical = np.partition(largest, rank)[rank] * inflation
        told_apart = (gaps > critical * floored) & (gaps > _EQUAL)
        if not told_apart.any():
            break
        in_set[low[told_apart]] = False
        left = in_set[low] & in_set[high]
        low = low[left]
        high = high[left]
        gaps = gaps[left]
        errors = errors[left]
    return in_set


def _lower_errors(errors_of_models: Floats, pairs: Pairs) -> Floats:
    """Return the root of twice the mean square of the positive part of each pair's shrinkage."""
    errors = np.empty(len(pairs[0]))
    for part, shrinkage in _shrinkages(errors_of_models, pairs):
        # Twice the half of the variance on the side where the gap shrinks, as areas are skew.
        positive = np.maximum(shrinkage, 0, out=shrinkage)
        errors[part] = np.sqrt(2 * np.einsum("ij,ij->i", positive, positive) / positive.shape[1])
    return np.where(errors > _EQUAL, errors, 0)


def _floored(errors: Floats) -> Floats:
    """Raise the errors to the upper quartile of those above 0."""
    # Among many pairs some errors are small by chance, and their ratios would decide.
    positive = errors[errors > 0]
    return np.maximum(errors, np.quantile(positive, ERROR_QUANTILE)) if len(positive) else errors


def _largest_ratios(errors_of_models: Floats, pairs: Pairs, errors: Floats) -> Floats:
    """Return the largest shrinkage over error of each resample."""
    largest = np.zeros(errors_of_models.shape[1])
    if errors.any():
        for part, shrinkage in _shrinkages(errors_of_models, pairs):
            shrinkage /= errors[part, None]
            np.maximum(largest, shrinkage.max(axis=0), out=largest)
    return largest


def _shrinkages(errors_of_models: Floats, pairs: Pairs) -> Iterator[tuple[slice, Floats]]:
    """Yield how much less the gap of each pair is in each resample, for some pairs at once."""
    low, high = pairs
    size = max(1, _VALUES_AT_ONCE // errors_of_models.shape[1])
    for start in range(0, len(low), size):
        part = slice(start, start + size)
        yield part, errors_of_models[high[part]] - errors_of_models[low[part]]
