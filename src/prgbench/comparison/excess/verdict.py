"""What may be said of an excess."""

from prgbench.comparison.excess.names import MORE_THAN_NOISE, NOT_SHOWN, TOO_FEW
from prgbench.stats.cluster_bootstrap import FEWEST_CLUSTERS


def verdict(
    *, lower: float, p_value_adjusted: float, datasets: int, confidence_level: float
) -> str:
    """Say whether two measures disagree by more than noise: a one-sided verdict.

    Parameters
    ----------
    lower : float
        The lower bound of the excess; NaN if it has none.
    p_value_adjusted : float
        Of the one-sided test that the excess is above 0, adjusted for the number of pairs.
    datasets : int
        How many data sets the excess is a mean over.
    confidence_level : float
        The level of the two-sided interval: either of its tails is the level of the verdict.

    Returns
    -------
    str
        "more than noise" if both the bound lies above 0 and the test rejects; else "not shown",
        which does not say that there is no excess. "too few data sets" for less than 20 of them.

    Examples
    --------
    >>> options = {"p_value_adjusted": 0.003, "datasets": 40, "confidence_level": 0.95}
    >>> verdict(lower=0.02, **options), verdict(lower=-0.01, **options)
    ('more than noise', 'not shown')
    """
    if datasets < FEWEST_CLUSTERS:
        return TOO_FEW
    tail = (1 - confidence_level) / 2
    return MORE_THAN_NOISE if lower > 0 and p_value_adjusted <= tail else NOT_SHOWN
