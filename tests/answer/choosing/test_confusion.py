import numpy as np
import pytest
from sklearn.metrics import accuracy_score, f1_score, matthews_corrcoef

from prgbench.answer.targets import Confusion, ratio


def test_scores_of_counts_are_scikit_learns():
    rng = np.random.default_rng(0)
    y_true = rng.random(30) < 0.4
    decisions = rng.random((5, 30)) < np.linspace(0, 1, 5)[:, None]
    counts = Confusion(
        (decisions & y_true).sum(axis=1).astype(float),
        decisions.sum(axis=1).astype(float),
        float(y_true.sum()),
        30.0,
    )
    for place, own in enumerate(decisions):
        assert counts.f1()[place] == pytest.approx(f1_score(y_true, own, zero_division=0))
        assert counts.accuracy()[place] == pytest.approx(accuracy_score(y_true, own))
        assert counts.mcc()[place] == pytest.approx(matthews_corrcoef(y_true, own))


def test_counts_that_are_not_stated_have_no_score():
    unstated = Confusion(np.array([np.nan, np.nan]), np.array([3.0, 0.0]), 2.0, 5.0)
    for score in (unstated.f1(), unstated.accuracy(), unstated.mcc()):
        assert np.isnan(score).all()


def test_ratio_of_nothing_is_undefined():
    assert np.isnan(ratio(np.zeros(1), np.zeros(1))).all()
