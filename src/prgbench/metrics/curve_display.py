"""The base of the three displays, with the interface of scikit-learn's; it needs matplotlib."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from prgbench.metrics.curve_averages import AverageCurve, Spread, average_curve
from prgbench.metrics.curve_bands import CurveBand, curve_band
from prgbench.metrics.curves import CurveName, PRCurve, ROCCurve
from prgbench.metrics.engine.inputs import FloatArray
from prgbench.metrics.prg_curve import PRGCurve
from prgbench.metrics.scorers import ResponseMethod, folds_of, scores_of
from prgbench.run.errors import extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import FillBetweenPolyCollection
    from matplotlib.lines import Line2D

Curve = TypeVar("Curve", bound=ROCCurve | PRCurve | PRGCurve)

_CURVE = "curve"
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_REFERENCE: dict[str, Any] = {"color": "0.6", "linestyle": "--", "linewidth": 1, "zorder": 1}
_BAND: dict[str, Any] = {"alpha": 0.2, "linewidth": 0, "zorder": 1.5}
_ONE_OF_SEVERAL: dict[str, Any] = {"alpha": 0.5}
_UNDER_THE_MEAN: dict[str, Any] = {"alpha": 0.3, "linewidth": 0.8}
_SPREADS = {"std": "± 1 standard deviation of {} folds", "range": "range of {} folds"}


@dataclass
class CurveDisplay(ABC, Generic[Curve]):
    """Plot of one or several curves.

    Attributes
    ----------
    curve : ROCCurve, PRCurve or PRGCurve, or list of them
    area : float, or list of float
        A list if several curves are drawn, as by `from_cv_results`.
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
        The mean of several curves, set by `plot` if `band` is an AverageCurve.
    line_ : matplotlib Line2D, or list of Line2D
        Set by `plot`.
    """

    curve: Curve | list[Curve]
    area: float | list[float]
    name: str | None = None
    band: CurveBand | AverageCurve | None = None

    _curve: ClassVar[CurveName]
    _space: ClassVar[tuple[str, str]]
    """Labels of the two axes."""
    _area_name: ClassVar[str]

    @classmethod
    def from_predictions(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        *,
        pos_label: Any = None,
        sample_weight: npt.ArrayLike | None = None,
        name: str | None = None,
        band: float | CurveBand | None = None,
        ax: Axes | None = None,
        **plot_options: Any,
    ) -> Self:
        """Plot the curve of labels and scores.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
        y_score : array-like of shape (n,)
            Scores; higher means more positive.
        pos_label : label, optional
            The positive label.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights.
        name : str, optional
            Name of the model in the legend.
        band : float or CurveBand, optional
            Draw a pointwise confidence band: that of `curve_band` at this level, such as 0.95, or
            one computed with other arguments.
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        **plot_options
            Passed on to `plot`.

        Raises
        ------
        ValueError, TypeError
            For bad input.
        """
        options = {"pos_label": pos_label, "sample_weight": sample_weight}
        curve, area = cls._measured(y_true, y_score, **options)
        if isinstance(band, int | float):
            band = curve_band(y_true, y_score, cls._curve, confidence_level=band, **options)
        if band is not None and band.curve != cls._curve:
            raise ValueError(f"band is of the curve {band.curve!r}, not {cls._curve!r}.")
        return cls(curve, area, name, band).plot(ax, **plot_options)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,  # noqa: N803
        y: npt.ArrayLike,
        *,
        response_method: ResponseMethod = "auto",
        pos_label: Any = None,
        sample_weight: npt.ArrayLike | None = None,
        name: str | None = None,
        band: float | CurveBand | None = None,
        ax: Axes | None = None,
        **plot_options: Any,
    ) -> Self:
        """Plot the curve of a fitted scikit-learn classifier of two classes.

        Parameters
        ----------
        estimator : classifier
            With ``predict_proba`` or ``decision_function``.
        X, y : array-like
            Features and labels to evaluate on.
        response_method : {"auto", "predict_proba", "decision_function"}, default="auto"
            The method that gives the scores; "auto" prefers ``predict_proba``.
        pos_label : label, optional
            The positive label; by default the second of ``estimator.classes_``.
        sample_weight : array-like of shape (n,), optional
            As in `from_predictions`.
        name : str, optional
            Name in the legend; by default the class of the estimator.
        band, ax, **plot_options
            As in `from_predictions`.

        Raises
        ------
        ValueError, TypeError
            For bad input or an estimator that does not have two classes.
        """
        label, scores = scores_of(estimator, X, pos_label, response_method)
        return cls.from_predictions(
            y,
            scores,
            pos_label=label,
            sample_weight=sample_weight,
            name=name or type(estimator).__name__,
            band=band,
            ax=ax,
            **plot_options,
        )

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,  # noqa: N803
        y: npt.ArrayLike,
        *,
        response_method: ResponseMethod = "auto",
        pos_label: Any = None,
        sample_weight: npt.ArrayLike | None = None,
        name: str | None = None,
        band: Spread | None = None,
        ax: Axes | None = None,
        **plot_options: Any,
    ) -> Self:
        """Plot the curve of each fold of a cross-validation, on the fold's own test part.

        Parameters
        ----------
        cv_results : dict
            What ``sklearn.model_selection.cross_validate`` returns with
            ``return_estimator=True`` and ``return_indices=True``.
        X, y : array-like
            The features and labels that were cross-validated.
        response_method : {"auto", "predict_proba", "decision_function"}, default="auto"
            The method that gives the scores; "auto" prefers ``predict_proba``.
        pos_label : label, optional
            The positive label; by default the second of ``estimator.classes_``.
        sample_weight, name
            As in `from_predictions`.
        band : {"std", "range"}, optional
            Draw the mean of the curves and their spread, as in `average_curve`: one standard
            deviation, or from the lowest to the highest. This is not a confidence band.
        ax, **plot_options
            As in `from_predictions`.

        Raises
        ------
        ValueError, TypeError
            For bad input, for results without estimators or indices or from other data, and, with
            a band, for a fold of one class.
        """
        with extra("metrics"):
            from sklearn.utils import _safe_indexing

        labels = np.asarray(y)
        weights = None if sample_weight is None else np.asarray(sample_weight)
        curves, areas = [], []
        for estimator, test in folds_of(cv_results, labels.size):
            label, scores = scores_of(
                estimator, _safe_indexing(X, test), pos_label, response_method
            )
            curve, area = cls._measured(
                labels[test],
                scores,
                pos_label=label,
                sample_weight=None if weights is None else weights[test],
            )
            curves.append(curve)
            areas.append(area)
        spread = None if band is None else average_curve(curves, spread=band)
        return cls(curves, areas, name, spread).plot(ax, **plot_options)

    def plot(
        self,
        ax: Axes | None = None,
        *,
        name: str | None = None,
        curve_kwargs: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        plot_chance_level: bool = True,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
        band_kwargs: Mapping[str, Any] | None = None,
        **line_options: Any,
    ) -> Self:
        """Draw the curve, or the curves.

        Several curves have one colour and one legend entry, with the mean and the standard
        deviation of their areas, unless `curve_kwargs` is a list. If their mean is drawn, the
        entry is that of the mean.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        name : str, optional
            Name in the legend; by default that of the display.
        curve_kwargs : dict or list of dict, optional
            Passed on to ``Axes.plot``: for all curves and their mean, or one dict for each curve.
        plot_chance_level : bool, default=True
            Draw the reference line, once per axes for displays with the same line.
        chance_level_kw : dict, optional
            Options of this line.
        despine : bool, default=False
            Remove the top and right sides of the frame.
        band_kwargs : dict, optional
            Passed on to ``Axes.fill_between`` for the band, if any.
        **line_options
            Passed on to ``Axes.plot`` for all curves and their mean.

        Raises
        ------
        ValueError
            If `curve_kwargs` is a list of another length than the curves.
        """
        self.ax_: Axes = _square(ax, *self._space)
        self.figure_ = self.ax_.figure
        curves = self.curve if isinstance(self.curve, list) else [self.curve]
        areas = np.atleast_1d(self.area)
        options = self._line_options(curve_kwargs, line_options, areas, name or self.name)
        points = [self._points(curve) for curve in curves]
        if isinstance(self.band, AverageCurve):
            points.insert(0, (self.band.x, self.band.y))
        lines: list[Line2D] = []
        for (x, y), own in zip(points, options, strict=True):
            is_named = "label" in own
            colour = _next_colour(self.ax_) if is_named or not lines else lines[0].get_color()
            lines += self.ax_.plot(x, y, **{"gid": _CURVE, "color": colour, **own})
        self.band_ = None if self.band is None else self._filled(self.band, lines[0], band_kwargs)
        self.mean_ = lines.pop(0) if isinstance(self.band, AverageCurve) else None
        self.line_ = lines if isinstance(self.curve, list) else lines[0]
        self.chance_level_ = None
        if plot_chance_level:
            style = {**_REFERENCE, **(chance_level_kw or {})}
            self.chance_level_ = self._chance_level(curves, style)
        if despine:
            self.ax_.spines[["top", "right"]].set_visible(False)
            self.ax_.spines[["bottom", "left"]].set_bounds(0, 1)
        self.ax_.legend(loc="best")
        return self

    @classmethod
    @abstractmethod
    def _measured(
        cls, y_true: npt.ArrayLike, y_score: npt.ArrayLike, **options: Any
    ) -> tuple[Curve, float]:
        """Compute the curve and the area of one model."""

    @abstractmethod
    def _points(self, curve: Curve) -> tuple[FloatArray, FloatArray]:
        """Compute the points of the line."""

    @abstractmethod
    def _chance_level(self, curves: list[Curve], style: dict[str, Any]) -> Line2D:
        """Draw the reference line, or find it on the axes."""

    def _line_options(
        self,
        curve_kwargs: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None,
        line_options: Mapping[str, Any],
        areas: FloatArray,
        name: str | None,
    ) -> list[dict[str, Any]]:
        """Options of each line, the mean first; lines without a label are not in the legend."""
        value = f"{areas.mean():.3f} ± {areas.std():.3f}"
        mean = {"label": _label(name, self._area_name, value)}
        has_mean = isinstance(self.band, AverageCurve)
        if isinstance(curve_kwargs, Sequence):
            if len(curve_kwargs) != areas.size:
                raise ValueError(
                    f"curve_kwargs has {len(curve_kwargs)} dicts for {areas.size} curves."
                )
            labels = [_label(name, self._area_name, f"{area:.3f}") for area in areas]
            each = [
                {"label": label, **_by_full_names({**line_options, **own})}
                for label, own in zip(labels, curve_kwargs, strict=True)
            ]
            return [{**mean, **_by_full_names(line_options)}, *each] if has_mean else each
        shared = _by_full_names({**line_options, **(curve_kwargs or {})})
        rest = {option: own for option, own in shared.items() if option != "label"}
        if has_mean:
            return [{**mean, **shared}] + [{**_UNDER_THE_MEAN, **rest}] * areas.size
        if areas.size == 1:
            return [{"label": _label(name, self._area_name, f"{areas[0]:.3f}"), **shared}]
        first = {**mean, **_ONE_OF_SEVERAL, **shared}
        return [first] + [{**_ONE_OF_SEVERAL, **rest}] * (areas.size - 1)

    def _filled(
        self, band: CurveBand | AverageCurve, line: Line2D, options: Mapping[str, Any] | None
    ) -> FillBetweenPolyCollection:
        """Draw a band in the colour of its line; a band of folds has a label."""
        style = {**_BAND, "color": line.get_color()}
        if isinstance(band, AverageCurve):
            style["label"] = _SPREADS[band.spread].format(band.n_curves)
        style |= options or {}
        return self.ax_.fill_between(band.x, band.low, band.high, **style)

    def _once(self, what: str, draw: Any) -> Line2D:
        """Draw a line, unless another display has drawn it on these axes."""
        found: list[Line2D] = [line for line in self.ax_.lines if line.get_gid() == what]
        if found:
            return found[0]
        line: Line2D = draw()
        line.set_gid(what)
        return line


def _square(ax: Axes | None, xlabel: str, ylabel: str) -> Axes:
    if ax is None:
        with extra("metrics"):
            from matplotlib import pyplot

        ax = pyplot.subplots()[1]
    ax.set(xlabel=xlabel, ylabel=ylabel, xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
    return ax


def _next_colour(ax: Axes) -> str | None:
    """Next unused colour-blind safe colour of Okabe and Ito; None if a style sets colours."""
    from matplotlib import rcParams, rcParamsDefault

    if rcParams["axes.prop_cycle"] != rcParamsDefault["axes.prop_cycle"]:
        return None
    used = [line.get_color() for line in ax.lines if line.get_gid() == _CURVE]
    free = (colour for colour in _COLOURS if colour not in used)
    return next(free, _COLOURS[len(used) % len(_COLOURS)])


def _by_full_names(options: Mapping[str, Any]) -> dict[str, Any]:
    """Expand the short names of line options, such as ``c`` for ``color``."""
    from matplotlib.cbook import normalize_kwargs
    from matplotlib.lines import Line2D

    return dict(normalize_kwargs(dict(options), Line2D))


def _label(name: str | None, area: str, value: str) -> str:
    text = f"{area} = {value}"
    return f"{name} ({text})" if name else text
