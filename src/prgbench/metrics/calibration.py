"""Two calibrators with scikit-learn's interface: for accuracy, and for F-beta.

They learn the calibrated value of every score they are fitted on. Between these they interpolate
linearly, and beyond the outermost they repeat the last value, like scikit-learn's
`IsotonicRegression` with ``out_of_bounds="clip"``.
"""

# ruff: noqa: N803  (scikit-learn names the argument X)

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from prgbench.metrics.engine.inputs import FloatArray, as_array, as_scores, as_weights
from prgbench.metrics.prg_curve import PRGHull, prg_convex_hull
from prgbench.metrics.roc_hull import ROCHull, roc_convex_hull


class _Calibrator(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Fit a step function and interpolate in it."""

    X_thresholds_: FloatArray
    y_thresholds_: FloatArray

    def __init__(self, pos_label: Any = None) -> None:
        self.pos_label = pos_label

    def fit(
        self, X: npt.ArrayLike, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None
    ) -> Self:
        """Find the hull of scores X, shape (n,) or (n, 1), with labels y of both classes."""
        column = _column_of(X)
        # Before the hull, which calls them y_score.
        scores = as_scores(column, as_array(y, "y").size, "X")
        # The hull's thresholds are a few of the scores; interpolation needs the ends of each step.
        thresholds, values = self._steps(y, scores, sample_weight)
        weights = as_weights(sample_weight, scores.size)
        distinct = np.unique(scores if weights is None else scores[weights > 0])
        self.X_thresholds_, self.y_thresholds_ = _ends_of_steps(distinct, thresholds, values)
        return self

    def transform(self, X: npt.ArrayLike) -> FloatArray:
        """Map scores of shape (n,) or (n, 1) to [0, 1], in the same shape."""
        check_is_fitted(self)
        column = _column_of(X)
        scores = as_scores(column, np.size(column), "X")
        return _interpolated(scores, self.X_thresholds_, self.y_thresholds_).reshape(np.shape(X))

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[np.object_]:  # noqa: ARG002 - as scikit-learn calls it
        """Name the output column after the class, as `IsotonicRegression` does."""
        return np.array([f"{type(self).__name__.lower()}0"], dtype=object)

    @abstractmethod
    def _steps(
        self, y: npt.ArrayLike, scores: npt.ArrayLike, sample_weight: npt.ArrayLike | None
    ) -> tuple[FloatArray, FloatArray]:
        """Fit the hull; return its decreasing thresholds and the value from each of them on."""


class AccuracyCalibrator(_Calibrator):
    """Calibrate scores for accuracy by the ROC convex hull (isotonic regression).

    A calibrated score c is the empirical probability of the positive class [1]_ [2]_ [3]_: predict
    positive when c is at least the cost of a false positive relative to both errors, 1/2 for
    accuracy.

    Parameters
    ----------
    pos_label : label, optional
        The positive label; without it labels are 0/1, -1/1 or booleans.

    Attributes
    ----------
    hull_ : ROCHull
        The hull that the scores of `fit` span.
    X_thresholds_, y_thresholds_ : ndarray of shape (ends,)
        Increasing scores of `fit` and their calibrated values, between which `transform`
        interpolates.

    See Also
    --------
    FBetaCalibrator : Calibrate for F-beta instead.
    roc_convex_hull : The hull.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 1,
           "Calibration", and section 3.4.
    .. [2] T. Fawcett, A. Niculescu-Mizil (2007). PAV and the ROC convex hull. Machine Learning
           68(1), 97-106.
    .. [3] B. Zadrozny, C. Elkan (2001). Obtaining calibrated probability estimates from decision
           trees and naive Bayesian classifiers. ICML 18, 609-616.

    Examples
    --------
    >>> calibrator = AccuracyCalibrator().fit([4, 3, 2, 1], [1, 0, 1, 0])
    >>> calibrator.transform([5, 3, 2, 0]).tolist()
    [1.0, 0.5, 0.5, 0.0]
    """

    hull_: ROCHull

    def _steps(
        self, y: npt.ArrayLike, scores: npt.ArrayLike, sample_weight: npt.ArrayLike | None
    ) -> tuple[FloatArray, FloatArray]:
        self.hull_ = roc_convex_hull(
            y, scores, pos_label=self.pos_label, sample_weight=sample_weight
        )
        return self.hull_.thresholds[1:], self.hull_.calibrated


class FBetaCalibrator(_Calibrator):
    """Calibrate scores for F-beta by the convex hull in PRG space.

    A calibrated score is d = 1 / (1 + beta^2) for the beta at which its instance is on the
    decision boundary: predict positive when d >= 1 / (1 + beta^2), which is 1/2 for F1 [1]_.

    Parameters
    ----------
    pos_label : label, optional
        The positive label; without it labels are 0/1, -1/1 or booleans.

    Attributes
    ----------
    hull_ : PRGHull
        The hull that the scores of `fit` span.
    X_thresholds_, y_thresholds_ : ndarray of shape (ends,)
        Increasing scores of `fit` and their calibrated values, between which `transform`
        interpolates.

    See Also
    --------
    AccuracyCalibrator : Calibrate for accuracy instead.
    prg_convex_hull : The hull.
    theory.indifferent_beta2 : The value of beta^2 between two classifiers.

    Notes
    -----
    Scores at or above the first vertex of the hull are positive for every beta and get 1; those
    below its last vertex, where all positives are found, get 0.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves. NIPS 28. Section 3.4, theorem 4
           and equation 7.

    Examples
    --------
    >>> calibrator = FBetaCalibrator().fit([4, 3, 2, 1], [1, 0, 1, 0])
    >>> calibrator.transform([5, 3, 2, 0]).round(4).tolist()
    [1.0, 0.6667, 0.6667, 0.0]
    """

    hull_: PRGHull

    def _steps(
        self, y: npt.ArrayLike, scores: npt.ArrayLike, sample_weight: npt.ArrayLike | None
    ) -> tuple[FloatArray, FloatArray]:
        self.hull_ = prg_convex_hull(
            y, scores, pos_label=self.pos_label, sample_weight=sample_weight
        )
        # Above the first vertex no beta excludes a score, below the last none includes it.
        values = np.concatenate(([1.0], self.hull_.calibrated, [0.0]))
        return np.append(self.hull_.thresholds, -np.inf), values


def _column_of(X: npt.ArrayLike) -> npt.NDArray[Any]:
    scores = as_array(X, "X")
    return scores[:, 0] if scores.ndim == 2 and scores.shape[1] == 1 else scores


def _ends_of_steps(
    scores: FloatArray, thresholds: FloatArray, values: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the first and the last of the increasing known scores of each step, and its value.

    Thresholds decrease, and each has the value of the scores from it on.
    """
    # Decreasing thresholds, negated, for a binary search; each score belongs to the first that it
    # reaches.
    step = (-thresholds).searchsorted(-scores)
    levels = values[np.minimum(step, values.size - 1)]
    # A score is an end if its value differs from that before or after it.
    borders = np.ones(scores.size + 1, dtype=bool)
    np.not_equal(levels[1:], levels[:-1], out=borders[1:-1])
    ends = borders[1:] | borders[:-1]
    return scores[ends], levels[ends]


def _interpolated(scores: FloatArray, knots: FloatArray, values: FloatArray) -> FloatArray:
    """Interpolate linearly; next to an infinite score, repeat the value of the finite one."""
    if knots.size == 1:
        return np.full(scores.shape, values[0])
    # Beyond the outermost scores their values are repeated.
    inner = np.minimum(np.maximum(scores, knots[0]), knots[-1])
    start = knots[1:].searchsorted(inner)
    low = knots[start]
    high = knots[start + 1]
    with np.errstate(invalid="ignore", over="ignore"):
        share = (inner - low) / (high - low)
        # Halves where the difference of two finite scores overflows; others lose no digit.
        halves = (inner / 2 - low / 2) / (high / 2 - low / 2)
        share = np.where(np.isinf(high - low), halves, share)
    # Only of infinite scores.
    if np.isnan(share).any():
        share = np.where(np.isneginf(low), 1.0, np.where(np.isposinf(high), 0.0, share))
        share = np.where(inner == high, 1.0, np.where(inner == low, 0.0, share))
    result: FloatArray = values[start] + share * (values[1:] - values[:-1])[start]
    return result
