"""Averages over columns of labels."""

import numpy as np
import pytest
from sklearn import metrics as sk

from prgbench import metrics as m
from prgbench.metrics.areas import average_over_columns

RNG = np.random.default_rng(6)
Y = RNG.integers(0, 2, (40, 3))
Y[:, 0] |= Y[:, 1]
Y[Y.sum(axis=1) == 0, 0] = 1
Y[Y.sum(axis=1) == 3, 2] = 0
S = np.round(RNG.normal(Y, 1), 1)
W = RNG.integers(0, 4, 40) * 0.5


@pytest.mark.parametrize("weights", [None, W])
@pytest.mark.parametrize("average", ["macro", "weighted", "micro", "samples", None])
def test_averages_as_in_scikit_learn(average, weights):
    options = {"average": average, "sample_weight": weights}
    for ours, theirs in (
        (m.auroc_score, sk.roc_auc_score),
        (m.average_precision_score, sk.average_precision_score),
    ):
        np.testing.assert_allclose(ours(Y, S, **options), theirs(Y, S, **options), atol=1e-14)
    partial = m.auroc_score(Y, S, max_fpr=0.4, **options)
    np.testing.assert_allclose(partial, sk.roc_auc_score(Y, S, max_fpr=0.4, **options), atol=1e-14)


def test_a_column_without_positives_counts_nothing_where_sizes_weigh():
    truth, scores = [[1, 0], [0, 0], [1, 0]], [[3, 1], [2, 2], [1, 3]]
    weighted = average_over_columns(m.aupr_score, truth, scores, average="weighted")
    assert weighted == pytest.approx(m.aupr_score([1, 0, 1], [3, 2, 1]), abs=1e-15)
    assert np.isnan(average_over_columns(m.aupr_score, truth, scores))
    nothing = average_over_columns(m.aupr_score, [[0], [0]], [[1], [2]], average="weighted")
    assert np.isnan(nothing)


@pytest.mark.parametrize(
    ("truth", "options", "message"),
    [
        ([[0, 1], [1, 2]], {}, "several columns must hold 0 and 1 alone"),
        ([[0, 1]], {}, r"must have the shape of y_true \(1, 2\)"),
        ([[], []], {}, "not empty"),
        ([[0, 1], [1, 0]], {"average": "mean"}, "average must be 'macro', .* not 'mean'"),
        ([[0, 1], [1, 0]], {"pos_label": 0}, "has pos_label 1, not 0"),
    ],
)
def test_what_is_refused(truth, options, message):
    with pytest.raises(ValueError, match=message):
        m.auroc_score(truth, [[1, 2], [3, 4]], **options)
