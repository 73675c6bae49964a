"""Weak learners: few instances, few features, random projections."""

from collections.abc import Callable
from typing import Any

from sklearn.decomposition import PCA
from sklearn.ensemble import AdaBoostClassifier, RandomForestClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.random_projection import GaussianRandomProjection
from sklearn.tree import DecisionTreeClassifier

from prgbench.archive.embedded.learners import Flow, Subsampled, scaled, tree


def _few(make: Callable[[int], Any], n_instances: int) -> Callable[[int], Any]:
    return lambda seed: scaled(Subsampled(make(seed), n_instances, seed))


def weak_flows() -> list[Flow]:
    """Return learners with few instances, few features or random projections."""
    return [
        Flow(
            "prgbench.Subsampled(logistic regression, 12)",
            _few(lambda _: LogisticRegression(), 12),
        ),
        Flow(
            "prgbench.Subsampled(logistic regression, 30)",
            _few(lambda _: LogisticRegression(), 30),
        ),
        Flow("prgbench.Subsampled(naive Bayes, 20)", _few(lambda _: GaussianNB(), 20)),
        Flow("prgbench.Subsampled(3 neighbours, 20)", _few(lambda _: KNeighborsClassifier(3), 20)),
        Flow("prgbench.Subsampled(tree, 40)", _few(tree(max_depth=3), 40)),
        Flow(
            "prgbench.Subsampled(random forest, 25)",
            _few(lambda seed: RandomForestClassifier(10, random_state=seed), 25),
        ),
        Flow(
            "prgbench.Subsampled(boosted stumps, 40)",
            _few(lambda seed: AdaBoostClassifier(n_estimators=5, random_state=seed), 40),
        ),
        Flow(
            "sklearn.linear_model.LogisticRegression(2 random projections)",
            lambda seed: scaled(
                GaussianRandomProjection(2, random_state=seed), LogisticRegression()
            ),
        ),
        Flow(
            "sklearn.neighbors.KNeighborsClassifier(9, 2 random projections)",
            lambda seed: scaled(
                GaussianRandomProjection(2, random_state=seed), KNeighborsClassifier(9)
            ),
        ),
        Flow(
            "sklearn.naive_bayes.GaussianNB(1 random projection)",
            lambda seed: scaled(GaussianRandomProjection(1, random_state=seed), GaussianNB()),
        ),
        Flow(
            "sklearn.tree.DecisionTreeClassifier(depth 4, 3 random projections)",
            lambda seed: scaled(
                GaussianRandomProjection(3, random_state=seed),
                DecisionTreeClassifier(max_depth=4, random_state=seed),
            ),
        ),
        Flow(
            "sklearn.neighbors.KNeighborsClassifier(15, 1 component)",
            lambda seed: scaled(PCA(1, random_state=seed), KNeighborsClassifier(15)),
        ),
        Flow(
            "sklearn.tree.DecisionTreeClassifier(depth 2, best feature)",
            lambda seed: scaled(
                SelectKBest(k=1), DecisionTreeClassifier(max_depth=2, random_state=seed)
            ),
        ),
        Flow(
            "sklearn.naive_bayes.GaussianNB(2 best features)",
            lambda _: scaled(SelectKBest(k=2), GaussianNB()),
        ),
    ]
