"""Bad input gets one clear error, every documented form of good input the same result."""

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import UndefinedMetricWarning

from prgbench import metrics as m
from prgbench.metrics.engine.counts import threshold_counts

Y, S = [0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4]
EXPECTED = 0.75


@pytest.mark.parametrize(
    "labels",
    [
        [-1, 1, -1, 1],
        [False, True, False, True],
        np.array([0, 1, 0, 1], dtype=np.uint8),
        [0.0, 1.0, 0.0, 1.0],
        np.array([0, 1, 0, 1], dtype=object),
        (0, 1, 0, 1),
        pd.Series([0, 1, 0, 1], index=[7, 5, 3, 1]),
        pd.array([0, 1, 0, 1], dtype="Int64"),
    ],
)
def test_labels_that_need_no_positive_label(labels):
    assert m.auroc_score(labels, S) == EXPECTED


@pytest.mark.parametrize(
    ("labels", "positive"),
    [
        (["ham", "spam", "ham", "spam"], "spam"),
        ([2, 1, 2, 1], 1),
        ([1, 0, 1, 0], 0),
        (["a", "b", "c", "b"], "b"),
        (pd.Categorical(["no", "yes", "no", "yes"]), "yes"),
        (np.array(["no", "yes", "no", "yes"], dtype=object), "yes"),
        ([False, True, False, True], True),
    ],
)
def test_labels_with_a_positive_label(labels, positive):
    assert m.auroc_score(labels, S, pos_label=positive) == EXPECTED


def test_unsigned_scores_are_not_negated():
    assert m.auroc_score(Y, np.array([1, 2, 3, 4], dtype=np.uint8)) == EXPECTED


def test_many_positives_do_not_overflow():
    labels = np.repeat([1, 0], [100_000, 50_000]).astype(np.int32)
    scores = np.tile([1, 0], 75_000).astype(np.int32)
    assert m.areas(labels, [scores])[0] == pytest.approx([0.5, 2 / 3, 0], abs=1e-9)
    assert m.auprg_score(labels, scores) == pytest.approx(0, abs=1e-9)


def test_minus_zero_ties_with_zero():
    expected = m.areas(Y, [[0, 0, 1, 1]])
    np.testing.assert_array_equal(m.areas(Y, [[0.0, -0.0, 1, 1]]), expected)
    np.testing.assert_array_equal(m.areas(Y, [[-0.0, 0.0, 1, 1]]), expected)
    assert m.auroc_score(Y, [0.0, -0.0, 1, 1]) == expected[0, 0]


def test_infinite_scores_are_ordinary_extremes():
    assert m.auroc_score(Y, [-np.inf, 0, 1, np.inf]) == EXPECTED
    assert m.areas(Y, [[-np.inf, 0, 1, np.inf]])[0, 0] == EXPECTED


def test_scores_one_unit_in_the_last_place_apart_do_not_tie():
    above = np.nextafter(0.5, 1)
    assert m.areas([0, 1], [[0.5, above]])[0].tolist() == [1, 1, 1]
    assert m.areas([0, 1], [[-0.5, -np.nextafter(0.5, 0)]])[0].tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("labels", "scores", "message"),
    [
        ([], [], "y_true is empty"),
        (
            [[0, 1]],
            [0.1, 0.2],
            r"`y_score` needs to be of shape .* of 1 instances, not of shape \(2,\)",
        ),
        ([0, 1, 2], [1, 2, 3], r"labels \[0 1 2\]: multiclass format is not supported"),
        ([0, -1, 1], [1, 2, 3], r"labels \[0 -1 1\]: multiclass format is not supported"),
        (["a", "b"], [1, 2], "pos_label is not specified: either make y_true take value in"),
        ([0, np.nan], [1, 2], r"y_true\[1\] is missing"),
        ([0, None], [1, 2], r"y_true\[1\] is missing"),
        (pd.array([0, None], dtype="Int64"), [1, 2], r"y_true\[1\] is missing"),
        ([0, 1], [1, 2, 3], "y_true has 2 labels but y_score has 3 scores"),
        ([0, 1], [0.5, np.nan], r"y_score\[1\] is NaN"),
        ([0, 1], [None, 1], r"y_score\[0\] is NaN"),
        ([0, 1], [[0.1, 0.9], [0.8, 0.2]], "pass that of the positive class"),
        ([0, 1], [[1], [2]], r"y_score must be one-dim.* \(2, 1\): pass np.ravel\(y_score\)\."),
        ([[0], [1]], [1, 2], r"y_true must be one-dim.* \(2, 1\): pass np.ravel\(y_true\)\."),
        (pd.DataFrame({"y": [0, 1]}), [1, 2], r"pass np.ravel\(y_true\)\."),
        ([0, 1], [2**53 + 1, 2**53], "integers beyond 2\\*\\*53"),
        ([0, 1], np.array([2**53, 2**53 + 1], dtype=object), "integers beyond 2\\*\\*53"),
        ([0, 1], [-(2**70), 0.5], "integers beyond 2\\*\\*53"),
        ([0, 1], [10**400, 1], "integers beyond 2\\*\\*53"),
        (np.ma.array([0, 1], mask=[0, 1]), [1, 2], r"y_true\[1\] is masked"),
        (np.ma.array([False, True], mask=[1, 0]), [1, 2], r"y_true\[0\] is masked"),
        ([0, 1], np.ma.array([1, 2], mask=[0, 1]), r"y_score\[1\] is masked"),
    ],
)
def test_values_that_are_refused(labels, scores, message):
    with pytest.raises(ValueError, match=message):
        m.auprg_score(labels, scores)


