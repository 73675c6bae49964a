"""The scikit-learn flows of the embedded archive, from strong learners to a constant score."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.calibration import CalibratedClassifierCV
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import (
    LinearDiscriminantAnalysis,
    QuadraticDiscriminantAnalysis,
)
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.feature_selection import SelectKBest
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import LogisticRegression, Perceptron, RidgeClassifier, SGDClassifier
from sklearn.naive_bayes import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KBinsDiscretizer, MinMaxScaler, StandardScaler
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

Labels = NDArray[np.int8]
Features = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Flow:
    """A learner; ``setups`` are the seeds with which the archive has run it."""

    name: str
    make: Callable[[int], Any]
    setups: tuple[int, ...] = (1,)


class Reversed(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A learner whose two confidences are swapped, hence worse than chance."""

    def __init__(self, estimator: Any) -> None:
        self.estimator = estimator

    def fit(self, x: Features, y: Labels) -> "Reversed":
        """Fit the learner."""
        self.classes_ = np.unique(y)
        self.estimator.fit(x, y)
        return self

    def predict_proba(self, x: Features) -> NDArray[np.float64]:
        """Return the learner's confidences in the other class's place."""
        probabilities: NDArray[np.float64] = self.estimator.predict_proba(x)
        return probabilities[:, ::-1]

    def predict(self, x: Features) -> Labels:
        """Return the class with the greater swapped confidence."""
        labels: Labels = self.classes_[self.predict_proba(x).argmax(axis=1)]
        return labels


def _scaled(*steps: Any) -> Any:
    return make_pipeline(StandardScaler(), *steps)


def _tree(**parameters: Any) -> Callable[[int], Any]:
    return lambda seed: DecisionTreeClassifier(random_state=seed, **parameters)


