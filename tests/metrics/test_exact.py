"""All areas against exact arithmetic: fractions, and decimals where a logarithm is needed."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import groupby, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgbench import metrics as m

AUTHORS_LABELS = [1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1]
AUTHORS_SCORES = list(range(25, 0, -1))

samples = st.lists(st.tuples(st.booleans(), st.integers(-4, 8)), min_size=2, max_size=30).filter(
    lambda rows: 0 < sum(label for label, _ in rows) < len(rows)
)


def exact_points(labels, scores):
    points = [(Fraction(0), Fraction(0))]
    ranked = sorted(zip(scores, labels, strict=True), reverse=True)
    for _, block in groupby(ranked, key=lambda pair: pair[0]):
        block_labels = [label for _, label in block]
        tp, fp = points[-1]
        positives = sum(block_labels)
        points.append((tp + positives, fp + len(block_labels) - positives))
    return points


def exact_auroc(points):
    (p, n) = points[-1]
    pairs = pairwise(points)
    return sum((f1 - f0) * (t0 + t1) / 2 for (t0, f0), (t1, f1) in pairs) / (p * n)


def exact_average_precision(points):
    p = points[-1][0]
    pairs = pairwise(points)
    return sum((t1 - t0) / p * t1 / (t1 + f1) for (t0, _), (t1, f1) in pairs)


def exact_aupr(points):
    """Davis-Goadrich integral with 50 digits."""
    p = points[-1][0]
    total = Decimal(0)
    with localcontext() as context:
        context.prec = 50
        for (t0, f0), (t1, f1) in pairwise(points):
            if t1 > t0:
                k, c = 1 + (f1 - f0) / (t1 - t0), t0 + f0
                total += decimal((t1 - t0) / k)
                if c > 0:
                    log = decimal((k * (t1 - t0) + c) / c).ln()
                    total += decimal((t0 - c / k) / k) * log
        return total / decimal(p)


def decimal(fraction):
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def exact_prg(points):
    """Points (recall gain, precision gain) from recall gain 0 to 1, the crossing included."""
    p, n = points[-1]
    baseline = p * p / (p + n)
    kept = []
    for (t0, f0), (t1, f1) in pairwise(points):
        if t1 >= baseline:
            if t0 < baseline:
                share = (baseline - t0) / (t1 - t0)
                kept.append((baseline, f0 + share * (f1 - f0)))
            kept.append((t1, f1))
    return [(1 - p * (p - t) / (n * t), 1 - p * f / (n * t)) for t, f in kept]


def exact_auprg(gains):
    pairs = pairwise(gains)
    return sum((x1 - x0) * (y0 + y1) / 2 for (x0, y0), (x1, y1) in pairs)


def exact_expected_fg1(gains, pi):
    """Integrate (precG + recG) / 2 over Delta = recG / pi - precG / (1 - pi); None if empty."""
    delta = [x / pi - y / (1 - pi) for x, y in gains]
    value = [(x + y) / 2 for x, y in gains]
    if delta[-1] <= delta[0]:
        return None
    pairs = zip(delta, delta[1:], value, value[1:], strict=False)
    return sum((d1 - d0) * (v0 + v1) / 2 for d0, d1, v0, v1 in pairs) / (delta[-1] - delta[0])


@given(samples)
def test_every_area_equals_exact_arithmetic(rows):
    labels, scores = [label for label, _ in rows], [score for _, score in rows]
    points = exact_points(labels, scores)
    gains = exact_prg(points)
    auprg = float(exact_auprg(gains))
    expected = [float(exact_auroc(points)), float(exact_aupr(points)), auprg]
    tolerance = 1e-12 * max(1, abs(auprg))
    singles = [area(labels, scores) for area in (m.auroc_score, m.aupr_score, m.auprg_score)]
    assert singles == pytest.approx(expected, rel=0, abs=tolerance)
    assert m.areas(labels, [scores])[0] == pytest.approx(expected, rel=0, abs=tolerance)
    assert m.average_precision_score(labels, scores) == pytest.approx(
        float(exact_average_precision(points)), abs=1e-12
    )


@given(samples)
def test_expected_fg1_equals_its_integral(rows):
    labels, scores = [label for label, _ in rows], [score for _, score in rows]
    pi = Fraction(sum(labels), len(labels))
    exact = exact_expected_fg1(exact_prg(exact_points(labels, scores)), pi)
    ours = m.expected_fg1_score(labels, scores)
    if exact is None:
        assert np.isnan(ours)
    else:
        # The result is a ratio whose denominator may come close to 0.
        assert ours == pytest.approx(float(exact), rel=1e-11, abs=1e-12)
        assert m.expected_inverse_f1_score(labels, scores) == pytest.approx(
            float((1 - (1 - pi) * exact) / pi), rel=1e-11
        )


def test_the_authors_example_in_fractions():
    gains = exact_prg(exact_points(AUTHORS_LABELS, AUTHORS_SCORES))
    pi = Fraction(16, 25)
    assert gains[0][1] == Fraction(47, 72)
    assert exact_auprg(gains) == Fraction(1044283367, 2414739600)
    assert exact_expected_fg1(gains, pi) == Fraction(1808205617, 3756261600)
    assert m.expected_fg1_score(AUTHORS_LABELS, AUTHORS_SCORES) == pytest.approx(
        1808205617 / 3756261600, abs=1e-14
    )
    assert m.expected_inverse_f1_score(AUTHORS_LABELS, AUTHORS_SCORES) == pytest.approx(
        1.29172129290396, abs=1e-13
    )