@pytest.mark.parametrize(
    "scores", [["0.1", "0.2"], [1 + 1j, 2], np.array([0.1, "0.2"], dtype=object)]
)
def test_scores_that_are_no_numbers(scores):
    with pytest.raises(TypeError, match="y_score must contain numbers"):
        m.auprg_score([0, 1], scores)


@pytest.mark.parametrize("label", [[1], [0, 1, 0, 1], np.array(["spam"]), pd.Series([1])])
def test_a_positive_label_that_is_an_array(label):
    with pytest.raises(TypeError, match="pos_label must be one label, not the array"):
        m.auroc_score(Y, S, pos_label=label)
    assert m.auroc_score(Y, S, pos_label=np.array(1)) == EXPECTED


def test_masked_arrays_of_which_nothing_is_masked():
    assert m.auroc_score(np.ma.array(Y), np.ma.array(S, mask=False)) == EXPECTED


def test_a_masked_cell_of_a_batch_or_a_weight_is_named():
    with pytest.raises(ValueError, match=r"y_scores\[0, 2\] is masked"):
        m.areas(Y, np.ma.array([S], mask=[[0, 0, 1, 0]]))
    with pytest.raises(ValueError, match=r"y_scores\[1\]\[2\] is masked"):
        m.evaluate(Y, [np.array(S), np.ma.array(S, mask=[0, 0, 1, 0])], ["auroc"])
    # Also behind a row that is a list, or as a number of a list.
    with pytest.raises(ValueError, match=r"y_scores\[1\]\[2\] is masked"):
        m.evaluate(Y, [S, np.ma.array(S, mask=[0, 0, 1, 0])], ["auroc"])
    with pytest.raises(ValueError, match=r"y_score\[1\] is masked"):
        m.auroc_score(Y, [0.1, np.ma.masked, 0.3, 0.4])
    with pytest.raises(ValueError, match=r"sample_weight\[2\] is masked"):
        m.aupr_score(Y, S, sample_weight=np.ma.array([1] * 4, mask=[0, 0, 1, 0]))


def test_a_positive_label_that_is_absent():
    with pytest.raises(
        ValueError, match="pos_label='eggs' is not a valid label\\. It should be one of"
    ):
        m.auroc_score(["ham", "spam"], [1, 2], pos_label="eggs")
    with pytest.warns(UndefinedMetricWarning, match="Only one class is present"):
        assert np.isnan(m.auroc_score(["ham", "ham"], [1, 2], pos_label="spam"))


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 1, 1], r"shape \(4,\), not \(3,\)"),
        ([1, -1, 1, 1], r"sample_weight\[1\] is -1.0"),
        ([1, 1, np.nan, 1], r"sample_weight\[2\] is nan"),
        ([1, 1, np.inf, 1], r"sample_weight\[2\] is inf"),
        ([0, 0, 0, 0], "zero everywhere"),
    ],
)
def test_weights_that_are_refused(weights, message):
    with pytest.raises(ValueError, match=message):
        m.auprg_score(Y, S, sample_weight=weights)


@pytest.mark.parametrize("exponent", [-990, -200, 200, 1020])
def test_weights_of_any_scale_have_the_same_areas_to_the_last_digit(exponent):
    weights = np.array([0.1, 3.0, 0.7, 0.25])
    scaled = np.ldexp(weights, exponent)
    np.testing.assert_array_equal(
        m.areas(Y, [S], sample_weight=scaled), m.areas(Y, [S], sample_weight=weights)
    )
    for name in ("auroc_score", "aupr_score", "auprg_score", "max_fbeta_score", "h_measure_score"):
        score = getattr(m, name)
        assert score(Y, S, sample_weight=scaled) == score(Y, S, sample_weight=weights)


