"""What the picks on one half are worth on the other, split by split."""

from dataclasses import dataclass

import numpy as np

from prgbench.comparison.task_scores import BoolArray, Floats

_CELLS_AT_ONCE = 1 << 22
_EQUAL = 1e-12


def mean_of_sets(sets: BoolArray, values: Floats) -> Floats:
    """Average values over sets of models: the expectation over one random order of all models.

    Parameters
    ----------
    sets : ndarray of bool, shape (..., sets, models)
        The members of each set.
    values : ndarray of shape (..., models)
        The values of the models.

    Returns
    -------
    ndarray of shape (..., sets)
        NaN for an empty set, or one with a model whose value is NaN.

    Examples
    --------
    >>> sets = np.array([[True, True, False], [False, True, True]])
    >>> mean_of_sets(sets, np.array([1.0, 2.0, np.nan])).tolist()
    [1.5, nan]
    """
    missing = np.isnan(values)
    totals = (sets @ np.where(missing, 0.0, values)[..., None])[..., 0]
    sizes = sets.sum(axis=-1)
    lost = (sets & missing[..., None, :]).any(axis=-1) | (sizes == 0)
    return np.where(lost, np.nan, totals / np.maximum(sizes, 1))


@dataclass(frozen=True, slots=True)
class PairOfPicks:
    """Two measures' picks, if all models stand in one random order: shape (rows,).

    Attributes
    ----------
    differs : ndarray
        The probability that they differ.
    worse : ndarray
        The probability that they differ and the first one's value is lower, ties half.
    """

    differs: Floats
    worse: Floats


def below(sets: BoolArray, values: Floats) -> Floats:
    """How likely a model has a lower value than a random member of a set, ties half.

    Parameters
    ----------
    sets : ndarray of bool, shape (rows, sets, models)
        The members of each set.
    values : ndarray of shape (rows, models)
        The values of the models.

    Returns
    -------
    ndarray of shape (rows, sets, models)

    Examples
    --------
    >>> below(np.array([[[True, True, False]]]), np.array([[1.0, 2.0, 1.0]]))[0, 0].tolist()
    [0.75, 0.25, 0.75]
    """
    result = np.empty(sets.shape)
    shares = sets / np.maximum(sets.sum(axis=-1, keepdims=True), 1)
    at_once = max(1, _CELLS_AT_ONCE // values.shape[-1] ** 2)
    for start in range(0, len(values), at_once):
        part = slice(start, start + at_once)
        behind = values[part, :, None] - values[part, None, :]
        lower = np.where(np.abs(behind) <= _EQUAL, 0.5, behind > 0)
        result[part] = shares[part] @ lower
    return result


def pair_of_picks(a: BoolArray, b: BoolArray, below_a: Floats, below_b: Floats) -> PairOfPicks:
    """Compare the picks from two sets of best models.

    The first model of the union of the sets is the pick of both if it lies in both. If it lies in
    one set only, the pick from the other one is any of its members.

    Parameters
    ----------
    a, b : ndarray of bool, shape (rows, models)
        The best models by either measure.
    below_a, below_b : ndarray of shape (rows, models)
        What `below` returns for the sets.

    Examples
    --------
    >>> a, b = np.array([[True, True, False]]), np.array([[False, True, False]])
    >>> values = np.array([[1.0, 2.0, 3.0]])
    >>> pair_of_picks(a, b, below(a[:, None], values)[:, 0], below(b[:, None], values)[:, 0])
    PairOfPicks(differs=array([0.5]), worse=array([0.5]))
    """
    size = (a | b).sum(axis=-1)
    worse = np.where(a & ~b, below_b, 0.0) + np.where(b & ~a, 1 - below_a, 0.0)
    return PairOfPicks(1 - (a & b).sum(axis=-1) / size, worse.sum(axis=-1) / size)
