"""The flows of the embedded archive and their learners."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
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
    RandomForestClassifier,
    VotingClassifier,
)
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LogisticRegression, Perceptron, RidgeClassifier, SGDClassifier
from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler
from sklearn.random_projection import GaussianRandomProjection
from sklearn.svm import SVC, LinearSVC
from sklearn.tree import DecisionTreeClassifier, ExtraTreeClassifier

Labels = NDArray[np.int8]
Features = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Flow:
    """A learner of standardised features; ``seeds`` are those with which the archive runs it."""

    name: str
    make: Callable[[int], Any]
    seeds: tuple[int, ...] = (1,)


@dataclass(frozen=True, slots=True)
class Setup:
    """A flow with one of its seeds."""

    setup_id: int
    flow_id: int
    flow: Flow
    seed: int


class Reversed:
    """A learner whose two confidences are swapped, hence worse than chance."""

    def __init__(self, estimator: Any) -> None:
        self._estimator = estimator

    def fit(self, x: Features, y: Labels) -> "Reversed":
        """Fit the learner."""
        self._estimator.fit(x, y)
        return self

    def predict_proba(self, x: Features) -> NDArray[np.float64]:
        """Return the learner's confidences in the other class's place."""
        probabilities: NDArray[np.float64] = self._estimator.predict_proba(x)
        return probabilities[:, ::-1]


class Subsampled:
    """A learner that sees a few instances only, hence a weak one."""

    def __init__(self, estimator: Any, n_instances: int, seed: int) -> None:
        self._estimator = estimator
        self._n_instances = n_instances
        self._seed = seed

    def fit(self, x: Features, y: Labels) -> "Subsampled":
        """Fit the learner on instances drawn from each class in proportion, if there are so many.

        Of each class two at least.
        """
        rng = np.random.default_rng(self._seed)
        labels, sizes = np.unique(y, return_counts=True)
        shares = np.round(self._n_instances * sizes / len(y)).astype(int)
        shares = np.minimum(np.maximum(2, shares), sizes)
        drawn = [
            rng.choice(np.flatnonzero(y == label), size=share, replace=False)
            for label, share in zip(labels, shares, strict=True)
        ]
        rows = np.concatenate(drawn)
        self._estimator.fit(x[rows], y[rows])
        return self

    def predict_proba(self, x: Features) -> NDArray[np.float64]:
        """Return the learner's confidences."""
        probabilities: NDArray[np.float64] = self._estimator.predict_proba(x)
        return probabilities


def tree(**parameters: Any) -> Callable[[int], Any]:
    """Return a maker of decision trees."""
    return lambda seed: DecisionTreeClassifier(random_state=seed, **parameters)


def logistic(**parameters: Any) -> Any:
    """Return a logistic regression, solved by Newton's method: the fastest for few features."""
    return LogisticRegression(solver="newton-cholesky", **parameters)


def weak_flows() -> list[Flow]:
    """Return learners with few instances, few features or random projections."""
    return [
        Flow("prgbench.Subsampled(logistic regression, 12)", _few(lambda _: logistic(), 12)),
        Flow("prgbench.Subsampled(naive Bayes, 20)", _few(lambda _: GaussianNB(), 20)),
        Flow("prgbench.Subsampled(tree, 40)", _few(tree(max_depth=3), 40)),
        Flow(
            "sklearn.linear_model.LogisticRegression(2 random projections)",
            lambda seed: make_pipeline(GaussianRandomProjection(2, random_state=seed), logistic()),
        ),
        Flow(
            "sklearn.neighbors.KNeighborsClassifier(15, 1 component)",
            lambda seed: make_pipeline(PCA(1, random_state=seed), KNeighborsClassifier(15)),
        ),
        Flow(
            "sklearn.naive_bayes.GaussianNB(2 best features)",
            lambda _: make_pipeline(SelectKBest(k=2), GaussianNB()),
        ),
    ]


def _few(make: Callable[[int], Any], n_instances: int) -> Callable[[int], Any]:
    return lambda seed: Subsampled(make(seed), n_instances, seed)


