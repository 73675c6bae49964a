"""The display of who wins where: the curves of several models, and who may be the best below.

It needs matplotlib. On the scale of net benefit it is the plot of a decision curve analysis.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

import numpy as np
import numpy.typing as npt

from prgbench.metrics.cost_curves import cost_ratio_of
from prgbench.metrics.curve_display import REFERENCE_STYLE, at_stated, next_look
from prgbench.metrics.engine.inputs import FloatArray, check_stated
from prgbench.metrics.envelope_bands import EnvelopeName
from prgbench.metrics.evaluation import Models
from prgbench.metrics.operating_conditions import winning_ranges
from prgbench.metrics.trade_off_displays import axis_of_betas, axis_of_cost_ratios
from prgbench.run.errors import extra
from prgbench.run.safe_text import legend_label
from prgbench.typing import BoolArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Scale = Literal["loss", "net_benefit"]


class Shown(Protocol):
    """What is drawn of a `WinningRanges`."""

    @property
    def names(self) -> tuple[str, ...]:
        """The models."""

    @property
    def x(self) -> FloatArray:
        """The points of the axis."""

    @property
    def heights(self) -> FloatArray:
        """The curve of each model, shape (models, points)."""

    @property
    def may_win(self) -> BoolArray:
        """Whether each model may be the best at each point, shape (models, points)."""

    @property
    def curve(self) -> EnvelopeName:
        """Which curve it is."""

    @property
    def prevalence(self) -> float:
        """Proportion of positives in the data."""


_ROW = 0.22
_LINE_OF_LEGEND = 0.06
"""The height of a line of the legend in units of the loss, in a figure of the usual size."""

_LETTER = 0.08
_SHORT = 16
_CERTAIN = 0.72
_POSSIBLE = 0.28
_LABELS = {
    "cost": ("Weight of a miss, c", "Loss, c FNR + (1 - c) FPR"),
    "f_gain": ("Weight of precision gain, 1 / (1 + β²)", "Best F-β gain"),
    "net_benefit": ("Threshold probability", "Net benefit"),
}


class WinningRangesDisplay:
    """Plot of who wins where: curves of the models, and a strip of who may be the best [1]_ [2]_.

    A thick bar in the strip is where a model is certainly the best, a thin one where it may be. On
    the scale "net_benefit" the curves are decision curves, with "treat all" and "treat none": the
    threshold probability t is that of a miss that costs (1 - t) / t times as much as a false
    alarm.

    Parameters
    ----------
    ranges : WinningRanges
        What `winning_ranges` returns.

    Attributes
    ----------
    ranges : WinningRanges
        What is shown.
    ax_, strip_ : matplotlib Axes
        The curves and the strip, set by `plot`.
    figure_ : matplotlib Figure
        Set by `plot`.
    lines_ : list of matplotlib Line2D
        The curves, in the order of the models, set by `plot`.

    See Also
    --------
    winning_ranges : Compute what is shown.
    CostCurveDisplay : The curve of one model with its band.

    References
    ----------
    .. [1] C. Drummond, R. C. Holte (2006). Cost curves: an improved method for visualizing
           classifier performance. Machine Learning 65(1), 95-130.
    .. [2] A. J. Vickers, E. B. Elkin (2006). Decision curve analysis: a novel method for
           evaluating prediction models. Medical Decision Making 26(6), 565-574.

    Examples
    --------
    >>> y_true = np.arange(200) % 2
    >>> rng = np.random.default_rng(0)
    >>> models = {"sharp": y_true + rng.normal(0, 0.3, 200), "blunt": rng.random(200)}
    >>> shown = WinningRangesDisplay.from_predictions(y_true, models, n_resamples=100)
    >>> [label.get_text() for label in shown.strip_.get_yticklabels()]
    ['sharp', 'blunt']
    """

    def __init__(self, ranges: Shown) -> None:
        self.ranges = ranges

    @classmethod
    def from_predictions(
        cls,
        y_true: npt.ArrayLike,
        y_scores: npt.ArrayLike | Models,
        *,
        scale: Scale = "loss",
        prevalence: float | None = None,
        axes: Sequence[Axes] | npt.NDArray[np.object_] | None = None,
        **options: Any,
    ) -> Self:
        """Compare models on the same instances and plot who wins where.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; 30 instances of each class
            at least.
        y_scores : mapping, DataFrame or array-like of shape (models, n)
            Scores of two models or more, higher for more positive.
        scale, prevalence, axes
            As in `plot`.
        **options
            Passed on to `winning_ranges`, such as ``curve="f_gain"``.

        Returns
        -------
        the display

        Raises
        ------
        ValueError, TypeError
            For bad input, as `winning_ranges` and `plot`.
        """
        ranges = winning_ranges(y_true, y_scores, **options)
        return cls(ranges).plot(axes, scale=scale, prevalence=prevalence)

    def plot(
        self,
        axes: Sequence[Axes] | npt.NDArray[np.object_] | None = None,
        *,
        scale: Scale = "loss",
        prevalence: float | None = None,
    ) -> Self:
        """Draw the curves and the strip.

        Parameters
        ----------
        axes : two matplotlib Axes, optional
            Where to draw the curves and the strip, which share their horizontal axis, such as
            ``plt.subplots(2, sharex=True)[1]``; by default in a new figure.
        scale : {"loss", "net_benefit"}, default="loss"
            Of a cost curve: the loss over the weight of a miss, or the net benefit over the
            threshold probability.
        prevalence : float, optional
            Proportion of positives where the models are used, inside (0, 1), which costs and net
            benefit refer to; by default that of the data. Not for F-gain curves.

        Returns
        -------
        the display

        Raises
        ------
        ValueError
            For another scale, a prevalence outside (0, 1), or either of an F-gain curve.
        TypeError
            For axes that are not two.
        """
        found = self.ranges
        if scale not in ("loss", "net_benefit"):
            raise ValueError(f"scale must be 'loss' or 'net_benefit', not {scale!r}.")
        if found.curve == "f_gain" and (scale == "net_benefit" or prevalence is not None):
            raise ValueError("F-gain curves have neither net benefit nor another prevalence.")
        pi = found.prevalence if prevalence is None else prevalence
        check_stated(pi)
        self.ax_, self.strip_ = self._new_axes() if axes is None else _two(axes)
        self.figure_ = self.ax_.figure
        space = "net_benefit" if scale == "net_benefit" else found.curve
        places = _places(found.x, pi, space)
        self.lines_: list[Line2D] = []
        for name, height in zip(found.names, found.heights, strict=True):
            shown = pi * (1 - height / found.x) if space == "net_benefit" else height
            look = next_look(self.ax_)
            self.lines_ += self.ax_.plot(
                places, shown, gid="curve", label=legend_label(name), **look
            )
        self._reference(places, pi, space)
        self._strip(places)
        self._dress(pi, space, at_stated(prevalence))
        return self

    def _new_axes(self) -> tuple[Axes, Axes]:
        """Make a figure with room for the strip below the curves."""
        with extra("metrics"):
            from matplotlib import pyplot

        rows = _ROW * (len(self.ranges.names) + 1)
        # Beside long names the curves keep their width.
        width = 6.4 + _LETTER * max(0, max(map(len, self.ranges.names)) - _SHORT)
        _, axes = pyplot.subplots(
            2,
            1,
            sharex=True,
            figsize=(width, 4.4 + rows),
            layout="constrained",
            gridspec_kw={"height_ratios": [4.0, rows]},
        )
        return axes[0], axes[1]

    def _reference(self, places: FloatArray, pi: float, space: str) -> None:
        """Draw the classifiers that predict one class."""
        x = self.ranges.x
        if space == "cost":
            self.ax_.plot(places, np.minimum(x, 1 - x), label="always or never", **REFERENCE_STYLE)
        elif space == "f_gain":
            self.ax_.plot(places, 1 - x, label="always positive", **REFERENCE_STYLE)
        else:
            treat_all = pi * (1 - (1 - x) / x)
            self.ax_.plot(places, treat_all, label="treat all", **REFERENCE_STYLE)
            none = {**REFERENCE_STYLE, "linestyle": ":", "color": "0.3"}
            self.ax_.plot(places, np.zeros_like(x), label="treat none", **none)

    def _strip(self, places: FloatArray) -> None:
        """Draw bars for each model: where it is certainly the best, and where it may be."""
        may_win = self.ranges.may_win
        alone = may_win & (may_win.sum(axis=0) == 1)
        colours = [line.get_color() for line in self.lines_]
        draw_strip(self.strip_, places, may_win, alone, self.ranges.names, colours)

    def _dress(self, pi: float, space: str, where: str) -> None:
        """Set the limits and the labels; ``where`` says at which prevalence, if one is stated."""
        xlabel, ylabel = _LABELS[space]
        self.ax_.set_ylabel(ylabel + where if space == "net_benefit" else ylabel)
        self.strip_.set_xlabel(f"{xlabel}\nbars: thick, certainly the best; thin, may be the best")
        self.ax_.set_xlim(0, 1)
        if space == "cost":
            # Room for the legend above the peak of the trivial classifiers, at 0.5.
            self.ax_.set_ylim(0, max(0.65, 0.52 + _LINE_OF_LEGEND * (len(self.lines_) + 1)))
            axis_of_cost_ratios(self.ax_, pi, where)
        elif space == "f_gain":
            self.ax_.set_ylim(0, 1.02)
            axis_of_betas(self.ax_)
        else:
            self.ax_.set_ylim(-0.15 * pi, 1.05 * pi)
        self.ax_.legend(loc="best")


def draw_strip(
    axes: Axes,
    places: FloatArray,
    may_win: BoolArray,
    alone: BoolArray,
    names: Sequence[str],
    colours: Sequence[Any],
) -> None:
    """Draw a row of bars for each model: thin where it may be the best, thick where it alone may.

    Parameters
    ----------
    axes : matplotlib Axes
        Where to draw.
    places : ndarray of shape (points,)
        The points of the horizontal axis.
    may_win, alone : ndarray of bool, shape (models, points)
        Where each model may be the best, and where it certainly is.
    names, colours : sequence
        Of the models.
    """
    # The axis is shown up to the middle between two points of the grid.
    edges = np.concatenate(([places[0]], (places[1:] + places[:-1]) / 2, [places[-1]]))
    for row, colour in enumerate(colours):
        for wins, height in ((may_win[row], _POSSIBLE), (alone[row], _CERTAIN)):
            spans = [(edges[start], edges[stop] - edges[start]) for start, stop in _runs(wins)]
            axes.broken_barh(spans, (row - height / 2, height), facecolor=colour)
    axes.set_yticks(range(len(names)), list(names))
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def _two(axes: Any) -> tuple[Axes, Axes]:
    """Check that there are axes for the curves and for the strip."""
    if np.size(axes) != 2:
        raise TypeError("axes must be two Axes, as plt.subplots(2, sharex=True)[1].")
    above, below = axes
    return above, below


def _places(x: FloatArray, pi: float, space: str) -> FloatArray:
    """Place the points of the grid on the horizontal axis."""
    if space != "net_benefit":
        return x
    # Whoever treats from a probability t on takes a miss to cost (1 - t) / t false alarms.
    return np.asarray(1 / (1 + cost_ratio_of(x, pi)))


def _runs(wins: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Find where runs of True begin, and where they have ended."""
    changes = np.flatnonzero(np.diff(np.concatenate(([False], wins, [False])).astype(np.int8)))
    return [(int(start), int(stop)) for start, stop in changes.reshape(-1, 2)]
