"""The axes of ROC, precision-recall and precision-recall-gain space."""

from typing import TYPE_CHECKING, Any

from prgbench.metrics.curves import PRCurve, ROCCurve
from prgbench.metrics.prg_curve import PRGCurve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BASELINE: dict[str, Any] = {"color": "0.6", "linewidth": 0.8, "linestyle": ":", "zorder": 0}


def roc_axes(axes: "Axes") -> None:
    """Prepare axes for ROC curves: the unit square with the line of random scores."""
    _unit_square(axes)
    axes.set_xlabel("False positive rate")
    axes.set_ylabel("True positive rate")
    axes.plot([0, 1], [0, 1], **BASELINE)


def pr_axes(axes: "Axes", prevalence: float) -> None:
    """Prepare axes for precision-recall curves: random scores have the prevalence as precision."""
    _unit_square(axes)
    axes.set_xlabel("Recall")
    axes.set_ylabel("Precision")
    axes.plot([0, 1], [prevalence, prevalence], **BASELINE)


def prg_axes(axes: "Axes") -> None:
    """Prepare axes for precision-recall-gain curves; the line is the always-positive F1 score."""
    _unit_square(axes)
    axes.set_xlabel("Recall gain")
    axes.set_ylabel("Precision gain")
    axes.plot([0, 1], [1, 0], **BASELINE)


def plot_roc(axes: "Axes", curve: ROCCurve, **line: Any) -> None:
    """Draw a ROC curve."""
    axes.plot(curve.fpr, curve.tpr, **line)


def plot_pr(axes: "Axes", curve: PRCurve, **line: Any) -> None:
    """Draw a precision-recall curve with its hyperbolic interpolation."""
    axes.plot(*curve.interpolate(), **line)


def plot_prg(axes: "Axes", curve: PRGCurve, **line: Any) -> None:
    """Draw the parts of a precision-recall-gain curve that lie in the unit square."""
    for recall_gain, precision_gain in curve.unit_square_parts():
        axes.plot(recall_gain, precision_gain, **line)
        line.pop("label", None)


def _unit_square(axes: "Axes") -> None:
    axes.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
