"""Instances drawn from a population, one by one or in groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from prgbench.metrics.engine.inputs import FloatArray, as_positive, as_scores, as_weights, codes_of
from prgbench.typing import BoolArray


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Labels, scores, weights and groups of a sample.

    Attributes
    ----------
    positive : ndarray of bool, shape (n,)
        The truth, with both classes.
    scores : ndarray of shape (models, n)
        One row of scores a model.
    weights : ndarray of shape (n,)
        How much an instance counts, > 0; 1 by default.
    groups : ndarray of int, shape (n,)
        The cluster of each instance, numbered from 0.
    is_weighted, is_grouped : bool
        Whether weights and groups were given.
    """

    positive: BoolArray
    scores: FloatArray
    weights: FloatArray
    groups: npt.NDArray[np.intp]
    is_weighted: bool = False
    is_grouped: bool = False

    @classmethod
    def checked(
        cls,
        y_true: npt.ArrayLike,
        y_scores: Mapping[str, npt.ArrayLike],
        *,
        sample_weight: npt.ArrayLike | None = None,
        groups: npt.ArrayLike | None = None,
        pos_label: Any = None,
    ) -> Self:
        """Check user input, with scores by the name of their argument; leave out weights of 0."""
        positive = as_positive(y_true, pos_label)
        n = positive.size
        scores = np.stack([as_scores(row, n, name) for name, row in y_scores.items()])
        weights = as_weights(sample_weight, n)
        codes = np.arange(n) if groups is None else _codes(groups, n)
        if weights is not None and not weights.all():
            kept = weights > 0
            positive = positive[kept]
            scores = scores[:, kept]
            weights = weights[kept]
            codes = np.unique(codes[kept], return_inverse=True)[1]
        if positive.all() or not positive.any():
            raise ValueError(
                f"y_true has only {'positive' if positive.all() else 'negative'} labels: "
                "uncertainty needs both classes."
            )
        return cls(
            positive,
            scores,
            np.ones(positive.size) if weights is None else weights,
            codes,
            weights is not None,
            groups is not None,
        )

    @property
    def n_groups(self) -> int:
        """Number of clusters, or of instances without groups."""
        return int(self.groups.max()) + 1

    @property
    def prevalence(self) -> float:
        """Proportion of positives, by weight."""
        return float(np.average(self.positive, weights=self.weights))

    @property
    def class_sizes(self) -> tuple[int, int]:
        """Numbers of groups with a positive and with a negative."""
        of_positives, of_negatives = self._groups_of_classes()
        return int(np.count_nonzero(of_positives)), int(np.count_nonzero(of_negatives))

    @property
    def effective_sizes(self) -> tuple[float, float]:
        """Effective sample size of each class in groups, after Kish: (sum w)^2 / sum w^2."""
        shares = np.stack([self.weights * members for members in (self.positive, ~self.positive)])
        sums = self.group_sums(shares)
        n_pos, n_neg = (sums.sum(axis=1) ** 2 / np.sum(sums**2, axis=1)).tolist()
        return n_pos, n_neg

    def group_sums(self, values: FloatArray) -> FloatArray:
        """Sum values (rows, n) over the instances of each group: shape (rows, groups)."""
        if not self.is_grouped:
            return values
        return np.stack([np.bincount(self.groups, row, self.n_groups) for row in values])

    def strata(self, *, stratified: bool) -> list[npt.NDArray[np.intp]]:
        """Return the groups that are drawn from together: all, or those of each class."""
        if not stratified:
            return [np.arange(self.n_groups)]
        of_positives, of_negatives = self._groups_of_classes()
        if (of_positives & of_negatives).any():
            raise ValueError(
                "A group has positives and negatives, so groups can't be drawn by class: "
                "leave stratified=False."
            )
        return [np.flatnonzero(of_positives), np.flatnonzero(of_negatives)]

    def _groups_of_classes(self) -> tuple[BoolArray, BoolArray]:
        """Return whether each group has a positive, and whether it has a negative."""
        # Not by np.unique: NumPy 2.4 takes seconds for the distinct ones of a million integers.
        of_positives, of_negatives = np.zeros((2, self.n_groups), dtype=np.bool_)
        of_positives[self.groups[self.positive]] = True
        of_negatives[self.groups[~self.positive]] = True
        return of_positives, of_negatives


def rank_alike(scores: FloatArray, others: FloatArray) -> bool:
    """Say whether two models rank all instances alike, so that all curves are the same.

    Examples
    --------
    >>> rank_alike(np.array([0.1, 0.7, 0.7]), np.array([-3.0, 5.0, 5.0]))
    True
    >>> rank_alike(np.array([0.1, 0.7, 0.7]), np.array([-3.0, 5.0, 6.0]))
    False
    """
    first, second = (np.unique(row, return_inverse=True)[1] for row in (scores, others))
    return np.array_equal(first, second)


def _codes(groups: npt.ArrayLike, n: int) -> npt.NDArray[np.intp]:
    """Give the groups numbers from 0."""
    codes = codes_of(groups, n, "groups")[1]
    if codes.max() == 0:
        raise ValueError("groups has only one group: uncertainty needs several.")
    return codes
