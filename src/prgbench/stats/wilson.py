"""Wilson's interval of a share, whatever its spread was estimated from."""

import math


def wilson_bounds(share: float, squared_reach: float, relative: float) -> tuple[float, float]:
    """Return Wilson's bounds of a share [1]_.

    They are the shares p with (share - p)^2 <= z^2 p (1 - p) / m, for m trials and a quantile z.
    The caller says what stands for the trials: clusters, resamples and weights have a variance,
    and m is the number of trials that would have it.

    Parameters
    ----------
    share : float
        The estimate, in [0, 1].
    squared_reach : float
        The squared half-width of the plain interval around the share, z^2 share (1 - share) / m.
    relative : float
        The squared quantile per trial, z^2 / m. Both are given, as one can't be computed from the
        other where the share is 0 or 1.

    Returns
    -------
    lower, upper : float
        In [0, 1], on both sides of the share.

    See Also
    --------
    prgbench.stats.shares.share_interval : The interval of a share of tasks.
    prgbench.metrics.interval_bounds.smoothed_bounds : The interval of a measure.

    References
    ----------
    .. [1] E. B. Wilson (1927). Probable inference, the law of succession, and statistical
           inference. Journal of the American Statistical Association 22(158), 209-212.

    Examples
    --------
    Three of four trials, with the quantile 2.

    >>> low, high = wilson_bounds(0.75, squared_reach=4 * 0.75 * 0.25 / 4, relative=4 / 4)
    >>> round(low, 3), round(high, 3)
    (0.294, 0.956)
    """
    # The solutions of the quadratic equation: middle and half-width.
    middle = (share + relative / 2) / (1 + relative)
    half = math.sqrt(squared_reach + relative**2 / 4) / (1 + relative)
    # Rounding must not put a bound on the wrong side of the estimate.
    return max(min(middle - half, share), 0.0), min(max(middle + half, share), 1.0)