def test_weights_near_one_are_counted_as_they_are():
    assert threshold_counts(Y, S, sample_weight=[5e29, 1, 1, 1]).n_neg == 5e29


def test_a_weight_that_vanishes_beside_the_largest():
    with pytest.raises(
        ValueError, match=r"sample_weight\[1\] is 1e-300, too small relative .* 1e\+300"
    ):
        m.auroc_score(Y, S, sample_weight=[1, 1e-300, 1, 1e300])


def test_a_batch_names_the_model_and_the_instance():
    with pytest.raises(ValueError, match=r"y_scores\[1, 2\] is NaN"):
        m.areas(Y, [S, [0, 1, np.nan, 2]])
    with pytest.raises(ValueError, match=r"y_scores\[1, 2\] is NaN"):
        m.areas(Y, [S, [0, 1, np.nan, 2]], sample_weight=[1, 1, 1, 1])
    with pytest.raises(ValueError, match=r"y_scores\[0, 3\] is NaN"):
        m.evaluate(Y, [[0, 1, 2, -np.nan]], ["ks"])
    with pytest.raises(ValueError, match="4 labels but y_scores has 2 scores per model"):
        m.areas(Y, np.zeros((4, 2)))
    with pytest.raises(ValueError, match=r"must have shape \(models, 4\)"):
        m.areas(Y, np.zeros((1, 2, 4)))


def test_a_class_of_weight_zero_is_absent():
    with pytest.warns(UndefinedMetricWarning, match="Only one class is present"):
        assert np.isnan(m.auroc_score(Y, S, sample_weight=[0, 1, 0, 1]))
    assert m.aupr_score(Y, S, sample_weight=[0, 1, 0, 1]) == 1


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ((0.5, 0.5), r"must be \(a, b\) with 0 <= a < b <= 1, not \(0.5, 0.5\)"),
        ((0.5, 0.5 + 1e-10), "must be wider than 1e-09"),
        ((0, 0.5, 1), r"must be \(a, b\), not \(0, 0.5, 1\)"),
        (None, r"must be \(a, b\), not None"),
    ],
)
def test_ranges_that_are_none(bounds, message):
    for use in (
        lambda: m.theory.min_aupr(0.5, bounds),
        lambda: m.aupr_score([0, 1], [1, 2], recall_range=bounds),
        lambda: m.partial_auroc_score([0, 1], [1, 2], fpr_range=bounds),
    ):
        with pytest.raises(ValueError, match=message):
            use()


def test_a_boolean_is_true_whatever_its_byte():
    labels = np.array([0, 2, 255, 0, 1], dtype=np.uint8).view(np.bool_)
    scores = [1, 2, 3, 2.5, 4]
    wanted = m.areas([0, 1, 1, 0, 1], scores)
    np.testing.assert_array_equal(m.areas(labels, scores), wanted)
    np.testing.assert_array_equal(m.areas(labels[::-1], scores[::-1]), wanted)


def test_numbers_of_other_sizes():
    long = np.array([1, 1 + np.finfo(np.longdouble).eps, 2], dtype=np.longdouble)
    if np.finfo(np.longdouble).eps < np.finfo(np.float64).eps:
        with pytest.raises(ValueError, match="y_score contains numbers that doubles cannot"):
            m.auroc_score([0, 1, 0], long)
    assert m.auroc_score([0, 1, 0], long[[0, 0, 2]]) == 0.25
    assert m.auroc_score([0, 1], [np.float16(1000), np.float16(2000)]) == 1
    unaligned = np.zeros(81, dtype=np.uint8)[1:].view(np.float64)
    unaligned[:] = np.arange(10)
    assert not unaligned.flags.aligned
    np.testing.assert_array_equal(m.areas(np.arange(10) > 4, unaligned), [[1, 1, 1]])


def test_a_probability_may_be_above_one_by_rounding():
    labels, above = [0, 1, 1], np.array([0, 1 + 2.3e-16, np.float32(1.0000001)])
    names = ["brier", "accuracy", "f1"]
    np.testing.assert_array_equal(m.evaluate(labels, above, names), [0, 1, 1])
    assert np.isnan(m.evaluate(labels, above + 1e-5, "brier"))
