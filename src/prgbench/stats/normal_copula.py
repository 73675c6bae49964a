"""Normal copulas of variables with ties: their dependence, apart from their scales.

Each variable is a non-decreasing function of a standard normal one. Few distinct values bring the
observed correlation nearer to 0; an expansion in Hermite polynomials corrects this.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
IntArray = NDArray[np.int64]

ORDER = 15
_HALVINGS = 20
_EQUAL = 1e-9
_COLUMNS_AT_ONCE = 1 << 17
_VALUES_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class NormalCopula:
    """A normal copula [1]_ of variables that each instance has in one or several repeats.

    Two variables have one correlation within a repeat and another between any two repeats. So a
    value is the sum of two normal parts, one shared by all repeats and one for this repeat.
    Estimated correlations need not be positive semi-definite: negative eigenvalues become 0, and
    the variances 1 again [2]_.

    Correlations are fitted to normal scores: for normal variables with correlation r, the
    covariance of their scores is sum_k a_k b_k r^k, where a_k and b_k are the coefficients of the
    scores in Hermite polynomials [3]_. This is solved for r; for two values each it is the
    tetrachoric correlation, for several the polychoric one [4]_.

    Attributes
    ----------
    lasting, passing : ndarray of shape (variables, variables)
        The factors of the two parts: ``lasting @ lasting.T`` are the correlations between two
        repeats; those within a repeat are the sum of both.

    References
    ----------
    .. [1] H. Joe (2014). Dependence Modeling with Copulas. CRC Press.
    .. [2] P. J. Rousseeuw, G. Molenberghs (1993). Transformation of non positive semidefinite
           correlation matrices. Communications in Statistics: Theory and Methods 22(4), 965-984.
    .. [3] H. O. Lancaster (1957). Some properties of the bivariate normal distribution considered
           in the form of a contingency table. Biometrika 44(1/2), 289-292. Section 2.
    .. [4] U. Olsson (1979). Maximum likelihood estimation of the polychoric correlation
           coefficient. Psychometrika 44(4), 443-460.

    Examples
    --------
    >>> copula = NormalCopula.fitted([[[1, 2, 3, 4]], [[1, 2, 3, 4]]])
    >>> copula.within.round(6).tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """

    lasting: Floats
    passing: Floats

    @classmethod
    def fitted(cls, variables: ArrayLike) -> Self:
        """Fit the copula to variables (variables, repeats, n), by means over repeats."""
        values = np.asarray(variables)
        n_variables, n_repeats, n = values.shape
        flat, coefficients = _normal_scores(values.reshape(-1, n))
        scores = flat.reshape(values.shape)
        coefficients = coefficients.reshape(ORDER, n_variables, n_repeats).mean(axis=2)
        # The mean over pairs of different repeats, from the sums over all repeats.
        within = sum(scores[:, k] @ scores[:, k].T for k in range(n_repeats)) / n_repeats / n
        total = scores.sum(axis=1)
        pairs = n_repeats * (n_repeats - 1)
        between = (total @ total.T / n - n_repeats * within) / max(pairs, 1)
        variances = np.diag(within)
        within_r = _solve(within, variances, coefficients)
        # A model's correlation with itself is 1 within a repeat, whatever the series makes of it.
        np.fill_diagonal(within_r, 1.0)
        lasting = _solve(between, variances, coefficients) if pairs else np.zeros_like(within_r)
        return cls.of_correlations(within_r, lasting)

    @classmethod
    def of_correlations(cls, within: Floats, between: Floats) -> Self:
        """Return the copula with these correlations, made positive semi-definite."""
        # Setting negative eigenvalues to 0 raises the variances: the scale makes them 1 again.
        lasting, passing = _root(between), _root(within - between)
        scale = np.sqrt((lasting**2).sum(axis=1) + (passing**2).sum(axis=1))[:, np.newaxis]
        return cls(lasting / scale, passing / scale)

    @property
    def between(self) -> Floats:
        """The correlations between two repeats."""
        return self.lasting @ self.lasting.T

    @property
    def within(self) -> Floats:
        """The correlations within a repeat."""
        return self.between + self.passing @ self.passing.T

    def draw(
        self, rng: np.random.Generator, size: int, repeats: int, n: int
    ) -> NDArray[np.float32]:
        """Draw samples of n: shape (size, variables, repeats, n), single precision."""
        # Single precision halves time and memory, and the values are only ranked.
        lasting, passing = self.lasting.astype(np.float32), self.passing.astype(np.float32)
        result = np.empty((size, len(passing), repeats, n), dtype=np.float32)
        for start in range(0, n, _COLUMNS_AT_ONCE // repeats):
            part = result[..., start : start + _COLUMNS_AT_ONCE // repeats]
            flat = (size, len(passing), repeats * part.shape[-1])
            part[:] = (passing @ rng.standard_normal(flat, np.float32)).reshape(part.shape)
            if repeats > 1:
                shared = lasting @ rng.standard_normal(part[:, :, 0].shape, np.float32)
                part += shared[:, :, np.newaxis]
        return result


def _normal_scores(values: NDArray[Any]) -> tuple[Floats, Floats]:
    """Return the normal scores of each row and their coefficients, one column per row."""
    scores = np.zeros(values.shape)
    coefficients = np.zeros((ORDER, len(values)))
    n = max(values.shape[1], 1)
    at_once = max(1, _VALUES_AT_ONCE // n)
    for start in range(0, len(values) if values.size else 0, at_once):
        some = slice(start, start + at_once)
        order = np.argsort(values[some], axis=1)
        ranked = np.take_along_axis(values[some], order, axis=1)
        begins = np.ones(ranked.shape, dtype=bool)
        begins[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
        sizes = np.diff(np.flatnonzero(begins), append=ranked.size)
        of_blocks, coefficients[:, some] = _scores_of_blocks(sizes, n)
        of_ranked = np.repeat(of_blocks, sizes).reshape(ranked.shape)
        np.put_along_axis(scores[some], order, of_ranked, axis=1)
    return scores, coefficients


def _scores_of_blocks(sizes: IntArray, n: int) -> tuple[Floats, Floats]:
    """Return the mean of a standard normal in each block, and coefficients (ORDER, variables).

    The blocks are those of variables of n values, one variable after the other; the coefficients
    are those of the scores in normalised Hermite polynomials.
    """
    from scipy.special import ndtri

    below = (np.cumsum(sizes) - sizes) % n
    first = np.flatnonzero(below == 0)
    cuts = ndtri(np.where(below, below / n, 0.5))
    # The k-th polynomial times the density at the lower end of each block: 0 at infinity.
    before, at_cuts = np.zeros(len(cuts)), np.exp(-(cuts**2) / 2) / sqrt(2 * np.pi)
    at_cuts[first] = 0.0
    # The mean of a normal variable between two cuts is the difference of the densities there over
    # the probability between them.
    scores = (at_cuts - np.roll(at_cuts, -1)) * (n / sizes)
    coefficients = np.empty((ORDER, len(first)))
    for k in range(ORDER):
        # The integral of the next polynomial over a block, by the values of this one.
        integrals = at_cuts - np.roll(at_cuts, -1)
        coefficients[k] = np.add.reduceat(integrals * scores, first) / sqrt(k + 1)
        at_cuts, before = (cuts * at_cuts - sqrt(k) * before) / sqrt(k + 1), at_cuts
    return scores, coefficients


def _root(matrix: Floats) -> Floats:
    """Return a factor F with F F' = matrix, with negative eigenvalues set to 0."""
    eigenvalues, vectors = np.linalg.eigh(matrix)
    factor: Floats = vectors * np.sqrt(np.maximum(eigenvalues, 0.0))
    return factor


def _solve(covariances: Floats, variances: Floats, coefficients: Floats) -> Floats:
    """Solve sum_k a_k b_k r^k = covariance for r in [-1, 1], for all pairs."""
    varies = variances > _EQUAL
    # The covariance of two increasing functions has the sign of r and grows with it: bisection.
    low, high = np.where(covariances < 0, -1.0, 0.0), np.where(covariances < 0, 0.0, 1.0)
    products = coefficients[:, :, np.newaxis] * coefficients[:, np.newaxis]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = _series(middle, products) > covariances
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    result = np.where(np.outer(varies, varies), (low + high) / 2, 0.0)
    scale = np.sqrt(np.where(varies, variances, 1.0))
    # Equal scores have the correlation 1, which bisection would only come near to.
    same = covariances / np.outer(scale, scale) > 1 - _EQUAL
    result[same & np.outer(varies, varies)] = 1.0
    return result


def _series(r: Floats, products: Floats) -> Floats:
    # Horner's scheme, from the last term; the sum begins with r, so each step multiplies.
    total = np.zeros_like(r)
    for product in products[::-1]:
        total += product
        total *= r
    return total
