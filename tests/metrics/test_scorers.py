"""Scorers, as scikit-learn's model selection asks for them, and the scores of estimators."""

import pickle

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris, make_classification
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.inspection import permutation_importance
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import get_scorer, roc_auc_score
from sklearn.model_selection import (
    GridSearchCV,
    StratifiedKFold,
    cross_val_score,
    cross_validate,
    learning_curve,
)
from sklearn.svm import SVC, LinearSVC

from prgbench import metrics as m
from prgbench.metrics.scorers import folds_of, scores_of

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


def test_a_measure_of_the_user_takes_weights():
    scorer = m.get_scorer("sklearn.metrics:roc_auc_score")
    assert scorer(MODEL, X, Y) == pytest.approx(m.auroc_score(Y, MODEL.decision_function(X)))
    weights = np.arange(90)
    weighted = roc_auc_score(Y, MODEL.decision_function(X), sample_weight=weights)
    assert scorer(MODEL, X, Y, sample_weight=weights) == pytest.approx(weighted)
    with pytest.raises(ValueError, match="no measure 'auc'"):
        m.get_scorer("auc")


WITH_PARAMETERS = [
    ("max_f1", {"beta": 2}, m.max_fbeta_score),
    ("partial_auroc", {"fpr_range": (0, 0.3), "correct": False}, m.partial_auroc_score),
    ("aupr", {"recall_range": (0.2, 0.8)}, m.aupr_score),
    ("aucnpr", {"recall_range": (0.2, 0.8)}, m.aucnpr_score),
    ("h_measure", {"severity_ratio": 0.5}, m.h_measure_score),
]


@pytest.mark.parametrize(("name", "parameters", "function"), WITH_PARAMETERS)
def test_a_scorer_has_the_parameters_of_its_function(name, parameters, function):
    scores = MODEL.decision_function(X)
    scorer = m.get_scorer(name, **parameters)
    wanted = function(Y, scores, **parameters)
    assert scorer(MODEL, X, Y) == pytest.approx(wanted, abs=1e-12)
    assert wanted != pytest.approx(m.evaluate(Y, scores, name), abs=1e-6)
    assert pickle.loads(pickle.dumps(scorer))(MODEL, X, Y) == scorer(MODEL, X, Y)
    weights = RNG.integers(1, 4, 90)
    weighted = function(Y, scores, sample_weight=weights, **parameters)
    assert scorer(MODEL, X, Y, sample_weight=weights) == pytest.approx(weighted, abs=1e-12)


def test_a_measure_with_parameters_goes_wherever_a_measure_goes():
    measure = m.get_measure("max_f1", beta=2)
    assert (measure.name, measure.label) == ("max_f1(beta=2)", "max F1 (beta=2)")
    scores = MODEL.decision_function(X)
    assert m.confidence_interval(Y, scores, measure, n_resamples=20).estimate == pytest.approx(
        m.max_fbeta_score(Y, scores, beta=2)
    )
    fold = np.arange(90) % 3
    each = [m.max_fbeta_score(Y[fold == k], scores[fold == k], beta=2) for k in range(3)]
    mean = m.mean_fbeta(each, [Y[fold == k].mean() for k in range(3)])
    for same in (measure, "max_f1@2"):
        assert m.mean_over_folds(Y, scores, fold, same)[0] == pytest.approx(mean)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("ks", {"beta": 2}, "The measure 'ks' has no parameter 'beta': it has none."),
        ("max_f1", {"alpha": 2}, "The measure 'max_f1' has no parameter 'alpha': it has beta."),
        ("max_f1", {"beta": -1}, "beta must be a number from 0 to 1e150, not -1."),
    ],
)
def test_parameters_are_checked_before_a_model_is_fitted(name, parameters, message):
    with pytest.raises((TypeError, ValueError), match=message):
        m.get_scorer(name, **parameters)


