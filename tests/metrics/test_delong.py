"""DeLong's covariance against placements counted pair by pair, in fractions, and against pROC."""

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import SHARED
from prgbench import metrics as m
from prgbench.metrics.delong import placements
from prgbench.metrics.engine.sample import Sample

ASAH = SHARED / "checks" / "external" / "proc_asah.json"
LEVELS = st.integers(0, 4)


def delong(sample):
    placed = placements(sample)
    return placed.areas, placed.covariance


@st.composite
def two_models(draw):
    """Labels with two of each class, and scores of two models with many ties."""
    labels = [0, 0, 1, 1, *draw(st.lists(st.integers(0, 1), max_size=8))]
    n = len(labels)
    scores = [draw(st.lists(LEVELS, min_size=n, max_size=n)) for _ in range(2)]
    return labels, scores


def sample_of(labels, scores, **options):
    return Sample.checked(labels, {f"score_{i}": row for i, row in enumerate(scores)}, **options)


def kernel(positive, negative):
    return Fraction(1 + (positive > negative) - (positive < negative), 2)


def exact(labels, scores):
    """Areas and covariance by the formulas of DeLong et al. (1988), pair by pair."""
    cases = [[s for s, y in zip(row, labels, strict=True) if y] for row in scores]
    controls = [[s for s, y in zip(row, labels, strict=True) if not y] for row in scores]
    m_, n = len(cases[0]), len(controls[0])
    v10 = [
        [sum(kernel(x, y) for y in ys) / n for x in xs]
        for xs, ys in zip(cases, controls, strict=True)
    ]
    v01 = [
        [sum(kernel(x, y) for x in xs) / m_ for y in ys]
        for xs, ys in zip(cases, controls, strict=True)
    ]
    areas = [sum(row) / m_ for row in v10]

    def covariance(parts, r, s):
        size = len(parts[r])
        pairs = zip(parts[r], parts[s], strict=True)
        return sum((a - areas[r]) * (b - areas[s]) for a, b in pairs) / (size - 1) / size

    return areas, [
        [covariance(v10, r, s) + covariance(v01, r, s) for s in range(2)] for r in range(2)
    ]


@given(two_models())
def test_against_exact_placements(drawn):
    areas, covariance = exact(*drawn)
    found_areas, found = delong(sample_of(*drawn))
    np.testing.assert_allclose(found_areas, [float(area) for area in areas], atol=1e-14)
    np.testing.assert_allclose(found, np.array(covariance, dtype=float), atol=1e-14)


@given(two_models(), st.floats(0.1, 10))
def test_groups_of_one_and_equal_weights_change_nothing(drawn, weight):
    labels, scores = drawn
    n = len(labels)
    plain = delong(sample_of(labels, scores))
    same = delong(sample_of(labels, scores, groups=range(n), sample_weight=np.full(n, weight)))
    np.testing.assert_allclose(plain[0], same[0], atol=1e-14)
    np.testing.assert_allclose(plain[1], same[1], atol=1e-14)


def test_weights_and_groups_by_hand():
    # Placements: the positive 3 is above both negatives, the positive 1 above neither. Weights
    # 3 and 1 make the area 3/4 and the deviations 3/4 * 1/4 and 1/4 * -3/4.
    weighted = sample_of([1, 1, 0, 0], [[3, 1, 2, 2]], sample_weight=[3, 1, 1, 1])
    areas, covariance = delong(weighted)
    assert areas[0] == 0.75
    assert covariance[0, 0] == pytest.approx(2 * (2 * (3 / 16) ** 2))
    # Obuchowski: the pairs of one positive and one negative are the clusters. Sums of positives
    # are 1/4 and -1/4; placements of the negatives are equal, so that the rest vanishes.
    grouped = sample_of([1, 1, 0, 0], [[3, 1, 2, 2]], groups=["a", "b", "a", "b"])
    assert delong(grouped)[1][0, 0] == pytest.approx(2 * 2 * (1 / 4) ** 2)


def test_positives_and_negatives_of_a_group_are_not_independent():
    # Cluster "a" has both scores lifted by 2: 3, 2 and 1, 0 in "b". All cross terms count twice.
    labels, scores, groups = [1, 0, 1, 0], [[3, 2, 1, 0]], [0, 0, 1, 1]
    # placements: positives 1 and 1/2; negatives 1/2 and 1; area 3/4; deviations / 2: +-1/8
    _, covariance = delong(sample_of(labels, scores, groups=groups))
    apart = 2 * 2 * (1 / 8) ** 2
    assert covariance[0, 0] == pytest.approx(2 * apart - 2 * apart)


def test_degrees_of_freedom_are_those_of_satterthwaite():
    labels, scores = np.arange(9) < 4, np.array([5.0, 2.0, 7.0, 4.0, 1.0, 3.0, 2.0, 4.0, 0.0])
    cases, controls = scores[labels], scores[~labels]
    wins = (cases[:, None] > controls) + 0.5 * (cases[:, None] == controls)
    parts = wins.mean(axis=1).var(ddof=1) / 4, wins.mean(axis=0).var(ddof=1) / 5
    area, variance, degrees = placements(sample_of(labels, [scores])).contrast(np.ones(1))
    assert area == wins.mean()
    assert variance == pytest.approx(sum(parts))
    assert degrees == pytest.approx(sum(parts) ** 2 / (parts[0] ** 2 / 3 + parts[1] ** 2 / 4))


@pytest.mark.parametrize(
    ("labels", "groups", "message"),
    [
        ([1, 0, 0], None, "two positive instances"),
        ([1, 1, 0], None, "two negative instances"),
        ([1, 1, 0, 0], [0, 0, 1, 2], "two positive instances, in different groups"),
    ],
)
def test_too_few_instances(labels, groups, message):
    with pytest.raises(ValueError, match=message):
        delong(sample_of(labels, [range(len(labels))], groups=groups))


@pytest.mark.skipif(not ASAH.exists(), reason=f"no reference values at {ASAH}")
def test_published_values_of_proc(compare):
    cases = json.loads(ASAH.read_text())["cases"]
    for case in cases:
        expected = case["expected"]
        if "scores" in case:
            (area,), ((variance,),) = delong(sample_of(case["labels"], [case["scores"]]))
            ours = {"auroc": area, "delong_variance": variance}
        else:
            test = m.paired_test(case["labels"], case["scores_a"], case["scores_b"])
            ours = {
                "delong_p_two_sided": test.p_value,
                "ci95_low": test.low,
                "ci95_high": test.high,
            }
        for name, value in ours.items():
            compare(value, expected[name]["value"], expected[name]["tolerance"], name)
