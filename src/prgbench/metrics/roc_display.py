"""Plot of the ROC curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy.typing as npt

from prgbench.metrics.areas import auroc_score
from prgbench.metrics.curve_display import CurveDisplay
from prgbench.metrics.curves import ROCCurve, roc_curve
from prgbench.metrics.inputs import FloatArray

if TYPE_CHECKING:
    from matplotlib.lines import Line2D


@dataclass
class RocCurveDisplay(CurveDisplay[ROCCurve]):
    """Plot of an ROC curve with the diagonal of chance [1]_.

    Attributes
    ----------
    curve : ROCCurve, or list of ROCCurve
    area : float, or list of float
        A list where several curves are drawn, as by `from_cv_results`.
    name : str or None
    band : CurveBand, AverageCurve or None
        What is drawn around the curve, or around the mean of several.
    ax_, figure_ : matplotlib Axes and Figure
        Set by `plot`.
    chance_level_ : matplotlib Line2D or None
        The dashed line, set by `plot`; displays on the same axes share it.
    band_ : matplotlib FillBetweenPolyCollection or None
        The band, set by `plot`.
    mean_ : matplotlib Line2D or None
        The mean of several curves, set by `plot` where `band` has it.
    line_ : matplotlib Line2D, or list of Line2D
        Set by `plot`.

    See Also
    --------
    roc_curve : The curve.
    PrecisionRecallDisplay : Plot of the PR curve.
    PrecisionRecallGainDisplay : Plot of the PRG curve.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Section 1, "Universal baselines".

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

    # The line is the same for all curves; in PR space it depends on them.
    def _chance_level(self, curves: list[ROCCurve], style: dict[str, Any]) -> Line2D:  # noqa: ARG002
        return self._once("chance", lambda: self.ax_.axline((0, 0), slope=1, **style))
