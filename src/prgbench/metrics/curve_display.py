"""The base of the three displays, with the interface of scikit-learn's; it needs matplotlib."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from prgbench.metrics.curve_averages import AverageCurve, Spread, average_curve
from prgbench.metrics.curve_bands import CurveBand, curve_band
from prgbench.metrics.curves import CurveName, PRCurve, ROCCurve
from prgbench.metrics.engine.inputs import FloatArray, is_number
from prgbench.metrics.prg_curve import PRGCurve
from prgbench.metrics.scorers import ResponseMethod, folds_of, refuse_other_targets, scores_of
from prgbench.run.errors import extra
from prgbench.run.rounding import three_decimals
from prgbench.run.safe_text import legend_label

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import FillBetweenPolyCollection
    from matplotlib.lines import Line2D

Curve = TypeVar("Curve", bound=ROCCurve | PRCurve | PRGCurve)
Style = Mapping[str, Any]

_CURVE = "curve"
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_DASHES = ("-", (0, (6, 1.2)), (0, (6, 1.2, 1, 1.2)), (0, (2, 1)))
"""Of the colours, in points: a figure is also printed in grey."""
REFERENCE_STYLE: dict[str, Any] = {"color": "0.6", "linestyle": "--", "linewidth": 1, "zorder": 1}
BAND_STYLE: dict[str, Any] = {"alpha": 0.2, "linewidth": 0, "zorder": 1.5}
_ONE_OF_SEVERAL: dict[str, Any] = {"alpha": 0.5}
_UNDER_THE_MEAN: dict[str, Any] = {"alpha": 0.3, "linewidth": 0.8}
_SPREADS = {"std": "± 1 standard deviation of {} folds", "range": "range of {} folds"}


class CurveDisplay(ABC, Generic[Curve]):
    """Plot of one or several curves.

    Attributes
    ----------
    name : str, list of str or None
    pos_label : label or None
        The positive label, which the axes name.
    curve : ROCCurve, PRCurve or PRGCurve, list of them, or None
        What is drawn; None if the display was made of arrays.
    band : CurveBand, AverageCurve or None
        What is drawn around the curve, or around the mean of several.
    stated_prevalence : float or None
        The prevalence that was stated for the curve, which the legend names.
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

    name: str | list[str] | None
    pos_label: Any
    curve: Curve | list[Curve] | None = None
    band: CurveBand | AverageCurve | None = None
    stated_prevalence: float | None = None

    _curve: ClassVar[CurveName]
    _space: ClassVar[tuple[str, str]]
    """Labels of the two axes."""
    _arrays: ClassVar[tuple[str, str]]
    """The attributes with the coordinates of the curves."""
    _areas: ClassVar[dict[str, str]]
    """The attributes with areas, and their names in the legend: the first that is known."""

    @classmethod
    def from_predictions(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        *,
        sample_weight: npt.ArrayLike | None = None,
        drop_intermediate: bool | None = None,
        pos_label: Any = None,
        name: str | None = None,
        prevalence: float | None = None,
        band: float | CurveBand | None = None,
        ax: Axes | None = None,
        curve_kwargs: Style | None = None,
        plot_chance_level: bool | None = None,
        chance_level_kw: Style | None = None,
        despine: bool = False,
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
        drop_intermediate : bool, optional
            Drop points inside straight lines from the attributes, as the functions that compute
            the curves do; only `RocCurveDisplay` drops them by default.
        pos_label : label, optional
            The positive label.
        name : str, optional
            Name of the model in the legend; by default "Classifier".
        prevalence : float, optional
            Proportion of positives at which the ranking is judged, inside (0, 1); by default that
            of the data. The legend names it. ROC curves do not depend on it.
        band : float or CurveBand, optional
            Draw a pointwise confidence band: that of `curve_band` at this level, such as 0.95, or
            one computed with other arguments.
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        curve_kwargs, plot_chance_level, chance_level_kw, despine, band_kwargs
            As in `plot`.
        **kwargs
            Passed on to ``Axes.plot`` for the curve, such as ``color="red"``.

        Returns
        -------
        the display

        Raises
        ------
        ValueError, TypeError
            For bad input.
        """
        options = _options(pos_label, sample_weight, prevalence)
        curve, values = cls._measured(y_true, y_score, drop_intermediate, **options)
        if band is not None and not isinstance(band, CurveBand):
            band = curve_band(y_true, y_score, cls._curve, confidence_level=band, **options)
        if band is not None and band.curve != cls._curve:
            raise ValueError(f"band is of the curve {band.curve!r}, not {cls._curve!r}.")
        shown_label = 1 if pos_label is None else pos_label
        shown_name = name or kwargs.pop("estimator_name", None) or "Classifier"
        return cls._made(values, curve, band, shown_name, shown_label, prevalence).plot(
            ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
            band_kwargs=band_kwargs,
            **kwargs,
        )

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,  # noqa: N803 - as scikit-learn names it
        y: npt.ArrayLike,
        *,
        sample_weight: npt.ArrayLike | None = None,
        drop_intermediate: bool | None = None,
        response_method: ResponseMethod = "auto",
        pos_label: Any = None,
        name: str | None = None,
        prevalence: float | None = None,
        band: float | CurveBand | None = None,
        ax: Axes | None = None,
        curve_kwargs: Style | None = None,
        plot_chance_level: bool | None = None,
        chance_level_kw: Style | None = None,
        despine: bool = False,
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
        sample_weight, drop_intermediate
            As in `from_predictions`.
        response_method : {"auto", "predict_proba", "decision_function"}, default="auto"
            The method that gives the scores; "auto" prefers ``predict_proba``.
        pos_label : label, optional
            The positive label; by default the second of ``estimator.classes_``.
        name : str, optional
            Name in the legend; by default the class of the estimator.
        prevalence, band, ax
            As in `from_predictions`.
        curve_kwargs, plot_chance_level, chance_level_kw, despine, band_kwargs
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
            drop_intermediate=drop_intermediate,
            pos_label=label,
            name=name or kwargs.pop("estimator_name", None) or type(estimator).__name__,
            prevalence=prevalence,
            band=band,
            ax=ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kw,
            despine=despine,
            band_kwargs=band_kwargs,
            **kwargs,
        )

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,  # noqa: N803 - as scikit-learn names it
        y: npt.ArrayLike,
        *,
        sample_weight: npt.ArrayLike | None = None,
        drop_intermediate: bool | None = None,
        response_method: ResponseMethod = "auto",
        pos_label: Any = None,
        name: str | list[str] | None = None,
        prevalence: float | None = None,
        band: Spread | None = None,
        ax: Axes | None = None,
        curve_kwargs: Style | Sequence[Style] | None = None,
        plot_chance_level: bool | None = None,
        chance_level_kwargs: Style | None = None,
        despine: bool = False,
        band_kwargs: Style | None = None,
        **kwargs: Any,
    ) -> Self:
        """Plot the curve of each fold of a cross-validation, on the fold's own test part.

        Parameters
        ----------
        cv_results : dict
            What ``sklearn.model_selection.cross_validate`` returns with
            ``return_estimator=True`` and ``return_indices=True``.
        X, y : array-like
            The features and labels that were cross-validated.
        sample_weight, drop_intermediate
            As in `from_predictions`.
        response_method : {"auto", "predict_proba", "decision_function"}, default="auto"
            The method that gives the scores; "auto" prefers ``predict_proba``.
        pos_label : label, optional
            The positive label; by default the second of ``estimator.classes_``.
        name : str or list of str, optional
            Name in the legend, or with a list of `curve_kwargs` one for each fold.
        prevalence : float, optional
            As in `from_predictions`.
        band : {"std", "range"}, optional
            Draw the mean of the curves and their spread, as in `average_curve`: one standard
            deviation, or from the lowest to the highest. This is not a confidence band.
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        curve_kwargs, plot_chance_level
            As in `plot`.
        chance_level_kwargs : dict, optional
            The `chance_level_kw` of `plot`, under scikit-learn's name.
        despine, band_kwargs
            As in `plot`.
        **kwargs
            Passed on to ``Axes.plot`` for all curves, such as ``color="red"``.

        Returns
        -------
        the display

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
        folds = folds_of(cv_results, labels.size)
        refuse_other_targets(labels)
        label = pos_label
        curves = []
        arrays = []
        for estimator, test in folds:
            part = _safe_indexing(X, test)
            label, scores = scores_of(estimator, part, pos_label, response_method)
            own_weights = None if weights is None else weights[test]
            options = _options(label, own_weights, prevalence)
            curve, of_fold = cls._measured(labels[test], scores, drop_intermediate, **options)
            curves.append(curve)
            arrays.append(of_fold)
        values = {key: [of_fold[key] for of_fold in arrays] for key in arrays[0]}
        spread = None if band is None else average_curve(curves, spread=band)
        shown_name = name or kwargs.pop("estimator_name", None)
        return cls._made(values, curves, spread, shown_name, label, prevalence).plot(
            ax,
            curve_kwargs=curve_kwargs,
            plot_chance_level=plot_chance_level,
            chance_level_kw=chance_level_kwargs or kwargs.pop("chance_level_kw", None),
            despine=despine,
            band_kwargs=band_kwargs,
            **kwargs,
        )

    def plot(
        self,
        ax: Axes | None = None,
        *,
        name: str | list[str] | None = None,
        curve_kwargs: Style | Sequence[Style] | None = None,
        plot_chance_level: bool | None = None,
        chance_level_kw: Style | None = None,
        despine: bool = False,
        band_kwargs: Style | None = None,
        **kwargs: Any,
    ) -> Self:
        """Draw the curve, or the curves.

        Several curves have one colour and one legend entry, with the mean and the standard
        deviation of their areas, unless `curve_kwargs` is a list. If their mean is drawn, the
        entry is that of the mean.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        name : str or list of str, optional
            Name in the legend; by default that of the display.
        curve_kwargs : dict or list of dict, optional
            Passed on to ``Axes.plot``: for all curves and their mean, or one dict for each curve.
        plot_chance_level : bool, optional
            Draw the reference line, once per axes for displays with the same line. By default it
            is drawn where it is known.
        chance_level_kw : dict, optional
            Options of this line.
        despine : bool, default=False
            Remove the top and right sides of the frame.
        band_kwargs : dict, optional
            Passed on to ``Axes.fill_between`` for the band, if any.
        **kwargs
            Passed on to ``Axes.plot`` for all curves, such as ``color="red"``; `curve_kwargs`
            has precedence. ``estimator_name`` is `name`, as in older scikit-learn.

        Returns
        -------
        the display

        Raises
        ------
        ValueError
            If lists have other lengths than there are curves, or the reference line is not known.
        """
        name = name or kwargs.pop("estimator_name", None)
        curve_kwargs = _joined(kwargs, curve_kwargs)
        coordinates = self._checked(name)
        self.ax_: Axes = _square(ax, *self._axis_labels())
        self.figure_ = self.ax_.figure
        points = [self._line(index, *xy) for index, xy in enumerate(coordinates)]
        options = self._line_options(curve_kwargs, len(points), name or self.name)
        if isinstance(self.band, AverageCurve):
            points.insert(0, (self.band.x, self.band.y))
        lines: list[Line2D] = []
        look: dict[str, Any] = {}
        for (x, y), style in zip(points, options, strict=True):
            if "color" in style:
                look = {}
            elif "label" in style or not lines:
                look = next_look(self.ax_)
            else:
                look["color"] = lines[0].get_color()
            lines += self.ax_.plot(x, y, **{"gid": _CURVE, **look, **style})
        self.band_ = None if self.band is None else self._filled(self.band, lines[0], band_kwargs)
        self.mean_ = lines.pop(0) if isinstance(self.band, AverageCurve) else None
        self.line_ = lines if _are_of_several(getattr(self, self._arrays[0])) else lines[0]
        if plot_chance_level is None:
            plot_chance_level = self._knows_chance()
        style = {**REFERENCE_STYLE, **_by_full_names(chance_level_kw or {})}
        self.chance_level_ = self._chance_level(style) if plot_chance_level else None
        if despine:
            self.ax_.spines[["top", "right"]].set_visible(False)
            self.ax_.spines[["bottom", "left"]].set_bounds(0, 1)
        if self.ax_.get_legend_handles_labels()[1]:
            self.ax_.legend(loc="best")
        return self

    @classmethod
    @abstractmethod
    def _measured(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        drop_intermediate: bool | None,
        **options: Any,
    ) -> tuple[Curve, dict[str, Any]]:
        """Compute the curve of one model, and the arguments of the class."""

    @abstractmethod
    def _line(self, index: int, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Compute the points of the line of a curve."""

    @abstractmethod
    def _chance_level(self, style: dict[str, Any]) -> Line2D:
        """Draw the reference line, or find it on the axes."""

    @property
    def estimator_name(self) -> Any:
        """The `name`, as older scikit-learn calls it."""
        return self.name

    def _knows_chance(self) -> bool:
        return True

    @classmethod
    def _made(
        cls,
        values: dict[str, Any],
        curve: Any,
        band: CurveBand | AverageCurve | None,
        name: Any,
        pos_label: Any,
        prevalence: float | None,
    ) -> Self:
        make: Any = cls
        display: Self = make(**values, name=name, pos_label=pos_label)
        display.curve = curve
        display.band = band
        display.stated_prevalence = prevalence
        return display

    def _axis_labels(self) -> list[str]:
        suffix = "" if self.pos_label is None else f" (Positive label: {self.pos_label})"
        return [label + suffix for label in self._space]

    def _area_shown(self) -> tuple[str | None, list[float]]:
        """Return the name of the area in the legend, and its values."""
        for attribute, label in self._areas.items():
            if getattr(self, attribute) is not None:
                return label, _listed(getattr(self, attribute))
        return None, []

    def _checked(self, name: str | list[str] | None) -> list[tuple[FloatArray, FloatArray]]:
        """Return x and y of each curve; raise ValueError for lists of unequal lengths."""
        lists = {f"self.{key}": _coordinates(getattr(self, key)) for key in self._arrays}
        for key in (*self._areas, "prevalence_pos_label"):
            if getattr(self, key, None) is not None:
                lists[f"self.{key}"] = _listed(getattr(self, key))
        names = _listed(name or self.name)
        if len(names) > 1:
            lists["'name' (or self.name)"] = names
        if len({len(values) for values in lists.values()}) > 1:
            *first, last = lists
            sizes = ", ".join(f"{key}: {len(values)}" for key, values in lists.items())
            raise ValueError(
                f"{', '.join(first)} and {last} from `{type(self).__name__}` initialization, "
                f"should have the same length. Got: {sizes}."
            )
        x, y = (lists[f"self.{key}"] for key in self._arrays)
        return list(zip(x, y, strict=True))

    def _line_options(
        self, curve_kwargs: Style | Sequence[Style] | None, n_curves: int, name: Any
    ) -> list[dict[str, Any]]:
        """Options of each line, the mean first; lines without a label are not in the legend."""
        area, values = self._area_shown()
        where = at_stated(self.stated_prevalence)
        mean_and_spread = [float(np.mean(values)), float(np.std(values))] if values else []
        summary = " ± ".join(map(three_decimals, mean_and_spread)) + where
        written = [three_decimals(value) + where for value in values]
        has_mean = isinstance(self.band, AverageCurve)
        names = _listed(name) if name else [None]
        if isinstance(curve_kwargs, Sequence):
            if len(curve_kwargs) != n_curves:
                raise ValueError(
                    "`curve_kwargs` must be None, a dictionary or a list of length "
                    f"{n_curves}, not {len(curve_kwargs)}."
                )
            each = []
            for index, style in enumerate(curve_kwargs):
                value = written[index] if written else ""
                label = _label(names[index % len(names)], area, value)
                each.append({"label": label, **_by_full_names(style)})
            mean = {"label": _label(names[0], area, summary)}
            return [mean, *each] if has_mean else each
        if len(names) > 1:
            raise ValueError(
                "To avoid labeling individual curves that have the same appearance, make "
                f"`curve_kwargs` a list of {n_curves} dictionaries, or name a single string."
            )
        shared = _by_full_names(curve_kwargs or {})
        unlabelled = {option: value for option, value in shared.items() if option != "label"}
        mean = {"label": _label(names[0], area, summary)}
        if has_mean:
            return [{**mean, **shared}] + [{**_UNDER_THE_MEAN, **unlabelled}] * n_curves
        if n_curves == 1:
            return [{"label": _label(names[0], area, "".join(written)), **shared}]
        first = {**mean, **_ONE_OF_SEVERAL, **shared}
        return [first] + [{**_ONE_OF_SEVERAL, **unlabelled}] * (n_curves - 1)

    def _filled(
        self, band: CurveBand | AverageCurve, line: Line2D, options: Mapping[str, Any] | None
    ) -> FillBetweenPolyCollection:
        """Draw a band in the colour of its line; a band of folds has a label."""
        style = {**BAND_STYLE, "color": line.get_color()}
        if isinstance(band, AverageCurve):
            style["label"] = _SPREADS[band.spread].format(band.n_curves)
        style |= options or {}
        return self.ax_.fill_between(band.x, band.low, band.high, **style)

    def _once(self, gid: str, draw: Any) -> Line2D:
        """Draw a line, unless another display has drawn it on these axes."""
        drawn: list[Line2D] = [line for line in self.ax_.lines if line.get_gid() == gid]
        if drawn:
            return drawn[0]
        line: Line2D = draw()
        line.set_gid(gid)
        return line


def _options(
    pos_label: Any, sample_weight: npt.ArrayLike | None, prevalence: float | None
) -> dict[str, Any]:
    """Return arguments of the functions of a curve; without a prevalence, which ROC has not."""
    options = {"pos_label": pos_label, "sample_weight": sample_weight}
    return options if prevalence is None else {**options, "prevalence": prevalence}


def _joined(
    kwargs: Style, curve_kwargs: Style | Sequence[Style] | None
) -> Style | Sequence[Style] | None:
    """Add options of all curves to those of each."""
    if not kwargs:
        return curve_kwargs
    shared = _by_full_names(kwargs)
    if isinstance(curve_kwargs, Sequence):
        return [{**shared, **_by_full_names(style)} for style in curve_kwargs]
    return {**shared, **_by_full_names(curve_kwargs or {})}


def _square(ax: Axes | None, xlabel: str, ylabel: str) -> Axes:
    if ax is None:
        with extra("metrics"):
            from matplotlib import pyplot

        ax = pyplot.subplots()[1]
    ax.set(xlabel=xlabel, ylabel=ylabel, xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
    return ax


def next_look(ax: Axes) -> dict[str, Any]:
    """Next unused colour, with dashes for print in grey; nothing if a style sets colours."""
    colour = next_colour(ax)
    if colour is None:
        return {}
    # Where all colours are used, the next round has other dashes.
    drawn = sum(line.get_gid() == _CURVE for line in ax.lines)
    dash = _COLOURS.index(colour) + drawn // len(_COLOURS)
    return {"color": colour, "linestyle": _DASHES[dash % len(_DASHES)]}


def next_colour(ax: Axes) -> str | None:
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


def at_stated(prevalence: float | None) -> str:
    """Say at which prevalence a curve is judged, if one is stated: that of the data is not."""
    return "" if prevalence is None else f" at prevalence {prevalence:g}"


def _label(name: str | None, area: str | None, value: str) -> str | None:
    text = None if area is None else f"{area} = {value}"
    if not name:
        return text
    return legend_label(f"{name} ({text})" if text else str(name))


def _are_of_several(values: Any) -> bool:
    """Whether coordinates are those of several curves, and no list of the numbers of one."""
    return isinstance(values, list) and not (values and all(map(is_number, values)))


def _coordinates(values: Any) -> list[Any]:
    return values if _are_of_several(values) else [np.asarray(values)]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
