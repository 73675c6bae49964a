"""Estimators of scikit-learn, cross-validated and compared."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    cross_val_predict,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC, LinearSVC

import prgbench
from fast_settings import FAST
from prgbench.direct.estimators import CrossValidation, table_of_estimators
from prgbench.metrics import auroc_score
from prgbench.run.errors import PrgbenchError
from prgbench.run.listener import ProgressBars

RNG = np.random.default_rng(5)
Y = (np.arange(60) % 3 == 0).astype(int)
X = RNG.normal(Y[:, np.newaxis], 1.5, (60, 2))
GROUPS = np.arange(60) // 3
BAYES, LOGISTIC = GaussianNB(), LogisticRegression()


def table_of(estimators, data, y=None, *, cv=3, groups=None):
    how = CrossValidation(cv=cv, groups=groups, seed=1, n_jobs=1)
    table = table_of_estimators(estimators, data, y, how, ProgressBars(False), "data")
    return table.to_pandas()


def test_scores_are_out_of_fold():
    table = table_of({"bayes": BAYES, "svc": LinearSVC()}, X, Y)
    folds = StratifiedKFold(3, shuffle=True, random_state=1)
    expected = {
        "bayes": cross_val_predict(BAYES, X, Y, cv=folds, method="predict_proba")[:, 1],
        "svc": cross_val_predict(LinearSVC(), X, Y, cv=folds, method="decision_function"),
    }
    for name, own in table.groupby("model", observed=True):
        assert own["y_score.1"].tolist() == pytest.approx(expected[name])
        assert own["y_true"].tolist() == Y.astype(str).tolist()
        for fold, (_, test) in enumerate(folds.split(X, Y)):
            assert (own["fold"].to_numpy()[test] == fold).all()


class SinglePrecision(GaussianNB):
    """An estimator like XGBoost's, whose probabilities have single precision."""

    def predict_proba(self, features):
        return super().predict_proba(features).astype(np.float32)


def test_estimators_of_single_and_of_double_precision_are_compared():
    table = table_of({"single": SinglePrecision(), "double": BAYES}, {"a": (X, Y), "b": (X, Y)})
    single, double = (
        table.loc[table["model"] == name, "y_score.1"] for name in table["model"].unique()
    )
    assert single.to_numpy() == pytest.approx(double.to_numpy(), rel=1e-6)


IRIS = load_iris(return_X_y=True)
PAIRS = SVC(decision_function_shape="ovo")


@pytest.mark.parametrize(
    "estimator",
    [PAIRS, make_pipeline(StandardScaler(), PAIRS), GridSearchCV(PAIRS, {"C": [1]})],
    ids=["alone", "pipeline", "search"],
)
def test_decisions_between_pairs_of_classes_are_not_those_of_classes(estimator):
    """Of three classes there are three pairs: their columns were taken for those of classes."""
    with pytest.raises(PrgbenchError, match="svc has a score for each pair of classes: set its"):
        table_of({"svc": estimator}, *IRIS)
    # Followed, the advice leads to scores of classes; two classes have one pair.
    advised = clone(estimator).set_params(
        **{name: "ovr" for name in estimator.get_params() if name.endswith("function_shape")}
    )
    table = table_of({"svc": advised}, *IRIS)
    for label in range(3):
        assert auroc_score(table["y_true"] == str(label), table[f"y_score.{label}"]) > 0.9
    assert len(table_of({"svc": estimator}, X, Y)) == len(Y)


def test_labels_in_another_order_than_the_features_are_refused():
    shuffled = pd.Series(Y).sample(frac=1, random_state=1)
    with pytest.raises(
        PrgbenchError, match=r"X has the index of y in another order: give X.loc\["
    ):
        table_of({"bayes": BAYES}, pd.DataFrame(X), shuffled)


def test_objects_that_are_numbers_are_labels():
    given = table_of({"bayes": BAYES}, X, pd.Series(Y, dtype=object))
    pd.testing.assert_frame_equal(given, table_of({"bayes": BAYES}, X, Y))


def test_the_comparison_is_that_of_the_scores():
    compared = prgbench.compare(
        [("bayes", BAYES), ("logistic", LOGISTIC)],
        pd.DataFrame(X),
        np.where(Y, "sick", "well"),
        cv=3,
        measures=["auroc"],
        settings={"comparison": FAST},
    )
    folds = StratifiedKFold(3, shuffle=True, random_state=2015)
    models = compared.models.set_index("flow_name")
    for name, estimator in (("bayes", BAYES), ("logistic", LOGISTIC)):
        scores = cross_val_predict(estimator, X, Y, cv=folds, method="predict_proba")[:, 1]
        assert models.loc[name, "auroc"] == pytest.approx(auroc_score(Y, scores), abs=1e-12)
    assert models["pos_label"].tolist() == ["well", "well"]


def test_repeats_are_recorded():
    cv = RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=0)
    table = table_of([BAYES], X, Y, cv=cv)
    assert table.groupby(["repeat", "fold"]).size().tolist() == [20] * 6
    assert table["row_id"].tolist() == [*range(60)] * 2
    for repeat, own in table.groupby("repeat"):
        splits = list(cv.split(X, Y))[3 * repeat : 3 * repeat + 3]
        expected = cross_val_predict(BAYES, X, Y, cv=splits, method="predict_proba")
        assert own["y_score.1"].tolist() == pytest.approx(expected[:, 1])


