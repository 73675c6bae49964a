"""Weak learners: few instances, few features, random projections."""

from collections.abc import Callable
from typing import Any

from sklearn.decomposition import PCA
from sklearn.feature_selection import SelectKBest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.random_projection import GaussianRandomProjection

from prgbench.archive.embedded.learners import Flow, Subsampled, logistic, tree


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
