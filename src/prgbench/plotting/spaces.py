"""The axes of ROC, precision-recall and precision-recall-gain space, and a zoom into them."""

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from prgbench.metrics.curves import PRCurve, ROCCurve
from prgbench.metrics.prg_curve import PRGCurve

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Floats = NDArray[np.float64]
Place = tuple[float, float, float, float]

BASELINE: dict[str, Any] = {"color": "0.6", "linewidth": 0.8, "linestyle": ":", "zorder": 0}
LARGEST_PART = 0.4
"""Side of the largest part of the unit square to zoom into; beyond it an inset adds little."""

SMALLEST_PART = 0.01
"""Side of the smallest one; below it all models are nearly ideal and tick labels look alike."""

NEAR = 0.06
"""Distance of points, as a share of the axes, at which large marks overlap."""

_ROOM = 2.5
_INSET = 0.44
_PLACES = {
    "lower right": (0.53, 0.17, _INSET, _INSET),
    "lower left": (0.16, 0.17, _INSET, _INSET),
    "upper right": (0.53, 0.54, _INSET, _INSET),
    "upper left": (0.16, 0.54, _INSET, _INSET),
}
_ABOVE = (0.24, 0.5, 0.73, 0.42)


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


def zoom_corner(axes: "Axes", corner: Literal["upper left", "upper right"]) -> "Axes | None":
    """Show the corner of the ideal model enlarged if all curves bend near it.

    Lines of one colour are one curve. The inset lies opposite the corner; there is none if the
    curves bend far from the corner, or right in it.
    """
    # Only if every curve comes near the corner: an inset of some would hide the others.
    side = _ROOM * max(
        min(_distance(line, corner) for line in lines) for lines in _curves(axes).values()
    )
    if not SMALLEST_PART <= side <= LARGEST_PART:
        return None
    if corner == "upper left":
        return _inset(axes, _PLACES["lower right"], (0.0, side), (1 - side, 1.0))
    return _inset(axes, _PLACES["lower left"], (1 - side, 1.0), (1 - side, 1.0))


def zoom_bottom(axes: "Axes") -> "Axes | None":
    """Show the bottom of the unit square enlarged if all curves stay near it."""
    highest = max(np.max(line.get_ydata()) for lines in _curves(axes).values() for line in lines)
    if 1.1 * highest > LARGEST_PART:
        return None
    return _inset(axes, _ABOVE, (0.0, 1.0), (0.0, 1.1 * highest))


def zoom_points(axes: "Axes", x: Floats, y: Floats) -> "Axes | None":
    """Show points enlarged if their marks overlap and an inset hides no others."""
    limits = np.array([axes.get_xlim(), axes.get_ylim()])
    widths = np.ptp(limits, axis=1)
    centre = np.array([np.mean(x), np.mean(y)])
    apart = float(max(np.ptp(x) / widths[0], np.ptp(y) / widths[1]))
    places = _empty_places(axes)
    # Marks that are apart need no inset, and one over other marks would hide them.
    if apart > NEAR or not places:
        return None
    reach = 1.5 * max(apart, 0.01) * widths
    low, high = centre - reach, centre + reach
    return _inset(axes, places[0], (low[0], high[0]), (low[1], high[1]))


def _unit_square(axes: "Axes") -> None:
    axes.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", ".25", ".5", ".75", "1"])


def _empty_places(axes: "Axes") -> list[Place]:
    points = np.concatenate([line.get_xydata() for line in axes.get_lines()])
    shown = axes.transAxes.inverted().transform(axes.transData.transform(points))

    def is_empty(bounds: Place) -> bool:
        inside = np.abs(shown - np.array(bounds[:2]) - _INSET / 2) < 0.6 * _INSET
        return not inside.all(axis=1).any()

    return list(filter(is_empty, _PLACES.values()))


def _curves(axes: "Axes") -> "dict[str, list[Line2D]]":
    curves: dict[str, list[Line2D]] = {}
    for line in axes.get_lines():
        if line.get_linestyle() != BASELINE["linestyle"]:
            curves.setdefault(str(line.get_color()), []).append(line)
    return curves


def _distance(line: "Line2D", corner: str) -> float:
    """Return the side of the smallest square in the corner that a line enters."""
    x, y = (np.asarray(values, dtype=np.float64) for values in line.get_data())
    # Twenty points on each segment, as the closest approach may lie between two thresholds.
    along = np.linspace(0, len(x) - 1, 20 * (len(x) - 1) + 1)
    x, y = (np.interp(along, np.arange(len(x)), values) for values in (x, y))
    return float(np.maximum(x if corner == "upper left" else 1 - x, 1 - y).min())


def _inset(axes: "Axes", bounds: Place, x: tuple[float, float], y: tuple[float, float]) -> "Axes":
    inset = axes.inset_axes(bounds)
    for line in axes.get_lines():
        inset.plot(
            *line.get_data(),
            color=line.get_color(),
            linestyle=line.get_linestyle(),
            linewidth=line.get_linewidth(),
            marker=line.get_marker(),
            markersize=line.get_markersize(),
            fillstyle=line.get_fillstyle(),
            markeredgecolor=line.get_markeredgecolor(),
            markerfacecolor=line.get_markerfacecolor(),
        )
    inset.set(xlim=x, ylim=y, facecolor="w")
    inset.set_xticks(x, [f"{value:.2g}" for value in x])
    inset.set_yticks(y, [f"{value:.2g}" for value in y])
    inset.spines[:].set_visible(True)
    inset.spines[:].set_color("0.5")
    inset.tick_params(length=2)
    axes.indicate_inset_zoom(inset, edgecolor="0.5")
    return inset
