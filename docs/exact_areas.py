"""Areas in exact arithmetic, from the definitions."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import groupby, pairwise

DIGITS = 50
Point = tuple[int, int]
GainPoint = tuple[Fraction, Fraction]


def points(labels: Iterable[int], scores: Iterable[float]) -> list[Point]:
    """Return the true and false positives at every threshold, from none to all.

    Examples
    --------
    >>> points([1, 0, 1], [0.9, 0.5, 0.5])
    [(0, 0), (1, 0), (2, 1)]
    """
    found = [(0, 0)]
    ranked = sorted(zip(scores, labels, strict=True), reverse=True)
    for _, tied in groupby(ranked, key=lambda pair: pair[0]):
        block = [int(label) for _, label in tied]
        (tp, fp), positives = found[-1], sum(block)
        found.append((tp + positives, fp + len(block) - positives))
    return found


def auroc(curve: Sequence[Point]) -> Fraction:
    """Return the area under straight lines between the points of the ROC curve.

    Examples
    --------
    >>> auroc(points([1, 0, 1], [3, 2, 1]))
    Fraction(1, 2)
    """
    p, n = curve[-1]
    twice = sum((f1 - f0) * (t0 + t1) for (t0, f0), (t1, f1) in pairwise(curve))
    return Fraction(twice, 2 * p * n)


def average_precision(curve: Sequence[Point]) -> Fraction:
    """Return the mean of the precision at each threshold, weighted by the step of recall.

    Examples
    --------
    >>> average_precision(points([1, 0, 1], [3, 2, 1]))
    Fraction(5, 6)
    """
    steps = (Fraction((t1 - t0) * t1, t1 + f1) for (t0, _), (t1, f1) in pairwise(curve) if t1 > t0)
    return _total(steps) / curve[-1][0]


def aupr(curve: Sequence[Point]) -> Decimal:
    """Return the area under Davis and Goadrich's hyperbolas between the points of the PR curve.

    Examples
    --------
    >>> round(aupr(points([1, 0, 1], [3, 2, 1])), 12)
    Decimal('0.797267445946')
    """
    total = Decimal(0)
    with localcontext() as context:
        context.prec = DIGITS
        for (t0, f0), (t1, f1) in pairwise(curve):
            if t1 > t0:
                # Precision is t / (k t + c), where t goes from t0 to t1.
                k = 1 + Decimal(f1 - f0) / (t1 - t0)
                c = t0 + f0 - k * t0
                total += (t1 - t0) / k
                if t0 + f0 > 0:
                    total -= c / k**2 * (Decimal(t1 + f1) / (t0 + f0)).ln()
        return total / curve[-1][0]


def gains(curve: Sequence[Point]) -> Iterator[GainPoint]:
    """Yield recall gain and precision gain from recall gain 0, which is interpolated, to 1.

    Examples
    --------
    >>> [(str(x), str(y)) for x, y in gains(points([1, 0, 1], [3, 2, 1]))]
    [('0', '-1/2'), ('1', '0')]
    """
    p, n = curve[-1]
    baseline = Fraction(p * p, p + n)
    for (t0, f0), (t1, f1) in pairwise(curve):
        if t1 < baseline:
            continue
        if t0 < baseline:
            crossing = f0 + (baseline - t0) / (t1 - t0) * (f1 - f0)
            yield _gain(baseline, crossing, p, n)
        yield _gain(Fraction(t1), Fraction(f1), p, n)


def auprg(curve: Sequence[Point]) -> Fraction:
    """Return the area under straight lines between the points of the PRG curve.

    Examples
    --------
    >>> auprg(points([1, 0, 1], [3, 2, 1]))
    Fraction(-1, 4)
    """
    pairs = pairwise(gains(curve))
    return _total((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in pairs if x1 > x0)


def _gain(t: Fraction, f: Fraction, p: int, n: int) -> GainPoint:
    return 1 - p * (p - t) / (n * t), 1 - p * f / (n * t)


def _total(terms: Iterable[Fraction]) -> Fraction:
    """Add neighbours, then their sums: most additions are then of small fractions."""
    sums = [*terms] or [Fraction(0)]
    while len(sums) > 1:
        odd = sums[len(sums) // 2 * 2 :]
        sums = [a + b for a, b in zip(sums[::2], sums[1::2], strict=False)] + odd
    return sums[0]
