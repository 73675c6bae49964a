"""Plots of the three curves with scikit-learn's display interface; they need matplotlib."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeVar

import numpy as np
import numpy.typing as npt

from prgbench.metrics.areas import aupr_score, auprg_score, auroc_score
from prgbench.metrics.bounds import minimum_precision
from prgbench.metrics.counts import ThresholdCounts
from prgbench.metrics.curves import (
    PRCurve,
    PRGCurve,
    ROCCurve,
    precision_recall_curve,
    precision_recall_gain_curve,
    roc_curve,
)
from prgbench.metrics.inputs import FloatArray

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

Curve = TypeVar("Curve", bound=ThresholdCounts)
ResponseMethod = Literal["auto", "predict_proba", "decision_function"]

_REFERENCE: dict[str, Any] = {"color": "0.6", "linestyle": "--", "linewidth": 1, "zorder": 1}
_ONE_OF_SEVERAL: dict[str, Any] = {"alpha": 0.5}


@dataclass
class _Display(ABC, Generic[Curve]):
    """What the three displays share: how they get scores, axes and labels."""

    curve: Curve | list[Curve]
    area: float | list[float]
    name: str | None = None

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
        ax: Axes | None = None,
        **plot_options: Any,
    ) -> Self:
        """Plot the curve of labels and scores.

        Parameters
        ----------
        y_true : array-like of shape (n,)
            Labels: 0/1, -1/1, booleans, or any labels with `pos_label`; both classes.
        y_score : array-like of shape (n,)
            Scores, higher for more positive.
        pos_label : label, optional
            The positive label.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights.
        name : str, optional
            Name of the model in the legend.
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        **plot_options
            Passed on to `plot`.

        Raises
        ------
        ValueError, TypeError
            For bad input.
        """
        curve, area = cls._measured(
            y_true, y_score, pos_label=pos_label, sample_weight=sample_weight
        )
        return cls(curve, area, name).plot(ax, **plot_options)

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
            What gives the scores; "auto" takes ``predict_proba`` where there is one.
        pos_label : label, optional
            The positive label; by default the second of ``estimator.classes_``.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights.
        name : str, optional
            Name in the legend; by default the class of the estimator.
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        **plot_options
            Passed on to `plot`.

        Raises
        ------
        ValueError, TypeError
            For bad input or an estimator that does not have two classes.
        """
        label, scores = _scores_of(estimator, X, pos_label, response_method)
        return cls.from_predictions(
            y,
            scores,
            pos_label=label,
            sample_weight=sample_weight,
            name=name or type(estimator).__name__,
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
            What gives the scores; "auto" takes ``predict_proba`` where there is one.
        pos_label : label, optional
            The positive label; by default the second of ``estimator.classes_``.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights.
        name : str, optional
            Name in the legend.
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        **plot_options
            Passed on to `plot`.

        Raises
        ------
        ValueError, TypeError
            For bad input, for results without estimators or indices, or of other data.
        """
        from sklearn.utils import _safe_indexing

        labels = np.asarray(y)
        weights = None if sample_weight is None else np.asarray(sample_weight)
        curves, areas = [], []
        for estimator, test in _folds_of(cv_results, labels.size):
            label, scores = _scores_of(
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
        return cls(curves, areas, name).plot(ax, **plot_options)

    def plot(
        self,
        ax: Axes | None = None,
        *,
        name: str | None = None,
        curve_kwargs: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        plot_chance_level: bool = True,
        chance_level_kw: Mapping[str, Any] | None = None,
        despine: bool = False,
        **line_options: Any,
    ) -> Self:
        """Draw the curve, or the curves.

        Several curves have one colour and one entry in the legend, with the mean and the standard
        deviation of their areas, unless `curve_kwargs` is a list.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        name : str, optional
            Name in the legend; by default that of the display.
        curve_kwargs : dict or list of dict, optional
            Passed on to ``Axes.plot``: for all curves, or one dict for each.
        plot_chance_level : bool, default=True
            Draw the reference line, once for all displays on the same axes that have the same.
        chance_level_kw : dict, optional
            Options of this line.
        despine : bool, default=False
            Leave out the top and the right side of the frame.
        **line_options
            Passed on to ``Axes.plot`` for all curves.

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
        lines: list[Line2D] = []
        for curve, own in zip(curves, options, strict=True):
            same = {"color": lines[0].get_color()} if lines and "label" not in own else {}
            lines += self.ax_.plot(*self._points(curve), **{**same, **own})
        self.line_ = lines if isinstance(self.curve, list) else lines[0]
        self.chance_level_ = None
        if plot_chance_level:
            self.chance_level_ = self._chance_level(
                curves, {**_REFERENCE, **(chance_level_kw or {})}
            )
        if despine:
            _despine(self.ax_)
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
        """Give the line that is drawn."""

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
        """Options of each line; those without a label are not in the legend."""
        if isinstance(curve_kwargs, Sequence):
            if len(curve_kwargs) != areas.size:
                raise ValueError(
                    f"curve_kwargs has {len(curve_kwargs)} dicts for {areas.size} curves."
                )
            labels = [_label(name, self._area_name, f"{area:.3f}") for area in areas]
            return [
                {"label": label, **line_options, **own}
                for label, own in zip(labels, curve_kwargs, strict=True)
            ]
        shared = {**line_options, **(curve_kwargs or {})}
        if areas.size == 1:
            label = _label(name, self._area_name, f"{areas[0]:.3f}")
            return [{"label": label, **shared}]
        value = f"{areas.mean():.3f} ± {areas.std():.3f}"
        first = {"label": _label(name, self._area_name, value), **_ONE_OF_SEVERAL, **shared}
        shared.pop("label", None)
        return [first] + [{**_ONE_OF_SEVERAL, **shared}] * (areas.size - 1)

    def _once(self, what: str, draw: Any) -> Line2D:
        """Draw a line, unless the axes have the same from another display."""
        found: list[Line2D] = [line for line in self.ax_.lines if line.get_gid() == what]
        if found:
            return found[0]
        line: Line2D = draw()
        line.set_gid(what)
        return line


@dataclass
class RocCurveDisplay(_Display[ROCCurve]):
    """Plot of an ROC curve with the diagonal of chance [1]_.

    Attributes
    ----------
    curve : ROCCurve, or list of ROCCurve
    area : float, or list of float
        A list where several curves are drawn, as by `from_cv_results`.
    name : str or None
    ax_, figure_ : matplotlib Axes and Figure
        Set by `plot`.
    chance_level_ : matplotlib Line2D or None
        The dashed line, set by `plot`; displays on the same axes share it.
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

    _space = "False positive rate", "True positive rate"
    _area_name = "AUROC"

    @classmethod
    def _measured(
        cls, y_true: npt.ArrayLike, y_score: npt.ArrayLike, **options: Any
    ) -> tuple[ROCCurve, float]:
        return roc_curve(y_true, y_score, **options), auroc_score(y_true, y_score, **options)

    def _points(self, curve: ROCCurve) -> tuple[FloatArray, FloatArray]:
        return curve.fpr, curve.tpr

    def _chance_level(self, curves: list[ROCCurve], style: dict[str, Any]) -> Line2D:  # noqa: ARG002
        return self._once("chance", lambda: self.ax_.axline((0, 0), slope=1, **style))


@dataclass
class PrecisionRecallDisplay(_Display[PRCurve]):
    """Plot of a precision-recall curve, hyperbolic between thresholds.

    The dashed line is the precision of chance, the dotted one the minimum PR curve, which
    [1]_ asks every plot to show.

    Attributes
    ----------
    curve : PRCurve, or list of PRCurve
    area : float, or list of float
        A list where several curves are drawn, as by `from_cv_results`.
    name : str or None
    ax_, figure_ : matplotlib Axes and Figure
        Set by `plot`.
    chance_level_ : matplotlib Line2D or None
        The dashed line, set by `plot`; displays on the same axes share it.
    line_ : matplotlib Line2D, or list of Line2D
        Set by `plot`.

    See Also
    --------
    precision_recall_curve : The curve.
    minimum_precision : The dotted line.
    RocCurveDisplay : Plot of the ROC curve.
    PrecisionRecallGainDisplay : Plot of the PRG curve.

    References
    ----------
    .. [1] K. Boyd, V. Santos Costa, J. Davis, D. Page (2012). Unachievable region in
           precision-recall space and its effect on empirical evaluation. Proceedings of the 29th
           International Conference on Machine Learning. Section 4.

    Examples
    --------
    >>> shown = PrecisionRecallDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> round(shown.area, 4)
    0.7973
    """

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
class PrecisionRecallGainDisplay(_Display[PRGCurve]):
    """Plot of a precision-recall-gain curve in the unit square.

    The dashed line has the F1 of the always-positive classifier [1]_.

    Attributes
    ----------
    curve : PRGCurve, or list of PRGCurve
    area : float, or list of float
        A list where several curves are drawn, as by `from_cv_results`.
    name : str or None
    ax_, figure_ : matplotlib Axes and Figure
        Set by `plot`.
    chance_level_ : matplotlib Line2D or None
        The dashed line, set by `plot`; displays on the same axes share it.
    line_ : matplotlib Line2D, or list of Line2D
        Set by `plot`; where the curve leaves the unit square it has a gap.

    See Also
    --------
    precision_recall_gain_curve : The curve.
    always_positive_fbeta : The F1 of the dashed line.
    RocCurveDisplay : Plot of the ROC curve.
    PrecisionRecallDisplay : Plot of the PR curve.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Section 3.1 and figure 2 (right).

    Examples
    --------
    >>> shown = PrecisionRecallGainDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> round(shown.area, 4)
    0.25
    """

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

    def _chance_level(self, curves: list[PRGCurve], style: dict[str, Any]) -> Line2D:  # noqa: ARG002
        return self._once("chance", lambda: self.ax_.axline((0, 1), slope=-1, **style))


def _square(ax: Axes | None, xlabel: str, ylabel: str) -> Axes:
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.subplots()[1]
    ax.set(xlabel=xlabel, ylabel=ylabel, xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
    return ax


def _despine(ax: Axes) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["bottom", "left"]].set_bounds(0, 1)


def _label(name: str | None, area: str, value: str) -> str:
    text = f"{area} = {value}"
    return f"{name} ({text})" if name else text


def _with_gaps(parts: list[tuple[FloatArray, FloatArray]]) -> tuple[FloatArray, FloatArray]:
    """Join lines into one with NaN between them."""
    columns = [np.append(np.stack(part), [[np.nan], [np.nan]], axis=1) for part in parts]
    x, y = np.concatenate(columns, axis=1) if columns else np.empty((2, 0))
    return x, y


def _scores_of(
    estimator: Any, features: Any, pos_label: Any, response_method: ResponseMethod
) -> tuple[Any, FloatArray]:
    owner = type(estimator).__name__
    classes = list(getattr(estimator, "classes_", []))
    if len(classes) != 2:
        raise ValueError(f"{owner} is no fitted classifier of two classes.")
    label = classes[1] if pos_label is None else pos_label
    if label not in classes:
        raise ValueError(f"pos_label={pos_label!r} is not among the classes {classes}.")
    known = ("predict_proba", "decision_function")
    wanted = known if response_method == "auto" else (response_method,)
    method = next((name for name in wanted if name in known and hasattr(estimator, name)), None)
    if method is None:
        raise ValueError(f"{owner} has no {' or '.join(wanted)}: choose another response_method.")
    scores = np.asarray(getattr(estimator, method)(features), dtype=np.float64)
    if method == "predict_proba":
        return label, scores[:, classes.index(label)]
    return label, scores if label == classes[1] else -scores


def _folds_of(cv_results: Mapping[str, Any], n: int) -> list[tuple[Any, npt.NDArray[np.intp]]]:
    """Give the estimator and the test part of each fold."""
    if not {"estimator", "indices"} <= cv_results.keys():
        raise ValueError(
            "cv_results lacks the estimators or the indices: call cross_validate with "
            "return_estimator=True and return_indices=True."
        )
    indices = cv_results["indices"]
    size = len(indices["train"][0]) + len(indices["test"][0])
    if size != n:
        raise ValueError(f"y has {n} labels but {size} instances were cross-validated.")
    return list(zip(cv_results["estimator"], indices["test"], strict=True))