def flows() -> list[Flow]:
    """Return the flows in the order of their ids (1, 2, 3, ...)."""
    return [
        # no skill
        Flow("sklearn.dummy.DummyClassifier(prior)", lambda _: DummyClassifier(strategy="prior")),
        Flow(
            "sklearn.dummy.DummyClassifier(stratified)",
            lambda seed: DummyClassifier(strategy="stratified", random_state=seed),
        ),
        Flow("prgbench.Reversed(GaussianNB)", lambda _: Reversed(GaussianNB())),
        # single trees
        Flow("sklearn.tree.DecisionTreeClassifier(stump)", _tree(max_depth=1)),
        Flow(
            "sklearn.tree.DecisionTreeClassifier(random stump)",
            _tree(max_depth=1, splitter="random"),
        ),
        Flow("sklearn.tree.DecisionTreeClassifier(depth 2)", _tree(max_depth=2)),
        Flow("sklearn.tree.DecisionTreeClassifier(depth 3)", _tree(max_depth=3)),
        Flow("sklearn.tree.DecisionTreeClassifier(depth 5)", _tree(max_depth=5)),
        Flow("sklearn.tree.DecisionTreeClassifier(leaf 10)", _tree(min_samples_leaf=10)),
        Flow(
            "sklearn.tree.DecisionTreeClassifier(entropy, depth 4)",
            _tree(max_depth=4, criterion="entropy"),
        ),
        Flow("sklearn.tree.DecisionTreeClassifier(full)", _tree()),
        Flow(
            "sklearn.tree.ExtraTreeClassifier(depth 6)",
            lambda seed: ExtraTreeClassifier(max_depth=6, random_state=seed),
            setups=(1, 2),
        ),
        # ensembles
        Flow(
            "sklearn.ensemble.RandomForestClassifier(10)",
            lambda seed: RandomForestClassifier(10, random_state=seed),
            setups=(1, 2),
        ),
        Flow(
            "sklearn.ensemble.RandomForestClassifier(25, depth 3)",
            lambda seed: RandomForestClassifier(25, max_depth=3, random_state=seed),
        ),
        Flow(
            "sklearn.ensemble.ExtraTreesClassifier(25)",
            lambda seed: ExtraTreesClassifier(25, random_state=seed),
        ),
        Flow(
            "sklearn.ensemble.BaggingClassifier(10 trees)",
            lambda seed: BaggingClassifier(
                DecisionTreeClassifier(max_depth=4), 10, random_state=seed
            ),
        ),
        Flow(
            "sklearn.ensemble.AdaBoostClassifier(10 stumps)",
            lambda seed: AdaBoostClassifier(n_estimators=10, random_state=seed),
        ),
        Flow(
            "sklearn.ensemble.AdaBoostClassifier(20 random trees)",
            lambda seed: AdaBoostClassifier(
                ExtraTreeClassifier(max_depth=3), n_estimators=20, random_state=seed
            ),
        ),
        Flow(
            "sklearn.ensemble.GradientBoostingClassifier(30)",
            lambda seed: GradientBoostingClassifier(
                n_estimators=30, max_features="sqrt", subsample=0.5, random_state=seed
            ),
            setups=(1, 2),
        ),
        Flow(
            "sklearn.ensemble.HistGradientBoostingClassifier(10)",
            lambda seed: HistGradientBoostingClassifier(
                max_iter=10, max_leaf_nodes=8, max_bins=32, random_state=seed
            ),
        ),
        Flow(
            "sklearn.ensemble.VotingClassifier(tree, naive Bayes, kNN)",
            lambda seed: VotingClassifier(
                [
                    ("tree", DecisionTreeClassifier(max_depth=3, random_state=seed)),
                    ("bayes", GaussianNB()),
                    ("neighbours", KNeighborsClassifier(7)),
                ],
                voting="soft",
            ),
        ),
        # linear models
        Flow("sklearn.linear_model.LogisticRegression", lambda _: _scaled(LogisticRegression())),
        Flow(
            "sklearn.linear_model.LogisticRegression(C=0.001)",
            lambda _: _scaled(LogisticRegression(C=0.001)),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(sparse)",
            lambda _: _scaled(LogisticRegression(C=0.1, l1_ratio=1.0, solver="liblinear")),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(2 components)",
            lambda seed: _scaled(PCA(2, random_state=seed), LogisticRegression()),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(best feature)",
            lambda _: _scaled(SelectKBest(k=1), LogisticRegression()),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(Nystroem)",
            lambda seed: _scaled(
                Nystroem(gamma=0.02, n_components=40, random_state=seed), LogisticRegression()
            ),
        ),
        Flow(
            "sklearn.linear_model.SGDClassifier(log loss)",
            lambda seed: _scaled(SGDClassifier(loss="log_loss", random_state=seed)),
            setups=(1, 2),
        ),
        Flow(
            "sklearn.linear_model.SGDClassifier(modified Huber)",
            lambda seed: _scaled(SGDClassifier(loss="modified_huber", random_state=seed)),
        ),
        Flow("sklearn.linear_model.RidgeClassifier", lambda _: _scaled(RidgeClassifier())),
        Flow(
            "sklearn.linear_model.Perceptron",
            lambda seed: _scaled(Perceptron(random_state=seed)),
        ),
        Flow(
            "sklearn.discriminant_analysis.LinearDiscriminantAnalysis",
            lambda _: LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.1),
        ),
        Flow(
            "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis",
            lambda _: _scaled(QuadraticDiscriminantAnalysis(reg_param=0.5)),
        ),
        # support vector machines
        Flow(
            "sklearn.svm.LinearSVC",
            lambda seed: _scaled(LinearSVC(C=0.01, random_state=seed)),
        ),
        Flow("sklearn.svm.SVC(rbf)", lambda _: _scaled(SVC())),
        Flow(
            "sklearn.calibration.CalibratedClassifierCV(SVC)",
            lambda _: _scaled(CalibratedClassifierCV(SVC(), ensemble=False, cv=3)),
        ),
        # naive Bayes
        Flow("sklearn.naive_bayes.GaussianNB", lambda _: GaussianNB()),
        Flow("sklearn.naive_bayes.BernoulliNB", lambda _: _scaled(BernoulliNB())),
        Flow(
            "sklearn.naive_bayes.MultinomialNB",
            lambda _: make_pipeline(MinMaxScaler(clip=True), MultinomialNB()),
        ),
        Flow(
            "sklearn.naive_bayes.ComplementNB",
            lambda _: make_pipeline(MinMaxScaler(clip=True), ComplementNB()),
        ),
        Flow(
            "sklearn.calibration.CalibratedClassifierCV(GaussianNB, isotonic)",
            lambda _: CalibratedClassifierCV(GaussianNB(), method="isotonic", cv=3),
        ),
        # neighbours
        Flow(
            "sklearn.neighbors.KNeighborsClassifier(1)",
            lambda _: _scaled(KNeighborsClassifier(1)),
        ),
        Flow(
            "sklearn.neighbors.KNeighborsClassifier(5)",
            lambda _: _scaled(KNeighborsClassifier(5)),
        ),
        Flow(
            "sklearn.neighbors.KNeighborsClassifier(25, distance)",
            lambda _: _scaled(KNeighborsClassifier(25, weights="distance")),
        ),
        Flow("sklearn.neighbors.NearestCentroid", lambda _: _scaled(NearestCentroid())),
        # other
        Flow(
            "sklearn.neural_network.MLPClassifier(8)",
            lambda seed: _scaled(
                MLPClassifier((8,), solver="lbfgs", max_iter=20, random_state=seed)
            ),
        ),
        Flow(
            "sklearn.preprocessing.KBinsDiscretizer+LogisticRegression",
            lambda _: make_pipeline(
                KBinsDiscretizer(3, strategy="uniform"), LogisticRegression(C=0.1)
            ),
        ),
    ]
