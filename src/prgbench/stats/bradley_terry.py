"""Strengths of players from pairwise wins, fitted under many weights at once."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import coo_array, csr_array

from prgbench.run.compiling import compiled

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Places = NDArray[np.uint32]

VIRTUAL = 1.0
_MOST_STEPS = 200
_CG_TOLERANCE = 0.03


class BradleyTerry:
    """The Bradley-Terry model [1]_ of contests in which every two players meet once.

    The log-odds that player i beats player j is the difference of their strengths; a tie is half
    a win of either. Each player also ties once with a virtual player of strength 0: otherwise
    strengths are finite and comparable only if no group of players won all its games against the
    others [2]_. With hundreds of games per player this makes no visible difference.

    Parameters
    ----------
    contests, players : array-like of int, shape (entries,)
        Who takes part in which contest, both numbered from 0; nobody takes part twice.
    clusters : array-like of int, shape (contests,)
        The cluster of each contest, from 0; clusters have weights.

    See Also
    --------
    prgbench.stats.cluster_bootstrap.ClusterBootstrap : Weights for intervals of the strengths.

    References
    ----------
    .. [1] R. A. Bradley, M. E. Terry (1952). Rank analysis of incomplete block designs: I. The
           method of paired comparisons. Biometrika 39(3/4), 324-345.
    .. [2] D. R. Hunter (2004). MM algorithms for generalized Bradley-Terry models. The Annals of
           Statistics 32(1), 384-406.

    Examples
    --------
    >>> model = BradleyTerry([0, 0, 1, 1, 2, 2], [0, 1, 0, 1, 0, 1], [0, 1, 2])
    >>> wins = model.wins([1, 2, 1, 2, 2, 1])
    >>> model.strengths(wins).round(3).tolist()
    [[0.293, -0.293]]
    """

    def __init__(self, contests: ArrayLike, players: ArrayLike, clusters: ArrayLike) -> None:
        entries = pd.DataFrame({"contest": contests, "player": players}, dtype=np.int64)
        if entries.duplicated().any():
            raise ValueError("A player takes part twice in a contest.")
        self._contests = entries["contest"].to_numpy()
        self._players = entries["player"].to_numpy()
        self._clusters = np.asarray(clusters, dtype=np.int64)
        self.n_players = int(self._players.max(initial=-1)) + 1
        self.n_clusters = int(self._clusters.max(initial=-1)) + 1
        first, second, cluster = self._games()
        codes, places = np.unique(first * self.n_players + second, return_inverse=True)
        lower, upper = np.divmod(codes, max(self.n_players, 1))
        self._rows = np.searchsorted(lower, np.arange(self.n_players + 1)).astype(np.uint32)
        self._columns = upper.astype(np.uint32)
        self._met = csr_array(
            coo_array(
                (np.ones(len(places)), (places, cluster)), shape=(len(codes), self.n_clusters)
            )
        )

    def _games(self) -> tuple[Ints, Ints, Ints]:
        """Return the two players, the lower first, and the cluster of each game."""
        order = np.lexsort((self._players, self._contests))
        players, contests = self._players[order], self._contests[order]
        starts = np.flatnonzero(np.diff(contests, prepend=-1))
        games = [np.empty((3, 0), dtype=np.int64)]
        for start, end in pairwise([*starts.tolist(), len(players)]):
            first, second = np.triu_indices(end - start, 1)
            own = players[start:end]
            cluster = np.full(len(first), self._clusters[contests[start]])
            games.append(np.stack([own[first], own[second], cluster]))
        first, second, cluster = np.concatenate(games, axis=1)
        return first, second, cluster

    def wins(self, ranks: ArrayLike) -> Floats:
        """Count the wins of each player in each cluster, ties as halves.

        Parameters
        ----------
        ranks : array-like of shape (entries,)
            Lower is better; equal ranks in a contest are ties.

        Returns
        -------
        ndarray of shape (clusters, players)

        Examples
        --------
        >>> BradleyTerry([0, 0, 0], [0, 1, 2], [0]).wins([1, 2, 2]).tolist()
        [[2.0, 0.5, 0.5]]
        """
        entries = pd.Series(np.asarray(ranks, dtype=np.float64)).groupby(self._contests)
        beaten = entries.transform("size") - entries.rank()
        wins = np.zeros((self.n_clusters, self.n_players))
        np.add.at(wins, (self._clusters[self._contests], self._players), beaten.to_numpy())
        return wins

    def strengths(
        self,
        wins: Floats,
        weights: ArrayLike | None = None,
        *,
        start: ArrayLike | None = None,
        tolerance: float = 1e-8,
    ) -> Floats:
        """Fit the strengths under each row of weights, by damped Newton steps [1]_.

        Parameters
        ----------
        wins : ndarray of shape (clusters, players)
            As returned by `wins`.
        weights : array-like of shape (fits, clusters), optional
            How often each cluster counts; default one fit in which each counts once.
        start : array-like of shape (players,), optional
            Where to start; default 0.
        tolerance : float, default=1e-8
            A fit ends with the first step that changes no strength by more; errors are far
            smaller.

        Returns
        -------
        ndarray of shape (fits, players)
            Log-strengths of mean 0; NaN for players without a game.

        See Also
        --------
        BradleyTerry.wins : Count the wins.

        References
        ----------
        .. [1] T. Sun, Q. Tran-Dinh (2019). Generalized self-concordant functions: a recipe for
               Newton-type methods. Mathematical Programming 178, 145-213.

        Examples
        --------
        >>> model = BradleyTerry([0, 0, 1, 1], [0, 1, 1, 2], [0, 1])
        >>> model.strengths(model.wins([1, 1, 1, 1]), [[1, 1], [1, 0]]).tolist()
        [[0.0, 0.0, 0.0], [0.0, 0.0, nan]]
        """
        rows = np.atleast_2d(np.ones(self.n_clusters) if weights is None else weights)
        begin = np.zeros(self.n_players) if start is None else np.asarray(start, dtype=float)
        won = rows @ wins
        fitted = np.empty((len(rows), self.n_players))
        for place, row in enumerate(rows):
            fitted[place] = self._fit(won[place], self._met @ row, begin, tolerance)
        return fitted

    def _fit(self, won: Floats, met: Floats, start: Floats, tolerance: float) -> Floats:
        games = _Games(*_without_zeros(self._rows, self._columns, met))
        played = np.diff(games.rows) > 0
        played[games.columns] = True
        if not played.any():
            return np.full(len(start), np.nan)
        strengths = _newton(games, won, np.where(played, start, 0.0), tolerance)
        strengths[~played] = np.nan
        return np.asarray(strengths - strengths[played].mean())


class _Games(NamedTuple):
    """A sparse matrix of how often player i met ``columns[rows[i]:rows[i + 1]]``."""

    rows: Places
    columns: Places
    met: Floats


def _newton(games: _Games, won: Floats, start: Floats, tolerance: float) -> Floats:
    """Maximise the penalised likelihood by steps that are sure to increase it."""
    strengths = start.copy()
    curvature = np.empty_like(games.met)
    for _ in range(_MOST_STEPS):
        power = np.exp(strengths)
        chance = power / (power + 1)
        gradient = won + VIRTUAL * (0.5 - chance)
        diagonal = VIRTUAL * chance * (1 - chance)
        _subtract_expected(*games, power, gradient, diagonal, curvature)
        step = _solve(games, curvature, diagonal, gradient)
        longest = float(np.abs(step).max())
        if longest > 0:
            step *= np.log1p(2 * longest) / (2 * longest)
        strengths += step
        if longest <= tolerance:
            break
    return strengths


def _solve(games: _Games, curvature: Floats, diagonal: Floats, gradient: Floats) -> Floats:
    """Solve for the Newton step by conjugate gradients, preconditioned by the diagonal."""
    step = np.zeros_like(gradient)
    residual = gradient.copy()
    search = residual / diagonal
    size = residual @ search
    enough = _CG_TOLERANCE**2 * size
    for _ in range(_MOST_STEPS):
        if size <= enough:
            break
        product = diagonal * search
        _subtract_product(games.rows, games.columns, curvature, search, product)
        length = size / (search @ product)
        step += length * search
        residual -= length * product
        scaled = residual / diagonal
        before, size = size, residual @ scaled
        search = scaled + size / before * search
    return step


@compiled
def _without_zeros(rows: Places, columns: Places, met: Floats) -> tuple[Places, Places, Floats]:
    """Leave out the players who have not met."""
    kept_rows, kept_columns, kept_met = rows.copy(), columns.copy(), met.copy()
    end = 0
    for i in range(len(rows) - 1):
        for k in range(rows[i], rows[i + 1]):
            if met[k] > 0:
                kept_columns[end], kept_met[end] = columns[k], met[k]
                end += 1
        kept_rows[i + 1] = end
    return kept_rows, kept_columns[:end], kept_met[:end]


@compiled
def _subtract_expected(
    rows: Places,
    columns: Places,
    met: Floats,
    power: Floats,
    gradient: Floats,
    diagonal: Floats,
    curvature: Floats,
) -> None:
    """Subtract the expected wins from the gradient, and compute the second derivatives."""
    for i in range(len(power)):
        expected, curved = 0.0, 0.0
        for k in range(rows[i], rows[i + 1]):
            j = columns[k]
            chance = power[i] / (power[i] + power[j])
            lost = met[k] * (1 - chance)
            curvature[k] = lost * chance
            expected += met[k] * chance
            curved += curvature[k]
            gradient[j] -= lost
            diagonal[j] += curvature[k]
        gradient[i] -= expected
        diagonal[i] += curved


@compiled
def _subtract_product(
    rows: Places, columns: Places, curvature: Floats, search: Floats, product: Floats
) -> None:
    """Subtract the symmetric matrix of second derivatives times a vector from the product."""
    for i in range(len(search)):
        total = 0.0
        for k in range(rows[i], rows[i + 1]):
            j = columns[k]
            total += curvature[k] * search[j]
            product[j] -= curvature[k] * search[i]
        product[i] -= total
