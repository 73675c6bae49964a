"""Rows of a task that are not independent: halves keep them together, as a bootstrap does.

A group joins the rows of an instance, equal rows, and rows of the same ``group`` in a table. Rows
are equal if they have the same label and the same scores of all models; in a repeated
cross-validation instances are compared in the first repeat.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from prgbench.typing import BoolArray, Ints

LEAST_DISTINCT = 0.1
LEAST_BY_ONE_MODEL = 0.5
MOST_ALIKE = 0.02

_FACTOR = np.uint64(0x9E3779B97F4A7C15)

Codes = NDArray[np.uint64]


@dataclass(frozen=True, slots=True, eq=False)
class DependentRows:
    """Groups of the rows of a task that a bootstrap or a split into halves keeps together.

    Attributes
    ----------
    groups : ndarray of int, shape (n_rows,)
        Group of each row.
    distinct : ndarray of int, shape (n_instances,)
        Number of each instance among the distinct ones, from 0.
    stated : float
        Share of the instances, from 0 to 1, that have the ``group`` of an earlier one in a table.

    Examples
    --------
    >>> distinct = np.array([0, 0, 1, 2])
    >>> DependentRows(groups=distinct, distinct=distinct, stated=0.0).equal
    0.25
    """

    groups: Ints
    distinct: Ints
    stated: float

    @property
    def equal(self) -> float:
        """Return the share of the instances that are equal to an earlier one.

        Examples
        --------
        >>> distinct = np.array([0, 0, 0, 1])
        >>> DependentRows(groups=distinct, distinct=distinct, stated=0.0).equal
        0.5
        """
        return (len(self.distinct) - int(self.distinct.max()) - 1) / len(self.distinct)


def dependent_rows(
    y_true: BoolArray,
    y_scores: NDArray[np.float64],
    instances: Ints,
    repeats: Ints,
    stated: Ints | None = None,
) -> DependentRows:
    """Find the groups of the rows of a task.

    Parameters
    ----------
    y_true : ndarray of bool, shape (n_rows,)
        Label of each row.
    y_scores : ndarray of float, shape (n_models, n_rows)
        Scores of each model.
    instances, repeats : ndarray of int, shape (n_rows,)
        Instance and repeat of each row, both from 0.
    stated : ndarray of int, shape (n_rows,), optional
        The ``group`` of each row in a table.

    Returns
    -------
    DependentRows
        The group of each row, and the number of each instance among the distinct ones.

    Examples
    --------
    >>> instances = np.arange(4)
    >>> rows = dependent_rows(
    ...     np.array([True, True, False, False]),
    ...     np.array([[0.7, 0.7, 0.7, 0.2]]),
    ...     instances,
    ...     np.zeros(4),
    ...     stated=np.array([8, 8, 9, 8]),
    ... )
    >>> rows.groups.tolist(), rows.equal, rows.stated
    ([0, 0, 1, 0], 0.25, 0.5)
    """
    n = int(instances.max()) + 1
    single_repeat = (repeats == repeats[0]).all()
    first = slice(None) if single_repeat else np.flatnonzero(repeats == repeats.min())
    numbers = _equal_rows(y_true[first], y_scores[:, first])
    all_instances = np.arange(n)
    distinct = all_instances if numbers is None else _joined(n, (instances[first], numbers))
    if stated is None:
        return DependentRows(distinct[instances], distinct, 0.0)
    codes, names = pd.factorize(stated)
    groups = _joined(n, (all_instances, distinct), (instances, codes))
    return DependentRows(groups[instances], distinct, max(0.0, (n - len(names)) / n))


def _equal_rows(y_true: BoolArray, y_scores: NDArray[np.float64]) -> Ints | None:
    """Return a number for each row, the same for equal ones; None if no two are equal.

    Coarse scores are equal by chance. So rows only count as equal if the scores are fine: a tenth
    of the rows are distinct, one model alone tells half of these apart, and no more than 2% of the
    rows (or two) are alike.
    """
    numbers, distinct = pd.factorize(_codes(y_true, y_scores))
    n = len(numbers)
    g = len(distinct)
    if g == n or g < LEAST_DISTINCT * n or np.bincount(numbers).max() > max(2, MOST_ALIKE * n):
        return None
    by_one = (len(pd.unique(_codes(y_true, scores[None]))) for scores in y_scores)
    fine = any(n_distinct >= LEAST_BY_ONE_MODEL * g for n_distinct in by_one)
    return numbers.astype(np.int64) if fine else None


def _codes(y_true: BoolArray, y_scores: NDArray[np.float64]) -> Codes:
    """Return a code of the label and scores of each row; others share it by a chance of 2**-64."""
    codes = y_true.astype(np.uint64)
    for scores in y_scores:
        # Adding 0 turns -0.0 into 0.0; the odd factor makes the code depend on the order of the
        # models.
        codes *= _FACTOR
        codes ^= pd.util.hash_array(scores + 0.0, categorize=False)
    return codes


def _joined(n: int, *links: tuple[Ints, Ints]) -> Ints:
    """Return the group of each instance: groups share a code in any of the links."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    # Codes of instances and of each link get ranges of their own: nodes of one bipartite graph,
    # whose connected components are the groups.
    ends = []
    size = n
    for instances, codes in links:
        ends.append((instances, codes + size))
        size += int(codes.max()) + 1
    rows, columns = map(np.concatenate, zip(*ends, strict=True))
    graph = coo_array((np.ones(len(rows), dtype=bool), (rows, columns)), shape=(size, size))
    labels: Ints = connected_components(graph, directed=False)[1][:n].astype(np.int64)
    return labels
