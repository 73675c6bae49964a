"""Displays of the trade-off of errors: cost curves, F-gain curves and DET curves.

They have scikit-learn's interface, as the displays of ROC, PR and PRG curves, but other axes: what
a miss costs, beta, or the quantiles of the normal distribution. They need matplotlib.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from prgbench.metrics.cost_curves import cost_curve, cost_weight
from prgbench.metrics.curve_display import BAND_STYLE, REFERENCE_STYLE, at_stated, next_look
from prgbench.metrics.curves import det_curve
from prgbench.metrics.engine.inputs import FloatArray, check_stated
from prgbench.metrics.envelope_bands import EnvelopeBand, EnvelopeName, simultaneous_band
from prgbench.metrics.f_gain_curves import f_gain_curve
from prgbench.metrics.scorers import ResponseMethod, refuse_other_targets, scores_of
from prgbench.run.errors import extra
from prgbench.run.rounding import three_decimals
from prgbench.run.safe_text import legend_label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Style = Mapping[str, Any]

_CURVE = "curve"
_COST_RATIOS = {1: "1", 0.1: "1/10", 10: "10", 0.5: "1/2", 2: "2", 0.2: "1/5", 5: "5", 50: "50"}
"""Those first that are shown where there is no room for all, as for ``_BETAS``."""
_FAR_RATIOS = (100, 1_000, 10_000, 100_000, 500, 5_000, 50_000)
"""Where one class is rare, the costs that matter are as unequal as the classes."""
_MIDDLE = (0.05, 0.95)
"""Where extreme ratios are shown: nearer to the ends, their labels would overlap."""
_BETAS = {1: "1", 4: "4", 0.25: "1/4", 2: "2", 0.5: "1/2"}
_RATES = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)
_CLOSEST = 0.08
"""Between two ticks of the upper axis."""


class TradeOffDisplay(ABC):
    """Plot of one curve of the trade-off of errors.

    Attributes
    ----------
    name : str or None
        Name in the legend.
    pos_label : label or None
        The positive label.
    line_ : matplotlib Line2D
        The curve, set by `plot`.
    ax_, figure_ : matplotlib Axes and Figure
        Set by `plot`.
    """

    name: str | None
    pos_label: Any

    @classmethod
    @abstractmethod
    def from_predictions(cls, y_true: npt.ArrayLike, y_score: npt.ArrayLike) -> Self:
        """Plot the curve of labels and scores."""

    def _start(self, ax: Axes | None) -> Axes:
        if ax is None:
            with extra("metrics"):
                from matplotlib import pyplot

            ax = pyplot.subplots()[1]
        self.ax_: Axes = ax
        self.figure_ = ax.figure
        return ax

    def _draw(self, x: FloatArray, y: FloatArray, label: str | None, style: Style) -> None:
        # Its short name is scikit-learn's word, too.
        given = {"color" if key == "c" else key: value for key, value in style.items()}
        look = {} if "color" in given else next_look(self.ax_)
        named = {"gid": _CURVE, "label": legend_label(str(label)) if label else None}
        (self.line_,) = self.ax_.plot(x, y, **named | look | given)

    def _finish(self) -> Self:
        if self.ax_.get_legend_handles_labels()[1]:
            self.ax_.legend(loc="best")
        return self


class EnvelopeDisplay(TradeOffDisplay):
    """Plot of a cost curve or an F-gain curve, as `CostCurveDisplay` and `FGainCurveDisplay`.

    Parameters
    ----------
    x, y : ndarray
        The corners of the curve.
    mean : float, optional
        The mean of the curve, for the legend.
    prevalence : float, optional
        Proportion of positives, for the upper axis of costs.
    band : EnvelopeBand, optional
        The band around the curve.
    name : str, optional
        Name in the legend.
    pos_label : label, optional
        The positive label.

    Attributes
    ----------
    stated_prevalence : float or None
        The prevalence that was stated for the curve, which the display names.
    band_ : matplotlib FillBetweenPolyCollection or None
        The band, set by `plot`.
    chance_level_ : matplotlib Line2D or None
        The dashed line, set by `plot`; displays on the same axes share it.

    See Also
    --------
    CostCurveDisplay : Plot of a cost curve.
    FGainCurveDisplay : Plot of an F-gain curve.

    Examples
    --------
    >>> shown = FGainCurveDisplay(x=np.array([0.0, 1.0]), y=np.array([1.0, 0.5])).plot()
    >>> shown.line_.get_ydata().tolist()
    [1.0, 0.5]
    """

    _curve: ClassVar[EnvelopeName]
    _space: ClassVar[tuple[str, str]]
    _mean: ClassVar[str]

    stated_prevalence: float | None = None

    def __init__(
        self,
        *,
        x: FloatArray,
        y: FloatArray,
        mean: float | None = None,
        prevalence: float | None = None,
        band: EnvelopeBand | None = None,
        name: str | None = None,
        pos_label: Any = None,
    ) -> None:
        self.x = x
        self.y = y
        self.mean = mean
        self.prevalence = prevalence
        self.band = band
        self.name = name
        self.pos_label = pos_label

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,  # noqa: N803 - as scikit-learn names it
        y: npt.ArrayLike,
        *,
        sample_weight: npt.ArrayLike | None = None,
        response_method: ResponseMethod = "auto",
        pos_label: Any = None,
        name: str | None = None,
        prevalence: float | None = None,
        band: float | EnvelopeBand | None = None,
        ax: Axes | None = None,
        plot_chance_level: bool = True,
        chance_level_kw: Style | None = None,
        band_kwargs: Style | None = None,
        **kwargs: Any,
    ) -> Self:
        """Plot the curve of a fitted scikit-learn classifier of two classes.

        Parameters
        ----------
        estimator : classifier
            With ``predict_proba`` or ``decision_function``.
        X, y : array-like
            Features and labels to evaluate on.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights.
        response_method : {"auto", "predict_proba", "decision_function"}, default="auto"
            The method that gives the scores; "auto" prefers ``predict_proba``.
        pos_label : label, optional
            The positive label; by default the second of ``estimator.classes_``.
        name : str, optional
            Name in the legend; by default the class of the estimator.
        prevalence, band, ax
            As in `from_predictions`.
        plot_chance_level, chance_level_kw, band_kwargs
            As in `plot`.
        **kwargs
            Passed on to ``Axes.plot`` for the curve, such as ``color="red"``.

        Returns
        -------
        the display

        Raises
        ------
        ValueError, TypeError, AttributeError
            For bad input, an estimator that is not fitted or does not have two classes, or that
            lacks the method.
        """
        label, scores = scores_of(estimator, X, pos_label, response_method)
        refuse_other_targets(y)
        return cls.from_predictions(
            y,
            scores,
            sample_weight=sample_weight,
            pos_label=label,
            name=name or type(estimator).__name__,
            prevalence=prevalence,
            band=band,
            ax=ax,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            band_kwargs=band_kwargs,
            **kwargs,
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        *,
        sample_weight: npt.ArrayLike | None = None,
        pos_label: Any = None,
        name: str | None = None,
        prevalence: float | None = None,
        band: float | EnvelopeBand | None = None,
        ax: Axes | None = None,
        plot_chance_level: bool = True,
        chance_level_kw: Style | None = None,
        band_kwargs: Style | None = None,
        **kwargs: Any,
    ) -> Self:
        """Plot the curve of labels and scores.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
        y_score : array-like of shape (n,)
            Scores; higher means more positive.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights.
        pos_label : label, optional
            The positive label.
        name : str, optional
            Name of the model in the legend; by default "Classifier".
        prevalence : float, optional
            Proportion of positives where the model is used, inside (0, 1); by default that of the
            data. For a cost curve it changes the upper axis only.
        band : float or EnvelopeBand, optional
            Draw a simultaneous confidence band: that of `simultaneous_band` at this level, such as
            0.95, or one computed with other arguments.
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        plot_chance_level, chance_level_kw, band_kwargs
            As in `plot`.
        **kwargs
            Passed on to ``Axes.plot`` for the curve, such as ``color="red"``.

        Returns
        -------
        the display

        Raises
        ------
        ValueError, TypeError
            For bad input, one class only, or a band of another curve.
        """
        check_stated(prevalence)
        curve = cls._measured(y_true, y_score, pos_label, sample_weight, prevalence)
        if band is not None and not isinstance(band, EnvelopeBand):
            if prevalence is not None and cls._curve == "f_gain":
                raise ValueError(
                    "A band is for the prevalence of the data: leave one of them out."
                )
            band = simultaneous_band(
                y_true,
                y_score,
                cls._curve,
                confidence_level=band,
                sample_weight=sample_weight,
                pos_label=pos_label,
            )
        if band is not None and band.curve != cls._curve:
            raise ValueError(f"band is of the curve {band.curve!r}, not {cls._curve!r}.")
        x, y = curve.corners
        display = cls(
            x=x,
            y=y,
            mean=curve.mean,
            prevalence=prevalence or curve.hull.n_pos / (curve.hull.n_pos + curve.hull.n_neg),
            band=band,
            name=name or kwargs.pop("estimator_name", None) or "Classifier",
            pos_label=1 if pos_label is None else pos_label,
        )
        display.stated_prevalence = prevalence
        return display.plot(
            ax,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            band_kwargs=band_kwargs,
            **kwargs,
        )

    def plot(
        self,
        ax: Axes | None = None,
        *,
        name: str | None = None,
        plot_chance_level: bool = True,
        chance_level_kw: Style | None = None,
        band_kwargs: Style | None = None,
        **kwargs: Any,
    ) -> Self:
        """Draw the curve.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        name : str, optional
            Name in the legend; by default that of the display.
        plot_chance_level : bool, default=True
            Draw the line of the trivial classifiers, once per axes.
        chance_level_kw : dict, optional
            Options of this line.
        band_kwargs : dict, optional
            Passed on to ``Axes.fill_between`` for the band, if any.
        **kwargs
            Passed on to ``Axes.plot`` for the curve, such as ``color="red"``.

        Returns
        -------
        the display
        """
        ax = self._start(ax)
        name = name or self.name
        mean = None if self.mean is None else self._mean_shown(self.mean)
        label = f"{name} ({mean})" if name and mean else name or mean
        self._draw(self.x, self.y, label, kwargs)
        self.band_ = None
        if self.band is not None:
            style = {**BAND_STYLE, "color": self.line_.get_color(), **(band_kwargs or {})}
            self.band_ = ax.fill_between(self.band.x, self.band.low, self.band.high, **style)
        ax.set(xlabel=self._space[0], ylabel=self._space[1], xlim=(0, 1))
        self._scale()
        self.chance_level_ = None
        if plot_chance_level:
            drawn = [line for line in ax.lines if line.get_gid() == "chance"]
            if not drawn:
                style = {**REFERENCE_STYLE, "gid": "chance", **(chance_level_kw or {})}
                drawn = ax.plot(*self._trivial(), **style)
            self.chance_level_ = drawn[0]
        return self._finish()

    @classmethod
    @abstractmethod
    def _measured(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        pos_label: Any,
        sample_weight: npt.ArrayLike | None,
        prevalence: float | None,
    ) -> Any:
        """Compute the curve."""

    def _mean_shown(self, mean: float) -> str:
        """Write the mean of the curve for the legend."""
        return f"{self._mean} = {three_decimals(mean)}"

    @abstractmethod
    def _trivial(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the curve of the classifiers that predict one class."""

    @abstractmethod
    def _scale(self) -> None:
        """Set the limits, and the upper axis of what the lower one means."""


