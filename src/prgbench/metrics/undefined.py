"""The warning of a measure that its input leaves undefined, in scikit-learn's class and words."""

from __future__ import annotations

import sys
import warnings


class UndefinedMetricWarning(UserWarning):
    """Warning that a measure is undefined for its input; scikit-learn's class if that is loaded.

    Examples
    --------
    >>> from prgbench.metrics import aupr_score
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     aupr_score([0, 0], [1, 2])
    nan
    >>> print(caught[0].message)
    No positive class found in y_true: AUPR is NaN.
    """


def warn_undefined(sentence: str) -> None:
    """Warn the caller of a public function that a value is NaN."""
    # Importing scikit-learn takes longer than most calls. Who filters its class has loaded it.
    theirs = sys.modules.get("sklearn.exceptions")
    category = getattr(theirs, "UndefinedMetricWarning", UndefinedMetricWarning)
    warnings.warn(sentence, category, stacklevel=3)


def warn_of_one_class(n_pos: float, n_neg: float, of_positives: str, of_negatives: str) -> None:
    """Warn that without positives, or without negatives, something is undefined."""
    for total, sentence in ((n_pos, of_positives), (n_neg, of_negatives)):
        if not total and sentence:
            warn_undefined(sentence)
