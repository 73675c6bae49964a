"""The limit of f-(t)/f+(t) as t rises to the largest positive score (Hughes-Oliver, P2 b, c)."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy import stats

from prgtheory.populations._validation import Floats
from prgtheory.populations.distributions import ScoreDistribution, Transformed, has_density

_EPS = float(np.finfo(np.float64).eps)
# Places on the way to the end, and how many of the last steps between them are judged.
_PLACES, _JUDGED = 41, 6
# Looks for the place where doubles give out, each finer than the one before, and their places.
_LOOKS, _TRIED = 2, 64
# Below it doubles lose digits.
_SMALLEST = float(np.finfo(np.float64).tiny)
# Largest rounding error of log f-/f+, relative to it where it exceeds 1.
_NOISE = 1e-7
# Steps that shrink by less than this do not add up to a limit.
_STEADY = 0.999
# Largest error of an extrapolated log ratio, or largest extrapolation.
_DOUBT = 1e-6

Log = Callable[[npt.ArrayLike], Floats]


def density_ratio_at_top(positive: ScoreDistribution, negative: ScoreDistribution) -> float:
    """Return k = lim f-(t)/f+(t) as t rises to the largest positive score.

    Where the ranges end at different scores they decide alone. Where both end at the same one, log
    f-/f+ is followed towards it as far as doubles carry it: steps that do not shrink mean 0 or
    infinity, steps that vanish or shrink geometrically a finite limit. Raises ValueError if the
    limit cannot be told: discrete scores without an upper end, ends that differ by rounding only,
    or a ratio that neither settles nor grows or falls steadily. Source: property P2 (b), (c).

    Notes
    -----
    A difference of the two tails below the rounding of their log densities is not seen.

    Examples
    --------
    >>> from scipy import stats
    >>> round(density_ratio_at_top(stats.t(3, loc=1), stats.t(3)), 6)
    1.0
    >>> density_ratio_at_top(stats.norm(1, 1), stats.norm(0, 1))
    0.0
    """
    # The same increasing map of both scores does not change the ratio of their densities.
    if isinstance(positive, Transformed) and positive.same_map(negative):
        return density_ratio_at_top(positive.base, negative.base)
    top, other_top = float(positive.support()[1]), float(negative.support()[1])
    if top == other_top:
        return _at_common_top(positive, negative, top)
    if np.isfinite([top, other_top]).all() and abs(top - other_top) <= 8 * _EPS * abs(top):
        raise ValueError(
            f"the largest scores of both classes, {top!r} and {other_top!r}, differ by rounding "
            "only; give both distributions the same end"
        )
    # Ends that differ: beyond the lower one only one class has scores, so its density decides.
    return 0.0 if top > other_top else float("inf")


def _at_common_top(positive: ScoreDistribution, negative: ScoreDistribution, top: float) -> float:
    if _has_atoms(positive) or _has_atoms(negative):
        if np.isinf(top):
            raise ValueError(
                "the limit of the PR curve at recall 0 is not known for discrete scores without "
                "an upper end; give scores with finitely many values, such as DiscreteScores"
            )
        # Where the positives have an atom at the top, small recalls keep the threshold there, with
        # no negative above it.
        return 0.0 if _has_atoms(positive) else float("inf")
    log_ratio, noise = _followed(positive, negative, top)
    limit = _limit(log_ratio, noise)
    if limit is None:
        raise ValueError(
            "the limit of the PR curve at recall 0 cannot be told: the ratio of the two densities "
            "does not settle as far as they can be computed"
        )
    return limit


def _has_atoms(distribution: ScoreDistribution) -> bool:
    if isinstance(distribution, Transformed):
        return _has_atoms(distribution.base)
    return hasattr(distribution, "pmf")


def _followed(
    positive: ScoreDistribution, negative: ScoreDistribution, top: float
) -> tuple[Floats, Floats]:
    """Return log f-/f+ on a geometric way to the top, and the rounding error of each value."""
    densities = has_density(positive) and has_density(negative)
    logs = [_log(distribution, density=densities) for distribution in (negative, positive)]
    # The way starts at the farthest of the medians and upper percents of both classes.
    upper = np.array([float(d.isf(share)) for d in (positive, negative) for share in (0.5, 0.01)])
    start = float(np.abs(upper if np.isinf(top) else top - upper).max())
    start = start if 0 < start < np.inf else 1.0
    # Geometric steps: away from 0 for an infinite top, towards a finite one, at most to where
    # doubles end. Each look narrows down how far the ratio can be computed.
    bounds = 1.0, float(np.exp2(996.0 if np.isinf(top) else 60.0))
    for _ in range(_LOOKS):
        tried = np.geomspace(*bounds, _TRIED)
        _, usable = _values(logs, start, tried, top)
        if not usable[0]:
            return np.empty(0), np.empty(0)
        last = int(np.argmin(np.append(usable, False))) - 1
        bounds = float(tried[last]), float(tried[min(last + 1, _TRIED - 1)])
    reach = bounds[0]
    way = np.geomspace(1.0, reach, _PLACES)
    (ratio, noise), usable = _values(logs, start, way, top)
    if np.isinf(top):
        usable &= _tails_off(positive, start) and _tails_off(negative, start)
    return ratio[usable], noise[usable]


def _tails_off(distribution: ScoreDistribution, start: float) -> bool:
    """Return whether few scores lie well beyond the start, as circular ones do not."""
    return abs(float(distribution.sf(16 * start))) < 0.5


def _values(
    logs: list[Log], start: float, reach: Floats, top: float
) -> tuple[tuple[Floats, Floats], npt.NDArray[np.bool_]]:
    with np.errstate(all="ignore"):
        score = start * reach if np.isinf(top) else top - start / reach
        below, above = (log(score) for log in logs)
        ratio = below - above
        # Each value carries the rounding error of two log densities, and near a finite top also
        # that of the difference top - score.
        noise = 16 * _EPS * (1 + np.abs(below) + np.abs(above))
        if np.isfinite(top):
            noise += 8 * _EPS * abs(top) / (top - score)
        usable = np.isfinite(ratio) & (noise <= _NOISE * np.maximum(1.0, np.abs(ratio)))
    return (ratio, noise), usable


def _log(distribution: ScoreDistribution, *, density: bool) -> Log:
    """Return the log density, or the log of the survival function where a density is missing."""
    name = "pdf" if density else "sf"
    family = type(getattr(distribution, "dist", None))
    general = getattr(stats.rv_continuous, f"_log{name}")
    # The log density of the family itself is exact in the tail; a log of the density underflows.
    if getattr(family, f"_log{name}", general) is not general:
        exact: Log = getattr(distribution, f"log{name}")
        return exact
    plain: Log = getattr(distribution, name)

    def log(score: npt.ArrayLike) -> Floats:
        value = np.asarray(plain(score), dtype=np.float64)
        return np.where(value >= _SMALLEST, np.log(value), np.nan)

    return log


def _limit(log_ratio: Floats, noise: Floats) -> float | None:
    """Return the limit of a ratio whose logarithm is followed, None where it cannot be told."""
    if log_ratio.size <= _JUDGED + 1:
        return None
    last, steps = float(log_ratio[-1]), np.diff(log_ratio)[-_JUDGED:]
    # Steps within the noise: the ratio has settled.
    if np.abs(steps).max() <= 4 * noise[-1]:
        return float(np.exp(last))
    # Steps of both signs: the ratio oscillates, and nothing can be said.
    if not (np.all(steps > 0) or np.all(steps < 0)):
        return None
    shrinking = steps[1:] / steps[:-1]
    if shrinking.min() >= _STEADY:
        return float("inf") if steps[-1] > 0 else 0.0
    # Steps that shrink geometrically: the remainder of the series is step q / (1 - q).
    share, slowest = float(shrinking[-1]), float(shrinking.max())
    if slowest >= _STEADY:
        return None
    remainder = float(steps[-1]) * share / (1 - share)
    # What is left out where the ratio of two steps goes on drifting.
    doubt = abs(remainder) * abs(share - float(shrinking[0])) / (1 - share)
    if doubt > _DOUBT and abs(steps[-1]) * slowest > _DOUBT * (1 - slowest):
        return None
    return float(np.exp(last + remainder))