def test_all_of_model_selection_takes_a_scorer_with_parameters():
    scorer = m.get_scorer("max_f1", beta=2)
    folds = list(StratifiedKFold(3).split(X, Y))
    parts = [(LogisticRegression().fit(X[own], Y[own]), test) for own, test in folds]
    wanted = [
        m.max_fbeta_score(Y[test], own.decision_function(X[test]), beta=2) for own, test in parts
    ]
    options = {"scoring": scorer, "cv": folds}
    assert cross_val_score(MODEL, X, Y, **options).tolist() == pytest.approx(wanted)
    search = GridSearchCV(MODEL, {"C": [1.0]}, **options).fit(X, Y)
    assert search.best_score_ == pytest.approx(np.mean(wanted))
    assert search.score(X, Y) == pytest.approx(
        m.max_fbeta_score(Y, MODEL.decision_function(X), beta=2)
    )
    _, _, curve = learning_curve(MODEL, X, Y, train_sizes=[1.0], **options)
    assert curve[0].tolist() == pytest.approx(wanted)
    found = permutation_importance(MODEL, X, Y, scoring=scorer, n_repeats=2, random_state=0)
    shuffled = scorer(MODEL, X, Y) - found.importances
    assert (shuffled <= 1).all()
    assert found.importances_mean.max() > 0


def test_of_two_strings_the_last_one_is_positive():
    names = np.array(["ham", "spam"])[Y]
    model = LogisticRegression().fit(X, names)
    assert m.get_scorer("auroc")(model, X, names) == get_scorer("roc_auc")(model, X, names)
    scores = cross_val_score(LogisticRegression(), X, names, scoring=m.get_scorer("aupr"))
    numbers = cross_val_score(LogisticRegression(), X, Y, scoring=m.get_scorer("aupr"))
    np.testing.assert_array_equal(scores, numbers)
    losing = m.get_scorer("auroc", pos_label="ham")(model, X, names)
    assert losing == pytest.approx(m.get_scorer("auroc")(model, X, names))


@pytest.mark.parametrize("multi_class", ["ovr", "ovo"])
@pytest.mark.parametrize("average", ["macro", "weighted"])
@pytest.mark.parametrize("load", [load_iris, load_digits])
def test_a_scorer_of_several_classes_is_that_of_scikit_learn(multi_class, average, load):
    features, labels = load(return_X_y=True)
    model = LinearDiscriminantAnalysis(shrinkage=0.9, solver="lsqr").fit(features, labels)
    scorer = m.get_scorer("auroc", multi_class=multi_class, average=average)
    theirs = get_scorer(f"roc_auc_{multi_class}{'_weighted' * (average == 'weighted')}")
    assert scorer(model, features, labels) == pytest.approx(theirs(model, features, labels))


def test_decisions_of_several_classes_are_no_scores():
    features, labels = load_iris(return_X_y=True)
    by_pairs = SVC(decision_function_shape="ovo").fit(features, labels)
    with pytest.raises(AttributeError, match="predict_proba"):
        m.get_scorer("auroc", multi_class="ovr")(by_pairs, features, labels)


def test_a_loss_of_several_classes():
    labels = RNG.integers(0, 3, 90)
    model = LogisticRegression().fit(X, labels)
    wanted = m.evaluate(labels, model.predict_proba(X), "brier", multi_class="ovr")
    assert m.get_scorer("brier", multi_class="ovr")(model, X, labels) == pytest.approx(-wanted)


FEATURES, CODES = make_classification(60, 4, random_state=0)
NAMES = np.array(["no", "yes"])[CODES]
BY_PROBABILITIES = LogisticRegression().fit(FEATURES, NAMES)
BY_DECISIONS = LinearSVC().fit(FEATURES, NAMES)


def test_probabilities_of_the_second_class_are_the_first_choice():
    label, scores = scores_of(BY_PROBABILITIES, FEATURES, None, "auto")
    assert label == "yes"
    np.testing.assert_array_equal(scores, BY_PROBABILITIES.predict_proba(FEATURES)[:, 1])


