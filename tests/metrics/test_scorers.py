"""Scorers: the values of the measures, as scikit-learn's model selection asks for them."""

import pickle

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score, cross_validate
from sklearn.svm import LinearSVC

from prgbench import metrics as m
from prgbench.metrics import registry
from prgbench.metrics.registry import SELF_TESTS

RNG = np.random.default_rng(4)
Y = RNG.integers(0, 2, 90)
X = RNG.normal(Y[:, None], 1, (90, 2))
MODEL = LogisticRegression().fit(X, Y)


@pytest.mark.parametrize("name", m.measures())
def test_a_scorer_has_the_value_of_its_measure(name):
    measure = m.get_measure(name)
    scores = MODEL.predict_proba(X)[:, 1]
    sign = 1 if measure.higher_is_better else -1
    expected = sign * m.evaluate(Y, [scores], [name])[0, 0]
    scorer = m.get_scorer(name)
    assert scorer(MODEL, X, Y) == pytest.approx(expected, abs=1e-12)
    assert pickle.loads(pickle.dumps(scorer))(MODEL, X, Y) == scorer(MODEL, X, Y)
    weights = RNG.integers(0, 3, 90)
    repeated = scorer(MODEL, np.repeat(X, weights, axis=0), np.repeat(Y, weights))
    assert scorer(MODEL, X, Y, sample_weight=weights) == pytest.approx(repeated, abs=1e-12)


def test_an_entry_of_the_registry_is_enough_for_a_scorer_with_weights(monkeypatch):
    gini = SELF_TESTS["gini"]
    monkeypatch.setitem(registry._MEASURES, gini.name, gini)
    weights = RNG.integers(0, 3, 90)
    found = m.get_scorer("gini")(MODEL, X, Y, sample_weight=weights)
    area = m.auroc_score(Y, MODEL.decision_function(X), sample_weight=weights)
    assert found == pytest.approx(2 * area - 1, abs=1e-12)


def test_model_selection_takes_a_scorer():
    auprg = m.get_scorer("auprg")
    folds = list(StratifiedKFold(3).split(X, Y))
    fitted = [(LogisticRegression().fit(X[train], Y[train]), test) for train, test in folds]
    expected = [m.auprg_score(Y[test], own.decision_function(X[test])) for own, test in fitted]
    found = cross_val_score(MODEL, X, Y, scoring=auprg, cv=folds)
    assert found.tolist() == pytest.approx(expected)
    found = cross_validate(MODEL, X, Y, scoring={"auprg": auprg, "roc": "roc_auc"}, cv=folds)
    assert found["test_auprg"].tolist() == pytest.approx(expected)
    search = GridSearchCV(MODEL, {"C": [1e-6, 1.0]}, scoring=auprg, cv=folds, n_jobs=2).fit(X, Y)
    assert search.cv_results_["mean_test_score"][1] == pytest.approx(np.mean(expected))


def test_a_positive_label_and_a_model_without_probabilities():
    labels = np.where(Y == 1, "no", "yes")
    model = LinearSVC().fit(X, labels)
    found = m.get_scorer("aupr", pos_label="no")(model, X, labels)
    assert found == pytest.approx(m.aupr_score(Y, -model.decision_function(X)), abs=1e-12)
    with pytest.raises(AttributeError, match="predict_proba"):
        m.get_scorer("brier", pos_label="no")(model, X, labels)


def test_a_measure_of_the_user_takes_weights():
    scorer = m.get_scorer("sklearn.metrics:roc_auc_score")
    assert scorer(MODEL, X, Y) == pytest.approx(m.auroc_score(Y, MODEL.decision_function(X)))
    weights = np.arange(90)
    weighted = roc_auc_score(Y, MODEL.decision_function(X), sample_weight=weights)
    assert scorer(MODEL, X, Y, sample_weight=weights) == pytest.approx(weighted)
    with pytest.raises(ValueError, match="no measure 'auc'"):
        m.get_scorer("auc")
