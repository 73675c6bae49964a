"""Scores that estimators give: of the label that is asked for, by the method that they have."""

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.svm import LinearSVC

from prgbench.metrics.scorers import folds_of, scores_of

X, CODES = make_classification(60, 4, random_state=0)
Y = np.array(["no", "yes"])[CODES]
MODEL = LogisticRegression().fit(X, Y)
SVC = LinearSVC().fit(X, Y)


def test_probabilities_of_the_second_class_are_the_first_choice():
    label, scores = scores_of(MODEL, X, None, "auto")
    assert label == "yes"
    np.testing.assert_array_equal(scores, MODEL.predict_proba(X)[:, 1])


def test_the_label_that_is_asked_for():
    label, scores = scores_of(MODEL, X, "no", "auto")
    assert label == "no"
    np.testing.assert_array_equal(scores, MODEL.predict_proba(X)[:, 0])
    _, decisions = scores_of(SVC, X, "no", "auto")
    np.testing.assert_array_equal(decisions, -SVC.decision_function(X))


def test_the_method_that_is_asked_for_or_that_there_is():
    _, scores = scores_of(MODEL, X, None, "decision_function")
    np.testing.assert_array_equal(scores, MODEL.decision_function(X))
    _, scores = scores_of(SVC, X, None, "auto")
    np.testing.assert_array_equal(scores, SVC.decision_function(X))


@pytest.mark.parametrize(
    ("estimator", "label", "method", "why"),
    [
        (LogisticRegression(), None, "auto", "LogisticRegression instance is not fitted yet"),
        (
            LogisticRegression().fit(X, np.arange(60) % 3),
            None,
            "auto",
            "to be a binary classifier. Got 3 classes instead",
        ),
        (MODEL, "maybe", "auto", r"pos_label='maybe' is not among the classes \["),
        (SVC, None, "predict_proba", "following attributes: predict_proba. Choose another res"),
        (MODEL, None, "predict", "following attributes: predict. Choose another resp"),
    ],
)
def test_what_gives_no_scores(estimator, label, method, why):
    with pytest.raises((ValueError, AttributeError), match=why):
        scores_of(estimator, X, label, method)


def test_the_folds_of_a_cross_validation():
    results = cross_validate(
        LogisticRegression(), X, Y, cv=3, return_estimator=True, return_indices=True
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
