"""What must hold for every input."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prgbench import metrics as m
from prgbench.metrics.engine.batch import Batch
from prgbench.metrics.engine.counts import count
from tied_samples import tied_samples

BY_NAME = [
    *("trapezoid_aupr", "trapezoid_aupr_one", "unit_step_aupr"),
    *("auprg_hull", "auprg_clipped", "expected_fg1", "expected_inverse_f1", "max_mcc", "ks"),
]
SCORES = (
    m.auroc_score,
    m.aupr_score,
    m.auprg_score,
    m.partial_auroc_score,
    m.aucnpr_score,
    m.max_fbeta_score,
    m.h_measure_score,
    m.average_precision_score,
    *(partial(m.evaluate, measures=name) for name in BY_NAME),
)


@given(tied_samples())
def test_increasing_maps_of_the_scores_change_nothing(sample):
    y, s = sample
    for score in SCORES:
        # A batch is summed in the order of the bits of its scores.
        for increasing in (np.exp(s), 2 * s**3 - 7):
            np.testing.assert_allclose(score(y, increasing), score(y, s), rtol=1e-14, atol=1e-15)


@given(tied_samples(), st.randoms(use_true_random=False))
def test_the_order_of_the_instances_changes_nothing(sample, random):
    y, s = sample
    order = list(range(y.size))
    random.shuffle(order)
    for score in SCORES:
        np.testing.assert_equal(score(y[order], s[order]), score(y, s))


@given(tied_samples(), st.data())
def test_integer_weights_equal_repetition(sample, extra):
    y, s = sample
    weights = np.array(extra.draw(st.lists(st.integers(0, 4), min_size=y.size, max_size=y.size)))
    weights[[0, -1]] = np.maximum(weights[[0, -1]], 1)
    for score in SCORES:
        assert score(y, s, sample_weight=weights) == pytest.approx(
            score(np.repeat(y, weights), np.repeat(s, weights)), rel=1e-11, abs=1e-12, nan_ok=True
        )


@given(tied_samples())
def test_reversal_mirrors_the_area_under_roc(sample):
    y, s = sample
    assert m.auroc_score(y, -s) == pytest.approx(1 - m.auroc_score(y, s), abs=1e-15)
    assert m.auroc_score(1 - y, s) == pytest.approx(1 - m.auroc_score(y, s), abs=1e-15)


@given(tied_samples())
def test_bounds(sample):
    y, s = sample
    pi = y.mean()
    n_pos, n_neg = int(y.sum()), int((1 - y).sum())
    slack = 1e-12
    assert m.theory.min_aupr(pi) - slack <= m.aupr_score(y, s) <= 1
    assert (
        m.theory.min_average_precision(n_pos, n_neg) - slack
        <= m.average_precision_score(y, s)
        <= 1
    )
    assert -slack <= m.aucnpr_score(y, s) <= 1
    auprg = m.auprg_score(y, s)
    assert -(1 - pi) / (2 * pi) - slack <= auprg <= 1
    assert (
        auprg - slack
        <= m.evaluate(y, s, "auprg_clipped")
        <= m.evaluate(y, s, "auprg_hull") + slack
    )
    assert m.evaluate(y, s, "auprg_hull") <= 1
    assert m.max_fbeta_score(y, s) >= m.theory.always_positive_fbeta(pi) - slack
    for value in m.evaluate(y, s, ["ks", "max_mcc", "h_measure"]):
        assert -slack <= value <= 1 + slack


@given(tied_samples())
def test_the_worst_and_the_best_ranking_reach_the_bounds(sample):
    y, _ = sample
    pi = y.mean()
    best, worst = np.array(y, float), -np.array(y, float)
    assert m.areas(y, [best])[0].tolist() == [1, 1, 1]
    assert m.aupr_score(y, worst) == pytest.approx(m.theory.min_aupr(pi), abs=1e-13)
    assert m.auprg_score(y, worst) == pytest.approx(-(1 - pi) / (2 * pi), rel=1e-13)
    assert m.aucnpr_score(y, worst) == pytest.approx(0, abs=1e-13)
    # With every instance at its own threshold, the steps are those of Boyd's theorem 3.
    ranking = np.where(y == 1, -1000.0, 0.0) - np.arange(y.size)
    assert m.average_precision_score(y, ranking) == pytest.approx(
        m.theory.min_average_precision(int(y.sum()), int((1 - y).sum())), abs=1e-13
    )


@given(tied_samples())
def test_a_constant_score_is_the_baseline(sample):
    y, _ = sample
    pi = y.mean()
    constant = np.zeros(y.size)
    assert m.areas(y, [constant])[0] == pytest.approx([0.5, pi, 0], abs=1e-12)
    assert m.evaluate(y, constant, "trapezoid_aupr_one") == pytest.approx((1 + pi) / 2)
    assert m.h_measure_score(y, constant) == pytest.approx(0, abs=1e-12)


@given(tied_samples(), st.integers(0, 10_000))
def test_parts_of_an_axis_add_up(sample, cut):
    y, s = sample
    at = 0.0001 + 0.9998 * cut / 10_000
    pr_parts = [m.aupr_score(y, s, recall_range=bounds) for bounds in ((0, at), (at, 1))]
    assert sum(pr_parts) == pytest.approx(m.aupr_score(y, s), abs=1e-12)
    roc_parts = [
        m.partial_auroc_score(y, s, fpr_range=bounds, correct=False)
        for bounds in ((0, at), (at, 1))
    ]
    assert sum(roc_parts) == pytest.approx(m.auroc_score(y, s), abs=1e-12)


@given(tied_samples())
def test_batch_equals_single(sample):
    y, s = sample
    singles = {
        "auroc": m.auroc_score,
        "aupr": m.aupr_score,
        "auprg": m.auprg_score,
        "partial_auroc": m.partial_auroc_score,
        "average_precision": m.average_precision_score,
        **{name: partial(m.evaluate, measures=name) for name in BY_NAME[:3]},
        "aucnpr": m.aucnpr_score,
        "max_f1": m.max_fbeta_score,
        "h_measure": m.h_measure_score,
    }
    batch = m.evaluate(y, [s, -s], list(singles))
    for column, score in enumerate(singles.values()):
        for row, scores in enumerate((s, -s)):
            assert batch[row, column] == pytest.approx(
                score(y, scores), rel=1e-11, abs=1e-12, nan_ok=True
            )


COARSE = st.integers(-4, 4).map(lambda k: k / 4) | st.sampled_from([-np.inf, -0.0, 3e9, np.inf])
ROWS = st.tuples(st.booleans(), st.sampled_from([0.5, 1.0, 3.0]), COARSE, COARSE, COARSE)


@pytest.mark.parametrize("is_weighted", [False, True])
@settings(max_examples=100, deadline=None)
@given(st.lists(ROWS, min_size=1, max_size=40))
def test_values_of_several_models_are_those_of_each(is_weighted, rows):
    truth, weights, *scores = (np.array(column) for column in zip(*rows, strict=True))
    given_weights = weights if is_weighted else None
    models = np.array(scores)
    batch = Batch(truth, models, given_weights)
    each = [count(truth, row, given_weights) for row in models]
    for name in ("auprg_clipped", "unit_step_aupr", "auprg_hull", "max_f1"):
        function = m.get_measure(name).batch
        np.testing.assert_array_equal(function.of(batch), list(map(function.of_counts, each)))
    function = m.get_measure("auprg").batch
    np.testing.assert_allclose(
        function.of(batch), list(map(function.of_counts, each)), rtol=2e-13, atol=2e-13
    )
