"""The theory behind the measures: gains, isometrics, theorems, minimum areas and chance.

>>> from prgbench.metrics import theory
>>> float(theory.gain(0.5, prevalence=0.25).round(4))
0.6667
"""

from prgbench.metrics.bounds import (
    expected_aupr,
    expected_auprg,
    min_aupr,
    min_average_precision,
    minimum_precision,
    normalize_aupr,
)
from prgbench.metrics.gains import (
    always_positive_fbeta,
    fbeta_gain_isometric,
    fbeta_isometric,
    gain,
    precision_gain,
    recall_gain,
    ungain,
)
from prgbench.metrics.theorems import (
    expected_accuracy,
    expected_fg1,
    expected_inverse_f1,
    fbeta_gain,
    indifferent_beta2,
    interpolation_weight,
)

__all__ = [
    "always_positive_fbeta",
    "expected_accuracy",
    "expected_aupr",
    "expected_auprg",
    "expected_fg1",
    "expected_inverse_f1",
    "fbeta_gain",
    "fbeta_gain_isometric",
    "fbeta_isometric",
    "gain",
    "indifferent_beta2",
    "interpolation_weight",
    "min_aupr",
    "min_average_precision",
    "minimum_precision",
    "normalize_aupr",
    "precision_gain",
    "recall_gain",
    "ungain",
]


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]
