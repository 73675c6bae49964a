"""PR*, PR0 and PRhat against their definitions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prgtheory.populations import pr_hat, pr_star, pr_zero


def by_definition(labels, scores, recall):
    """Equation 5 with empirical distribution functions, in exact arithmetic."""
    positive = [s for y, s in zip(labels, scores, strict=True) if y]
    negative = [s for y, s in zip(labels, scores, strict=True) if not y]
    candidates = [-float("inf"), *sorted(positive)]
    wanted = 1 - Fraction(recall)
    threshold = next(
        z for z in candidates if Fraction(sum(s <= z for s in positive), len(positive)) >= wanted
    )
    alpha = Fraction(sum(s > threshold for s in negative), len(negative))
    skew = Fraction(len(negative), len(positive))
    return float(1 / (1 + skew / Fraction(recall) * alpha))


samples = st.lists(
    st.tuples(st.integers(0, 1), st.integers(-3, 3)), min_size=2, max_size=20
).filter(lambda rows: {y for y, _ in rows} == {0, 1})


@given(rows=samples, data=st.data())
def test_pr_hat_is_its_definition_at_exact_multiples(rows, data):
    labels, scores = zip(*rows, strict=True)
    n_pos = sum(labels)
    rank = data.draw(st.integers(1, n_pos))
    expected = by_definition(labels, scores, Fraction(rank, n_pos))
    assert pr_hat(labels, scores, rank / n_pos) == pytest.approx(expected, abs=1e-12)


@given(rows=samples)
def test_points_are_counts_above_and_from_the_threshold(rows):
    labels, scores = (np.array(column) for column in zip(*rows, strict=True))
    for points, above in ((pr_star(labels, scores), np.greater), (pr_zero(labels, scores), None)):
        for threshold, recall, precision in zip(*points, strict=True):
            chosen = above(scores, threshold) if above else scores >= threshold
            assert recall == pytest.approx(labels[chosen].sum() / labels.sum())
            if chosen.any():
                assert precision == pytest.approx(labels[chosen].mean())
            else:
                assert np.isnan(precision)


def test_recalls_between_multiples_keep_the_threshold():
    labels, scores = [1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1]
    found = pr_hat(labels, scores, [0.2, 1 / 3, 0.5, 2 / 3, 1.0])
    np.testing.assert_allclose(found, [1, 1 / 2, 1.5 / 2.5, 2 / 4, 1 / 2])


def test_ranks_are_exact_where_the_product_of_floats_falls_short():
    n_pos = 49
    labels = [1] * n_pos + [0]
    scores = [*range(n_pos, 0, -1), 48.5]
    assert 1 / 49 * 49 < 1
    # One positive above 48.5 is left out at recall 1/49, so the negative counts.
    assert pr_hat(labels, scores, 1 / 49) == pytest.approx(0.5)
