"""The mean of several curves on a grid, and their spread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from prgbench.metrics.curves import HEIGHTS, CurveName, PRCurve, ROCCurve, as_grid
from prgbench.metrics.engine.inputs import FloatArray
from prgbench.metrics.prg_curve import PRGCurve

Spread = Literal["std", "range"]
_NAMES: dict[type, CurveName] = {ROCCurve: "roc", PRCurve: "pr", PRGCurve: "prg"}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AverageCurve:
    """The mean of several curves on a grid, and their spread, which is not a confidence band.

    Attributes
    ----------
    x : ndarray of shape (points,)
        False positive rate, recall or recall gain.
    y : ndarray of shape (points,)
        The mean of the curves there: of true positive rate, precision or precision gain.
    low, high : ndarray of shape (points,)
        The mean minus and plus one standard deviation, or the lowest and the highest curve.
    curve : {"roc", "pr", "prg"}
        Which curves.
    spread : {"std", "range"}
        The meaning of `low` and `high`.
    n_curves : int
        The number of curves.

    See Also
    --------
    average_curve : Compute it.
    curve_bands.CurveBand : A confidence band of one curve.

    Examples
    --------
    >>> from prgbench.metrics import roc_curve
    >>> curves = [roc_curve([0, 1, 0, 1], scores) for scores in ([1, 2, 3, 4], [1, 3, 2, 4])]
    >>> average_curve(curves)
    AverageCurve(roc, 101 points, mean of 2 curves ± 1 standard deviation)
    """

    x: FloatArray
    y: FloatArray
    low: FloatArray
    high: FloatArray
    curve: CurveName
    spread: Spread
    n_curves: int

    def __iter__(self) -> Iterator[FloatArray]:
        """Unpack into ``x, y, low, high``."""
        return iter((self.x, self.y, self.low, self.high))

    def __repr__(self) -> str:
        spread = "± 1 standard deviation" if self.spread == "std" else "with their range"
        mean = f"mean of {self.n_curves} curves {spread}"
        return f"AverageCurve({self.curve}, {self.x.size} points, {mean})"


def average_curve(
    curves: Sequence[ROCCurve | PRCurve | PRGCurve],
    *,
    spread: Spread = "std",
    grid: npt.ArrayLike | None = None,
) -> AverageCurve:
    """Average the curves of the folds of a cross-validation vertically [1]_ [2]_.

    The heights of the curves are averaged at each false positive rate, recall or recall gain, with
    interpolation as in `curve_band`. The area under the mean is the mean of the areas. Folds count
    equally.

    The spread shows how the folds differ. It is **not a confidence band**: folds share most of
    their training data, their test parts are small, and more folds do not make it narrower.

    Parameters
    ----------
    curves : sequence of ROCCurve, PRCurve or PRGCurve
        Two or more, all of one kind and with both classes. In PR space high prevalence raises a
        curve regardless of its ranking [2]_: stratify the folds.
    spread : {"std", "range"}, default="std"
        One standard deviation on either side of the mean (with divisor n; it may leave [0, 1]), or
        from the lowest to the highest curve.
    grid : array-like of shape (points,), optional
        False positive rates, recalls or recall gains in [0, 1]; by default 0, 0.01, ..., 1.

    Returns
    -------
    AverageCurve

    Raises
    ------
    ValueError
        For fewer than two curves, curves of different kinds or of one class, another spread, or a
        grid outside [0, 1].

    See Also
    --------
    curve_band : The confidence band of one curve.
    mean_over_folds : The mean of a measure over folds.
    RocCurveDisplay : ``from_cv_results(..., band="std")`` draws it.

    References
    ----------
    .. [1] T. Fawcett (2006). An introduction to ROC analysis. Pattern Recognition Letters 27(8),
           861-874. Section 8.1, "Vertical averaging".
    .. [2] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. ICML 29. Section 4.1.

    Examples
    --------
    >>> from prgbench.metrics import roc_curve
    >>> curves = [roc_curve([0, 1, 0, 1], scores) for scores in ([1, 2, 3, 4], [1, 3, 2, 4])]
    >>> mean = average_curve(curves, grid=[0, 0.25, 1], spread="range")
    >>> mean.y.tolist(), mean.low.tolist(), mean.high.tolist()
    ([0.75, 0.75, 1.0], [0.5, 0.5, 1.0], [1.0, 1.0, 1.0])
    """
    if spread not in ("std", "range"):
        raise ValueError(
            f"The spread of curves must be 'std' or 'range', not {spread!r}: "
            "folds give no confidence band."
        )
    if len(curves) < 2:
        raise ValueError(f"A spread needs at least two curves, not {len(curves)}.")
    name = _name_of(curves)
    for fold, curve in enumerate(curves):
        if not (curve.n_pos and curve.n_neg):
            raise ValueError(f"The curve {fold} has only one class: stratify the folds.")
    x = as_grid(grid)
    heights = np.array([HEIGHTS[name](curve, x) for curve in curves])
    mean = heights.mean(axis=0)
    if spread == "std":
        low = mean - heights.std(axis=0)
        high = mean + heights.std(axis=0)
    else:
        low = heights.min(axis=0)
        high = heights.max(axis=0)
    return AverageCurve(x, mean, low, high, name, spread, len(curves))


def _name_of(curves: Sequence[ROCCurve | PRCurve | PRGCurve]) -> CurveName:
    """Return the kind of all curves."""
    for kind, name in _NAMES.items():
        if all(isinstance(curve, kind) for curve in curves):
            return name
    raise ValueError("The curves must all be ROCCurve, all PRCurve or all PRGCurve.")