def test_the_label_that_is_asked_for():
    label, scores = scores_of(BY_PROBABILITIES, FEATURES, "no", "auto")
    assert label == "no"
    np.testing.assert_array_equal(scores, BY_PROBABILITIES.predict_proba(FEATURES)[:, 0])
    _, decisions = scores_of(BY_DECISIONS, FEATURES, "no", "auto")
    np.testing.assert_array_equal(decisions, -BY_DECISIONS.decision_function(FEATURES))


def test_the_method_that_is_asked_for_or_that_there_is():
    _, scores = scores_of(BY_PROBABILITIES, FEATURES, None, "decision_function")
    np.testing.assert_array_equal(scores, BY_PROBABILITIES.decision_function(FEATURES))
    _, scores = scores_of(BY_DECISIONS, FEATURES, None, "auto")
    np.testing.assert_array_equal(scores, BY_DECISIONS.decision_function(FEATURES))


@pytest.mark.parametrize(
    ("estimator", "label", "method", "why"),
    [
        (LogisticRegression(), None, "auto", "LogisticRegression instance is not fitted yet"),
        (
            LogisticRegression().fit(FEATURES, np.arange(60) % 3),
            None,
            "auto",
            "to be a binary classifier. Got 3 classes instead",
        ),
        (BY_PROBABILITIES, "maybe", "auto", r"pos_label='maybe' is not among the classes \["),
        (
            BY_DECISIONS,
            None,
            "predict_proba",
            "following attributes: predict_proba. Choose another res",
        ),
        (BY_PROBABILITIES, None, "predict", "following attributes: predict. Choose another resp"),
    ],
)
def test_what_gives_no_scores(estimator, label, method, why):
    with pytest.raises((ValueError, AttributeError), match=why):
        scores_of(estimator, FEATURES, label, method)


def test_the_folds_of_a_cross_validation():
    results = cross_validate(
        LogisticRegression(), FEATURES, NAMES, cv=3, return_estimator=True, return_indices=True
    )
    folds = folds_of(results, 60)
    assert [estimator for estimator, _ in folds] == list(results["estimator"])
    assert np.sort(np.concatenate([test for _, test in folds])).tolist() == list(range(60))
    with pytest.raises(
        ValueError, match=r"^y has 59 labels but 60 instances were cross-validated"
    ):
        folds_of(results, 59)
    with pytest.raises(ValueError, match="return_estimator=True and return_indices=True"):
        folds_of({"estimator": results["estimator"]}, 60)


def test_names_of_scikit_learn_are_those_of_the_measures():
    names = m.get_scorer_names()
    assert names == sorted(names)
    y, s = [0, 1, 0, 1], [0.1, 0.3, 0.4, 0.9]
    for theirs, own in (
        ("roc_auc", "auroc"),
        ("pr_auc", "aupr"),
        ("mcc", "matthews_corrcoef"),
        ("neg_brier_score", "brier"),
        ("neg_log_loss", "log_loss"),
    ):
        assert theirs in names
        assert m.evaluate(y, s, theirs) == m.evaluate(y, s, own)
        assert m.get_measure(theirs).name == own
    # The key of a dict is the word that was asked for.
    assert m.evaluate(y, {"a": s}, ["roc_auc"]) == {"a": {"roc_auc": 0.75}}
    column = np.array(s)[:, np.newaxis]
    model = LogisticRegression().fit(column, y)
    ours = m.get_scorer("neg_brier_score")(model, column, y)
    assert ours == pytest.approx(get_scorer("neg_brier_score")(model, column, y))


def test_a_scorer_of_two_classes_refuses_three_and_says_what_to_do():
    features, labels = load_iris(return_X_y=True)
    model = LogisticRegression(max_iter=1000).fit(features, labels)
    with pytest.raises(ValueError, match="scores of 3 classes: give the scorer multi_class='ovr'"):
        m.get_scorer("auroc")(model, features, labels)
    assert m.get_scorer("auroc", multi_class="ovr")(model, features, labels) > 0.9