def test_groups_stay_together():
    table = table_of([BAYES], X, Y, groups=GROUPS)
    assert table["group"].tolist() == GROUPS.tolist()
    assert (table.groupby("group")["fold"].nunique() == 1).all()


def test_estimators_without_names_have_those_of_their_classes():
    pipeline = make_pipeline(StandardScaler(), LogisticRegression())
    table = table_of([BAYES, pipeline, LOGISTIC], X, Y)
    names = ["GaussianNB", "LogisticRegression", "LogisticRegression 2"]
    assert table["model"].unique().tolist() == names


def test_data_sets_may_have_other_classes():
    sets = {"heart": (X, Y), "iris": (X, np.array(list("abc") * 20))}
    table = table_of({"bayes": BAYES}, sets).set_index("dataset")
    iris = table.loc["iris", ["y_score.a", "y_score.b", "y_score.c"]]
    assert iris.sum(axis=1).tolist() == pytest.approx([1] * 60)
    assert table.loc["heart", "y_score.1"].between(0, 1).all()
    two = {"heart": (X, Y), "sick": (X, np.where(Y, "yes", "no"))}
    compared = prgbench.compare(
        {"bayes": BAYES, "logistic": LOGISTIC},
        two,
        measures=["auroc"],
        settings={"comparison": FAST},
    )
    areas = compared.models.pivot(index="dataset_name", columns="flow_name", values="auroc")
    assert areas.loc["heart"].tolist() == areas.loc["sick"].tolist()


@pytest.mark.parametrize(
    ("arguments", "options", "error", "sentence"),
    [
        (([BAYES], X[:50], Y), {}, PrgbenchError, "^X has 50 rows, y has 60 labels.$"),
        (([BAYES], X), {}, TypeError, r"^Estimators need data: compare\(estimators, X, y\)"),
        (([LinearRegression()], X, Y), {}, PrgbenchError, "^LinearRegression has neither predic"),
        (([BAYES], X, Y), {"cv": ShuffleSplit(3)}, PrgbenchError, "^cv does not test every row"),
        (
            ([BAYES], X, Y), {"cv": StratifiedKFold(3), "groups": np.arange(60) % 2},
            PrgbenchError, "^cv has rows of the group 0 in training",
        ),
        (([("a", BAYES), ("a", LOGISTIC)], X, Y), {}, PrgbenchError, "^Two estimators are called"),
        (([BAYES], {"a": (X, Y)}), {"groups": GROUPS}, TypeError, "^groups are for a single data"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:The groups parameter")
def test_a_mistake_is_one_sentence(arguments, options, error, sentence):
    with pytest.raises(error, match=sentence):
        prgbench.compare(*arguments, **options)


@pytest.mark.parametrize(
    ("y", "cv", "sentence"),
    [
        (Y, 1, "cv does not split the data set data: .* Give another number of folds"),
        (Y, "a", "cv does not split the data set data: Expected `cv` as an integer"),
        (X[:, 0], 5, "Got 'continuous' instead. Give .* or correct y."),
        (0 * Y, 5, "y of the data set data has only one class: give labels of two"),
    ],
)
def test_what_can_not_be_split_is_one_sentence(y, cv, sentence):
    with pytest.raises(PrgbenchError, match=sentence):
        prgbench.compare([BAYES, LOGISTIC], X, y, cv=cv)


def test_an_error_of_an_estimator_stays_its_own_and_names_it():
    estimators = {"bayes": BAYES, "seven": DummyClassifier(strategy="constant", constant=7)}
    with pytest.raises(ValueError, match="constant") as raised:
        prgbench.compare(estimators, {"heart": (X, Y)})
    notes = ["seven failed in the cross-validation on the data set heart."]
    assert raised.value.__notes__ == notes


class _Unsure(ClassifierMixin, BaseEstimator):
    """A classifier without a score for rows above a bound, as after a division by zero."""

    def fit(self, _, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, features):
        return self.classes_[np.zeros(len(features), dtype=int)]

    def predict_proba(self, features):
        positive = np.where(features[:, 0] > 100, np.nan, 0.5)
        return np.column_stack([1 - positive, positive])


def test_a_score_that_is_not_finite_is_named():
    features = X.copy()
    features[7, 0] = 1000
    for cv in (3, RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=0)):
        sentence = "^unsure has no finite score for row 7 of the data set data: leave it out"
        with pytest.raises(PrgbenchError, match=sentence):
            prgbench.compare({"bayes": BAYES, "unsure": _Unsure()}, features, Y, cv=cv)


def test_one_estimator_is_told_to_be_scored():
    with pytest.raises(PrgbenchError, match=r"are needed; `prgbench\.score` evaluates single"):
        prgbench.compare(BAYES, X, Y)


def test_folds_that_overlap_are_refused():
    train, test = np.arange(30, 60), np.arange(30)
    with pytest.raises(PrgbenchError, match="does not test every row once"):
        table_of([BAYES], X, Y, cv=[(train, test), (train, test)])
    table = table_of([BAYES], X, Y, cv=KFold(2))
    assert table["fold"].tolist() == [0] * 30 + [1] * 30
