"""The choices of the multiverse with their levels, and the nine numbers that the paper prints."""

from itertools import product
from typing import Annotated

from pydantic import Field

from prgbench.answer.common_order import BEST_DIFFERS, RANKS, STATISTICS, TOP_DIFFERS
from prgbench.answer.interface import PartOptions


class Options(PartOptions):
    """The paper's nine numbers under every defensible choice."""

    models: Annotated[tuple[Annotated[int, Field(ge=2)], ...], Field(min_length=1)] = (10, 30)
    """Numbers of models to draw at random in each task, in addition to all models of the study; a
    task with fewer models is left out of that draw.
    """

    minimum_n: Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(min_length=1)] = (500,)
    """Minimum numbers of instances per task, in addition to all tasks."""


SETS = "sets"
ONE_ORDER = "one_order"
NONE_IN_COMMON = "none_in_common"
SETS_WITHIN_001 = "sets_within_001"
TIES = (SETS, ONE_ORDER, NONE_IN_COMMON, SETS_WITHIN_001)
COARSE_DECIMALS = 3
"""With `SETS_WITHIN_001`, scores that are equal at this decimal are tied."""
POOLED, FOLD_MEAN = AVERAGES = ("pooled", "fold_mean")
AUPRS = ("aupr", "unit_step_aupr", "average_precision", "trapezoid_aupr")
AUPRGS = ("auprg", "auprg_clipped")
MEASURES = (*AUPRS, *AUPRGS, "auroc")
KEPT = "kept"
REMOVED = "removed"
WITHOUT_HARD_LABELS = "without_hard_labels"
OWN = "own"
STATED, OTHER = POSITIVE_CLASSES = ("stated", "other")
TIED, BY_BOTH = INSTANCE_TIES = ("tied", "by_both")

CHOICES = {
    "ties": "the tie rule",
    "average": "pooling or averaging over folds",
    "aupr": "the definition of AUPR",
    "auprg": "the definition of AUPRG",
    "procedures": "the estimation procedures",
    "duplicates": "models that rank alike or have hard labels",
    "models": "the number of models",
    "minimum_n": "the least number of instances",
    "positive_class": "the positive class of balanced tasks",
    "instance_ties": "instances of equal confidence in the positive class",
}
ALL_CHOICES = "all"
SEVERAL = "several"

PAIRS = (("aupr", "auprg"), ("aupr", "auroc"), ("auprg", "auroc"))
PRINTED = {
    BEST_DIFFERS: dict(zip(PAIRS, (0.24, 0.29, 0.22), strict=True)),
    TOP_DIFFERS: dict(zip(PAIRS, (0.58, 0.65, 0.57), strict=True)),
    RANKS: dict(zip(PAIRS, (0.95, 0.95, 0.96), strict=True)),
}
"""The nine numbers that Flach & Kull (2015) print in section 4: shares and correlations."""

DIGIT = 0.01
"""The last printed digit."""


def number_column(statistic: str, a: str, b: str) -> str:
    """Return the column of one of the nine numbers."""
    return f"{statistic}_{a}_{b}"


NUMBERS = {number_column(name, *pair): (name, *pair) for name, pair in product(STATISTICS, PAIRS)}


def score_column(view: str, average: str, measure: str) -> str:
    """Return the column of a measure's scores: of a positive class, or by both confidences."""
    return f"{measure}_{average}_{view}"
