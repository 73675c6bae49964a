"""The registry of measures, and the evaluation of batches."""

import sys

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss, log_loss

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
    assert measure.meaning
    if not np.isnan(worse):
        assert (best > worse) == measure.higher_is_better
    for value in (best, worse):
        assert np.isnan(value) or measure.lower - 1e-12 <= value <= measure.upper + 1e-12


def test_losses_of_models_without_probabilities_are_nan():
    values = m.evaluate(Y, [S[0], 10 * S[0]], ["brier", "log_loss"])
    assert values[0] == pytest.approx([brier_score_loss(Y, S[0]), log_loss(Y, S[0])])
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
        ("auc", "no measure .auc.. Did you mean auroc. Known measures: auroc,"),
        ("AUROC", "no measure .AUROC.. Did you mean auroc. Known"),
        ("MCC", "no measure .MCC.. Did you mean matthews_corrcoef. Known"),
        ("nowhere:f", "can't be imported .*nowhere.* put the module on Python's path"),
        ("own_measures:f", "can't be imported .*'f'.*: correct the name"),
        ("own_measures:NO_FUNCTION", "neither a function nor a Measure"),
        (":f", "can't be imported"),
    ],
)
def test_a_measure_that_is_not_there(name, message):
    with pytest.raises(ValueError, match=message):
        m.get_measure(name)


def test_an_import_that_fails_without_words(tmp_path, monkeypatch):
    (tmp_path / "wordless.py").write_text("raise RuntimeError")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match=r"'wordless:f' can't be imported \(RuntimeError\)"):
        m.get_measure("wordless:f")


def test_a_measure_of_the_wrong_shape():
    with pytest.raises(ValueError, match=r"'broken' returned values of shape \(7,\)"):
        m.evaluate(Y, S, ["own_measures:BROKEN"])


def test_no_measure_and_no_model():
    assert m.evaluate(Y, S, []).shape == (2, 0)
    assert m.evaluate(Y, np.empty((0, 5)), ["auroc", "ks"]).shape == (0, 2)
