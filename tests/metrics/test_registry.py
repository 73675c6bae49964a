"""The registry of measures, evaluation of batches, and resampling."""

import subprocess
import sys

import numpy as np
import pytest

from prgbench import metrics as m

Y = np.array([0, 1, 0, 1, 1])
S = np.array([[0.1, 0.4, 0.2, 0.9, 0.3], [0.5, 0.4, 0.3, 0.2, 0.1]])

OWN = m.Measure("own", "own", False, 0, 1, False, lambda _, scores: scores.mean(axis=1))
BROKEN = m.Measure("broken", "broken", True, 0, 1, False, lambda *_: np.zeros(7))
NO_FUNCTION = 3


def accuracy(y_true, y_score):
    return np.mean(y_true == (y_score >= 0.35))


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.setitem(sys.modules, "own_measures", sys.modules[__name__])


@pytest.mark.parametrize("name", m.measures())
def test_every_measure_states_its_direction_and_range(name):
    measure = m.get_measure(name)
    perfect, worst = Y.astype(float), 1.0 - Y
    best, worse = m.evaluate(Y, [perfect, worst], [name])[:, 0]
    assert measure.name == name
    if not np.isnan(worse):
        assert (best > worse) == measure.higher_is_better
    for value in (best, worse):
        assert np.isnan(value) or measure.lower - 1e-12 <= value <= measure.upper + 1e-12


def test_losses_of_models_without_probabilities_are_nan():
    values = m.evaluate(Y, [S[0], 10 * S[0]], ["brier", "log_loss"])
    assert values[0] == pytest.approx([m.brier_score_loss(Y, S[0]), m.log_loss(Y, S[0])])
    assert np.isnan(values[1]).all()


def test_a_measure_of_the_user():
    values = m.evaluate(Y, S, ["own_measures:accuracy", "own_measures:OWN", OWN, "auroc"])
    expected = [accuracy(Y, S[0]), S[0].mean(), S[0].mean(), m.auroc_score(Y, S[0])]
    assert values[0] == pytest.approx(expected)
    assert m.get_measure("own_measures:accuracy").label == "accuracy"


def test_labels_of_the_user_are_recoded_before_his_measure():
    labels = np.where(Y == 1, "yes", "no")
    values = m.evaluate(labels, S, ["own_measures:accuracy"], pos_label="yes")
    assert values[0, 0] == accuracy(Y, S[0])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("auc", "no measure 'auc'. Known are auroc, aupr, auprg"),
        ("nowhere:f", "can't be imported .*nowhere.* Known are auroc"),
        ("own_measures:f", "can't be imported .*'f'.* Known are auroc"),
        ("own_measures:NO_FUNCTION", "neither a function nor a Measure"),
        (":f", "can't be imported"),
    ],
)
def test_a_measure_that_is_not_there(name, message):
    with pytest.raises(ValueError, match=message):
        m.get_measure(name)


def test_a_measure_of_the_wrong_shape():
    with pytest.raises(ValueError, match=r"'broken' gave values of shape \(7,\)"):
        m.evaluate(Y, S, ["own_measures:BROKEN"])


def test_no_measure_and_no_model():
    assert m.evaluate(Y, S, []).shape == (2, 0)
    assert m.evaluate(Y, np.empty((0, 5)), ["auroc", "ks"]).shape == (0, 2)


def test_reweighted_areas_equal_repetition():
    weights = np.array([[1, 2, 1, 0, 3], [2, 1, 1, 1, 1]])
    names = ["auroc", "aupr", "auprg", "aucnpr", "expected_fg1", "expected_inverse_f1"]
    ours = m.reweighted_areas(Y, S, weights, measures=names)
    for row, repeats in zip(ours, weights, strict=True):
        expected = m.evaluate(np.repeat(Y, repeats), np.repeat(S, repeats, axis=1), names)
        np.testing.assert_allclose(row, expected, atol=1e-12)


def test_bootstrap_is_reproducible_and_the_same_for_all_models():
    first = m.bootstrap_areas(Y, [S[0], S[0]], n_resamples=50, random_state=4)
    again = m.bootstrap_areas(Y, S[:1], n_resamples=50, random_state=np.random.default_rng(4))
    np.testing.assert_array_equal(first[:, 0], first[:, 1])
    np.testing.assert_array_equal(first[:, :1], again)


def test_bootstrap_has_the_spread_of_the_resampled_statistic():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 200)
    s = rng.normal(y, 1)
    draws = rng.integers(0, 200, (2000, 200))
    direct = np.array([m.auroc_score(y[draw], s[draw]) for draw in draws[:500]])
    ours = m.bootstrap_areas(y, s, measures=["auroc"], n_resamples=4000, random_state=1)[:, 0, 0]
    assert ours.mean() == pytest.approx(direct.mean(), abs=0.005)
    assert ours.std() == pytest.approx(direct.std(), rel=0.12)


def test_stratified_bootstrap_keeps_the_prevalence():
    # The all-tied AUPR of a resample is its prevalence.
    ours = m.bootstrap_areas(Y, np.zeros(5), stratified=True, n_resamples=30, random_state=0)
    np.testing.assert_allclose(ours[:, 0, 1], 0.6, atol=1e-15)
    free = m.bootstrap_areas(Y, np.zeros(5), n_resamples=30, random_state=0)
    assert np.nanstd(free[:, 0, 1]) > 0.1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: m.bootstrap_areas(Y, S, n_resamples=0), "n_resamples must be >= 1"),
        (lambda: m.bootstrap_areas(Y, S, measures=["ks"]), "'ks' can't be resampled"),
        (lambda: m.bootstrap_areas([0, 1], [[1, np.nan]]), r"y_scores\[0, 1\] is NaN"),
        (lambda: m.reweighted_areas(Y, S, [1, 1, 1, 1, 1]), r"shape \(weightings, 5\)"),
        (lambda: m.reweighted_areas(Y, S, [[1, 1, 1, 1, -1]]), "finite numbers >= 0"),
    ],
)
def test_resampling_refuses(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_import_brings_in_nothing_heavy():
    code = (
        "import sys, prgbench.metrics; "
        "print(sorted({'numba', 'pandas', 'scipy', 'matplotlib', 'sklearn'} & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    assert result.stdout.strip() == "[]"


def test_every_public_name_is_there():
    assert all(hasattr(m, name) for name in m.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = m.nothing
