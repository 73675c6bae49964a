"""Which models differ: what all pairs tell at once, and the errors."""

import numpy as np
import pandas as pd
import pytest

from prgbench import metrics as m

RNG = np.random.default_rng(5)
Y = np.arange(200) % 4 == 0
SCORES = {name: RNG.normal(shift * Y, 1) for name, shift in (("a", 3), ("b", 2.9), ("c", 0))}


@pytest.mark.parametrize("measure", ["auroc", "aupr", "auprg"])
def test_the_ranks_follow_from_the_differences(measure):
    found = m.model_ranks(Y, SCORES, measure, n_resamples=300)
    assert found.names == ("a", "b", "c")
    np.testing.assert_allclose(
        found.estimates, m.evaluate(Y, list(SCORES.values()), [measure])[:, 0]
    )
    np.testing.assert_array_equal(found.better, [[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    assert found.first.tolist() == [1, 1, 3]
    assert found.last.tolist() == [2, 2, 3]


def test_models_by_name_in_columns_or_in_rows():
    by_name = m.model_ranks(Y, SCORES)
    frame, rows = pd.DataFrame(SCORES), np.array(list(SCORES.values()))
    for models, names in ((frame, ("a", "b", "c")), (rows, ("0", "1", "2"))):
        found = m.model_ranks(Y, models)
        assert found.names == names
        np.testing.assert_array_equal(found.better, by_name.better)


def test_lower_is_better_for_a_loss():
    probabilities = {"good": np.where(Y, 0.9, 0.1), "poor": np.full(200, 0.25)}
    probabilities["good"] = probabilities["good"] + RNG.uniform(-0.05, 0.05, 200)
    found = m.model_ranks(Y, probabilities, "brier", n_resamples=300)
    assert found.first.tolist() == [1, 2]
    assert found.better[0, 1]


def test_all_pairs_at_once_need_more_than_one_pair():
    rng = np.random.default_rng(11)
    labels = np.arange(120) % 2 == 0
    pair = [rng.normal(labels, 1), rng.normal(1.85 * labels, 1)]
    alone = m.paired_test(labels, *pair)
    assert alone.p_value < 0.05
    assert m.model_ranks(labels, {"a": pair[0], "b": pair[1]}).better[1, 0]
    others = {str(i): rng.normal(labels, 1) for i in range(18)}
    assert not m.model_ranks(labels, {"a": pair[0], "b": pair[1]} | others).better[1, 0]


@pytest.mark.parametrize("measure", ["auroc", "aupr"])
def test_models_without_a_spread(measure):
    labels = np.arange(100) < 20
    scores = {"perfect": 1 * labels, "constant": 0 * labels, "reversed": -1 * labels}
    found = m.model_ranks(labels, scores, measure, n_resamples=200)
    assert found.first.tolist() == found.last.tolist() == [1, 2, 3]
    few = np.arange(4) < 2
    small = {name: own[[0, 1, 20, 21]] for name, own in scores.items()}
    with pytest.warns(UserWarning, match="only 2 positives"):
        assert not m.model_ranks(few, small, measure, n_resamples=200).better.any()


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ({"a": SCORES["a"]}, "y_scores must have at least two models"),
        ({"a": SCORES["a"], "b": [1]}, r"y_true has 200 labels but y_scores\['b'\] has 1 scores"),
    ],
)
def test_bad_input_is_one_sentence(scores, message):
    with pytest.raises(ValueError, match=message):
        m.model_ranks(Y, scores)


@pytest.mark.slow
def test_equal_models_are_seldom_told_apart():
    rng = np.random.default_rng(3)
    labels = np.arange(80) < 30
    told = [
        m.model_ranks(labels, dict(zip("abcde", rng.normal(labels, 1, (5, 80)), strict=True)))
        for _ in range(200)
    ]
    assert np.mean([one.better.any() for one in told]) <= 0.09


def test_equal_models_by_aupr_are_told_apart_in_a_twentieth_of_samples():
    rng = np.random.default_rng(0)
    labels = np.arange(200) < 50
    wrong = 0
    for _ in range(240):
        # Half of the noise is common to the models, as that of hard instances is.
        common = labels + rng.normal(0, 0.5**0.5, 200)
        scores = common + rng.normal(0, 0.5**0.5, (3, 200))
        found = m.model_ranks(labels, scores, "aupr", n_resamples=300, random_state=rng)
        wrong += found.better.any()
    # The 95% interval of 240 trials at 5% is 6 to 19.
    assert 6 <= wrong <= 19


def test_the_advice_for_a_single_positive_can_be_followed():
    y_true, models = [0, 1, 0], [[0.1, 0.2, 0.3], [0.3, 0.1, 0.2]]
    with (
        pytest.warns(UserWarning, match="only 1 positive"),
        pytest.raises(ValueError, match="choose another method or measure, or score more data"),
    ):
        m.model_ranks(y_true, models)
    with pytest.warns(UserWarning, match="only 1 positive"):
        assert m.model_ranks(y_true, models, "aupr").last.tolist() == [2, 2]
