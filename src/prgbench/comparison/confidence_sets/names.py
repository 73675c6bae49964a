"""What tables, figure and text share: the level of a task's sets."""


def level_of_sets(confidence_level: float) -> float:
    """Return the level of each set of a pair, so that both hold with the given probability.

    By Bonferroni's inequality: each set may miss with half the probability.

    Examples
    --------
    >>> level_of_sets(0.95)
    0.975
    """
    return round((1 + confidence_level) / 2, 12)
