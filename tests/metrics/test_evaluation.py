"""`evaluate`: names that go in come out, weights repeat, classes are averaged."""

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as sk

from prgbench import metrics as m

RNG = np.random.default_rng(3)
Y = RNG.integers(0, 2, 40)
S = np.round(RNG.random((2, 40)), 1)
W = RNG.integers(0, 4, 40)
NAMES = ["auroc", "auprg", "ks"]
VALUES = m.evaluate(Y, S, NAMES)


def test_names_that_go_in_come_out():
    as_dict = {
        model: dict(zip(NAMES, row, strict=True)) for model, row in zip("ab", VALUES, strict=True)
    }
    assert m.evaluate(Y, dict(zip("ab", S, strict=True)), NAMES) == as_dict
    scores = pd.DataFrame(S.T, columns=["a", "b"], index=range(100, 140))
    wanted = pd.DataFrame(VALUES, index=["a", "b"], columns=NAMES)
    pd.testing.assert_frame_equal(m.evaluate(pd.Series(Y), scores, NAMES), wanted)
    pd.testing.assert_series_equal(m.evaluate(Y, scores, "ks"), wanted["ks"])
    assert m.evaluate(Y, {"a": S[0]}, "ks") == {"a": VALUES[0, 2]}


class Frame:
    """A table of another library than pandas."""

    columns = ("a", "b")

    def __getitem__(self, name):
        return S["ab".index(name)]


def test_another_frame_gives_dicts():
    assert m.evaluate(Y, Frame(), "ks") == dict(zip("ab", VALUES[:, 2], strict=True))


def test_one_of_something_takes_its_axis_away():
    assert m.evaluate(Y, S, "auprg").tolist() == VALUES[:, 1].tolist()
    assert m.evaluate(Y, S[0], NAMES).tolist() == VALUES[0].tolist()
    assert m.evaluate(Y, S[:1], NAMES).tolist() == VALUES[:1].tolist()
    assert m.evaluate(Y, S[0], "auprg") == VALUES[0, 1]
    assert isinstance(m.evaluate(Y, S[0], "auprg"), float)


@pytest.mark.parametrize("name", m.measures())
def test_weights_repeat_instances(name):
    wanted = m.evaluate(np.repeat(Y, W), np.repeat(S, W, axis=1), name)
    assert m.evaluate(Y, S, name, sample_weight=W) == pytest.approx(wanted, abs=1e-12)
    weighted = m.evaluate(Y, {"a": S[0]}, [name], sample_weight=W)
    assert weighted == {"a": {name: pytest.approx(wanted[0], abs=1e-12)}}


def share(y_true, y_score, sample_weight=None):
    return np.average(y_true == (y_score > 0.5), weights=sample_weight)


def rank(y_true, y_score):
    return float(np.sum(y_true * y_score))


def test_functions_are_measures_and_take_weights_if_they_can():
    found = m.evaluate(Y, S, [share, rank, "auroc"])
    assert found[1].tolist() == [share(Y, S[1]), rank(Y, S[1]), VALUES[1, 0]]
    assert m.evaluate(Y, {"a": S[0]}, [share], sample_weight=W) == {
        "a": {"share": share(Y, S[0], W)}
    }
    with pytest.raises(ValueError, match=r"^The function 'rank' takes no sample_weight: add th"):
        m.evaluate(Y, S, rank, sample_weight=W)
    own = m.Measure("own", "own", True, 0, 1, False, lambda _, scores: scores[:, 0])
    with pytest.raises(ValueError, match="The measure 'own' takes no sample_weight"):
        m.evaluate(Y, S, own, sample_weight=W)


@pytest.mark.parametrize(
    ("scores", "measures", "error", "message"),
    [
        (
            {"a": S[0]},
            [min, min],
            ValueError,
            "measures has 'min' twice",
        ),
        (S, [3], TypeError, "A measure must be a name, a Measure or a function, not 3"),
        (
            {"a": [1, 2]},
            "ks",
            ValueError,
            r"y_true has 40 labels but y_scores\['a'\] has 2 scores",
        ),
        ({"a": S[0] * np.nan}, "ks", ValueError, r"y_scores\['a'\]\[0\] is NaN"),
        (pd.DataFrame(S.T, columns=["a", "a"]), "ks", ValueError, "two columns of the same name"),
    ],
)
def test_what_is_refused(scores, measures, error, message):
    with pytest.raises(error, match=message):
        m.evaluate(Y, scores, measures)


RNG = np.random.default_rng(0)
CLASSES = RNG.integers(0, 3, 90)
CLASS_SCORES = RNG.dirichlet([1, 1, 1], (2, 90))
CLASS_WEIGHTS = RNG.random(90)


@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
def test_each_against_the_rest_equals_scikit_learn(average):
    found = m.evaluate(
        CLASSES,
        CLASS_SCORES,
        ["auroc", "average_precision"],
        multi_class="ovr",
        average=average,
        sample_weight=CLASS_WEIGHTS,
    )
    for scores, (auroc, precision) in zip(CLASS_SCORES, found, strict=True):
        options = {"average": average, "sample_weight": CLASS_WEIGHTS}
        assert auroc == pytest.approx(
            sk.roc_auc_score(CLASSES, scores, multi_class="ovr", **options)
        )
        assert precision == pytest.approx(
            sk.average_precision_score(np.eye(3)[CLASSES], scores, **options)
        )


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_pairs_equal_scikit_learn_and_weights_repeat(average):
    options = {"multi_class": "ovo", "average": average}
    found = m.evaluate(CLASSES, CLASS_SCORES[0], "auroc", **options)
    assert found == pytest.approx(sk.roc_auc_score(CLASSES, CLASS_SCORES[0], **options), abs=1e-12)
    repeats = RNG.integers(1, 4, 90)
    repeated = m.evaluate(
        np.repeat(CLASSES, repeats), np.repeat(CLASS_SCORES[0], repeats, axis=0), "aupr", **options
    )
    weighted = m.evaluate(CLASSES, CLASS_SCORES[0], "aupr", sample_weight=repeats, **options)
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
def test_what_is_refused_of_several_classes(options, message):
    with pytest.raises(ValueError, match=message):
        m.evaluate(["a", "b"], [[1, 0], [0, 1]], "auroc", **{"multi_class": "ovr", **options})
    with pytest.raises(ValueError, match="not empty"):
        m.evaluate([], np.empty((0, 2)), "auroc", multi_class="ovr")