def flows() -> list[Flow]:
    """Return the flows in the order of their ids (1, 2, 3, ...)."""
    return [
        # no skill
        Flow("sklearn.dummy.DummyClassifier(prior)", lambda _: DummyClassifier(strategy="prior")),
        Flow("prgbench.Reversed(GaussianNB)", lambda _: Reversed(GaussianNB())),
        # single trees
        Flow("sklearn.tree.DecisionTreeClassifier(stump)", tree(max_depth=1)),
        Flow(
            "sklearn.tree.DecisionTreeClassifier(random stump)",
            tree(max_depth=1, splitter="random"),
        ),
        Flow("sklearn.tree.DecisionTreeClassifier(depth 2)", tree(max_depth=2)),
        Flow("sklearn.tree.DecisionTreeClassifier(depth 3)", tree(max_depth=3)),
        Flow("sklearn.tree.DecisionTreeClassifier(depth 5)", tree(max_depth=5)),
        Flow("sklearn.tree.DecisionTreeClassifier(leaf 10)", tree(min_samples_leaf=10)),
        Flow("sklearn.tree.DecisionTreeClassifier(full)", tree()),
        Flow(
            "sklearn.tree.ExtraTreeClassifier(depth 6)",
            lambda seed: ExtraTreeClassifier(max_depth=6, random_state=seed),
            seeds=(1, 2),
        ),
        # ensembles
        Flow(
            "sklearn.ensemble.RandomForestClassifier(5)",
            lambda seed: RandomForestClassifier(5, random_state=seed),
        ),
        Flow(
            "sklearn.ensemble.RandomForestClassifier(5, depth 3)",
            lambda seed: RandomForestClassifier(5, max_depth=3, random_state=seed),
        ),
        Flow(
            "sklearn.ensemble.ExtraTreesClassifier(6)",
            lambda seed: ExtraTreesClassifier(6, random_state=seed),
        ),
        Flow(
            "sklearn.ensemble.BaggingClassifier(3 trees)",
            lambda seed: BaggingClassifier(
                DecisionTreeClassifier(max_depth=4), 3, random_state=seed
            ),
        ),
        Flow(
            "sklearn.ensemble.AdaBoostClassifier(5 stumps)",
            lambda seed: AdaBoostClassifier(n_estimators=5, random_state=seed),
        ),
        Flow(
            "sklearn.ensemble.GradientBoostingClassifier(8)",
            lambda seed: GradientBoostingClassifier(
                n_estimators=8, max_features="sqrt", subsample=0.5, random_state=seed
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
        Flow("sklearn.linear_model.LogisticRegression", lambda _: logistic()),
        Flow("sklearn.linear_model.LogisticRegression(C=0.001)", lambda _: logistic(C=0.001)),
        Flow(
            "sklearn.linear_model.LogisticRegression(sparse)",
            lambda seed: LogisticRegression(
                C=0.1, l1_ratio=1.0, solver="liblinear", random_state=seed
            ),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(2 components)",
            lambda seed: make_pipeline(PCA(2, random_state=seed), logistic()),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(best feature)",
            lambda _: make_pipeline(SelectKBest(k=1), logistic()),
        ),
        Flow(
            "sklearn.linear_model.SGDClassifier(log loss)",
            lambda seed: SGDClassifier(loss="log_loss", max_iter=20, random_state=seed),
            seeds=(1, 2),
        ),
        Flow(
            "sklearn.linear_model.SGDClassifier(modified Huber)",
            lambda seed: SGDClassifier(loss="modified_huber", max_iter=20, random_state=seed),
        ),
        Flow("sklearn.linear_model.RidgeClassifier", lambda _: RidgeClassifier()),
        Flow("sklearn.linear_model.Perceptron", lambda seed: Perceptron(random_state=seed)),
        Flow(
            "sklearn.discriminant_analysis.LinearDiscriminantAnalysis",
            lambda _: LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.1),
        ),
        Flow(
            "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis",
            lambda _: QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=0.3),
        ),
        # support vector machines
        Flow("sklearn.svm.LinearSVC", lambda seed: LinearSVC(C=0.01, random_state=seed)),
        Flow("sklearn.svm.SVC(rbf)", lambda _: SVC()),
        # naive Bayes
        Flow("sklearn.naive_bayes.GaussianNB", lambda _: GaussianNB()),
        Flow("sklearn.naive_bayes.BernoulliNB", lambda _: BernoulliNB()),
        Flow(
            "sklearn.naive_bayes.MultinomialNB",
            lambda _: make_pipeline(MinMaxScaler(clip=True), MultinomialNB()),
        ),
        # neighbours
        Flow("sklearn.neighbors.KNeighborsClassifier(1)", lambda _: KNeighborsClassifier(1)),
        Flow("sklearn.neighbors.KNeighborsClassifier(5)", lambda _: KNeighborsClassifier(5)),
        Flow(
            "sklearn.neighbors.KNeighborsClassifier(25, distance)",
            lambda _: KNeighborsClassifier(25, weights="distance"),
        ),
        Flow("sklearn.neighbors.NearestCentroid", lambda _: NearestCentroid()),
        # other
        Flow(
            "sklearn.neural_network.MLPClassifier(5)",
            lambda seed: MLPClassifier((5,), solver="lbfgs", max_iter=12, random_state=seed),
        ),
        *weak_flows(),
    ]


def setups() -> list[Setup]:
    """Return the setups in the order of their ids: each flow with each of its seeds."""
    pairs = [(flow_id, flow) for flow_id, flow in enumerate(flows(), start=1)]
    seeded = [(flow_id, flow, seed) for flow_id, flow in pairs for seed in flow.seeds]
    return [Setup(number, *chosen) for number, chosen in enumerate(seeded, start=1)]
