"""What the modules of the part share: the choices, their levels and the nine numbers."""

SETS = "sets differ"
ONE_ORDER = "one random order"
NONE_IN_COMMON = "nothing in common"
TIES = (SETS, ONE_ORDER, NONE_IN_COMMON)

POOLED, FOLD_MEAN = "pooled", "fold mean"
AVERAGES = (POOLED, FOLD_MEAN)

AUPRS = ("aupr", "average_precision", "trapezoid_aupr")
MEASURES = (*AUPRS, "auprg", "auroc")

KEPT, REMOVED = "kept", "removed"
OWN = "own"
STATED, OTHER = "as stated", "the other one"
POSITIVE_CLASSES = (STATED, OTHER)

CHOICES = {
    "ties": "the tie rule",
    "average": "pooling or averaging over folds",
    "aupr": "the definition of AUPR",
    "procedures": "the estimation procedures",
    "duplicates": "models that rank alike",
    "models": "the number of models",
    "minimum_n": "the least number of instances",
    "positive_class": "the positive class of balanced tasks",
}
ALL_CHOICES = "all"
SEVERAL = "several choices"

BEST, TOP, CORRELATION = "best_differs", "top3_differs", "rank_correlation"
STATISTICS = (BEST, TOP, CORRELATION)
PAIRS = (("aupr", "auprg"), ("aupr", "auroc"), ("auprg", "auroc"))


def score_column(positive_class: str, average: str, measure: str) -> str:
    """Return the column of a measure's scores.

    Examples
    --------
    >>> score_column("as stated", "pooled", "aupr")
    'aupr, pooled, as stated'
    """
    return f"{measure}, {average}, {positive_class}"


def number_column(statistic: str, a: str, b: str) -> str:
    """Return the column of one of the nine numbers.

    Examples
    --------
    >>> number_column("best_differs", "aupr", "auroc")
    'best_differs_aupr_auroc'
    """
    return f"{statistic}_{a}_{b}"


NUMBERS = {
    number_column(statistic, a, b): (statistic, a, b) for statistic in STATISTICS for a, b in PAIRS
}
