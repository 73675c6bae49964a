"""Measures that are increasing in another one are just that, and have its order."""

import numpy as np
import pytest

from prgbench.metrics import aupr_score, auroc_score, evaluate, get_measure
from prgbench.metrics.registry import SAME_ORDER, SELF_TESTS

RNG = np.random.default_rng(4)
Y = RNG.random(80) < 0.25
S = np.round(RNG.normal(Y, 1.0, (6, 80)), 1)
PREVALENCE = Y.mean()


def values(measure):
    return evaluate(Y, S, [measure])[:, 0]


def test_gini_is_twice_the_auroc_above_a_half():
    np.testing.assert_allclose(
        values(SELF_TESTS["gini"]), [2 * auroc_score(Y, row) - 1 for row in S], rtol=1e-12
    )


def test_aupr_above_chance_is_0_for_constant_scores_and_1_for_perfect_ones():
    above = SELF_TESTS["aupr_above_chance"]
    wanted = [(aupr_score(Y, row) - PREVALENCE) / (1 - PREVALENCE) for row in S]
    np.testing.assert_allclose(values(above), wanted, rtol=1e-12)
    assert evaluate(Y, [np.zeros(80), Y], [above])[:, 0] == pytest.approx([0, 1])


@pytest.mark.parametrize(("name", "other"), list(SAME_ORDER.items()))
def test_each_has_the_order_of_its_other(name, other):
    measure = SELF_TESTS.get(name) or get_measure(name)
    own, of_other = values(measure), values(get_measure(other))
    np.testing.assert_array_equal(
        np.sign(np.subtract.outer(own, own)), np.sign(np.subtract.outer(of_other, of_other))
    )
