"""Displays of ROC, precision-recall and precision-recall-gain curves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from prgbench.metrics.areas import aupr_score, auprg_score, auroc_score
from prgbench.metrics.bounds import minimum_precision
from prgbench.metrics.curve_display import CurveDisplay
from prgbench.metrics.curves import PRCurve, ROCCurve, precision_recall_curve, roc_curve
from prgbench.metrics.engine.inputs import FloatArray
from prgbench.metrics.prg_curve import PRGCurve, precision_recall_gain_curve

if TYPE_CHECKING:
    from matplotlib.lines import Line2D


@dataclass
class RocCurveDisplay(CurveDisplay[ROCCurve]):
    """Plot of an ROC curve with the diagonal of chance [1]_.

    Attributes and arguments are those of `CurveDisplay`.

    See Also
    --------
    roc_curve : The curve.
    PrecisionRecallDisplay : Plot of the PR curve.
    PrecisionRecallGainDisplay : Plot of the PRG curve.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 1, "Universal
           baselines".

    Examples
    --------
    >>> shown = RocCurveDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> round(shown.area, 4)
    0.75
    """

    _curve = "roc"
    _space = "False positive rate", "True positive rate"
    _area_name = "AUROC"

    @classmethod
    def _measured(
        cls, y_true: npt.ArrayLike, y_score: npt.ArrayLike, **options: Any
    ) -> tuple[ROCCurve, float]:
        return roc_curve(y_true, y_score, **options), auroc_score(y_true, y_score, **options)

    def _points(self, curve: ROCCurve) -> tuple[FloatArray, FloatArray]:
        return curve.fpr, curve.tpr

    # Unlike in PR space, the line does not depend on the curves.
    def _chance_level(self, _curves: list[ROCCurve], style: dict[str, Any]) -> Line2D:
        return self._once("chance", lambda: self.ax_.axline((0, 0), slope=1, **style))


@dataclass
class PrecisionRecallDisplay(CurveDisplay[PRCurve]):
    """Plot of a precision-recall curve, hyperbolic between thresholds.

    The dashed line is the precision of chance, the dotted one the minimum PR curve, which
    [1]_ asks every plot to show. Attributes and arguments are those of `CurveDisplay`.

    See Also
    --------
    precision_recall_curve : The curve.
    theory.minimum_precision : The dotted line.
    RocCurveDisplay : Plot of the ROC curve.
    PrecisionRecallGainDisplay : Plot of the PRG curve.

    References
    ----------
    .. [1] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. ICML 29. Section 4.

    Examples
    --------
    >>> shown = PrecisionRecallDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> round(shown.area, 4)
    0.7973
    """

    _curve = "pr"
    _space = "Recall", "Precision"
    _area_name = "AUPR"

    @classmethod
    def _measured(
        cls, y_true: npt.ArrayLike, y_score: npt.ArrayLike, **options: Any
    ) -> tuple[PRCurve, float]:
        curve = precision_recall_curve(y_true, y_score, **options)
        return curve, aupr_score(y_true, y_score, **options)

    def _points(self, curve: PRCurve) -> tuple[FloatArray, FloatArray]:
        return curve.interpolate()

    def _chance_level(self, curves: list[PRCurve], style: dict[str, Any]) -> Line2D:
        n_pos = sum(curve.n_pos for curve in curves)
        prevalence = n_pos / (n_pos + sum(curve.n_neg for curve in curves))
        grid = np.linspace(0, 1, 101)
        lowest, dotted = minimum_precision(grid, prevalence), {**style, "linestyle": ":"}
        dotted.pop("label", None)
        self._once(f"minimum {prevalence:.12g}", lambda: self.ax_.plot(grid, lowest, **dotted)[0])
        return self._once(
            f"chance {prevalence:.12g}", lambda: self.ax_.axhline(prevalence, **style)
        )


@dataclass
class PrecisionRecallGainDisplay(CurveDisplay[PRGCurve]):
    """Plot of a precision-recall-gain curve in the unit square.

    The dashed line has the F1 of the always-positive classifier [1]_. Where the curve leaves the
    unit square it has a gap. Attributes and arguments are those of `CurveDisplay`.

    See Also
    --------
    precision_recall_gain_curve : The curve.
    theory.always_positive_fbeta : The F1 of the dashed line.
    RocCurveDisplay : Plot of the ROC curve.
    PrecisionRecallDisplay : Plot of the PR curve.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 3.1 and figure
           2 (right).

    Examples
    --------
    >>> shown = PrecisionRecallGainDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> round(shown.area, 4)
    0.25
    """

    _curve = "prg"
    _space = "Recall gain", "Precision gain"
    _area_name = "AUPRG"

    @classmethod
    def _measured(
        cls, y_true: npt.ArrayLike, y_score: npt.ArrayLike, **options: Any
    ) -> tuple[PRGCurve, float]:
        curve = precision_recall_gain_curve(y_true, y_score, **options)
        return curve, auprg_score(y_true, y_score, **options)

    def _points(self, curve: PRGCurve) -> tuple[FloatArray, FloatArray]:
        return _with_gaps(curve.unit_square_parts())

    # Unlike in PR space, the line does not depend on the curves.
    def _chance_level(self, _curves: list[PRGCurve], style: dict[str, Any]) -> Line2D:
        return self._once("chance", lambda: self.ax_.axline((0, 1), slope=-1, **style))


def _with_gaps(parts: list[tuple[FloatArray, FloatArray]]) -> tuple[FloatArray, FloatArray]:
    """Join lines into one with NaN between them."""
    columns = [np.append(np.stack(part), [[np.nan], [np.nan]], axis=1) for part in parts]
    x, y = np.concatenate(columns, axis=1) if columns else np.empty((2, 0))
    return x, y
