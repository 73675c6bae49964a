"""The flows of the demo's archive and their learners."""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
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

# Newton's method, the fastest for few features.
NEWTON = "newton-cholesky"

Labels = NDArray[np.int8]
Features = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Flow:
    """A learner of standardised features, and the seeds with which the archive runs it."""

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
    """A learner with its two confidences swapped, hence worse than chance."""

    def __init__(self, estimator: Any) -> None:
        self._estimator = estimator

    def fit(self, x: Features, y: Labels) -> "Reversed":
        """Fit the learner."""
        self._estimator.fit(x, y)
        return self

    def predict_proba(self, x: Features) -> NDArray[np.float64]:
        """Return the learner's confidences, swapped."""
        probabilities: NDArray[np.float64] = self._estimator.predict_proba(x)
        return probabilities[:, ::-1]


class Subsampled:
    """A learner of a few instances only, hence a weak one."""

    def __init__(self, estimator: Any, n_instances: int, seed: int) -> None:
        self._estimator = estimator
        self._n_instances = n_instances
        self._seed = seed

    def fit(self, x: Features, y: Labels) -> "Subsampled":
        """Fit the learner on instances drawn from each class in proportion, at least two."""
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


def learner(kind: type, note: str = "", seeds: tuple[int, ...] = (1,), **parameters: Any) -> Flow:
    """Return the flow of a class of scikit-learn, which gets the seed if it takes one.

    Examples
    --------
    >>> learner(DecisionTreeClassifier, "stump", max_depth=1).name
    'sklearn.tree.DecisionTreeClassifier(stump)'
    """
    name = f"{kind.__module__.partition('._')[0]}.{kind.__name__}"
    takes_seed = "random_state" in signature(kind).parameters

    def make(seed: int) -> Any:
        return kind(**parameters, **({"random_state": seed} if takes_seed else {}))

    return Flow(f"{name}({note})" if note else name, make, seeds)


def flows() -> list[Flow]:
    """Return the flows in the order of their ids (1, 2, 3, ...)."""
    return [
        # no skill
        learner(DummyClassifier, "prior", strategy="prior"),
        Flow("prgbench.Reversed(GaussianNB)", lambda _: Reversed(GaussianNB())),
        # single trees
        learner(DecisionTreeClassifier, "stump", max_depth=1),
        learner(DecisionTreeClassifier, "random stump", max_depth=1, splitter="random"),
        learner(DecisionTreeClassifier, "depth 2", max_depth=2),
        learner(DecisionTreeClassifier, "depth 3", max_depth=3),
        learner(DecisionTreeClassifier, "depth 5", max_depth=5),
        learner(DecisionTreeClassifier, "leaf 10", min_samples_leaf=10),
        learner(DecisionTreeClassifier, "full"),
        learner(ExtraTreeClassifier, "depth 6", (1, 2), max_depth=6),
        # ensembles
        learner(RandomForestClassifier, "5", n_estimators=5),
        learner(RandomForestClassifier, "5, depth 3", n_estimators=5, max_depth=3),
        learner(ExtraTreesClassifier, "6", n_estimators=6),
        learner(
            BaggingClassifier,
            "3 trees",
            estimator=DecisionTreeClassifier(max_depth=4),
            n_estimators=3,
        ),
        learner(AdaBoostClassifier, "5 stumps", n_estimators=5),
        learner(
            GradientBoostingClassifier, "8", n_estimators=8, max_features="sqrt", subsample=0.5
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
        learner(LogisticRegression, solver=NEWTON),
        learner(LogisticRegression, "C=0.001", solver=NEWTON, C=0.001),
        learner(LogisticRegression, "sparse", C=0.1, l1_ratio=1.0, solver="liblinear"),
        Flow(
            "sklearn.linear_model.LogisticRegression(2 components)",
            lambda seed: make_pipeline(PCA(2, random_state=seed), _logistic()),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(best feature)",
            lambda _: make_pipeline(SelectKBest(k=1), _logistic()),
        ),
        learner(SGDClassifier, "log loss", (1, 2), loss="log_loss", max_iter=20),
        learner(SGDClassifier, "modified Huber", loss="modified_huber", max_iter=20),
        learner(RidgeClassifier),
        learner(Perceptron),
        learner(LinearDiscriminantAnalysis, solver="lsqr", shrinkage=0.1),
        learner(QuadraticDiscriminantAnalysis, solver="eigen", shrinkage=0.3),
        # support vector machines
        learner(LinearSVC, C=0.01),
        learner(SVC, "rbf"),
        # naive Bayes
        learner(GaussianNB),
        learner(BernoulliNB),
        Flow(
            "sklearn.naive_bayes.MultinomialNB",
            lambda _: make_pipeline(MinMaxScaler(clip=True), MultinomialNB()),
        ),
        # neighbours
        learner(KNeighborsClassifier, "1", n_neighbors=1),
        learner(KNeighborsClassifier, "5", n_neighbors=5),
        learner(KNeighborsClassifier, "25, distance", n_neighbors=25, weights="distance"),
        learner(NearestCentroid),
        # other
        learner(MLPClassifier, "5", hidden_layer_sizes=(5,), solver="lbfgs", max_iter=12),
        # few instances, few features or random projections
        Flow(
            "prgbench.Subsampled(logistic regression, 12)",
            lambda seed: Subsampled(_logistic(), 12, seed),
        ),
        Flow(
            "prgbench.Subsampled(naive Bayes, 20)", lambda seed: Subsampled(GaussianNB(), 20, seed)
        ),
        Flow(
            "prgbench.Subsampled(tree, 40)",
            lambda seed: Subsampled(
                DecisionTreeClassifier(max_depth=3, random_state=seed), 40, seed
            ),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(2 random projections)",
            lambda seed: make_pipeline(
                GaussianRandomProjection(2, random_state=seed), _logistic()
            ),
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


def setups() -> list[Setup]:
    """Return the setups in the order of their ids: each flow with each of its seeds."""
    pairs = [(flow_id, flow) for flow_id, flow in enumerate(flows(), start=1)]
    seeded = [(flow_id, flow, seed) for flow_id, flow in pairs for seed in flow.seeds]
    return [Setup(number, *chosen) for number, chosen in enumerate(seeded, start=1)]


def _logistic() -> LogisticRegression:
    return LogisticRegression(solver=NEWTON)
