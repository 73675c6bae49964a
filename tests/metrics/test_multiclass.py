"""More than two classes: each against the rest, and in pairs."""

import numpy as np
import pytest
from sklearn import metrics as sk

from prgbench import metrics as m

RNG = np.random.default_rng(0)
Y = RNG.integers(0, 3, 90)
S = RNG.dirichlet([1, 1, 1], (2, 90))
W = RNG.random(90)


@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
def test_each_against_the_rest_equals_scikit_learn(average):
    found = m.evaluate(
        Y, S, ["auroc", "average_precision"], multi_class="ovr", average=average, sample_weight=W
    )
    for scores, (auroc, precision) in zip(S, found, strict=True):
        options = {"average": average, "sample_weight": W}
        assert auroc == pytest.approx(sk.roc_auc_score(Y, scores, multi_class="ovr", **options))
        assert precision == pytest.approx(
            sk.average_precision_score(np.eye(3)[Y], scores, **options)
        )


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_pairs_equal_scikit_learn_and_weights_repeat(average):
    options = {"multi_class": "ovo", "average": average}
    found = m.evaluate(Y, S[0], "auroc", **options)
    assert found == pytest.approx(sk.roc_auc_score(Y, S[0], **options), abs=1e-12)
    repeats = RNG.integers(1, 4, 90)
    repeated = m.evaluate(
        np.repeat(Y, repeats), np.repeat(S[0], repeats, axis=0), "aupr", **options
    )
    weighted = m.evaluate(Y, S[0], "aupr", sample_weight=repeats, **options)
    assert weighted == pytest.approx(repeated, abs=1e-12)


def test_an_absent_class_counts_only_without_weights():
    y, s = ["a", "b", "b"], [[0.9, 0.1, 0], [0.2, 0.8, 0], [0.3, 0.7, 0]]
    options = {"labels": ["a", "b", "c"], "multi_class": "ovr"}
    assert m.evaluate(y, {"model": s}, "auprg", average="weighted", **options) == {"model": 1}
    assert np.isnan(m.evaluate(y, s, "auprg", **options))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"average": "mean"},
            "average must be one of 'macro', 'weighted', 'micro' for 'ovr', not",
        ),
        ({"average": "micro", "multi_class": "ovo"}, "one of 'macro', 'weighted' for 'ovo', not"),
        ({"multi_class": "all"}, "multi_class must be 'ovr' or 'ovo', not 'all'"),
        ({"labels": ["a"]}, "needs at least two classes"),
        ({"labels": ["a", "b", "c"]}, r"y_scores must have shape \(2, 3\), one column for each"),
        ({"labels": ["a", "c"]}, r"y_true\[1\] is 'b', which is not among labels"),
        ({"labels": ["a", "b", "b"]}, "labels has a label twice"),
        ({"pos_label": "a"}, "pos_label is for two classes"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        m.evaluate(["a", "b"], [[1, 0], [0, 1]], "auroc", **{"multi_class": "ovr", **options})
    with pytest.raises(ValueError, match="not empty"):
        m.evaluate([], np.empty((0, 2)), "auroc", multi_class="ovr")