class CostCurveDisplay(EnvelopeDisplay):
    """Plot of a cost curve: the least loss at every cost of a miss relative to a false alarm [1]_.

    The dashed line is that of the better of "always" and "never". The upper axis says how many
    times as much a miss costs as a false alarm, at the prevalence of the data or the one stated.
    Parameters and attributes are those of `EnvelopeDisplay`.

    See Also
    --------
    cost_curve : The curve.
    FGainCurveDisplay : The same in precision-recall-gain space.

    References
    ----------
    .. [1] C. Drummond, R. C. Holte (2006). Cost curves: an improved method for visualizing
           classifier performance. Machine Learning 65(1), 95-130.

    Examples
    --------
    >>> shown = CostCurveDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> shown.mean
    0.125
    """

    _curve = "cost"
    _space = "Weight of a miss, c", "Loss, c FNR + (1 - c) FPR"
    _mean = "mean loss"

    @classmethod
    def _measured(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        pos_label: Any,
        sample_weight: npt.ArrayLike | None,
        prevalence: float | None,  # noqa: ARG003 - the curve does not depend on it
    ) -> Any:
        return cost_curve(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)

    def _trivial(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        return (0.0, 0.5, 1.0), (0.0, 0.5, 0.0)

    def _scale(self) -> None:
        # Room for the legend above the peak of the trivial classifiers.
        self.ax_.set_ylim(0, 0.65)
        if self.prevalence is not None:
            axis_of_cost_ratios(self.ax_, self.prevalence, at_stated(self.stated_prevalence))


class FGainCurveDisplay(EnvelopeDisplay):
    """Plot of an F-gain curve: the best F-beta gain at every beta [1]_.

    The dashed line is that of "always positive". The upper axis has beta. Parameters and
    attributes are those of `EnvelopeDisplay`.

    See Also
    --------
    f_gain_curve : The curve.
    CostCurveDisplay : The same in ROC space.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Theorem 2; section 5
           announces the curve.

    Examples
    --------
    >>> shown = FGainCurveDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> round(shown.mean, 4)
    0.8333
    """

    _curve = "f_gain"
    _space = "Weight of precision gain, 1 / (1 + β²)", "Best F-β gain"
    _mean = "mean gain"

    @classmethod
    def _measured(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        pos_label: Any,
        sample_weight: npt.ArrayLike | None,
        prevalence: float | None,
    ) -> Any:
        return f_gain_curve(
            y_true,
            y_score,
            pos_label=pos_label,
            sample_weight=sample_weight,
            prevalence=prevalence,
        )

    def _mean_shown(self, mean: float) -> str:
        return super()._mean_shown(mean) + at_stated(self.stated_prevalence)

    def _trivial(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        return (0.0, 1.0), (1.0, 0.0)

    def _scale(self) -> None:
        self.ax_.set_ylim(0, 1.02)
        axis_of_betas(self.ax_)


class DetCurveDisplay(TradeOffDisplay):
    """Plot of a DET curve on axes of normal quantiles, where those of normal scores are straight.

    Parameters and attributes are those of scikit-learn's display [1]_.

    Parameters
    ----------
    fpr, fnr : ndarray
        False positive and false negative rates.
    estimator_name : str, optional
        Name in the legend.
    pos_label : label, optional
        The positive label, for the axes.

    See Also
    --------
    det_curve : The curve.
    CostCurveDisplay : What the errors cost.

    References
    ----------
    .. [1] A. Martin, G. Doddington, T. Kamm, M. Ordowski, M. Przybocki (1997). The DET curve in
           assessment of detection task performance. Eurospeech 5, 1895-1898.

    Examples
    --------
    >>> shown = DetCurveDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> shown.fnr.tolist()
    [0.0, 0.5, 0.5]
    """

    def __init__(
        self,
        *,
        fpr: FloatArray,
        fnr: FloatArray,
        estimator_name: str | None = None,
        pos_label: Any = None,
    ) -> None:
        self.fpr = fpr
        self.fnr = fnr
        self.estimator_name = estimator_name
        self.pos_label = pos_label

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,  # noqa: N803 - as scikit-learn names it
        y: npt.ArrayLike,
        *,
        sample_weight: npt.ArrayLike | None = None,
        drop_intermediate: bool = True,
        response_method: ResponseMethod = "auto",
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **kwargs: Any,
    ) -> Self:
        """Plot the curve of a fitted scikit-learn classifier of two classes.

        Parameters
        ----------
        estimator : classifier
            With ``predict_proba`` or ``decision_function``.
        X, y : array-like
            Features and labels to evaluate on.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights.
        drop_intermediate : bool, default=True
            Drop points inside a line of equal false negative rate.
        response_method : {"auto", "predict_proba", "decision_function"}, default="auto"
            The method that gives the scores; "auto" prefers ``predict_proba``.
        pos_label : label, optional
            The positive label; by default the second of ``estimator.classes_``.
        name : str, optional
            Name in the legend; by default the class of the estimator.
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        **kwargs
            Passed on to ``Axes.plot`` for the curve, such as ``color="red"``.

        Returns
        -------
        the display

        Raises
        ------
        ValueError, TypeError, AttributeError
            For bad input, an estimator that is not fitted or does not have two classes, or that
            lacks the method.
        """
        label, scores = scores_of(estimator, X, pos_label, response_method)
        refuse_other_targets(y)
        return cls.from_predictions(
            y,
            scores,
            sample_weight=sample_weight,
            drop_intermediate=drop_intermediate,
            pos_label=label,
            name=name or type(estimator).__name__,
            ax=ax,
            **kwargs,
        )

    @classmethod
    def from_predictions(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        *,
        sample_weight: npt.ArrayLike | None = None,
        drop_intermediate: bool = True,
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **kwargs: Any,
    ) -> Self:
        """Plot the curve of labels and scores.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
        y_score : array-like of shape (n,)
            Scores; higher means more positive.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights.
        drop_intermediate : bool, default=True
            Drop points inside a line of equal false negative rate.
        pos_label : label, optional
            The positive label.
        name : str, optional
            Name of the model in the legend; by default "Classifier".
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        **kwargs
            Passed on to ``Axes.plot`` for the curve, such as ``color="red"``.

        Returns
        -------
        the display

        Raises
        ------
        ValueError, TypeError
            For bad input or one class only.
        """
        fpr, fnr, _ = det_curve(y_true, y_score, pos_label, sample_weight, drop_intermediate)
        shown = name or "Classifier"
        label = 1 if pos_label is None else pos_label
        return cls(fpr=fpr, fnr=fnr, estimator_name=shown, pos_label=label).plot(ax, **kwargs)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **kwargs: Any) -> Self:
        """Draw the curve.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        name : str, optional
            Name in the legend; by default `estimator_name`.
        **kwargs
            Passed on to ``Axes.plot`` for the curve, such as ``color="red"``.

        Returns
        -------
        the display
        """
        with extra("metrics"):
            from scipy.special import ndtri

        ax = self._start(ax)
        # Rates of 0 and 1 are infinitely far away.
        least = np.finfo(np.float64).eps
        rates = [np.clip(rate, least, 1 - least) for rate in (self.fpr, self.fnr)]
        self._draw(ndtri(rates[0]), ndtri(rates[1]), name or self.estimator_name, kwargs)
        suffix = "" if self.pos_label is None else f" (Positive label: {self.pos_label})"
        places = ndtri(np.array(_RATES))
        labels = [f"{100 * rate:g}%" for rate in _RATES]
        ax.set(xlabel=f"False positive rate{suffix}", ylabel=f"False negative rate{suffix}")
        ax.set_xticks(places, labels)
        ax.set_yticks(places, labels)
        ax.set(xlim=(-3, 3), ylim=(-3, 3))
        return self._finish()


