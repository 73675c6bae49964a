"""Two calibrators with scikit-learn's interface: for accuracy, and for F-beta."""

# ruff: noqa: N803  (scikit-learn names the argument X)

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from prgbench.metrics.hull import prg_convex_hull, roc_convex_hull
from prgbench.metrics.inputs import FloatArray, as_scores


class AccuracyCalibrator(TransformerMixin, BaseEstimator):  # type: ignore[misc]
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

    See Also
    --------
    FBetaCalibrator : Calibrate for F-beta instead.
    roc_convex_hull : The hull.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Section 1, "Calibration", and
           section 3.4.
    .. [2] T. Fawcett, A. Niculescu-Mizil (2007). PAV and the ROC convex hull. Machine Learning
           68(1), 97-106.
    .. [3] B. Zadrozny, C. Elkan (2001). Obtaining calibrated probability estimates from decision
           trees and naive Bayesian classifiers. Proceedings of the 18th International Conference
           on Machine Learning, 609-616.

    Examples
    --------
    >>> calibrator = AccuracyCalibrator().fit([4, 3, 2, 1], [1, 0, 1, 0])
    >>> calibrator.transform([5, 3, 2, 0]).tolist()
    [1.0, 0.5, 0.5, 0.0]
    """

    def __init__(self, pos_label: Any = None) -> None:
        self.pos_label = pos_label

    def fit(
        self, X: npt.ArrayLike, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None
    ) -> Self:
        """Find the hull of scores X, shape (n,) or (n, 1), with labels y of both classes."""
        self.hull_ = roc_convex_hull(
            y, _one_column(X), pos_label=self.pos_label, sample_weight=sample_weight
        )
        return self

    def transform(self, X: npt.ArrayLike) -> FloatArray:
        """Map scores of shape (n,) or (n, 1) to c in [0, 1], of the same shape."""
        check_is_fitted(self)
        return _calibrate(X, self.hull_.thresholds[1:], self.hull_.calibrated)


class FBetaCalibrator(TransformerMixin, BaseEstimator):  # type: ignore[misc]
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

    See Also
    --------
    AccuracyCalibrator : Calibrate for accuracy instead.
    prg_convex_hull : The hull.
    indifferent_beta2 : The value of beta^2 between two classifiers.

    Notes
    -----
    Scores at or above the first vertex of the hull are positive for every beta and get 1; those
    below its last vertex, where all positives are found, are never worth it and get 0.

    References
    ----------
    .. [1] P. Flach, M. Kull (2015). Precision-Recall-Gain Curves: PR Analysis Done Right. Advances
           in Neural Information Processing Systems 28, 838-846. Section 3.4, theorem 4 and
           equation 7.

    Examples
    --------
    >>> calibrator = FBetaCalibrator().fit([4, 3, 2, 1], [1, 0, 1, 0])
    >>> calibrator.transform([5, 3, 2, 0]).round(4).tolist()
    [1.0, 0.6667, 0.6667, 0.0]
    """

    def __init__(self, pos_label: Any = None) -> None:
        self.pos_label = pos_label

    def fit(
        self, X: npt.ArrayLike, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None
    ) -> Self:
        """Find the hull of scores X, shape (n,) or (n, 1), with labels y of both classes."""
        self.hull_ = prg_convex_hull(
            y, _one_column(X), pos_label=self.pos_label, sample_weight=sample_weight
        )
        return self

    def transform(self, X: npt.ArrayLike) -> FloatArray:
        """Map scores of shape (n,) or (n, 1) to d in [0, 1], of the same shape."""
        check_is_fitted(self)
        values = np.concatenate(([1.0], self.hull_.calibrated, [0.0]))
        return _calibrate(X, np.append(self.hull_.thresholds, -np.inf), values)


def _one_column(X: npt.ArrayLike) -> npt.NDArray[Any]:
    scores = np.asarray(X)
    return scores[:, 0] if scores.ndim == 2 and scores.shape[1] == 1 else scores


def _calibrate(X: npt.ArrayLike, thresholds: FloatArray, values: FloatArray) -> FloatArray:
    """Take the first value whose threshold (decreasing) the score reaches, else the last."""
    column = _one_column(X)
    scores = as_scores(column, len(column))
    index = np.searchsorted(-thresholds, -scores)
    result: FloatArray = values[np.minimum(index, values.size - 1)]
    return result.reshape(np.shape(X))
