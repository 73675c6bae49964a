"""Means of models over data sets, also where not every model is on every data set."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from prgbench.typing import Floats, Ints


@dataclass(frozen=True, eq=False)
class TwoWay:
    """Values of models in tasks, as a level of the task plus an effect of the model.

    All data sets count alike, and so do the tasks of a data set. If every model is in every task,
    the means are the plain ones. Else models are compared within tasks, by least squares: one
    that is missing on a hard data set gains nothing by that.

    Attributes
    ----------
    table : ndarray of shape (tasks, models)
        The values; NaN where a model is missing. Each task has a model, and all models are linked
        by tasks that they share.
    datasets : ndarray of shape (tasks,)
        The data set of each task, numbered from 0.
    families : ndarray of shape (tasks,), optional
        What its data set belongs to, numbered from 0: the data sets of a family are one sample of
        new data sets. Default each data set is one of its own.

    See Also
    --------
    prgbench.stats.simultaneous.told_apart : Which of the models differ.

    Examples
    --------
    The second model is missing in the second task, where the first one has .2 less.

    >>> field = TwoWay(np.array([[0.9, 0.8], [0.7, np.nan]]), np.array([0, 1]))
    >>> field.means.round(2).tolist()
    [0.8, 0.7]
    """

    table: Floats
    datasets: Ints
    families: Ints | None = None

    @property
    def n_datasets(self) -> int:
        """Return the number of data sets.

        Examples
        --------
        >>> TwoWay(np.full((3, 2), 0.5), np.array([0, 0, 1])).n_datasets
        2
        """
        return int(self.datasets.max()) + 1

    @cached_property
    def n_datasets_of_models(self) -> Ints:
        """On how many data sets each model is, of shape (models,).

        Examples
        --------
        >>> field = TwoWay(np.array([[0.9, 0.8], [0.7, np.nan]]), np.array([0, 1]))
        >>> field.n_datasets_of_models.tolist()
        [2, 1]
        """
        return np.asarray(self._seen.sum(axis=0))

    def of_families(self, values: Floats) -> Floats:
        """Return the sums of values over the data sets of each family.

        Parameters
        ----------
        values : ndarray of shape (data sets, ...)
            A value, or several, of each data set.

        Returns
        -------
        ndarray of shape (families, ...)
            The same array where no families are stated.

        Examples
        --------
        The first two data sets are of one family.

        >>> field = TwoWay(np.full((3, 2), 0.5), np.arange(3), np.array([0, 0, 1]))
        >>> field.of_families(np.array([1.0, 2.0, 4.0])).tolist()
        [3.0, 4.0]
        """
        if self.families is None:
            return values
        first = np.unique(self.datasets, return_index=True)[1]
        sums = np.zeros((int(self.families.max()) + 1, *values.shape[1:]))
        np.add.at(sums, self.families[first], values)
        return sums

    @property
    def degrees_between(self) -> Floats:
        """The degrees of freedom of `covariance_between`, of shape (models,).

        One less than Kish's effective number of families: of unequal ones, the large ones decide.

        Examples
        --------
        >>> TwoWay(np.full((4, 2), 0.5), np.arange(4)).degrees_between.tolist()
        [3.0, 3.0]
        >>> field = TwoWay(np.full((4, 2), 0.5), np.arange(4), np.array([0, 0, 0, 1]))
        >>> field.degrees_between.round(2).tolist()
        [0.6, 0.6]
        """
        sizes = self.of_families(self._seen.astype(np.float64))
        # Kish's effective number of families: as many as there are if they have equal sizes.
        return np.asarray(sizes.sum(axis=0) ** 2 / (sizes**2).sum(axis=0) - 1)

    @property
    def means(self) -> Floats:
        """Return the mean of each model over the data sets, of shape (models,).

        Examples
        --------
        The second data set has two tasks, which count half each.

        >>> table = np.array([[0.9, 0.8], [0.6, 0.6], [0.8, 0.6]])
        >>> TwoWay(table, np.array([0, 1, 1])).means.round(2).tolist()
        [0.8, 0.7]
        """
        # Complete: least squares and plain means agree, without solving anything.
        if self._present.all():
            return np.asarray(self._weights @ self.table / self.n_datasets)
        effects, levels = self._fit
        return np.asarray(effects + self._weights @ levels / self.n_datasets)

    def covariance_between(self) -> Floats:
        """Return the covariance of the means over samples of data sets.

        Cluster-robust: the sum over data sets, or families, of products of `errors_between`.

        Returns
        -------
        ndarray of shape (models, models)
            NaN of a single data set, which says nothing of others.

        Examples
        --------
        Of complete tables it is that of plain means: here half of the variance .02.

        >>> field = TwoWay(np.array([[0.9, 0.5], [0.7, 0.5]]), np.array([0, 1]))
        >>> np.diag(field.covariance_between()).round(3).tolist()
        [0.01, 0.0]
        """
        errors = self.errors_between()
        n = len(errors)
        if n < 2:
            return np.full((self.table.shape[1],) * 2, np.nan)
        return np.asarray((n - 1) / n * errors.T @ errors)

    def errors_between(self) -> Floats:
        """Return by how much the means would change without each data set, or family.

        The residuals of a data set, or of a family of data sets, add up before they are squared,
        each divided by 1 minus its share of the data sets (CR3, the jackknife).

        Returns
        -------
        ndarray of shape (families, models)
            A row for each family, or for each data set where no families are stated.

        Examples
        --------
        Without the first data set the mean of the first model is .7 instead of .8.

        >>> field = TwoWay(np.array([[0.9, 0.5], [0.7, 0.5]]), np.array([0, 1]))
        >>> field.errors_between().round(3).tolist()
        [[0.1, 0.0], [-0.1, 0.0]]
        """
        units = self.datasets if self.families is None else self.families
        n = int(units.max()) + 1
        if n < 2:
            return np.full((n, self.table.shape[1]), np.nan)
        effects, levels = self._fit
        # Cluster-robust: residuals and levels of a data set, or family, add up before they are
        # squared.
        residuals = np.where(self._present, self.table - levels[:, None] - effects, 0.0)
        shifts = levels - self._weights @ levels / self.n_datasets
        sums = np.zeros((n, self.table.shape[1] + 1))
        np.add.at(sums, units, self._weights[:, None] * np.c_[residuals, shifts])
        # The means are fitted to a family by its share of the data sets, which the jackknife
        # undoes (CR3); of equal shares 1 / n, its factor is n / (n - 1).
        shares = np.bincount(units, self._weights) / self.n_datasets
        return np.asarray(sums @ self._map.T / (1 - shares)[:, None])

    def parts(self, values: Floats, tasks: Ints | None = None) -> Floats:
        """Return what values of tasks in place of those of the table add to the means.

        Parameters
        ----------
        values : ndarray of shape (rows, ..., models)
            Where a model is missing in a task, its values do not count.
        tasks : ndarray of shape (rows,), optional
            Of which task each row is; by default a row for each task in turn.

        Returns
        -------
        ndarray of shape (rows, ..., models)
            Summed over all tasks they are the means.

        Examples
        --------
        >>> table = np.array([[0.9, 0.8], [0.7, np.nan]])
        >>> field = TwoWay(table, np.array([0, 1]))
        >>> field.parts(table).sum(axis=0).round(2).tolist()
        [0.8, 0.7]
        """
        rows = np.arange(len(self.table)) if tasks is None else tasks
        inner = (1,) * (values.ndim - 2)
        present = self._present[rows].reshape(len(rows), *inner, -1)
        weights = self._weights[rows].reshape(len(rows), *inner, 1)
        known = np.where(present, values, 0.0)
        means = known.sum(axis=-1, keepdims=True) / present.sum(axis=-1, keepdims=True)
        deviations = np.where(present, known - means, 0.0)
        return np.asarray(weights * (np.concatenate([deviations, means], axis=-1) @ self._map.T))

    def covariance_within(self, covariances: Iterable[tuple[int, Floats]]) -> Floats:
        """Return the covariance of the means over samples of instances of these data sets.

        Tasks of a data set share instances: their errors count as if they were equal, since no
        dependence gives a larger variance.

        Parameters
        ----------
        covariances : iterable of (int, ndarray of shape (models, models))
            For some tasks by number, the covariance of the errors of the values of all models;
            models that are missing there do not count.

        Returns
        -------
        ndarray of shape (models, models)

        Examples
        --------
        Independent errors of the same variance in two data sets: half of it is left.

        >>> field = TwoWay(np.array([[0.9, 0.5], [0.7, 0.5]]), np.array([0, 1]))
        >>> noise = np.diag([0.02, 0.04])
        >>> np.diag(field.covariance_within([(0, noise), (1, noise)])).round(3).tolist()
        [0.01, 0.02]
        """
        n_models = self.table.shape[1]
        total = np.zeros((n_models + 1,) * 2)
        for task, covariance in covariances:
            members = np.flatnonzero(self._present[task])
            k = len(members)
            # From errors of values to errors of deviations within the task and, last, of its mean.
            centred = np.vstack([np.eye(k) - 1 / k, np.full(k, 1 / k)])
            columns = np.append(members, n_models)
            spread = centred @ covariance[np.ix_(members, members)] @ centred.T
            total[np.ix_(columns, columns)] += self._weights[task] * spread
        return np.asarray(self._map @ total @ self._map.T)

    @cached_property
    def _seen(self) -> NDArray[np.bool_]:
        """Which models are on which data sets: (data sets, models)."""
        seen = np.zeros((self.n_datasets, self.table.shape[1]), dtype=bool)
        np.logical_or.at(seen, self.datasets, self._present)
        return seen

    @cached_property
    def _present(self) -> NDArray[np.bool_]:
        return ~np.isnan(self.table)

    @property
    def shares_of_tasks(self) -> Floats:
        """How much the values of each task count in a mean: together 1.

        Examples
        --------
        >>> TwoWay(np.full((3, 2), 0.5), np.array([0, 1, 1])).shares_of_tasks.tolist()
        [0.5, 0.25, 0.25]
        """
        return self._weights / self.n_datasets

    @cached_property
    def _weights(self) -> Floats:
        """How much each task counts: together 1 for each data set."""
        return np.asarray(1.0 / np.bincount(self.datasets)[self.datasets])

    @cached_property
    def _fit(self) -> tuple[Floats, Floats]:
        """The effects of the models, whose sum is 0, and the levels of the tasks."""
        sizes = self._present.sum(axis=1)
        values = np.where(self._present, self.table, 0.0)
        means = values.sum(axis=1) / sizes
        # Least squares with task levels is least squares on deviations from the task means.
        deviations = np.where(self._present, self.table - means[:, None], 0.0)
        effects = self._inverse @ (self._weights @ deviations)
        return effects, means - self._present @ effects / sizes

    @cached_property
    def _inverse(self) -> Floats:
        """The pseudoinverse of the normal equations of the effects."""
        present = self._present.astype(np.float64)
        shared = present * (self._weights / present.sum(axis=1))[:, None]
        normal = np.diag(self._weights @ present) - shared.T @ present
        # Singular, as only differences of effects are determined: the pseudoinverse has their sum
        # 0.
        inverse: Floats = np.linalg.pinv(normal, hermitian=True)
        return inverse

    @cached_property
    def _map(self) -> Floats:
        """How the means answer to deviations within a task, and in the last column to its mean."""
        present = self._present.astype(np.float64)
        sizes = present.sum(axis=1)
        share = (self._weights / sizes) @ present / self.n_datasets
        within = self._inverse - share @ self._inverse
        return np.column_stack([within, np.full(len(within), 1 / self.n_datasets)])
