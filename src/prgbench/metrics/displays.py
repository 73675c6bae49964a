"""Plots of the three curves with scikit-learn's display interface; they need matplotlib."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from prgbench.metrics.areas import aupr_score, auprg_score, auroc_score
from prgbench.metrics.bounds import minimum_precision
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


_REFERENCE: dict[str, Any] = {"color": "0.6", "linestyle": "--", "linewidth": 1, "zorder": 1}


class _Display(ABC):
    """What the three displays share: how they get scores, axes and a label."""

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
        **line_options: Any,
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
        **line_options
            Passed on to ``Axes.plot``.

        Raises
        ------
        ValueError, TypeError
            For bad input.
        """
        options: dict[str, Any] = {"pos_label": pos_label, "sample_weight": sample_weight}
        display = cls._of(y_true, y_score, name, options)
        display.plot(ax, **line_options)
        return display

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,  # noqa: N803
        y: npt.ArrayLike,
        *,
        pos_label: Any = None,
        sample_weight: npt.ArrayLike | None = None,
        name: str | None = None,
        ax: Axes | None = None,
        **line_options: Any,
    ) -> Self:
        """Plot the curve of a fitted scikit-learn classifier of two classes.

        Parameters
        ----------
        estimator : classifier
            With ``predict_proba`` or ``decision_function``.
        X, y : array-like
            Features and labels to evaluate on.
        pos_label : label, optional
            The positive label; by default the second of ``estimator.classes_``.
        sample_weight : array-like of shape (n,), optional
            Non-negative weights.
        name : str, optional
            Name in the legend; by default the class of the estimator.
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        **line_options
            Passed on to ``Axes.plot``.

        Raises
        ------
        ValueError, TypeError
            For bad input or an estimator that does not have two classes.
        """
        label, scores = _scores_of(estimator, X, pos_label)
        return cls.from_predictions(
            y,
            scores,
            pos_label=label,
            sample_weight=sample_weight,
            name=name or type(estimator).__name__,
            ax=ax,
            **line_options,
        )

    @classmethod
    @abstractmethod
    def _of(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        name: str | None,
        options: dict[str, Any],
    ) -> Self:
        """Make the display of one model."""

    @abstractmethod
    def plot(self, ax: Axes | None = None, **line_options: Any) -> Self:
        """Draw the curve.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; by default in a new figure.
        **line_options
            Passed on to ``Axes.plot``.
        """


@dataclass
class RocCurveDisplay(_Display):
    """Plot of an ROC curve with the diagonal of chance [1]_.

    Attributes
    ----------
    curve : ROCCurve
    area : float
    name : str or None
    ax_ : matplotlib Axes
        Set by `plot`.
    line_ : matplotlib Line2D
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

    curve: ROCCurve
    area: float
    name: str | None = None

    @classmethod
    def _of(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        name: str | None,
        options: dict[str, Any],
    ) -> Self:
        return cls(
            roc_curve(y_true, y_score, **options), auroc_score(y_true, y_score, **options), name
        )

    def plot(self, ax: Axes | None = None, **line_options: Any) -> Self:
        """Draw the curve into `ax` (by default a new figure); options go to ``Axes.plot``."""
        self.ax_: Axes = _square(ax, "False positive rate", "True positive rate")
        label = _label(self.name, "AUROC", self.area)
        (self.line_,) = self.ax_.plot(
            self.curve.fpr, self.curve.tpr, **{"label": label, **line_options}
        )
        self.ax_.axline((0, 0), slope=1, **_REFERENCE)
        self.ax_.legend(loc="best")
        return self


@dataclass
class PrecisionRecallDisplay(_Display):
    """Plot of a precision-recall curve, hyperbolic between thresholds.

    The dashed line is the precision of chance, the dotted one the minimum PR curve, which
    [1]_ asks every plot to show.

    Attributes
    ----------
    curve : PRCurve
    area : float
    name : str or None
    ax_ : matplotlib Axes
        Set by `plot`.
    line_ : matplotlib Line2D
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

    curve: PRCurve
    area: float
    name: str | None = None

    @classmethod
    def _of(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        name: str | None,
        options: dict[str, Any],
    ) -> Self:
        return cls(
            precision_recall_curve(y_true, y_score, **options),
            aupr_score(y_true, y_score, **options),
            name,
        )

    def plot(self, ax: Axes | None = None, **line_options: Any) -> Self:
        """Draw the curve into `ax` (by default a new figure); options go to ``Axes.plot``."""
        self.ax_: Axes = _square(ax, "Recall", "Precision")
        label = _label(self.name, "AUPR", self.area)
        (self.line_,) = self.ax_.plot(
            *self.curve.interpolate(), **{"label": label, **line_options}
        )
        prevalence = self.curve.prevalence
        grid = np.linspace(0, 1, 101)
        self.ax_.axhline(prevalence, **_REFERENCE)
        self.ax_.plot(
            grid, minimum_precision(grid, prevalence), **{**_REFERENCE, "linestyle": ":"}
        )
        self.ax_.legend(loc="best")
        return self


