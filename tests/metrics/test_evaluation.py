"""`evaluate`: names that go in come out, one of something takes its axis away, weights repeat."""

import numpy as np
import pandas as pd
import pytest

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
