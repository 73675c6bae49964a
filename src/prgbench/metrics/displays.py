"""Displays of ROC, precision-recall and precision-recall-gain curves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from prgbench.metrics.areas import aupr_score, auprg_score, auroc_score
from prgbench.metrics.bounds import minimum_precision
from prgbench.metrics.curve_display import CurveDisplay
from prgbench.metrics.curves import PRCurve, ROCCurve, precision_recall_curve, roc_curve
from prgbench.metrics.engine.inputs import FloatArray
from prgbench.metrics.pr_variants import average_precision_score
from prgbench.metrics.prg_curve import PRGCurve, precision_recall_gain_curve, unit_square_parts

if TYPE_CHECKING:
    from matplotlib.lines import Line2D

_POINTS_OF_A_LINE = 51


class RocCurveDisplay(CurveDisplay[ROCCurve]):
    """Plot of an ROC curve with the diagonal of chance [1]_.

    Parameters and further attributes are those of scikit-learn's display; `CurveDisplay` has the
    rest.

    Parameters
    ----------
    fpr, tpr : ndarray or list of ndarray
        The points of the curve, or of each curve.
    roc_auc : float or list of float, optional
        The area or areas, for the legend.
    name : str or list of str, optional
        Name in the legend.
    pos_label : label, optional
        The positive label, for the axes.
    estimator_name : str, optional
        Another word for `name`, as in older scikit-learn.

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
    >>> round(shown.roc_auc, 4)
    0.75
    """

    _curve = "roc"
    _space = "False positive rate", "True positive rate"
    _arrays = "fpr", "tpr"
    _areas: ClassVar[dict[str, str]] = {"roc_auc": "AUROC"}

    def __init__(
        self,
        *,
        fpr: Any,
        tpr: Any,
        roc_auc: Any = None,
        name: Any = None,
        pos_label: Any = None,
        estimator_name: Any = None,
    ) -> None:
        self.fpr = fpr
        self.tpr = tpr
        self.roc_auc = roc_auc
        self.name = name or estimator_name
        self.pos_label = pos_label

    @classmethod
    def _measured(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        drop_intermediate: bool | None,
        **options: Any,
    ) -> tuple[ROCCurve, dict[str, Any]]:
        if "prevalence" in options:
            raise ValueError("An ROC curve does not depend on the prevalence: leave it out.")
        drop = drop_intermediate is not False
        curve = roc_curve(y_true, y_score, drop_intermediate=drop, **options)
        area = auroc_score(y_true, y_score, **options)
        return curve, {"fpr": curve.fpr, "tpr": curve.tpr, "roc_auc": area}

    def _line(self, index: int, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:  # noqa: ARG002 - one display needs the index
        return x, y

    def _chance_level(self, style: dict[str, Any]) -> Line2D:
        return self._once("chance", lambda: self.ax_.plot((0, 1), (0, 1), **style)[0])


class PrecisionRecallDisplay(CurveDisplay[PRCurve]):
    """Plot of a precision-recall curve, hyperbolic between thresholds.

    The dashed line is the precision of chance, the dotted one the minimum PR curve, which [1]_
    asks every plot to show. The legend has the area under the curve that is drawn. Parameters and
    further attributes are those of scikit-learn's display, and `aupr`; `CurveDisplay` has the
    rest.

    Parameters
    ----------
    precision, recall : ndarray or list of ndarray
        The points of the curve, or of each curve, as ``precision_recall_curve`` unpacks.
    average_precision : float or list of float, optional
        The average precision, for the legend where `aupr` is not known.
    name : str or list of str, optional
        Name in the legend.
    pos_label : label, optional
        The positive label, for the axes.
    prevalence_pos_label : float or list of float, optional
        The proportion of positives, for the reference lines.
    aupr : float or list of float, optional
        The area under the curve, for the legend.
    estimator_name : str, optional
        Another word for `name`, as in older scikit-learn.

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
    >>> round(shown.aupr, 4), round(shown.average_precision, 4)
    (0.7973, 0.8333)
    """

    _curve = "pr"
    _space = "Recall", "Precision"
    _arrays = "precision", "recall"
    _areas: ClassVar[dict[str, str]] = {"aupr": "AUPR", "average_precision": "AP"}

    def __init__(
        self,
        precision: Any,
        recall: Any,
        *,
        average_precision: Any = None,
        name: Any = None,
        pos_label: Any = None,
        prevalence_pos_label: Any = None,
        aupr: Any = None,
        estimator_name: Any = None,
    ) -> None:
        self.precision = precision
        self.recall = recall
        self.average_precision = average_precision
        self.aupr = aupr
        self.name = name or estimator_name
        self.pos_label = pos_label
        self.prevalence_pos_label = prevalence_pos_label

    @classmethod
    def _measured(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        drop_intermediate: bool | None,
        **options: Any,
    ) -> tuple[PRCurve, dict[str, Any]]:
        drop = bool(drop_intermediate)
        curve = precision_recall_curve(y_true, y_score, drop_intermediate=drop, **options)
        precision, recall, _ = curve
        return curve, {
            "precision": precision,
            "recall": recall,
            "average_precision": average_precision_score(y_true, y_score, **options),
            "prevalence_pos_label": curve.prevalence,
            "aupr": aupr_score(y_true, y_score, **options),
        }

    def _line(self, index: int, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        if self.curve is None:
            return _hyperbolas(np.asarray(y, dtype=np.float64), np.asarray(x, dtype=np.float64))
        curve = self.curve[index] if isinstance(self.curve, list) else self.curve
        return curve.interpolate()

    def _knows_chance(self) -> bool:
        return self.prevalence_pos_label is not None

    def _chance_level(self, style: dict[str, Any]) -> Line2D:
        if self.prevalence_pos_label is None:
            raise ValueError(
                "You must provide prevalence_pos_label when constructing the "
                "PrecisionRecallDisplay object in order to plot the chance level line. "
                "Alternatively, you may use PrecisionRecallDisplay.from_estimator or "
                "PrecisionRecallDisplay.from_predictions to automatically set "
                "prevalence_pos_label"
            )
        prevalence = self._prevalence()
        grid = np.linspace(0, 1, 101)
        lowest = minimum_precision(grid, prevalence)
        dotted = {**style, "linestyle": ":"}
        dotted.pop("label", None)
        self._once(f"minimum {prevalence:.12g}", lambda: self.ax_.plot(grid, lowest, **dotted)[0])
        return self._once(
            f"chance {prevalence:.12g}",
            lambda: self.ax_.plot((0, 1), (prevalence, prevalence), **style)[0],
        )

    def _prevalence(self) -> float:
        """Return the proportion of positives, that of all folds together."""
        if not isinstance(self.curve, list):
            return float(np.mean(self.prevalence_pos_label))
        n_pos = sum(curve.n_pos for curve in self.curve)
        return n_pos / (n_pos + sum(curve.n_neg for curve in self.curve))


class PrecisionRecallGainDisplay(CurveDisplay[PRGCurve]):
    """Plot of a precision-recall-gain curve in the unit square.

    The dashed line has the F1 of the always-positive classifier [1]_. Where the curve leaves the
    unit square it has a gap. `CurveDisplay` has further attributes.

    Parameters
    ----------
    precision_gain, recall_gain : ndarray or list of ndarray
        The points of the curve, or of each curve, with those where it crosses 0.
    auprg : float or list of float, optional
        The area or areas, for the legend.
    name : str or list of str, optional
        Name in the legend.
    pos_label : label, optional
        The positive label, for the axes.
    estimator_name : str, optional
        Another word for `name`, as in older scikit-learn.

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
    >>> round(shown.auprg, 4)
    0.25
    """

    _curve = "prg"
    _space = "Recall gain", "Precision gain"
    _arrays = "precision_gain", "recall_gain"
    _areas: ClassVar[dict[str, str]] = {"auprg": "AUPRG"}

    def __init__(
        self,
        precision_gain: Any,
        recall_gain: Any,
        *,
        auprg: Any = None,
        name: Any = None,
        pos_label: Any = None,
        estimator_name: Any = None,
    ) -> None:
        self.precision_gain = precision_gain
        self.recall_gain = recall_gain
        self.auprg = auprg
        self.name = name or estimator_name
        self.pos_label = pos_label

    @classmethod
    def _measured(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        drop_intermediate: bool | None,
        **options: Any,
    ) -> tuple[PRGCurve, dict[str, Any]]:
        drop = bool(drop_intermediate)
        curve = precision_recall_gain_curve(y_true, y_score, drop_intermediate=drop, **options)
        return curve, {
            "precision_gain": curve.precision_gain,
            "recall_gain": curve.recall_gain,
            "auprg": auprg_score(y_true, y_score, **options),
        }

    def _line(self, index: int, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:  # noqa: ARG002 - one display needs the index
        return _with_gaps(unit_square_parts(y, x))

    def _chance_level(self, style: dict[str, Any]) -> Line2D:
        return self._once("chance", lambda: self.ax_.plot((0, 1), (1, 0), **style)[0])


def _with_gaps(parts: list[tuple[FloatArray, FloatArray]]) -> tuple[FloatArray, FloatArray]:
    """Join lines into one with NaN between them."""
    columns = [np.append(np.stack(part), [[np.nan], [np.nan]], axis=1) for part in parts]
    x, y = np.concatenate(columns, axis=1) if columns else np.empty((2, 0))
    return x, y


def _hyperbolas(recall: FloatArray, precision: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Draw hyperbolas between points of any order of recall, with FP in units of the positives."""
    with np.errstate(divide="ignore", invalid="ignore"):
        fp = np.where(recall > 0, recall / precision - recall, 0.0)
    order = np.lexsort((fp, recall))
    recall = recall[order]
    precision = precision[order]
    fp = fp[order]
    if not np.isfinite(fp).all():
        return recall, precision
    share = np.linspace(0, 1, _POINTS_OF_A_LINE)[:, np.newaxis]
    tp, fp = (counts[:-1] + share * np.diff(counts) for counts in (recall, fp))
    start = np.where(tp + fp > 0, tp, 1.0) / np.where(tp + fp > 0, tp + fp, 1.0)
    return tp.ravel("F"), np.where(tp + fp > 0, start, precision[:-1]).ravel("F")
