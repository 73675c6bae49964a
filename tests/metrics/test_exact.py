"""All areas against exact arithmetic, and weights over many orders of magnitude."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs_modules import docs_module
from prgbench import metrics as m
from prgbench.metrics.resampling import reweighted_areas

exact = docs_module("exact_areas")

AUTHORS_LABELS = [1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1]
AUTHORS_SCORES = list(range(25, 0, -1))

samples = st.lists(st.tuples(st.booleans(), st.integers(-4, 8)), min_size=2, max_size=30).filter(
    lambda rows: 0 < sum(label for label, _ in rows) < len(rows)
)


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
    points = exact.points(labels, scores)
    auprg = float(exact.auprg(points))
    expected = [float(exact.auroc(points)), float(exact.aupr(points)), auprg]
    tolerance = 1e-12 * max(1, abs(auprg))
    singles = [area(labels, scores) for area in (m.auroc_score, m.aupr_score, m.auprg_score)]
    assert singles == pytest.approx(expected, rel=0, abs=tolerance)
    assert m.areas(labels, [scores])[0] == pytest.approx(expected, rel=0, abs=tolerance)
    assert m.average_precision_score(labels, scores) == pytest.approx(
        float(exact.average_precision(points)), abs=1e-12
    )


@pytest.mark.parametrize(("n_pos", "n_neg"), [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (4, 1)])
def test_the_range_of_auprg_over_all_rankings_of_some_class_sizes(n_pos, n_neg):
    labels = [True] * n_pos + [False] * n_neg
    of_class = [combinations_with_replacement(range(n_pos + n_neg), k) for k in (n_pos, n_neg)]
    rankings = [first + second for first, second in product(*of_class)]
    found = [exact.auprg(exact.points(labels, scores)) for scores in rankings]
    assert min(found) == Fraction(-n_neg, 2 * n_pos)
    assert max(found) == 1
    worst, best = [-int(label) for label in labels], [int(label) for label in labels]
    assert m.auprg_score(labels, worst) == pytest.approx(-n_neg / (2 * n_pos), rel=1e-15)
    assert m.auprg_score(labels, best) == 1


@given(samples)
def test_expected_fg1_equals_its_integral(rows):
    labels, scores = [label for label, _ in rows], [score for _, score in rows]
    pi = Fraction(sum(labels), len(labels))
    expected = exact_expected_fg1([*exact.gains(exact.points(labels, scores))], pi)
    ours = m.evaluate(labels, scores, "expected_fg1")
    if expected is None:
        assert np.isnan(ours)
    else:
        # The result is a ratio whose denominator may come close to 0.
        assert ours == pytest.approx(float(expected), rel=1e-11, abs=1e-12)
        assert m.evaluate(labels, scores, "expected_inverse_f1") == pytest.approx(
            float((1 - (1 - pi) * expected) / pi), rel=1e-11
        )


def test_the_authors_example_in_fractions():
    points = exact.points(AUTHORS_LABELS, AUTHORS_SCORES)
    gains = [*exact.gains(points)]
    pi = Fraction(16, 25)
    assert gains[0][1] == Fraction(47, 72)
    assert exact.auprg(points) == Fraction(1044283367, 2414739600)
    assert m.auprg_score(AUTHORS_LABELS, AUTHORS_SCORES) == pytest.approx(
        1044283367 / 2414739600, abs=1e-14
    )
    assert exact_expected_fg1(gains, pi) == Fraction(1808205617, 3756261600)
    assert m.evaluate(AUTHORS_LABELS, AUTHORS_SCORES, "expected_fg1") == pytest.approx(
        1808205617 / 3756261600, abs=1e-14
    )
    assert m.evaluate(AUTHORS_LABELS, AUTHORS_SCORES, "expected_inverse_f1") == pytest.approx(
        1.29172129290396, abs=1e-13
    )


DECADES = 30
weighted_samples = st.lists(
    st.tuples(st.booleans(), st.integers(-4, 8), st.floats(-DECADES, 0)), min_size=2, max_size=30
).filter(lambda rows: 0 < sum(label for label, _, _ in rows) < len(rows))


def weighted_points(labels, scores, weights):
    """Cumulate weights, which are fractions, as whole numbers of their common denominator."""
    fractions = [Fraction(weight) for weight in weights]
    unit = max(fraction.denominator for fraction in fractions)
    found = [(0, 0)]
    for value in sorted(set(scores), reverse=True):
        step = [0, 0]
        for label, score, fraction in zip(labels, scores, fractions, strict=True):
            step[not label] += int(fraction * unit) if score == value else 0
        found.append((found[-1][0] + step[0], found[-1][1] + step[1]))
    return found


@given(weighted_samples, st.sampled_from([1e-270, 1e-40, 1.0, 1e40, 1e300]))
def test_weights_of_any_scale_and_over_many_decades(rows, scale):
    labels, scores, decades = zip(*rows, strict=True)
    weights = [scale * 10**decade for decade in decades]
    points = weighted_points(labels, scores, weights)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exact, "DIGITS", 4 * DECADES)
        areas = [float(exact.auroc(points)), float(exact.aupr(points)), float(exact.auprg(points))]
    odds = float(Fraction(*points[-1]))
    batches = [lambda: m.areas(labels, [scores], sample_weight=weights)[0]]
    batches.append(lambda: reweighted_areas(labels, [scores], [weights])[0, 0])
    batches.append(
        lambda: [
            area(labels, scores, sample_weight=weights)
            for area in (m.auroc_score, m.aupr_score, m.auprg_score)
        ]
    )
    if not 1e-30 <= odds <= 1e10:
        for refused in batches[::2]:
            with pytest.raises(ValueError, match="the area under the PRG curve is accurate from"):
                refused()
        assert np.isnan(batches[1]()[2])
        assert batches[1]()[:2] == pytest.approx(areas[:2], rel=0, abs=1e-14)
        return
    tolerance = 1e-14 * max(1, abs(areas[2]), odds)
    for batch in batches:
        values = batch()
        assert values[:2] == pytest.approx(areas[:2], rel=0, abs=1e-14)
        assert values[2] == pytest.approx(areas[2], rel=0, abs=tolerance)


@pytest.mark.parametrize("name", ["aupr", "average_precision", "trapezoid_aupr"])
def test_no_weights_make_an_area_larger_than_one(name):
    rng = np.random.default_rng(0)
    for n in range(2, 200):
        weights = 10 ** rng.uniform(-8, 8, n)
        assert m.evaluate(np.arange(n) >= n // 2, np.arange(n), name, sample_weight=weights) <= 1


PERFECT = [0, 1, 0, 1], [0.1, 0.9, 0.2, 0.8]
HEAVY_POSITIVES = [1e-6, 1e6, 1e-6, 1e6]
BY_DEFINITION = ["matthews_corrcoef", "accuracy", "balanced_accuracy", "f1"]


@pytest.mark.parametrize("name", ["matthews_corrcoef", "max_mcc", "accuracy", "f1", "ks"])
def test_a_perfect_model_has_1_whatever_the_weights(name):
    for weights in (HEAVY_POSITIVES, HEAVY_POSITIVES[::-1]):
        assert m.evaluate(*PERFECT, name, sample_weight=weights) == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize(
    ("name", "what"), [("aucnpr", "AUCNPR"), ("expected_fg1", "E[FG1]"), ("auprg", "AUPRG")]
)
def test_what_has_no_digits_is_refused(name, what):
    with pytest.raises(ValueError, match=r"1e.12 times as much as the negatives") as refused:
        m.evaluate(*PERFECT, name, sample_weight=HEAVY_POSITIVES)
    assert f"{what} is accurate" in str(refused.value)
    with pytest.raises(ValueError, match="AUCNPR is accurate"):
        m.aucnpr_score(*PERFECT, sample_weight=HEAVY_POSITIVES)
    assert m.evaluate(*PERFECT, ["auroc", "aupr"], sample_weight=HEAVY_POSITIVES).tolist() == [
        1,
        1,
    ]
    mild = np.where(PERFECT[0], 1e4, 1e-4)
    best = {"aucnpr": 1, "auprg": 1, "expected_fg1": 0.75}[name]
    assert m.evaluate(*PERFECT, name, sample_weight=mild) == pytest.approx(best, abs=1e-6)


def exact_measures(truth, predicted, weights):
    """Compute the four measures from exact sums of weights."""
    cells = {cell: Fraction(0) for cell in ((1, 1), (0, 1), (1, 0), (0, 0))}
    for label, decision, weight in zip(truth, predicted, weights, strict=True):
        cells[label, decision] += Fraction(weight)
    tp, fp, fn, tn = cells.values()
    product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    square = (tp * tn - fp * fn) ** 2 / product if product else Fraction(0)
    sign = 1 if tp * tn >= fp * fn else -1
    return {
        "matthews_corrcoef": sign * sqrt(square),
        "accuracy": (tp + tn) / (tp + tn + fp + fn),
        "balanced_accuracy": (tp / (tp + fn) + tn / (tn + fp)) / 2,
        "f1": 2 * tp / (2 * tp + fp + fn),
    }


ROWS = st.tuples(st.integers(0, 1), st.integers(0, 1), st.sampled_from([1e-6, 0.1, 3.0, 1e6]))


@given(st.lists(ROWS, min_size=1, max_size=12))
def test_decisions_agree_with_exact_sums(rows):
    truth, decisions, weights = zip(*rows, (0, 0, 0.7), (1, 1, 0.7), strict=True)
    wanted = exact_measures(truth, decisions, weights)
    found = m.evaluate(truth, decisions, BY_DEFINITION, sample_weight=weights)
    # The difference TP TN - FP FN of MCC may cancel.
    assert found == pytest.approx([float(wanted[name]) for name in BY_DEFINITION], abs=1e-9)
    assert found[1:] == pytest.approx(
        [float(wanted[name]) for name in BY_DEFINITION[1:]], rel=1e-13
    )