def axis_of_cost_ratios(ax: Axes, prevalence: float, where: str = "") -> None:
    """Put what a miss costs relative to a false alarm above cost weights, at a prevalence.

    ``where`` ends the title of the axis.
    """
    ticks = {float(cost_weight(ratio, prevalence)): name for ratio, name in _COST_RATIOS.items()}
    for far in _FAR_RATIOS:
        for ratio, name in ((far, f"{far:,}"), (1 / far, f"1/{far:,}")):
            place = float(cost_weight(ratio, prevalence))
            if _MIDDLE[0] <= place <= _MIDDLE[1]:
                ticks[place] = name
    _upper_axis(ax, f"Cost of a miss / cost of a false alarm{where}", ticks)


def axis_of_betas(ax: Axes) -> None:
    """Put beta above weights of precision gain."""
    _upper_axis(ax, "β", {1 / (1 + beta**2): name for beta, name in _BETAS.items()})


def _upper_axis(ax: Axes, title: str, ticks: Mapping[float, str]) -> None:
    """Put an axis above with other numbers for the same places, once per axes."""
    if any(child.get_gid() == "upper" for child in ax.child_axes):
        return
    upper = ax.secondary_xaxis("top")
    upper.set_gid("upper")
    kept: dict[float, str] = {}
    for place, label in ticks.items():
        if 0 < place < 1 and all(abs(place - other) >= _CLOSEST for other in kept):
            kept[place] = label
    kept = dict(sorted(kept.items()))
    upper.set_xticks(list(kept), list(kept.values()))
    upper.set_xlabel(title)
