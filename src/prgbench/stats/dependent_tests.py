"""What several tests say together, however they depend on each other."""

from collections.abc import Sequence


def p_of_majority(p_values: Sequence[float]) -> float:
    """Compute a p-value of what most of some tests say, however they depend on each other.

    K / r times the r-th smallest of K p-values is a p-value [1]_; r is the smallest majority. Of
    one or two tests it is the larger p-value.

    Parameters
    ----------
    p_values : sequence of float
        Those of the tests, in [0, 1]; at least one.

    Returns
    -------
    float
        In [0, 1]; small only if more than half of the p-values are.

    See Also
    --------
    prgbench.stats.families.holm : P-values adjusted one by one.

    References
    ----------
    .. [1] B. Rüger (1978). Das maximale Signifikanzniveau des Tests "Lehne H0 ab, wenn k unter n
           gegebenen Tests zur Ablehnung führen". Metrika 25, 171-178.

    Examples
    --------
    >>> p_of_majority([0.5, 0.01, 0.02]), p_of_majority([0.3, 0.01])
    (0.03, 0.3)
    """
    majority = len(p_values) // 2 + 1
    return float(min(1.0, len(p_values) / majority * sorted(p_values)[majority - 1]))