@dataclass
class PrecisionRecallGainDisplay(_Display):
    """Plot of a precision-recall-gain curve in the unit square.

    The dashed line has the F1 of the always-positive classifier [1]_.

    Attributes
    ----------
    curve : PRGCurve
    area : float
    name : str or None
    ax_ : matplotlib Axes
        Set by `plot`.
    line_ : matplotlib Line2D
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

    curve: PRGCurve
    area: float
    name: str | None = None

    @classmethod
    def _of(
        cls,
        y_true: npt.ArrayLike,
        y_score: npt.ArrayLike,
        name: str | None,
        options: dict[str, Any],
    ) -> Self:
        return cls(
            precision_recall_gain_curve(y_true, y_score, **options),
            auprg_score(y_true, y_score, **options),
            name,
        )

    def plot(self, ax: Axes | None = None, **line_options: Any) -> Self:
        """Draw the curve into `ax` (by default a new figure); options go to ``Axes.plot``."""
        self.ax_: Axes = _square(ax, "Recall gain", "Precision gain")
        label = _label(self.name, "AUPRG", self.area)
        self.line_: Line2D
        (self.line_,) = self.ax_.plot(
            *_with_gaps(self.curve.unit_square_parts()), **{"label": label, **line_options}
        )
        self.ax_.axline((0, 1), slope=-1, **_REFERENCE)
        self.ax_.legend(loc="best")
        return self


def _square(ax: Axes | None, xlabel: str, ylabel: str) -> Axes:
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.subplots()[1]
    ax.set(xlabel=xlabel, ylabel=ylabel, xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
    return ax


def _label(name: str | None, area: str, value: float) -> str:
    text = f"{area} = {value:.3f}"
    return f"{name} ({text})" if name else text


def _with_gaps(parts: list[tuple[FloatArray, FloatArray]]) -> tuple[FloatArray, FloatArray]:
    """Join lines into one with NaN between them."""
    columns = [np.append(np.stack(part), [[np.nan], [np.nan]], axis=1) for part in parts]
    x, y = np.concatenate(columns, axis=1) if columns else np.empty((2, 0))
    return x, y


def _scores_of(estimator: Any, features: Any, pos_label: Any) -> tuple[Any, FloatArray]:
    classes = list(getattr(estimator, "classes_", []))
    if len(classes) != 2:
        raise ValueError(f"{type(estimator).__name__} is no fitted classifier of two classes.")
    label = classes[1] if pos_label is None else pos_label
    if label not in classes:
        raise ValueError(f"pos_label={pos_label!r} is not among the classes {classes}.")
    column = classes.index(label)
    if hasattr(estimator, "predict_proba"):
        return label, np.asarray(estimator.predict_proba(features))[:, column]
    scores = np.asarray(estimator.decision_function(features), dtype=np.float64)
    return label, scores if column == 1 else -scores
